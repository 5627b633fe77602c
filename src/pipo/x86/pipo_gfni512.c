/* SPDX-License-Identifier: MIT */
/* PIPO for x86-64 with GFNI and AVX-512: see pipo_wide_gfni512.S.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"

#    include "kernels.h"

void
narae_pipo_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const pipo_wide_schedule *const s = schedule;

    if (nblocks != 0)
        narae_pipo_rows_encrypt_gfni512(s->rows, out, in, nblocks, s->rounds);
}

void
narae_pipo_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const pipo_wide_schedule *const s = schedule;

    if (nblocks != 0)
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
