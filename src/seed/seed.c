/* SPDX-License-Identifier: MIT */
/* SEED: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(seed)
#include "seed/portable/kernels.h"

#define CIPHER narae_seed
#define NAME "seed"
#define SET_KEY narae_seed_set_key
#define ENCRYPT narae_seed_encrypt
#define DECRYPT narae_seed_decrypt
#define SCHEDULE narae_seed_key
#define EACH_KEY(of) of(16)
#define SCHEDULE_BYTES(key_bytes) NARAE_SEED_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_SEED_BLOCK_BYTES
#define ROUNDS SEED_ROUNDS
#define ROUNDS_APART 0
#define KERNELS SEED_KERNELS
#define BEST narae_seed_best
#define BATCH BATCH_BYTES

#include "core/block_cipher.inc"
