/* SPDX-License-Identifier: MIT */
/* narae/poly1305.h: the one-time authenticator Poly1305.  RFC 8439, 2.5.
 *
 *     #include <narae/poly1305.h>
 *
 *     uint8_t tag[16];
 *     if (narae_poly1305_tag_message(tag, one_time_key, message, sizeof message) != NARAE_OK)
 *         return -1;
 *
 * A key must authenticate only one message: two tags under one key reveal the
 * key.  narae/chacha20_poly1305.h derives a fresh one for each nonce.
 *
 * Side channels: no secret-dependent branch or address.  The time of a
 * multiplication must not depend on its operands, which holds on AVR, on MSP430
 * with the hardware multiplier (NARAE_MSP430_MULTIPLIER, core/family.h), on
 * RISC-V cores with a fixed-latency multiplier, on ARMv8-A and x86-64, but
 * not on ARM7TDMI, ARM9 or Cortex-M3. */
#ifndef NARAE_POLY1305_H
#define NARAE_POLY1305_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_POLY1305_KEY_BYTES 32
#define NARAE_POLY1305_TAG_BYTES 16
#define NARAE_POLY1305_BLOCK_BYTES 16

/* A running computation; the members are private. */
typedef struct narae_poly1305 {
#if defined(__AVR__)
    uint8_t sum[33];
#elif defined(__SIZEOF_INT128__)
    uint64_t sum[5];
#else
    uint32_t sum[9];
#endif
    uint8_t s[16];
    uint8_t block[NARAE_POLY1305_BLOCK_BYTES];
    uint8_t used; /* bytes of `block` */
    uint8_t started;
} narae_poly1305;

/* Starts with a one-time key of 32 bytes.  Returns NARAE_OK or
 * NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_poly1305_start(narae_poly1305 *ctx, const uint8_t key[32]);

/* Adds `bytes` bytes to the message.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_STATE (not started). */
NARAE_MUST_CHECK int narae_poly1305_update(narae_poly1305 *ctx, const uint8_t *in, size_t bytes);

/* Writes the tag and wipes the context.  Returns as update does. */
NARAE_MUST_CHECK int narae_poly1305_finish(narae_poly1305 *ctx, uint8_t tag[16]);

/* Compares the tag in constant time and wipes the context.  Returns as update does, NARAE_ERROR_TAG_SIZE if
 * `tag_bytes` is not 16 (the context stays as it was), or
 * NARAE_ERROR_AUTHENTICATION. */
NARAE_MUST_CHECK int narae_poly1305_verify(narae_poly1305 *ctx, const uint8_t *tag, size_t tag_bytes);

/* Wipes the context.  A null context is ignored. */
void narae_poly1305_clear(narae_poly1305 *ctx);

/* A whole message in one call.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_poly1305_tag_message(uint8_t tag[16], const uint8_t key[32], const uint8_t *in,
                                                size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
