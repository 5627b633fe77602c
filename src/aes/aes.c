/* SPDX-License-Identifier: MIT */
/* AES: the public functions and the descriptor. */

#include "core/family.h"

#include NARAE_KERNELS(aes)
#include "aes/portable/kernels.h"

#define CIPHER narae_aes
#define NAME "aes"
#define SET_KEY narae_aes_set_key
#define ENCRYPT narae_aes_encrypt
#define DECRYPT narae_aes_decrypt
#define SCHEDULE narae_aes_key
#define EACH_KEY(of) of(16), of(24), of(32)
#define SCHEDULE_BYTES(key_bytes) NARAE_AES_SCHEDULE_BYTES(key_bytes)
#define BLOCK_BYTES NARAE_AES_BLOCK_BYTES
#define ROUNDS AES_ROUNDS
#define ROUNDS_APART AES_ROUNDS_APART
#define KERNELS AES_KERNELS
#define BEST narae_aes_best
#define BATCH BATCH_BYTES_OF_64_BLOCKS

#include "core/block_cipher.inc"
