/* SPDX-License-Identifier: MIT */
/* Ascon-128 of Ascon v1.2 in the phases that a sketch's author sees: a
 * yardstick for the lab, never part of the library. */
#ifndef BASELINE_ASCON_REFERENCE_H
#define BASELINE_ASCON_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

typedef struct baseline_ascon128 {
    uint64_t state[5], key[2];
    uint8_t used; /* bytes of the rate */
    uint8_t has_ad, has_text;
} baseline_ascon128;

/* In this order, set_key for as many messages as wanted; associated data and
 * text in any number of calls. */
void baseline_ascon128_set_key(baseline_ascon128 *ctx, const uint8_t key[16]);
void baseline_ascon128_set_iv(baseline_ascon128 *ctx, const uint8_t nonce[16]);
void baseline_ascon128_add_ad(baseline_ascon128 *ctx, const uint8_t *ad, size_t bytes);
void baseline_ascon128_encrypt(baseline_ascon128 *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
void baseline_ascon128_decrypt(baseline_ascon128 *ctx, uint8_t *out, const uint8_t *in, size_t bytes);
void baseline_ascon128_compute_tag(baseline_ascon128 *ctx, uint8_t *tag, size_t bytes);

/* 1 if the tag is right, 0 if not. */
int baseline_ascon128_check_tag(baseline_ascon128 *ctx, const uint8_t *tag, size_t bytes);

#endif
