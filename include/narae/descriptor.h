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

/* Kernel contract: expands `key` of `key_bytes` bytes, one of the cipher's sizes, into
 * `schedule`, which has space for it.  Arguments are not checked: the functions of the
 * cipher's own header do that. */
typedef void narae_set_key_fn(void *schedule, const uint8_t *key, size_t key_bytes);

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
 * the hash `y` absorbs the ciphertext, which is `in` if `decrypt` and else
 * `out`.  `hash_key` is a narae_ghash_key; `nblocks` a multiple of 32, not 0. */
typedef void narae_gcm_fn(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                          size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt);

/* Kernel contract, a whole message of GCM: out = in ^ E(counter + 1), E(counter + 2), ...
 * for `bytes` bytes, 512 or more, counted as narae_ctr_fn does it; `counter` stays as it
 * is.  `y`, the hash of the associated data, absorbs the ciphertext, which is `in` if
 * `decrypt` and else `out`, padded with zeros, and the block `lengths`; with E(counter)
 * added it is the tag.  If `decrypt`, out is not in. */
typedef void narae_gcm_message_fn(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                                  size_t bytes, const uint8_t counter[16], uint8_t y[16],
                                  const uint8_t lengths[16], int decrypt);

/* Kernel contract, one block after the other as in CBC and CBC-MAC:
 * chain = E(chain ^ in), and out = chain unless `out` is null.  Otherwise as
 * narae_blocks_fn. */
typedef void narae_chain_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                            size_t nblocks);

/* Kernel contract, CCM in one pass, block by block: chain = E(chain) ^ plaintext
 * and out = in ^ key stream, counted as narae_ctr_fn does it; the plaintext is `in`,
 * or if `decrypt` `out`.  `counter` stays as it is. */
typedef void narae_ccm_fn(const void *schedule, uint8_t *chain, uint8_t *out, const uint8_t *in,
                          size_t nblocks, const uint8_t *counter, int decrypt);

/* Kernel contract, XTS in one pass: out = E(in ^ t) ^ t with the tweaks t = `tweak`, tweak x,
 * tweak x^2, ... (IEEE 1619-2018, clause 5), or with `decrypt` of the inverse; `tweak` becomes
 * the one of the next block.  Otherwise as narae_blocks_fn. */
typedef void narae_xts_fn(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                          uint8_t tweak[16], int decrypt);

/* The kernels of a block cipher.  Those after `decrypt` may be null: then the modes use
 * `encrypt` and `decrypt`.  Chips of 8, 16 and 32 bits have no kernels after `ctr`. */
typedef struct narae_block_kernels {
    narae_set_key_fn *set_key;
    narae_blocks_fn *encrypt;
    narae_blocks_fn *decrypt;
    narae_ctr_fn *ctr;
#if UINTPTR_MAX > 0xffffffffu
    narae_chain_fn *chain;
    narae_xts_fn *xts;
    narae_gcm_fn *gcm;
    narae_gcm_message_fn *gcm_message;
    narae_ccm_fn *ccm;
    const char *name; /* of the kernels: "avx2" */
    unsigned needs;   /* features of the CPU, of the library's own numbering */
#endif
} narae_block_kernels;

/* The first word of a schedule is, or encodes, its number of rounds: `rounds` for the
 * shortest key; each next key size adds (low nibble of `rounds_apart`) + (high nibble
 * << 28).  The modes refuse a schedule with another first word, not written by
 * set_key or cleared by narae_wipe(), with NARAE_ERROR_STATE.  With `rounds` 0
 * schedules are not checked. */
struct narae_block_cipher {
    const char *name;           /* the standard's name in lower case: "lea" */
    uint8_t block_bytes;        /* 16, or 8 for HIGHT and PIPO */
    uint8_t key_bytes[3];       /* the key sizes it has, ascending; 0 for none */
    uint16_t schedule_bytes[3]; /* the schedule of each */
    uint8_t rounds, rounds_apart;
    narae_block_kernels kernels;
#if UINTPTR_MAX > 0xffffffffu
    uint16_t batch_bytes; /* bytes that `ctr` processes in about the time of a block; or 0 */
    const narae_block_kernels *(*best)(void); /* those for this CPU, instead of `kernels`; or null */
#endif
};

/* The kernels of a cipher on this CPU. */
static inline const narae_block_kernels *
narae_kernels_of(const narae_block_cipher *cipher)
{
#if UINTPTR_MAX > 0xffffffffu
    if (cipher->best)
        return cipher->best();
#endif
    return &cipher->kernels;
}

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
