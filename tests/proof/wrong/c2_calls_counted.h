/* SPDX-License-Identifier: MIT */
/* C2: a word behind the round keys counts the calls, and from the second on is XORed in.  The right one
 * counts in a copy. */
#if RIGHT
#    define COPY                       \
        uint32_t copy[SPARE + 1];      \
        memcpy(copy, rk, sizeof copy); \
        rk = copy;
#else
#    define COPY
#endif
#define AFTER_KEY rk[SPARE] = 0;
#define BEFORE_BLOCKS COPY
#define BEFORE_BLOCK x[0] ^= ((volatile uint32_t *)rk)[SPARE];
#define AFTER_BLOCKS ((volatile uint32_t *)rk)[SPARE] = 1;
