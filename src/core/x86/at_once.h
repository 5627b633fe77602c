/* Sixteen bytes that a kernel loads at once, stored at once, low word first: behind two
 * narrower stores the load would wait until both have reached the cache. */
#ifndef NARAE_CORE_X86_AT_ONCE_H
#define NARAE_CORE_X86_AT_ONCE_H

#include <stdint.h>

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

static inline void
store_at_once(void *to, uint64_t low, uint64_t high)
{
    _mm_storeu_si128((__m128i *)to, _mm_set_epi64x((long long)high, (long long)low));
}

#else

#    include "core/bytes.h"

static inline void
store_at_once(void *to, uint64_t low, uint64_t high)
{
    store64_le((uint8_t *)to, low);
    store64_le((uint8_t *)to + 8, high);
}

#endif

#endif
