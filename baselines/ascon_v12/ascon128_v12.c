/* SPDX-License-Identifier: MIT */
/* Ascon-128 of Ascon v1.2. */

#define NAME(f) baseline_ascon128_v12_##f
#define IV 0x80400c0600000000
#define RATE 8
#define ROUNDS 6

#include "duplex.h"
