#include "api.h"

/* No cipher: each byte is masked with those of key and nonce, and its number. */
int
TOY_CLEAN_crypto_stream_xor(unsigned char *out, const unsigned char *in, size_t bytes,
                            const unsigned char *nonce, const unsigned char *key)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (unsigned char)(in[i] ^ key[i % 16] ^ nonce[i % 8] ^ (unsigned char)(7 * i));
    return 0;
}
