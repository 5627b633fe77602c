/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with GFNI and AVX-512: the tail, fewer than 64 blocks, is
 * left to the kernel for that number.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"

#    include "narae/wipe.h"

#    include "kernels.h"

/* Up to FEW blocks, a block a vector; up to HALF in vectors of 256 bits. */
enum { FEW = 3, HALF = 32, WIDE = 64 };

/* The blocks that each kernel processes, the widest first. */
typedef struct shares {
    size_t wide, half, few;
} shares;

static inline shares
shares_of(size_t nblocks)
{
    const size_t rest = nblocks % WIDE;

    return (shares){.wide = rest <= HALF ? nblocks - rest : nblocks,
                    .half = rest > FEW && rest <= HALF ? rest : 0,
                    .few = rest <= FEW ? rest : 0};
}

/* Tested first, so that these calls save no registers. */
static inline int
is_few(size_t nblocks)
{
    return nblocks - 1 < FEW;
}

static void
run(aria_wide_fn *wide, aria_wide_fn *half, narae_blocks_fn *few, const aria_wide_schedule *s, uint8_t *out,
    const uint8_t *in, size_t nblocks)
{
    if (is_few(nblocks)) {
        few(s, out, in, nblocks);
        return;
    }
    const shares n = shares_of(nblocks);
    const size_t done = 16 * n.wide;

    if (n.wide != 0)
        wide(aria_wide_keys(s), out, in, n.wide, s->rounds);
    if (n.half != 0)
        half(aria_wide_keys(s), out + done, in + done, n.half, s->rounds);
    if (n.few != 0)
        few(s, out + done, in + done, n.few);
}

void
narae_aria_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_encrypt_gfni512, narae_aria_32_encrypt_gfni512, narae_aria_few_encrypt_vbmi, schedule,
        out, in, nblocks);
}

void
narae_aria_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_decrypt_gfni512, narae_aria_32_decrypt_gfni512, narae_aria_few_decrypt_vbmi, schedule,
        out, in, nblocks);
}

void
narae_aria_ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t *counter)
{
    const aria_wide_schedule *const s = schedule;

    if (is_few(nblocks)) {
        narae_aria_few_ctr_vbmi(s, out, in, nblocks, counter);
        return;
    }
    const shares n = shares_of(nblocks);
    const size_t sliced = n.wide + n.half, done = 16 * n.wide;

    if (sliced != 0) {
        const uint32_t low = load32_be(counter + 12);
        aria_first first;

        narae_aria_first_vbmi(&first, s, counter);
        if (n.wide != 0)
            narae_aria_64_ctr_gfni512(aria_wide_keys(s), out, in, n.wide, s->rounds, &first);
        if (n.half != 0)
            narae_aria_32_ctr_gfni512(aria_wide_keys(s), out + done, in + done, n.half, s->rounds, &first);
        store32_be(counter + 12, low + (uint32_t)sliced);
        narae_wipe(&first, sizeof first);
    }
    if (n.few != 0)
        narae_aria_few_ctr_vbmi(s, out + done, in + done, n.few, counter);
}

#endif
