/* SPDX-License-Identifier: MIT */
/* Many messages of LSH in one call: common to the public functions and the kernels. */
#ifndef NARAE_LSH_BATCH_H
#define NARAE_LSH_BATCH_H

#include "lsh_internal.h"
#include "narae/lsh.h"

/* Kernel contract: hashes each message; `digest_bytes` is 28, 32, 48 or 64. */
typedef void lsh_batch_fn(const narae_lsh_message *messages, size_t nmessages, size_t digest_bytes);

lsh_batch_fn narae_lsh256_batch_portable;
lsh_batch_fn narae_lsh256_batch_avx2, narae_lsh256_batch_avx512;
lsh_batch_fn narae_lsh512_batch_portable;
lsh_batch_fn narae_lsh512_batch_avx2, narae_lsh512_batch_4_avx512, narae_lsh512_batch_avx512;

/* Selected at run time: core/dispatch.h. */
typedef struct lsh_batch_kernels {
    const char *name;
    unsigned needs;
    lsh_batch_fn *batch256, *batch512;
} lsh_batch_kernels;

const lsh_batch_kernels *narae_lsh_batch_best(void);
extern const lsh_batch_kernels *const narae_lsh_batch_implementations[];

#ifndef narae_lsh256_batch_kernel
#    define narae_lsh256_batch_kernel narae_lsh256_batch_portable
#    define narae_lsh512_batch_kernel narae_lsh512_batch_portable
#endif

#endif
