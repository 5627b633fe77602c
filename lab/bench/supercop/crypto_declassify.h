/* SPDX-License-Identifier: MIT */
/* SUPERCOP's word that something is no secret any more; the lab hears it from nobody. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_DECLASSIFY_H
#define NARAE_LAB_SUPERCOP_CRYPTO_DECLASSIFY_H

static inline void
crypto_declassify(void *data, unsigned long long bytes)
{
    (void)data;
    (void)bytes;
}

#endif
