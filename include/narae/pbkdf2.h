/* SPDX-License-Identifier: MIT */
/* narae/pbkdf2.h: PBKDF2, a key from a password, with HMAC over any hash.
 * RFC 8018, 5.2; NIST SP 800-132, 5.3.
 *
 *     #include <narae/pbkdf2.h>
 *     #include <narae/sha2.h>
 *
 *     uint8_t key[32];
 *     if (narae_pbkdf2(key, sizeof key, &narae_sha256, password, password_bytes, salt, sizeof salt,
 *                      ITERATIONS) != NARAE_OK)
 *         return -1;
 *
 * ITERATIONS has no default, because the right number grows with the years: as
 * many as the user can wait for.  SP 800-132 requires at least 1,000; OWASP
 * recommended 600,000 with SHA-256 in 2023.  The salt is random, 16 bytes or more
 * (SP 800-132, 5.1), and different for each password.
 *
 * Side channels: time depends on lengths, that of the password included, and on
 * `iterations`. */
#ifndef NARAE_PBKDF2_H
#define NARAE_PBKDF2_H

#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes `out_bytes` bytes of key, which must not overlap password or salt.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_ROUNDS (no iterations) or
 * NARAE_ERROR_LENGTH (2^32 - 1 digests or more, 2^58 bytes of salt or more, a password
 * beyond the hash's limit, or a hash that is too large for HMAC). */
NARAE_MUST_CHECK int narae_pbkdf2(uint8_t *out, size_t out_bytes, const narae_hash *hash,
                                  const uint8_t *password, size_t password_bytes, const uint8_t *salt,
                                  size_t salt_bytes, uint32_t iterations);

#ifdef __cplusplus
}
#endif
#endif
