/* SPDX-License-Identifier: MIT */
/* Many messages of SHA-256 or SHA-512 in one call: common to the public functions and the
 * kernels. */
#ifndef NARAE_SHA2_BATCH_H
#define NARAE_SHA2_BATCH_H

#include "sha2_internal.h"
#include "narae/sha2.h"

/* Kernel contract: hashes each message. */
typedef void sha2_batch_fn(const narae_sha2_message *messages, size_t nmessages);

sha2_batch_fn narae_sha256_batch_portable;
sha2_batch_fn narae_sha512_batch_portable;
sha2_batch_fn narae_sha256_batch_8_avx2, narae_sha512_batch_4_avx2;
sha2_batch_fn narae_sha256_batch_16_avx512, narae_sha512_batch_8_avx512;
sha2_batch_fn narae_sha256_batch_8_avx512, narae_sha512_batch_4_avx512;

/* Selected at run time: core/dispatch.h. */
typedef struct sha2_batch_kernels {
    const char *name;
    unsigned needs;
    sha2_batch_fn *sha256, *sha512;
} sha2_batch_kernels;

const sha2_batch_kernels *narae_sha2_batch_best(void);
extern const sha2_batch_kernels *const narae_sha2_batch_implementations[];

#ifndef narae_sha256_batch_kernel
#    define narae_sha256_batch_kernel narae_sha256_batch_portable
#    define narae_sha512_batch_kernel narae_sha512_batch_portable
#endif

#endif
