/* SPDX-License-Identifier: MIT */
/* The LEA kernels of RV32; with NARAE_SMALL those of lea_loop_rv32.S. */
#ifndef NARAE_LEA_RV32_KERNELS_H
#define NARAE_LEA_RV32_KERNELS_H

#include "lea/lea_internal.h"

/* A code for the key size, with which lea_rv32.S dispatches fastest, instead of the rounds. */
#ifndef NARAE_SMALL
#    define LEA_ROUNDS 1
#    define LEA_ROUNDS_APART 0x70
#    define LEA_FIRST_WORD(key_bytes) (1 + (uint32_t)((key_bytes) / 8 - 2) * 0x70000000)
#else
#    define narae_lea_set_key_kernel narae_lea_set_key_rv32
#endif
#define narae_lea_encrypt_kernel narae_lea_encrypt_rv32
#define narae_lea_decrypt_kernel narae_lea_decrypt_rv32
void narae_lea_set_key_rv32(lea_schedule *schedule, const uint8_t *key, size_t key_bytes);
narae_blocks_fn narae_lea_encrypt_rv32, narae_lea_decrypt_rv32;

#endif
