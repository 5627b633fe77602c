/* A single folder as PQClean has them, with a prefix; of a cipher that nobody else has. */
#ifndef TOY_CLEAN_API_H
#define TOY_CLEAN_API_H

#include <stddef.h>

#define TOY_CLEAN_CRYPTO_KEYBYTES 16
#define TOY_CLEAN_CRYPTO_NONCEBYTES 8

int TOY_CLEAN_crypto_stream_xor(unsigned char *out, const unsigned char *in, size_t bytes,
                                const unsigned char *nonce, const unsigned char *key);

#endif
