/* SPDX-License-Identifier: MIT */
/* AES with 32-bit tables, as servers run it without AES instructions: a
 * yardstick for the lab, never part of the library.  Not constant-time. */
#ifndef BASELINE_AES_TABLES_H
#define BASELINE_AES_TABLES_H

#include "narae/descriptor.h"

#define BASELINE_AES_TABLES_SCHEDULE_BYTES(key_bytes) (4 + 16 * ((key_bytes) / 4 + 7))

/* Its schedule is that of encryption; its decrypt turns it into that of
 * decryption first, in each call. */
extern const narae_block_cipher baseline_aes_tables;

/* As code in this style is used: a schedule of its own for each direction. */
void baseline_aes_tables_set_decrypt_key(void *schedule, const uint8_t *key, size_t key_bytes);
void baseline_aes_tables_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

#endif
