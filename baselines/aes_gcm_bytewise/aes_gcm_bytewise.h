/* SPDX-License-Identifier: MIT */
/* AES-128-GCM byte by byte in the phases that a sketch's author sees: a
 * yardstick for the lab, never part of the library. */
#ifndef BASELINE_AES_GCM_BYTEWISE_H
#define BASELINE_AES_GCM_BYTEWISE_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

typedef struct baseline_aes128_gcm {
    uint8_t round_keys[176];
    uint8_t h[16], y[16];
    uint8_t counter[16], stream[16], mask[16];
    uint32_t ad_bytes, bytes;
} baseline_aes128_gcm;

/* In this order, set_key for as many messages as wanted; associated data and
 * text in any number of calls. */
void baseline_aes128_gcm_set_key(baseline_aes128_gcm *ctx, const uint8_t key[16]);
void baseline_aes128_gcm_set_iv(baseline_aes128_gcm *ctx, const uint8_t nonce[12]);
void baseline_aes128_gcm_add_ad(baseline_aes128_gcm *ctx, const uint8_t *ad, size_t bytes);
void baseline_aes128_gcm_encrypt(baseline_aes128_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
void baseline_aes128_gcm_decrypt(baseline_aes128_gcm *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
void baseline_aes128_gcm_compute_tag(baseline_aes128_gcm *ctx, uint8_t *tag, size_t bytes);

/* 1 if the tag is right, 0 if not. */
int baseline_aes128_gcm_check_tag(baseline_aes128_gcm *ctx, const uint8_t *tag, size_t bytes);

#endif
