/* SPDX-License-Identifier: MIT */
/* ARIA byte by byte, as comparisons on small chips measure it: a yardstick
 * for the lab, never part of the library.  Not constant-time. */
#ifndef BASELINE_ARIA_REFERENCE_H
#define BASELINE_ARIA_REFERENCE_H

#include "narae/descriptor.h"

#define BASELINE_ARIA_REFERENCE_SCHEDULE_BYTES(key_bytes) (4 + 16 * ((key_bytes) / 4 + 9))

/* Its schedule is that of encryption; its decrypt turns it into that of
 * decryption first, in each call. */
extern const narae_block_cipher baseline_aria_reference;

/* As code in this style is used: one function for both directions, and a
 * schedule of its own for each. */
void baseline_aria_reference_set_decrypt_key(void *schedule, const uint8_t *key, size_t key_bytes);
void baseline_aria_reference_crypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

#endif
