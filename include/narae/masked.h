/* SPDX-License-Identifier: MIT */
/* narae/masked.h: ciphers whose secrets are held in two Boolean shares, for devices whose
 * power an attacker can measure: block ciphers, and Ascon-AEAD128.
 *
 *     #include <narae/masked.h>
 *
 *     static uint32_t key[2 * 16 / 4], work[NARAE_MASKED_PIPO_WORK_BYTES / 4];
 *     const narae_masked masked = {&narae_masked_pipo, (uint8_t *)key, draw, NULL, work, sizeof work};
 *
 *     if (narae_masked_ctr_crypt(&masked, out, counter, 8, in, bytes) != NARAE_OK)
 *         return -1;
 *
 * Shares.  A value of n bytes in shares is 2 n bytes: share 0, then share 1, and the
 * value is share 0 ^ share 1.  A key is stored and handed over so, never as itself.
 *
 * What is claimed, of each kernel and each chip with one: the distribution of every
 * single bit, and of every bit together with the one that it replaces, is the same for
 * every key and block, if the masks are uniform and independent, where a bit is one of
 * a register, an operand of an instruction, a word on the data bus, a cell of memory,
 * or (on AVR) a flag.  That is protection of order one in a model of the chip.  Of ARIA
 * on the M4, it is shown of an encryption with three rounds and the first two of three
 * steps of a key setup only.
 *
 * What is not claimed: anything of two or more places at once (order two: an attacker
 * combines two points in time, which a quiet chip allows with few traces); glitches in
 * logic, wires next to each other, the instruction fetch, and what else a chip has and
 * the model has not; faults.  Only measuring the device shows how much is left.
 *
 * Random bytes come from the caller, and must be uniform: a chip's generator, or one of
 * narae/drbg.h, whose own computation is not masked.
 *
 * Texts and tags are not in shares: counter mode protects the key and the key stream,
 * CMAC the key and the chain, Ascon the key and the state.
 *
 * Kernels are assembly only: a compiler may add the shares of a value.  The functions
 * here touch one share at a time, with a barrier before the other one.  Each chip that
 * has kernels declares the ciphers below; the modes work with any descriptor.
 *
 * Side channels otherwise: time depends on lengths alone. */
#ifndef NARAE_MASKED_H
#define NARAE_MASKED_H

#include <stddef.h>
#include <stdint.h>

#include "narae/configuration.h"
#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kernel contract: expands a key in shares.  `key` and `schedule` are aligned for
 * uint32_t.  The schedule is in shares, too.  On entry it begins with the descriptor's
 * `key_random_bytes` fresh bytes. */
typedef void narae_masked_set_key_fn(void *schedule, const uint8_t *key);

/* Kernel contract: encrypts one group, blocks in shares one after the other.  All
 * pointers are aligned for uint32_t; `out` may be `in`.  `random` is the descriptor's
 * `random_bytes` fresh bytes, or null if it needs none.  On return, no register and no
 * word of the stack holds a share. */
typedef void narae_masked_encrypt_fn(const void *schedule, uint8_t *out, const uint8_t *in,
                                     const uint8_t *random);

/* A masked block cipher with one key size. */
typedef struct narae_masked_cipher {
    const char *name;        /* as that of the cipher's other descriptor: "pipo" */
    uint8_t block_bytes;     /* of a block that is not in shares */
    uint8_t key_bytes;       /* likewise */
    uint8_t blocks;          /* of a group */
    uint16_t schedule_bytes; /* a multiple of 4, and at least 2 key_bytes */
    uint16_t random_bytes;   /* fresh ones for each group */
    narae_masked_set_key_fn *set_key;
    narae_masked_encrypt_fn *encrypt;
    uint16_t key_random_bytes; /* fresh ones for each key setup; at most schedule_bytes */
} narae_masked_cipher;

/* Bytes of `work` for the modes below: schedule, group, its random bytes, a block in shares. */
#define NARAE_MASKED_WORK_BYTES(schedule_bytes, block_bytes, blocks, random_bytes) \
    ((schedule_bytes) + 2u * (block_bytes) * ((blocks) + 1u) + (random_bytes))

