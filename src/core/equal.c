/* SPDX-License-Identifier: MIT */
/* Comparison of tags.
 *
 * Time depends on the length alone. */

#include "equal.h"

#include "opaque.h"
#include "narae/status.h"

int
narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint32_t wrong = opaque(0 - differs(a, b, bytes)) >> 31;

    return NARAE_ERROR_AUTHENTICATION * (int)wrong;
}
