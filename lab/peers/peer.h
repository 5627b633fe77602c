/* SPDX-License-Identifier: MIT */
/* The interface of a peer, another library that is measured: one key, one message
 * at a time.  peer_find() looks the algorithm up once; set_key() is the work per
 * key, seal() and open() the work per message, with objects kept as the library's
 * users would.
 *
 * Functions return 1, or 0 on failure, and get only sizes that are valid for the
 * mode.  A block cipher seals whole blocks in ECB; a hash or MAC only writes `tag`. */
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