/* PIPO-64/128: narae/pipo.h. */
#if defined(__AVR__) && defined(__AVR_HAVE_MUL__) && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_PIPO_BLOCKS 1
#    define NARAE_MASKED_PIPO_SCHEDULE_BYTES 32
#    define NARAE_MASKED_PIPO_RANDOM_BYTES 0
#elif defined(__riscv) && __riscv_xlen == 32 && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_PIPO_BLOCKS 4
#    define NARAE_MASKED_PIPO_SCHEDULE_BYTES 176
#    define NARAE_MASKED_PIPO_RANDOM_BYTES 0
#elif defined(__ARM_ARCH_6M__) && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_PIPO_BLOCKS 4
#    define NARAE_MASKED_PIPO_SCHEDULE_BYTES 896
#    define NARAE_MASKED_PIPO_RANDOM_BYTES 0
#elif (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)) && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_PIPO_BLOCKS 4
#    define NARAE_MASKED_PIPO_SCHEDULE_BYTES 896
#    define NARAE_MASKED_PIPO_RANDOM_BYTES 0
#endif
#ifdef NARAE_MASKED_PIPO_BLOCKS
extern const narae_masked_cipher narae_masked_pipo;
#    define NARAE_MASKED_PIPO_WORK_BYTES                                                       \
        NARAE_MASKED_WORK_BYTES(NARAE_MASKED_PIPO_SCHEDULE_BYTES, 8, NARAE_MASKED_PIPO_BLOCKS, \
                                NARAE_MASKED_PIPO_RANDOM_BYTES)
#endif

/* AES-128: narae/aes.h. */
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)) && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_AES_BLOCKS 2
#    define NARAE_MASKED_AES_SCHEDULE_BYTES 704
#    define NARAE_MASKED_AES_RANDOM_BYTES 12
#endif
#ifdef NARAE_MASKED_AES_BLOCKS
extern const narae_masked_cipher narae_masked_aes;
#    define NARAE_MASKED_AES_WORK_BYTES                                                       \
        NARAE_MASKED_WORK_BYTES(NARAE_MASKED_AES_SCHEDULE_BYTES, 16, NARAE_MASKED_AES_BLOCKS, \
                                NARAE_MASKED_AES_RANDOM_BYTES)
#endif

/* ARIA-128: narae/aria.h. */
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)) && !defined(NARAE_PORTABLE)
#    define NARAE_MASKED_ARIA_BLOCKS 2
#    define NARAE_MASKED_ARIA_SCHEDULE_BYTES 832
#    define NARAE_MASKED_ARIA_RANDOM_BYTES 12
#    define NARAE_MASKED_ARIA_KEY_RANDOM_BYTES 60
#endif
#ifdef NARAE_MASKED_ARIA_BLOCKS
extern const narae_masked_cipher narae_masked_aria;
#    define NARAE_MASKED_ARIA_WORK_BYTES                                                        \
        NARAE_MASKED_WORK_BYTES(NARAE_MASKED_ARIA_SCHEDULE_BYTES, 16, NARAE_MASKED_ARIA_BLOCKS, \
                                NARAE_MASKED_ARIA_RANDOM_BYTES)
#endif

/* LEA-128: narae/lea.h.  Encryption holds the group in shares, and up to a half more, on the stack. */
#if !defined(NARAE_PORTABLE) && defined(__AVR__) && defined(__AVR_HAVE_MUL__)
#    define NARAE_MASKED_LEA_BLOCKS 8
#    define NARAE_MASKED_LEA_SCHEDULE_BYTES 388
#    define NARAE_MASKED_LEA_RANDOM_BYTES 1
#    define NARAE_MASKED_LEA_KEY_RANDOM_BYTES 5
#elif !defined(NARAE_PORTABLE) && (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__))
#    define NARAE_MASKED_LEA_BLOCKS 32
#    define NARAE_MASKED_LEA_SCHEDULE_BYTES 768
#    define NARAE_MASKED_LEA_RANDOM_BYTES 4
#    define NARAE_MASKED_LEA_KEY_RANDOM_BYTES 0
#endif
#ifdef NARAE_MASKED_LEA_BLOCKS
extern const narae_masked_cipher narae_masked_lea;
#    define NARAE_MASKED_LEA_WORK_BYTES                                                       \
        NARAE_MASKED_WORK_BYTES(NARAE_MASKED_LEA_SCHEDULE_BYTES, 16, NARAE_MASKED_LEA_BLOCKS, \
                                NARAE_MASKED_LEA_RANDOM_BYTES)
#endif

/* Draws `bytes` uniform random bytes.  Returns NARAE_OK, or a status that the call that
 * needed them returns. */
typedef int narae_masked_random_fn(void *context, uint8_t *out, size_t bytes);

