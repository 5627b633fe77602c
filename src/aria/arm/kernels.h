/* SPDX-License-Identifier: MIT */
/* The schedule of ARIA on AArch64: that of the portable kernel, and after it
 * the round keys as RFC 5794 has them. */
#ifndef NARAE_ARIA_ARM_KERNELS_H
#define NARAE_ARIA_ARM_KERNELS_H

#include "aria/aria_internal.h"

static inline const uint32_t *
aria_plain_keys(const aria_schedule *s)
{
    return s->rk[s->rounds + 1];
}

/* Called by aria/vector.inc and aria/few.inc. */
typedef aria_schedule aria_wide_schedule;
typedef uint8_t aria_byte;
#define aria_narrow_keys aria_plain_keys

static inline const aria_byte *
aria_wide_keys(const aria_schedule *s)
{
    return (const uint8_t *)aria_plain_keys(s);
}

narae_blocks_fn narae_aria_encrypt_ce, narae_aria_decrypt_ce;
narae_blocks_fn narae_aria_encrypt_neon, narae_aria_decrypt_neon;
narae_blocks_fn narae_aria_encrypt_bytes_neon, narae_aria_decrypt_bytes_neon;
narae_blocks_fn narae_aria_encrypt_eight_neon, narae_aria_decrypt_eight_neon; /* at most 8 */
narae_ctr_fn narae_aria_ctr_ce, narae_aria_ctr_neon, narae_aria_ctr_bytes_neon;

#endif
