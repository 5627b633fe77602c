/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for a hash function: for folders that expect it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_HASH_H
#define NARAE_LAB_SUPERCOP_CRYPTO_HASH_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

#ifdef __cplusplus
}
#endif

#endif
