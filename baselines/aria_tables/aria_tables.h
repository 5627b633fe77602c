/* SPDX-License-Identifier: MIT */
/* ARIA with 32-bit tables, as servers run it: a yardstick for the
 * lab, never part of the library.  Not constant-time. */
#ifndef BASELINE_ARIA_TABLES_H
#define BASELINE_ARIA_TABLES_H

#include "narae/descriptor.h"

#define BASELINE_ARIA_TABLES_SCHEDULE_BYTES(key_bytes) (4 + 16 * ((key_bytes) / 4 + 9))

/* Its schedule is that of encryption; its decrypt turns it into that of
 * decryption first, in each call. */
extern const narae_block_cipher baseline_aria_tables;

/* As code in this style is used: one function for both directions, and a
 * schedule of its own for each. */
void baseline_aria_tables_set_decrypt_key(void *schedule, const uint8_t *key, size_t key_bytes);
void baseline_aria_tables_crypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

#endif
