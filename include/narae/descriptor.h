/* SPDX-License-Identifier: MIT */
/* narae/descriptor.h: the members of the descriptors of block ciphers and hashes,
 * and the contracts of their kernels.
 *
 * For code that uses its own cipher or hash, such as a chip's AES peripheral, with
 * the modes of this library.  All others need only narae/block_cipher.h and
 * narae/hash.h, whose functions check their arguments; the members here do not,
 * unless they say so.
 *
 * This header may change in any version. */
#ifndef NARAE_DESCRIPTOR_H
#define NARAE_DESCRIPTOR_H

#include "narae/block_cipher.h"
#include "narae/hash.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Expands `key` of `key_bytes` bytes into `schedule`.  Returns NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_KEY_SIZE; on failure the schedule is
 * untouched.
 *
 * With a null schedule and a null key it returns how many bytes the schedule of
 * a key of `key_bytes` bytes has, one of the cipher's sizes.  A descriptor that
 * has no rounds (narae_schedule_facts) is not asked: of one key size it needs
 * `schedule_bytes`; of several the program vouches that a context has room. */
typedef int narae_set_key_fn(void *schedule, const uint8_t *key, size_t key_bytes);

/* Kernel contract: transforms `nblocks` >= 0 whole blocks.  out == in is
 * allowed, any other overlap is not; neither needs alignment.  Arguments are
 * not checked: the functions of the cipher's own header do that. */
typedef void narae_blocks_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);

/* Kernel contract, fused counter mode: out = in ^ E(counter), E(counter + 1),
 * ... for `nblocks` whole blocks.  The last four bytes of `counter`, one
 * block long, count up big-endian modulo 2^32; the bytes before them never
 * change (a mode with a wider counter splits its run at the wrap).  On return
 * `counter` is the next unused one.  Otherwise as narae_blocks_fn. */
typedef void narae_ctr_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                          uint8_t *counter);

/* Kernel contract, GCM in one pass: out = in ^ key stream as narae_ctr_fn, and
 * the hash `y` takes in the ciphertext, which is `in` if `decrypt` and else
 * `out`.  `hash_key` is a narae_ghash_key; `nblocks` a multiple of
 * 32, not 0. */
typedef void narae_gcm_fn(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                          size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt);

/* Kernel contract, a whole message of GCM: out = in ^ E(counter + 1), E(counter + 2), ...
 * for `bytes` bytes, 512 or more, counted as narae_ctr_fn does it; `counter` stays as it
 * is.  `y`, the hash of the associated data, takes in the ciphertext, which is `in` if
 * `decrypt` and else `out`, padded with zeros, and the block `lengths`; with E(counter)
 * added it is the tag.  If `decrypt`, out is not in.  Returns 1; or 0, and has done nothing,
 * on a CPU where `ctr` and `gcm` are as fast.  With `bytes` 0 it only says which: all
 * pointers may be null. */
typedef int narae_gcm_message_fn(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                                 size_t bytes, const uint8_t counter[16], uint8_t y[16],
                                 const uint8_t lengths[16], int decrypt);

/* Kernel contract, one block after the other as in CBC and CBC-MAC:
 * chain = E(chain ^ in), and out = chain unless `out` is null.  Returns 1; or
 * 0, and has done nothing, on a CPU where `encrypt` of one block at a time is
 * as fast.  Otherwise as narae_blocks_fn. */
typedef int narae_chain_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                           size_t nblocks);

/* Kernel contract, CCM in one pass, block by block: chain = E(chain) ^ plaintext
 * and out = in ^ key stream, counted as narae_ctr_fn does it; the plaintext is `in`,
 * or if `decrypt` `out`.  `counter` stays as it is.  Returns as narae_chain_fn. */
typedef int narae_ccm_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                         size_t nblocks, const uint8_t *counter, int decrypt);

