/* SPDX-License-Identifier: MIT */
/* The kernels of hashes, stream ciphers, authenticators and whole messages; those of block ciphers are in
 * narae/descriptor.h.
 *
 * A family's kernels.h maps what it has, narae_chacha_blocks_kernel; portable/kernels.h of the primitive
 * fills the rest.  Where kernels are selected at run time there is a constant struct for each
 * implementation: core/dispatch.h.  A kernel checks no arguments; its texts need no alignment unless it
 * says so, and `out` may be `in`. */
#ifndef NARAE_CORE_KERNELS_H
#define NARAE_CORE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "family.h"

#include "narae/ghash.h"

/* A hash: compresses `nblocks` >= 0 blocks into a state of words of 32 or 64 bits. */
typedef void narae_hash32_fn(uint32_t *state, const uint8_t *in, size_t nblocks);
typedef void narae_hash64_fn(uint64_t *state, const uint8_t *in, size_t nblocks);

typedef struct narae_hash_kernels {
    const char *name;
    unsigned needs; /* CPU_... of core/cpu.h */
    narae_hash32_fn *blocks32;
    narae_hash64_fn *blocks64;
} narae_hash_kernels;

/* Keccak: 24 rounds in place; XORs blocks of 9, 13, 17, 18 or 21 words, one block at least, with a
 * permutation after each. */
typedef void narae_keccak_f1600_fn(uint64_t state[25]);
typedef void narae_keccak_absorb_fn(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks);

typedef struct narae_keccak_kernels {
    const char *name;
    unsigned needs;
    narae_keccak_f1600_fn *f1600;
    narae_keccak_absorb_fn *absorb;
} narae_keccak_kernels;

/* A stream cipher of ChaCha's kind: out = in ^ key stream for `nblocks` >= 0 blocks of 64 bytes and an even
 * number of rounds; words 12 and 13 of the state are counted up by one a block.  `bytes` is the same for
 * `bytes` bytes, the last block of which is partial: the unused key stream of it is at the end of
 * `stream`. */
typedef void narae_stream_blocks_fn(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                                    unsigned rounds);
typedef void narae_stream_bytes_fn(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes,
                                   unsigned rounds, uint8_t stream[64]);

typedef struct narae_stream_kernels {
    const char *name;
    unsigned needs;
    narae_stream_blocks_fn *blocks;
    narae_stream_bytes_fn *bytes;
} narae_stream_kernels;

/* The sum h and the factor r of Poly1305: little-endian words, half as wide as the widest product of the
 * chip or the compiler; h has at most 131 bits. */
#if defined(__AVR__)
typedef uint8_t narae_poly1305_word;
#    define NARAE_POLY1305_WORDS 16
#elif defined(__SIZEOF_INT128__)
typedef uint64_t narae_poly1305_word;
#    define NARAE_POLY1305_WORDS 2
#else
typedef uint32_t narae_poly1305_word;
#    define NARAE_POLY1305_WORDS 4
#endif

typedef struct narae_poly1305_sum {
    narae_poly1305_word h[NARAE_POLY1305_WORDS + 1];
    narae_poly1305_word r[NARAE_POLY1305_WORDS];
} narae_poly1305_sum;

/* Poly1305: h = (h + block) * r for each of `nblocks` >= 0 blocks of 16 bytes, where `top` (1, or 0 for a
 * last block that the caller padded) is the bit above the block.  r is clamped; h < 5 * 2^128 before and
 * after. */
typedef void narae_poly1305_blocks_fn(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks,
                                      unsigned top);

typedef struct narae_poly1305_kernels {
    const char *name;
    unsigned needs;
    narae_poly1305_blocks_fn *blocks;
} narae_poly1305_kernels;

/* GHASH: y = (y ^ block) * h for each of `nblocks` >= 0 blocks; y and in do not overlap.  `powers` completes
 * a key whose h is set for `blocks`. */
typedef void narae_ghash_blocks_fn(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in,
                                   size_t nblocks);
typedef void narae_ghash_powers_fn(narae_ghash_key *key);

typedef struct narae_ghash_kernels {
    const char *name;
    unsigned needs;
    narae_ghash_powers_fn *powers;
    narae_ghash_blocks_fn *blocks;
} narae_ghash_kernels;

/* A whole message of an AEAD, and its associated data. */
typedef struct narae_message {
    const uint8_t *key, *nonce, *ad;
    size_t ad_bytes;
    const uint8_t *in;
    uint8_t *out;
    size_t bytes;
    uint8_t *tag;
    size_t what; /* NARAE_ENCRYPT or NARAE_DECRYPT */
} narae_message;

enum { NARAE_ENCRYPT, NARAE_DECRYPT, NARAE_AD };

/* `open` verifies `tag` before it writes any plaintext, and writes zeros if it is wrong. */
typedef void narae_seal_fn(const narae_message *message);
typedef int narae_open_fn(const narae_message *message);

typedef struct narae_message_kernels {
    const char *name;
    unsigned needs;
    size_t least_bytes;  /* of a message that takes them */
    narae_seal_fn *seal; /* null: the cipher and the authenticator, one after the other */
    narae_open_fn *open;
} narae_message_kernels;

/* Ascon: the last `rounds` (12, 8 or 6) of the twelve rounds, in place; whole blocks of Ascon-AEAD128, each
 * followed by its permutation, of associated data (NARAE_AD, `out` not used) or text; a whole message of
 * less than 2^53 bytes, in both directions with its right tag. */
typedef void narae_ascon_permute_fn(uint64_t state[5], unsigned rounds);
typedef void narae_ascon_blocks_fn(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                   unsigned what);
typedef void narae_ascon_message_fn(const narae_message *message);

typedef struct narae_ascon_kernels {
    const char *name;
    unsigned needs;
    narae_ascon_permute_fn *permute;
    narae_ascon_blocks_fn *blocks;
    narae_ascon_message_fn *message;
} narae_ascon_kernels;

#endif
