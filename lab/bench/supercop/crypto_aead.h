/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for authenticated encryption, the tag after the ciphertext: for folders that expect
 * it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_AEAD_H
#define NARAE_LAB_SUPERCOP_CRYPTO_AEAD_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m,
                        unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                        const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec,
                        const unsigned char *c, unsigned long long clen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *npub, const unsigned char *k);

#ifdef __cplusplus
}
#endif

#endif