/* Kernel contract, XTS in one pass: out = E(in ^ t) ^ t with the tweaks t = `tweak`, tweak x,
 * tweak x^2, ... (IEEE 1619-2018, clause 5), or with `decrypt` of the inverse, for as many of
 * the `nblocks` blocks as the kernel chooses, from the first on.  Returns how
 * many; `tweak` is then the one of the next block.  Otherwise as
 * narae_blocks_fn. */
typedef size_t narae_xts_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                            uint8_t tweak[16], int decrypt);

/* A schedule begins with a word that is, or encodes, its number of rounds:
 * `rounds` for the shortest key, and `rounds_apart` more for each next one, by
 * its lower four bits, and by its upper four in the uppermost of the word.  The
 * modes refuse a schedule that begins otherwise, which set_key has not written
 * or narae_wipe() has forgotten, with NARAE_ERROR_STATE.
 *
 * They are where version 1.0.0 had padding.  A descriptor that initialises
 * `schedule_bytes` alone, as all of that version do, by name or in order, has
 * zeros there: its schedules are used as they are. */
typedef struct narae_schedule_facts {
    uint16_t bytes;       /* of the longest key's schedule */
    uint8_t rounds;       /* the first word of the shortest key's schedule; 0: schedules are not checked */
    uint8_t rounds_apart; /* how much more that word is for each next key size */
} narae_schedule_facts;

struct narae_block_cipher {
    const char *name;     /* the standard's name in lower case: "lea" */
    uint8_t block_bytes;  /* 16, or 8 for HIGHT and PIPO */
    uint8_t key_bytes[3]; /* the key sizes it has, ascending; 0 for none */
    __extension__ union { /* C11, also for compilers of C99 */
#ifdef __cplusplus        /* which initialises the first member of a union */
        narae_schedule_facts schedule;
#endif
        uint16_t schedule_bytes; /* the schedule of its longest key */
#ifndef __cplusplus
        narae_schedule_facts schedule;
#endif
    };
    narae_set_key_fn *set_key;
    narae_blocks_fn *encrypt;
    narae_blocks_fn *decrypt;
    narae_ctr_fn *ctr;     /* null: the mode builds the counter blocks itself */
    narae_gcm_fn *gcm;     /* null: GCM alternates encryption and hashing */
    narae_chain_fn *chain; /* null: as if it returned 0 */
#if UINTPTR_MAX > 0xffffffffu
    narae_ccm_fn *ccm;                 /* the same */
    uint16_t batch_bytes;              /* `ctr` takes about as long for so many bytes as for a block; or 0 */
    narae_xts_fn *xts;                 /* null: as if it returned 0 */
    narae_gcm_message_fn *gcm_message; /* the same */
#endif
};

/* The functions of a hash, which check their arguments and return what those of
 * narae/hash.h do: a new message in `ctx`; its next bytes; its digest, of the right
 * size, after which the context is wiped; and a whole message. */
typedef int narae_hash_start_fn(void *ctx);
typedef int narae_hash_update_fn(void *ctx, const uint8_t *in, size_t bytes);
typedef int narae_hash_finish_fn(void *ctx, uint8_t *digest, size_t digest_bytes);
typedef int narae_hash_message_fn(uint8_t *digest, const uint8_t *in, size_t bytes);

/* A context holds no pointer to itself and needs no alignment but that of uint64_t.
 * While the message so far is whole blocks, its first `state_bytes` bytes are all
 * that is needed to go on, in another context too: HMAC keeps no more.  Both sizes
 * are multiples of that alignment. */
struct narae_hash {
    const char *name; /* the standard's name in lower case: "sha3-256" */
    uint16_t context_bytes;
    uint16_t state_bytes;
    uint16_t block_bytes;
    uint8_t digest_bytes;
    narae_hash_start_fn *start;
    narae_hash_update_fn *update;
    narae_hash_finish_fn *finish;
    narae_hash_message_fn *message;
};

#ifdef __cplusplus
}
#endif
#endif
