/* SPDX-License-Identifier: MIT */
/* Ascon-128 and Ascon-128a of Ascon v1.2 (2021), the predecessor of Ascon-AEAD128, as one paper measured the
 * former.  Functions are those of narae/ascon.h; arguments are checked as far as vectors need it. */
#ifndef BASELINES_ASCON_V12_H
#define BASELINES_ASCON_V12_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

typedef struct baseline_ascon_v12 {
    uint64_t state[5], key[2];
    uint8_t used, has_ad, in_text;
} baseline_ascon_v12;

#define BASELINE_ASCON_V12(name)                                                                             \
    typedef baseline_ascon_v12 name;                                                                         \
    int name##_start(name *ctx, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes);            \
    int name##_ad(name *ctx, const uint8_t *ad, size_t bytes);                                               \
    int name##_encrypt(name *ctx, uint8_t *out, const uint8_t *in, size_t bytes);                            \
    int name##_decrypt(name *ctx, uint8_t *out, const uint8_t *in, size_t bytes);                            \
    int name##_finish(name *ctx, uint8_t *tag, size_t tag_bytes);                                            \
    int name##_verify(name *ctx, const uint8_t *tag, size_t tag_bytes);                                      \
    int name##_seal(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16],                     \
                    const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,            \
                    const uint8_t *in, size_t bytes);                                                        \
    int name##_open(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,           \
                    const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, \
                    size_t tag_bytes);

BASELINE_ASCON_V12(baseline_ascon128_v12)
BASELINE_ASCON_V12(baseline_ascon128a_v12)

#endif
