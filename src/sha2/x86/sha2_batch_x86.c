/* SPDX-License-Identifier: MIT */
/* Batches of SHA-256 and SHA-512 on x86-64: their implementations.  Small batches are
 * faster one message after another; up to how many depends on whether there are SHA
 * extensions, which hash a message in a third of the time. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "sha2/batch.h"

static void
sha256_avx512_sha(const narae_sha2_message *messages, size_t nmessages)
{
    (nmessages > 12  ? narae_sha256_batch_16_avx512
     : nmessages > 6 ? narae_sha256_batch_8_avx512
                     : narae_sha256_batch_portable)(messages, nmessages);
}

static void
sha256_avx512(const narae_sha2_message *messages, size_t nmessages)
{
    (nmessages > 8   ? narae_sha256_batch_16_avx512
     : nmessages > 2 ? narae_sha256_batch_8_avx512
                     : narae_sha256_batch_portable)(messages, nmessages);
}

static void
sha256_avx2(const narae_sha2_message *messages, size_t nmessages)
{
    (nmessages > 3 ? narae_sha256_batch_8_avx2 : narae_sha256_batch_portable)(messages, nmessages);
}

static void
sha512_avx512(const narae_sha2_message *messages, size_t nmessages)
{
    (nmessages > 4   ? narae_sha512_batch_8_avx512
     : nmessages > 1 ? narae_sha512_batch_4_avx512
                     : narae_sha512_batch_portable)(messages, nmessages);
}

static void
sha512_avx2(const narae_sha2_message *messages, size_t nmessages)
{
    (nmessages > 2 ? narae_sha512_batch_4_avx2 : narae_sha512_batch_portable)(messages, nmessages);
}

static const sha2_batch_kernels avx512_sha = {
    .name = "avx512 and SHA",
    .needs = CPU_AVX512 | CPU_SHA,
    .sha256 = sha256_avx512_sha,
    .sha512 = sha512_avx512,
};

static const sha2_batch_kernels avx2_sha = {
    .name = "avx2 and SHA",
    .needs = CPU_AVX2 | CPU_SHA,
    .sha256 = narae_sha256_batch_portable,
    .sha512 = sha512_avx2,
};

static const sha2_batch_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .sha256 = sha256_avx512,
    .sha512 = sha512_avx512,
};

static const sha2_batch_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .sha256 = sha256_avx2,
    .sha512 = sha512_avx2,
};

static const sha2_batch_kernels portable = {
    .name = "portable",
    .sha256 = narae_sha256_batch_portable,
    .sha512 = narae_sha512_batch_portable,
};

const sha2_batch_kernels *const narae_sha2_batch_implementations[] = {&avx512_sha, &avx2_sha, &avx512,
                                                                      &avx2,       &portable, NULL};

DISPATCH(sha2_batch_kernels, sha2_batch)

#endif
