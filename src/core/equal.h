/* Comparison of secrets, in a time that depends on the length alone. */
#ifndef NARAE_CORE_EQUAL_H
#define NARAE_CORE_EQUAL_H

#include <stddef.h>
#include <stdint.h>

/* The same value, of which the compiler knows nothing: it cannot turn a mask
 * made from it back into a branch. */
static inline uint32_t
opaque(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* Zero if the `n` bytes at `a` and `b` are equal, something else if not. */
static inline uint32_t
differs(const uint8_t *a, const uint8_t *b, size_t n)
{
    uint32_t d = 0;

    while (n-- != 0)
        d |= (uint32_t)(*a++ ^ *b++);
    return d;
}

/* NARAE_OK or NARAE_ERROR_AUTHENTICATION, computed without branches.  The
 * only place where a secret becomes public: whether a tag is right. */
int narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);

#endif