/* What the modes take.  The caller fills it in. */
typedef struct narae_masked {
    const narae_masked_cipher *cipher;
    uint8_t *key; /* in shares, aligned for uint32_t; each call gives it new masks */
    narae_masked_random_fn *random;
    void *random_context; /* for it */
    void *work;           /* aligned for uint32_t; each call wipes it at its end */
    size_t work_bytes;    /* at least NARAE_MASKED_WORK_BYTES() of the cipher */
} narae_masked;

/* Writes the `bytes` bytes of `value` in shares, with the mask `random`, which may be
 * share 1 itself.  The value is handled as itself here, so do this once, where nobody
 * measures, or for public values. */
void narae_masked_share(uint8_t *shares, const uint8_t *value, const uint8_t *random, size_t bytes);

/* Gives a value of `bytes` bytes in shares new masks: adds `random` to both shares. */
void narae_masked_refresh(uint8_t *shares, const uint8_t *random, size_t bytes);

/* Adds the shares of a value that is public from then on.  `value` may be share 0. */
void narae_masked_unshare(uint8_t *value, const uint8_t *shares, size_t bytes);

/* Counter mode, SP 800-38A clause 6.5: encrypts or decrypts a message of `bytes` bytes.
 * `counter` is the first counter block, all of which counts, big-endian.  Each share of
 * the key stream is added to the text by itself.  `out` may be `in`.  Returns
 *
 *     NARAE_OK
 *     NARAE_ERROR_NULL
 *     NARAE_ERROR_LENGTH      work_bytes is too small
 *     NARAE_ERROR_NONCE_SIZE  counter_bytes is not the block size
 *     NARAE_ERROR_OVERLAP
 *
 * or what `random` returned: then `out` is undefined. */
NARAE_MUST_CHECK int narae_masked_ctr_crypt(const narae_masked *masked, uint8_t *out, const uint8_t *counter,
                                            size_t counter_bytes, const uint8_t *in, size_t bytes);

/* CMAC, SP 800-38B clause 6.2: the tag of a message of `bytes` bytes; 1 to block_bytes
 * bytes of it are written.  Chain and subkeys stay in shares; only the tag is unshared.
 * A device that computes tags to compare them with those it receives handles the right
 * tag of a message of somebody else's choice unshared, which may leak it.  Ciphers that
 * take several blocks at once encrypt random ones together with each block of the chain.
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH (work_bytes is too small),
 * NARAE_ERROR_TAG_SIZE, or what `random` returned: then `tag` is unchanged. */
NARAE_MUST_CHECK int narae_masked_cmac_tag(const narae_masked *masked, uint8_t *tag, size_t tag_bytes,
                                           const uint8_t *in, size_t bytes);

/* Ascon-AEAD128, SP 800-232, 4: narae/ascon.h.  Key and state are in shares from the first
 * round to the tag; nonce, associated data, text and tag are not.  Each message draws 56
 * random bytes, for the masks of key and state; no round needs any. */
#if !defined(NARAE_PORTABLE) && defined(__AVR__) && defined(__AVR_HAVE_MUL__)
#    define NARAE_MASKED_ASCON
#elif !defined(NARAE_PORTABLE) && defined(__riscv) && __riscv_xlen == 32
#    define NARAE_MASKED_ASCON
#elif !defined(NARAE_PORTABLE) && (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__))
#    define NARAE_MASKED_ASCON
#endif
#ifdef NARAE_MASKED_ASCON

/* The caller fills it in. */
typedef struct narae_masked_ascon_aead128 {
    uint8_t *key; /* 2 * 16 bytes in shares, aligned for uint32_t; each call gives it new masks */
    narae_masked_random_fn *random;
    void *random_context; /* for it */
} narae_masked_ascon_aead128;

/* As narae_ascon_aead128_seal().  The text is added to one share of the state, then the sum
 * to the other, which is the ciphertext.  Also returns what `random` returned: then `out`
 * and `tag` are unchanged. */
NARAE_MUST_CHECK int narae_masked_ascon_aead128_seal(const narae_masked_ascon_aead128 *masked, uint8_t *out,
                                                     uint8_t *tag, size_t tag_bytes, const uint8_t *nonce,
                                                     size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                                                     const uint8_t *in, size_t bytes);

/* As narae_ascon_aead128_open(), and likewise.  The right tag of a message of somebody else's
 * choice is computed unshared, which may leak it, even where the one that came is wrong. */
NARAE_MUST_CHECK int narae_masked_ascon_aead128_open(const narae_masked_ascon_aead128 *masked, uint8_t *out,
                                                     const uint8_t *nonce, size_t nonce_bytes,
                                                     const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                                                     size_t bytes, const uint8_t *tag, size_t tag_bytes);

#endif

#ifdef __cplusplus
}
#endif
#endif
