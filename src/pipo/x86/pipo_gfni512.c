/* SPDX-License-Identifier: MIT */
/* PIPO for x86-64 with GFNI and AVX-512: see pipo_wide_gfni512.S.
 *
 * A single block, as in CBC and CMAC, is faster in general registers: 280 cycles on Emerald
 * Rapids, 400 in a vector.  The rows of the portable schedule are the key's bits as masks
 * of bytes: VPMOVM2B makes eight of them.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "core/bytes.h"
#    include "core/copy.h"
#    include "core/encrypt_only.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx512f,avx512bw")))

/* One block by a kernel for the portable schedule. */
static CODE void
alone(narae_blocks_fn *kernel, const pipo_wide_schedule *s, uint8_t *out, const uint8_t *in)
{
    const unsigned parts = s->rounds == 13 ? 2 : 4;
    narae_pipo_key narrow;

    narrow.words[0] = s->rounds;
    for (unsigned i = 0; i < parts; i++)
        simd512_store(narrow.words + 1 + 16 * i,
                      _mm512_movm_epi8(load64_le((const uint8_t *)s->rows[parts] + 8 * i)));
    kernel(&narrow, out, in, 1);
    wipe_few(&narrow, sizeof narrow);
}

void
narae_pipo_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const pipo_wide_schedule *const s = schedule;

    if (nblocks == 1)
        alone(narae_pipo_encrypt_portable, s, out, in);
    else if (nblocks != 0)
        narae_pipo_rows_encrypt_gfni512(s->rows, out, in, nblocks, s->rounds);
}

void
narae_pipo_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const pipo_wide_schedule *const s = schedule;

    if (nblocks == 1)
        alone(narae_pipo_decrypt_portable, s, out, in);
    else if (nblocks != 0)
        narae_pipo_rows_decrypt_gfni512(s->rows, out, in, nblocks, s->rounds);
}

void
narae_pipo_ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t *counter)
{
    const pipo_wide_schedule *const s = schedule;
    const uint32_t low = load32_be(counter + 4);

    if (nblocks != 0)
        narae_pipo_rows_ctr_gfni512(s->rows, out, in, nblocks, s->rounds, counter);
    store32_be(counter + 4, low + (uint32_t)nblocks);
}

#endif
