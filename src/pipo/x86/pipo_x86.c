/* SPDX-License-Identifier: MIT */
/* PIPO on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <string.h>

#    include "core/dispatch.h"

#    include "kernels.h"

/* The amounts by which the rows of a key are rotated back: see kernels.h. */
static const uint8_t back[8] = {0, 7, 4, 0, 6, 0, 0, 2};

static void
set_key_gfni512(void *schedule, const uint8_t *key, size_t key_bytes)
{
    pipo_wide_schedule *s = (pipo_wide_schedule *)schedule;

    s->rounds = key_bytes == 16 ? 13 : 17;
    for (unsigned i = 0; i < key_bytes; i++)
        s->rows[i / 8][i % 8] = 0x01010101u * ((key[i] * 0x101u >> back[i % 8]) & 0xff);
    memcpy(s->rows[key_bytes / 8], key, key_bytes);
}

static const narae_block_kernels gfni512 = {
    .name = "gfni512",
    .needs = CPU_AVX512 | CPU_GFNI,
    .set_key = set_key_gfni512,
    .encrypt = narae_pipo_encrypt_gfni512,
    .decrypt = narae_pipo_decrypt_gfni512,
    .ctr = narae_pipo_ctr_gfni512,
};

static const narae_block_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .set_key = narae_pipo_set_key_portable,
    .encrypt = narae_pipo_encrypt_avx2,
    .decrypt = narae_pipo_decrypt_avx2,
    .ctr = narae_pipo_ctr_avx2,
};

static const narae_block_kernels sse2 = {
    .name = "sse2",
    .needs = CPU_SSE2,
    .set_key = narae_pipo_set_key_portable,
    .encrypt = narae_pipo_encrypt_sse2,
    .decrypt = narae_pipo_decrypt_sse2,
    .ctr = narae_pipo_ctr_sse2,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_pipo_set_key_portable,
    .encrypt = narae_pipo_encrypt_portable,
    .decrypt = narae_pipo_decrypt_portable,
};

const narae_block_kernels *const narae_pipo_implementations[] = {&gfni512, &avx2, &sse2, &portable, NULL};

DISPATCH(narae_block_kernels, pipo)

#endif
