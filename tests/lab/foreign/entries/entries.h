/* SPDX-License-Identifier: MIT */
/* One function of each kind that ./narae try calls. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <stddef.h>
#include <stdint.h>

void entry_set_key(uint8_t *schedule, const uint8_t *key);
void entry_encrypt(const uint8_t *schedule, uint8_t *out, const uint8_t *in);
void entry_decrypt(const uint8_t *schedule, uint8_t *out, const uint8_t *in);
void entry_seal(uint8_t *sealed, const uint8_t *text, size_t bytes, const uint8_t *ad, size_t ad_bytes,
                const uint8_t *nonce, const uint8_t *key);
int entry_open(uint8_t *text, const uint8_t *sealed, size_t bytes, const uint8_t *ad, size_t ad_bytes,
               const uint8_t *nonce, const uint8_t *key);
void entry_hash(uint8_t *digest, const uint8_t *text, size_t bytes);
void entry_mac(uint8_t *tag, const uint8_t *text, size_t bytes, const uint8_t *key);
void entry_stream(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t *nonce, const uint8_t *key);
void entry_permute(uint8_t *state);
void entry_expand(uint8_t *schedule, const uint8_t *key);

#endif
