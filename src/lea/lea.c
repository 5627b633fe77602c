/* SPDX-License-Identifier: MIT */
/* LEA: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(lea)
#include "lea/portable/kernels.h"

#define CIPHER narae_lea
#define NAME "lea"
#define SET_KEY narae_lea_set_key
#define ENCRYPT narae_lea_encrypt
#define DECRYPT narae_lea_decrypt
#define SCHEDULE narae_lea_key
#define EACH_KEY(of) of(16), of(24), of(32)
#define SCHEDULE_BYTES(key_bytes) NARAE_LEA_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_LEA_BLOCK_BYTES
#define ROUNDS LEA_ROUNDS
#define ROUNDS_APART LEA_ROUNDS_APART
#define KERNELS LEA_KERNELS
#define BEST narae_lea_best
#define BATCH BATCH_BYTES_OF_64_BLOCKS

#include "core/block_cipher.inc"
