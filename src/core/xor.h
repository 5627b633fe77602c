/* out = a ^ b.  `out` may be either.  Time depends on the length alone. */
#ifndef NARAE_CORE_XOR_H
#define NARAE_CORE_XOR_H

#include <stddef.h>
#include <stdint.h>

#include "kernels.h"

void narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);

#ifdef NARAE_X86_KERNELS
/* What wide vectors are good for, from the front; returns how many bytes that was.
 * `bytes` is at least 64. */
size_t narae_xor_x86(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);
#endif

#endif
