/* SPDX-License-Identifier: MIT */
/* C2: destroys a round key on return; every second call is wrong.  The right one destroys that of a copy. */
#if RIGHT
#    define COPY                       \
        uint32_t copy[SPARE + 1];      \
        memcpy(copy, rk, sizeof copy); \
        rk = copy;
#else
#    define COPY
#endif
#define BEFORE_BLOCKS COPY
#define AFTER_BLOCKS ((volatile uint32_t *)rk)[0] ^= 1;
