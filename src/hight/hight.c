/* SPDX-License-Identifier: MIT */
/* HIGHT: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(hight)
#include "hight/portable/kernels.h"

#define CIPHER narae_hight
#define NAME "hight"
#define SET_KEY narae_hight_set_key
#define ENCRYPT narae_hight_encrypt
#define DECRYPT narae_hight_decrypt
#define SCHEDULE narae_hight_key
#define EACH_KEY(of) of(16)
#define SCHEDULE_BYTES(key_bytes) NARAE_HIGHT_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_HIGHT_BLOCK_BYTES
#define ROUNDS HIGHT_ROUNDS
#define ROUNDS_APART 0
#define KERNELS HIGHT_KERNELS
#define BEST narae_hight_best
#define BATCH BATCH_BYTES

#include "core/block_cipher.inc"
