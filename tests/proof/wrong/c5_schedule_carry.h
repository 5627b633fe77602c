/* SPDX-License-Identifier: MIT */
/* C5: the same with the pointer to the words of a round key. */
static uint32_t *NOT_INLINE
words(uint32_t to[4], const uint32_t *from)
{
    for (unsigned i = 0; i < 4; i++)
        to[i] = *(const uint32_t *)NEAR(from, 4 * i);
    return to;
}
#define ROUND_KEY(r) words((uint32_t[4]){0}, rk + 4 * (r))
