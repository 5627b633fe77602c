/* SPDX-License-Identifier: MIT */
/* SHA-256 with the SHA extensions.  FIPS 180-4, 6.2.
 *
 * SHA256RNDS2 computes two rounds of the state, as the vectors ABEF and CDGH, and two words
 * of schedule and constants; its result is the next ABEF, and the old ABEF the next CDGH.
 * SHA256MSG1 and SHA256MSG2 compute four words of the schedule:
 *
 *     w[16..19] = MSG2(MSG1(w[0..3], w[4..7]) + w[9..12], w[12..15])
 *
 * A block is 32 SHA256RNDS2 in a chain.  Each takes 4 cycles on Zen 4 and Golden
 * Cove: 128 cycles, 2 cycles/byte; everything else is off this critical path.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "core/for_each.h"
#    include "core/x86/simd128.h"

#    include "sha2/sha2_internal.h"

#    define CODE __attribute__((target("sha,sse4.1,ssse3")))

CODE void
narae_sha256_blocks_shani(uint32_t state[8], const uint8_t *in, size_t nblocks)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i dcba = simd128_load(state), hgfe = simd128_load(state + 4);
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; nblocks != 0; nblocks--, in += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w[8];

        FOR_EACH(i, 4, w[i] = _mm_shuffle_epi8(simd128_load(in + 16 * i), swap););
        FOR_EACH_OF_16(g, 16, {
            const __m128i sum = _mm_add_epi32(w[(g) % 4], simd128_load(narae_sha256_constants + 4 * (g)));

            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            if ((g) < 12) {
                const __m128i from9 = _mm_alignr_epi8(w[((g) + 3) % 4], w[((g) + 2) % 4], 4);
                const __m128i first = _mm_sha256msg1_epu32(w[(g) % 4], w[((g) + 1) % 4]);

                w[(g) % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(first, from9), w[((g) + 3) % 4]);
            }
        });
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }

    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);

    simd128_store(state, _mm_blend_epi16(feba, dchg, 0xf0));
    simd128_store(state + 4, _mm_alignr_epi8(dchg, feba, 8));
}

#endif
