/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for a MAC: for folders that expect it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_AUTH_H
#define NARAE_LAB_SUPERCOP_CRYPTO_AUTH_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_auth(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                const unsigned char *k);
int crypto_auth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *k);
int crypto_onetimeauth(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                       const unsigned char *k);
int crypto_onetimeauth_verify(const unsigned char *h, const unsigned char *in, unsigned long long inlen,
                              const unsigned char *k);

#ifdef __cplusplus
}
#endif

#endif
