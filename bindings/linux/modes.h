/* SPDX-License-Identifier: MIT */
/* Ciphers and modes on contiguous memory, by one of two engines:
 *
 *   - the scalar one calls the library's portable code, compiled for general registers
 *     only, and may run anywhere;
 *   - the vector one calls the library's descriptors, whose kernels depend on the CPU,
 *     and runs between kernel_fpu_begin() and kernel_fpu_end(), or on 64-bit Arm
 *     between kernel_neon_begin() and kernel_neon_end().
 *
 * Each key is expanded for both, because a request may come in a context that must not use
 * vector registers.
 *
 * Nothing here sleeps or allocates.  Lengths are in bytes or blocks as named, and
 * `out` may be `in`.  Time depends on lengths, and on counters, which are public. */
#ifndef NARAE_LINUX_MODES_H
#define NARAE_LINUX_MODES_H

#include <linux/types.h>

#include "narae/descriptor.h"
#include "narae/ghash.h"
#include "narae/mode.h"

#include "cpu.h"

/* clang-format off */

/* X(id, ID, bytes of a block, bytes of three keys): the ciphers of the module, in the order of their
 * registration; 0 is no key size.  Kbuild and Makefile read it, too. */
#define NARAE_LINUX_CIPHERS(X) \
    X(lea, LEA, 16, 16, 24, 32) \
    X(aria, ARIA, 16, 16, 24, 32) \
    X(seed, SEED, 16, 16, 0, 0) \
    X(hight, HIGHT, 8, 16, 0, 0)

/* clang-format on */

/* Bytes of the largest key. */
#define NARAE_LARGEST(key1, key3) ((key3) != 0 ? (key3) : (key1))

struct narae_cipher {
    const narae_block_cipher *vector; /* null: this machine has none */
    narae_block_cipher scalar;
};

#define NARAE_DECLARE(id, ...) extern const struct narae_cipher narae_cipher_##id;
NARAE_LINUX_CIPHERS(NARAE_DECLARE)

struct narae_key {
    bool vector; /* `wide` is set */
    u32 narrow[NARAE_MODE_SCHEDULE_BYTES / 4];
#ifdef NARAE_LINUX_VECTORS
    u32 wide[NARAE_MODE_SCHEDULE_BYTES / 4];
#endif
};

/* Expands `key`.  Returns 0, or -EINVAL if the cipher has no key of that size. */
int narae_set_key(const struct narae_cipher *cipher, struct narae_key *key, const u8 *bytes, unsigned size);

/* An engine in use.  Between begin and end the caller must not sleep. */
struct narae_run {
    const narae_block_cipher *cipher;
    const void *schedule;
    bool vector;
};

struct narae_run narae_begin(const struct narae_cipher *cipher, const struct narae_key *key);
void narae_end(const struct narae_run *run);

/* The same engine with another key of the same cipher. */
struct narae_run narae_other_key(const struct narae_run *run, const struct narae_key *key);

void narae_ecb_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, bool decrypt);

/* `iv` becomes that of the next piece. */
void narae_cbc_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *iv,
                      bool decrypt);

/* The whole block is the counter.  `counter` becomes the next unused one; a partial last
 * block uses one, too. */
void narae_ctr_bytes(const struct narae_run *run, u8 *out, const u8 *in, size_t bytes, u8 *counter);

/* `t` becomes the tweak of the next block. */
void narae_xts_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 t[16],
                      bool decrypt);

/* The last 16 + `rest` bytes, 0 < rest < 16, by ciphertext stealing. */
void narae_xts_steal(const struct narae_run *run, u8 *end, size_t rest, u8 t[16], bool decrypt);

/* GCM with nonces of 12 bytes, in pieces of any size. */
struct narae_gcm_key {
    struct narae_key key;
    narae_ghash_key hash;
};

struct narae_gcm_message {
    u8 y[16], counter[16], mask[16];
    u64 ad_bytes, bytes;
};

int narae_gcm_set_key(const struct narae_cipher *cipher, struct narae_gcm_key *key, const u8 *bytes,
                      unsigned size);
void narae_gcm_begin(const struct narae_run *run, struct narae_gcm_message *m, const u8 nonce[12]);
void narae_gcm_take_ad(const struct narae_run *run, const struct narae_gcm_key *key,
                       struct narae_gcm_message *m, const u8 *ad, size_t bytes);

/* No piece is empty, and all but the last are whole blocks. */
void narae_gcm_piece(const struct narae_run *run, const struct narae_gcm_key *key,
                     struct narae_gcm_message *m, u8 *out, const u8 *in, size_t bytes, bool decrypt);
void narae_gcm_tag(const struct narae_run *run, const struct narae_gcm_key *key, struct narae_gcm_message *m,
                   u8 tag[16]);

#endif
