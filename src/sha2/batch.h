/* SPDX-License-Identifier: MIT */
/* Many messages of SHA-256 or SHA-512 in one call: common to the public functions and the
 * kernels. */
#ifndef NARAE_SHA2_BATCH_H
#define NARAE_SHA2_BATCH_H

#include "core/family.h"
#include "narae/sha2.h"

/* Kernel contract: hashes each message. */
typedef void sha2_batch_fn(const narae_sha2_message *messages, size_t nmessages);

sha2_batch_fn narae_sha256_batch_portable, narae_sha256_batch_best;
sha2_batch_fn narae_sha512_batch_portable, narae_sha512_batch_best;
sha2_batch_fn narae_sha256_batch_8_avx2, narae_sha512_batch_4_avx2;
sha2_batch_fn narae_sha256_batch_16_avx512, narae_sha512_batch_8_avx512;
sha2_batch_fn narae_sha256_batch_8_avx512, narae_sha512_batch_4_avx512;

#ifdef NARAE_X86_KERNELS
#    define narae_sha256_batch_kernel narae_sha256_batch_best
#    define narae_sha512_batch_kernel narae_sha512_batch_best

/* See core/dispatch.h. */
typedef struct sha2_batch_implementation {
    const char *name;
    unsigned needs;
    sha2_batch_fn *sha256, *sha512;
} sha2_batch_implementation;

extern const sha2_batch_implementation *const narae_sha2_batch_implementations[];
#else
#    define narae_sha256_batch_kernel narae_sha256_batch_portable
#    define narae_sha512_batch_kernel narae_sha512_batch_portable
#endif

#endif
