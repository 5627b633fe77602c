/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for a function of fixed sizes: for folders that expect it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_CORE_H
#define NARAE_LAB_SUPERCOP_CRYPTO_CORE_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *k, const unsigned char *c);

#ifdef __cplusplus
}
#endif

#endif
