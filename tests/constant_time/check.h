/* SPDX-License-Identifier: MIT */
/* Cases under memcheck: secrets are undefined, so each branch or address that depends on
 * one is an error.  Errors are counted per case.
 *
 * Secret are keys, plaintexts, ciphertexts, associated data and values derived from
 * them.  Public are nonces, lengths, tags and statuses.  The one place in the library where a secret
 * becomes public, narae_compare_tags, is wrapped by the linker. */
#ifndef NARAE_CONSTANT_TIME_CHECK_H
#define NARAE_CONSTANT_TIME_CHECK_H

#include <stddef.h>
#include <stdint.h>

enum { BYTES = 1000, AD_BYTES = 50 };

/* Public. */
extern const uint8_t nonce[24];

/* Secret when a case begins; `data` has space for padding. */
extern uint8_t key[32], ad[AD_BYTES], data[BYTES + 16], tag[64];

void publish(const void *p, size_t bytes);

/* Begins a case. */
void begin(const char *cipher, size_t key_bytes, const char *operation);

/* A step of the case: its status is public, and must be the expected one. */
void expect(int status, int expected);

/* Ends the case and prints its line. */
void end(void);

/* Ends a case that must leak. */
void end_leaky(void);

void check_block_ciphers(void);
void check_modes(void);
void check_stream_ciphers(void);
void check_hashes(void);
void check_ascon(void);
void check_leaky_examples(void);

#endif
