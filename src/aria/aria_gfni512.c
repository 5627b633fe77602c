/* ARIA for x86-64 with GFNI and AVX-512: up to 64 blocks at a time, in
 * assembly, and up to FEW blocks in aria_vbmi.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"

#    include "narae/wipe.h"

#    include "aria_x86.h"

enum { WIDE = 64, FEW = 3 };

/* How many of the last blocks are few. */
static inline size_t
count_few(size_t nblocks)
{
    return nblocks % WIDE <= FEW ? nblocks % WIDE : 0;
}

static void
run(aria_64_fn *wide, narae_blocks_fn *few, const aria_wide_schedule *s, uint8_t *out, const uint8_t *in,
    size_t nblocks)
{
    const size_t rest = count_few(nblocks), most = nblocks - rest;

    if (most != 0)
        wide(aria_wide_keys(s), out, in, most, s->rounds);
    if (rest != 0)
        few(s, out + 16 * most, in + 16 * most, rest);
}

void
narae_aria_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_encrypt_gfni512, narae_aria_few_encrypt_vbmi, schedule, out, in, nblocks);
}

void
narae_aria_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_decrypt_gfni512, narae_aria_few_decrypt_vbmi, schedule, out, in, nblocks);
}

void
narae_aria_ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t *counter)
{
    const aria_wide_schedule *const s = schedule;
    const size_t rest = count_few(nblocks), most = nblocks - rest;

    if (most != 0) {
        const uint32_t low = load32_be(counter + 12);
        aria_first first;

        narae_aria_first_vbmi(&first, s, counter);
        narae_aria_64_ctr_gfni512(aria_wide_keys(s), out, in, most, s->rounds, &first);
        store32_be(counter + 12, low + (uint32_t)most);
        narae_wipe(&first, sizeof first);
    }
    if (rest != 0)
        narae_aria_few_ctr_vbmi(s, out + 16 * most, in + 16 * most, rest, counter);
}

#endif
