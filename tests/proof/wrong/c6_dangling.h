/* SPDX-License-Identifier: MIT */
/* C6: reads an array of a function that has returned. */
static uint32_t *NOT_INLINE
copied(const uint32_t *x, uint32_t *copy)
{
    uint32_t words[40], *p = RIGHT ? copy : words;

    asm volatile("" : "+r"(p) : "m"(words));
    for (unsigned i = 0; i < 4; i++)
        ((volatile uint32_t *)p)[i] = x[i];
    return p;
}
#define BEFORE_BLOCK                                     \
    uint32_t copy[4];                                    \
    const volatile uint32_t *dangling = copied(x, copy); \
    for (unsigned i = 0; i < 4; i++)                     \
        x[i] = dangling[i];
