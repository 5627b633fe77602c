/* SPDX-License-Identifier: MIT */
/* Ascon-128a of Ascon v1.2. */

#define NAME(f) baseline_ascon128a_v12_##f
#define IV 0x80800c0800000000
#define RATE 16
#define ROUNDS 8

#include "duplex.h"
