/* out = a ^ b.  `out` may be either.  Time depends on the length alone. */
#ifndef NARAE_CORE_XOR_H
#define NARAE_CORE_XOR_H

#include <stddef.h>
#include <stdint.h>

void narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);

#endif
