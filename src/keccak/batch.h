/* SPDX-License-Identifier: MIT */
/* Many messages of SHA-3 or SHAKE in one call: common to the public functions
 * and the kernels. */
#ifndef NARAE_KECCAK_BATCH_H
#define NARAE_KECCAK_BATCH_H

#include "keccak_internal.h"
#include "narae/sha3.h"

/* Kernel contract: hashes each message with blocks of `rate` bytes; `domain` is
 * the domain's bits with the first 1 of the pad. */
typedef void keccak_batch_fn(const narae_sha3_message *messages, size_t nmessages, unsigned rate,
                             uint8_t domain);

/* Four states and eight: word i of state l is state[i][l], aligned to 32 or 64 bytes.
 * Blocks have 9, 17 or 21 words; nblocks is at least 1. */
void narae_keccak_f1600_4_avx512(uint64_t state[25][4]);
void narae_keccak_f1600_8_avx512(uint64_t state[25][8]);
void narae_keccak_absorb_8_avx512(uint64_t state[25][8], const uint8_t *const in[8], size_t words,
                                  size_t nblocks);

keccak_batch_fn narae_keccak_batch_portable;
keccak_batch_fn narae_keccak_batch_avx2, narae_keccak_batch_4_avx512, narae_keccak_batch_avx512;
keccak_batch_fn narae_keccak_batch_sha3;

/* Selected at run time: core/dispatch.h. */
typedef struct keccak_batch_kernels {
    const char *name;
    unsigned needs;
    keccak_batch_fn *batch;
} keccak_batch_kernels;

const keccak_batch_kernels *narae_keccak_batch_best(void);
extern const keccak_batch_kernels *const narae_keccak_batch_implementations[];

#ifndef narae_keccak_batch_kernel
#    define narae_keccak_batch_kernel narae_keccak_batch_portable
#endif

#endif
