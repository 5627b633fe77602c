/* SPDX-License-Identifier: MIT */
/* PIPO: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(pipo)
#include "pipo/portable/kernels.h"

#define CIPHER narae_pipo
#define NAME "pipo"
#define SET_KEY narae_pipo_set_key
#define ENCRYPT narae_pipo_encrypt
#define DECRYPT narae_pipo_decrypt
#define SCHEDULE narae_pipo_key
#define EACH_KEY(of) of(16), of(32)
#define SCHEDULE_BYTES(key_bytes) NARAE_PIPO_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_PIPO_BLOCK_BYTES
#define ROUNDS PIPO_ROUNDS
#define ROUNDS_APART PIPO_ROUNDS_APART
#define KERNELS PIPO_KERNELS
#define BEST narae_pipo_best
#define BATCH BATCH_BYTES

#include "core/block_cipher.inc"
