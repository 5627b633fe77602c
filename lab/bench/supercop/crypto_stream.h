/* SPDX-License-Identifier: MIT */
/* What SUPERCOP declares for a stream cipher: for folders that expect it to. */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_STREAM_H
#define NARAE_LAB_SUPERCOP_CRYPTO_STREAM_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_stream(unsigned char *out, unsigned long long outlen, const unsigned char *n,
                  const unsigned char *k);
int crypto_stream_xor(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                      const unsigned char *n, const unsigned char *k);

#ifdef __cplusplus
}
#endif

#endif
