/* The schedule of ARIA on AArch64: that of the portable kernel, and behind it
 * the round keys as RFC 5794 has them. */
#ifndef NARAE_ARIA_ARM_H
#define NARAE_ARIA_ARM_H

#include "aria_internal.h"

static inline const uint32_t *
aria_plain_keys(const aria_schedule *s)
{
    return s->rk[s->rounds + 1];
}

#endif
