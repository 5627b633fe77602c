/* SPDX-License-Identifier: MIT */
/* What the bench asks of another library, a peer: one key, one message at a
 * time.  A peer looks its algorithm up once, by name, and keeps its own
 * objects, which its users keep too: set_key is what they do once for a key,
 * seal and open are what they do for each message, nonce included.
 *
 * The functions return 1, or 0 for what failed; they never see a message
 * whose size does not suit their mode.  A block cipher "seals" whole blocks
 * in ECB; a hash or a MAC writes its `tag` alone. */
#ifndef NARAE_LAB_PEER_H
#define NARAE_LAB_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PEER_SEAL                                                                           \
    uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t *nonce, size_t nonce_bytes, \
        const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes
#define PEER_OPEN                                                                               \
    uint8_t *out, const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, \
        const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes

typedef struct peer {
    int (*set_key)(const uint8_t *key, size_t key_bytes);
    int (*seal)(PEER_SEAL);
    int (*open)(PEER_OPEN);
} peer;

/* Cipher and mode as in a row: "aes-128", "gcm". */
const peer *peer_find(const char *cipher, const char *mode);

#ifdef __cplusplus
}
#endif
#endif
