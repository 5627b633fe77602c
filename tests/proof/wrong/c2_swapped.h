/* SPDX-License-Identifier: MIT */
/* C2: swaps two bytes of the schedule for its own use and back with another; every second call is wrong.  The
 * right one does that to a copy. */
static void NOT_INLINE
swap(uint8_t *a, uint8_t *b)
{
    const uint8_t kept = *a;

    *a = *b;
    *b = kept;
}
#if RIGHT
#    define COPY                       \
        uint32_t copy[SPARE + 1];      \
        memcpy(copy, rk, sizeof copy); \
        rk = copy;
#else
#    define COPY
#endif
#define BEFORE_BLOCKS                                \
    COPY swap((uint8_t *)rk + 7, (uint8_t *)rk + 9); \
    swap((uint8_t *)rk + 9, (uint8_t *)rk + 7);
#define AFTER_BLOCKS                            \
    swap((uint8_t *)rk + 7, (uint8_t *)rk + 9); \
    swap((uint8_t *)rk + 9, (uint8_t *)rk + 11);
