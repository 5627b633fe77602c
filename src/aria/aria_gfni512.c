/* ARIA for x86-64 with GFNI and AVX-512: 64 blocks at a time, in assembly; what
 * is left after them in a copy, and up to FEW blocks in aria_vbmi.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "narae/wipe.h"

#    include "core/bytes.h"
#    include "core/counter_blocks.h"

#    include "aria_x86.h"

#    define CODE __attribute__((target("avx512f")))
#    define KERNEL static inline __attribute__((always_inline)) CODE

enum { WIDE = 64, FEW = 4 };

/* n < 64 blocks, copied by vectors: a load of 64 bytes waits for those of narrower
 * stores. */
KERNEL void
copy_some(uint8_t *to, const uint8_t *from, size_t n)
{
    for (; n >= 4; n -= 4, to += 64, from += 64)
        _mm512_storeu_si512(to, _mm512_loadu_si512(from));
    if (n != 0) {
        const __mmask8 mask = (__mmask8)((1u << 2 * n) - 1);

        _mm512_mask_storeu_epi64(to, mask, _mm512_maskz_loadu_epi64(mask, from));
    }
}

static CODE void
run(aria_64_fn *wide, narae_blocks_fn *few, const aria_wide_schedule *s, uint8_t *out, const uint8_t *in,
    size_t nblocks)
{
    const size_t whole = nblocks - nblocks % WIDE;

    if (whole != 0)
        wide(aria_wide_keys(s), out, in, whole, s->rounds);
    in += 16 * whole;
    out += 16 * whole;
    nblocks -= whole;
    if (nblocks > FEW) {
        uint8_t copy[16 * WIDE] __attribute__((aligned(64)));

        copy_some(copy, in, nblocks);
        wide(aria_wide_keys(s), copy, copy, WIDE, s->rounds);
        copy_some(out, copy, nblocks);
        narae_wipe(copy, sizeof copy);
    } else if (nblocks != 0) {
        few(s, out, in, nblocks);
    }
}

CODE void
narae_aria_encrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_encrypt_gfni512, narae_aria_few_encrypt_vbmi, schedule, out, in, nblocks);
}

CODE void
narae_aria_decrypt_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(narae_aria_64_decrypt_gfni512, narae_aria_few_decrypt_vbmi, schedule, out, in, nblocks);
}

CODE void
narae_aria_ctr_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t *counter)
{
    if (nblocks > FEW) {
        const aria_wide_schedule *const s = schedule;
        const size_t whole = nblocks - nblocks % WIDE;
        const uint32_t low = load32_be(counter + 12);
        aria_first first;

        narae_aria_first_vbmi(&first, s, counter);
        if (whole != 0)
            narae_aria_64_ctr_gfni512(aria_wide_keys(s), out, in, whole, s->rounds, &first);
        in += 16 * whole;
        out += 16 * whole;
        nblocks -= whole;
        if (nblocks > FEW) {
            uint8_t copy[16 * WIDE] __attribute__((aligned(64)));

            copy_some(copy, in, nblocks);
            narae_aria_64_ctr_gfni512(aria_wide_keys(s), copy, copy, WIDE, s->rounds, &first);
            copy_some(out, copy, nblocks);
            narae_wipe(copy, sizeof copy);
            store32_be(counter + 12, low + (uint32_t)(whole + nblocks));
            nblocks = 0;
        } else {
            store32_be(counter + 12, low + (uint32_t)whole);
        }
        narae_wipe(&first, sizeof first);
    }
    narae_counter_blocks(narae_aria_few_encrypt_vbmi, schedule, out, in, nblocks, counter, 16);
}

#endif
