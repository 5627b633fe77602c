/* SPDX-License-Identifier: MIT */
/* The kernels of Ascon in two Boolean shares, one set for each chip family: ASCON_MASKED(name)
 * of the family's kernels.h.
 *
 * A kernel alone handles both shares of a value; the C code only passes addresses.  After each
 * call no register and no word of the stack holds a share.  How a share is stored is the
 * kernels' matter. */
#ifndef NARAE_ASCON_MASKED_H
#define NARAE_ASCON_MASKED_H

/* What narae_ascon_masked_block_fn does with a text. */
#define ASCON_MASKED_ENCRYPT 0
#define ASCON_MASKED_DECRYPT 1
#define ASCON_MASKED_ABSORB 2

#ifndef __ASSEMBLER__

#    include <stdint.h>

enum { ASCON_MASKS = 40 }; /* bytes: of the five words */

/* State and key in shares. */
typedef struct narae_ascon_masked {
    uint32_t state[20];
    uint32_t key[8];
} narae_ascon_masked;

/* The last `rounds` of the twelve rounds.  SP 800-232, 3. */
typedef void narae_ascon_masked_permute_fn(narae_ascon_masked *m, unsigned rounds);

/* Sets the key, 2 * 16 bytes in shares, and the state: the key as words 1 and 2, the others from
 * `words`, 24 bytes that are public; with the masks `random`, ASCON_MASKS uniform bytes.  All
 * pointers are aligned for uint32_t. */
typedef void narae_ascon_masked_start_fn(narae_ascon_masked *m, const uint8_t *key, const uint8_t *words,
                                         const uint8_t *random);

/* Adds the key to words `to` and `to` + 1, where `to` is 2 or 3. */
typedef void narae_ascon_masked_add_key_fn(narae_ascon_masked *m, unsigned to);

/* Adds 16 bytes of text to the rate, and except to absorb writes the sum as output; to decrypt,
 * the rate then becomes the input.  `out` and `in` may be the same, and are aligned as
 * blocks of the family's kernels. */
typedef void narae_ascon_masked_block_fn(narae_ascon_masked *m, uint8_t *out, const uint8_t *in,
                                         unsigned what);

/* Writes the last two words, unshared, to 16 bytes, aligned for uint32_t. */
typedef void narae_ascon_masked_tag_fn(const narae_ascon_masked *m, uint8_t *tag);

#endif
#endif
