/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for a function of fixed sizes: for folders that expect it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_CORE_H
#define NARAE_LAB_SUPERCOP_CRYPTO_CORE_H

int crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c);

#endif
