/* SPDX-License-Identifier: MIT */
/* The ARIA kernels of x86-64.  Their schedule has each round key as its 16 bytes,
 * and then once more with each byte four times: a vector instruction can add a
 * word from memory to all of its words. */
#ifndef NARAE_ARIA_X86_KERNELS_H
#define NARAE_ARIA_X86_KERNELS_H

#include "aria/aria_internal.h"

typedef struct aria_wide_schedule {
    uint32_t rounds; /* 12, 14 or 16 */
    uint32_t rk[];   /* 4 for each round key, then 16 for each */
} aria_wide_schedule;

/* A byte of a key, four times. */
typedef uint32_t aria_byte;

/* The round keys of 16 bytes. */
static inline const uint32_t *
aria_narrow_keys(const aria_wide_schedule *s)
{
    return s->rk;
}

static inline const aria_byte *
aria_wide_keys(const aria_wide_schedule *s)
{
    return s->rk + 4 * (s->rounds + 1);
}

narae_set_key_fn narae_aria_set_key_aesni;

narae_blocks_fn narae_aria_encrypt_aesni, narae_aria_encrypt_avx2;
narae_blocks_fn narae_aria_encrypt_gfni, narae_aria_encrypt_gfni512;
narae_blocks_fn narae_aria_decrypt_aesni, narae_aria_decrypt_avx2;
narae_blocks_fn narae_aria_decrypt_gfni, narae_aria_decrypt_gfni512;

/* 64 blocks at a time, in vectors of 512 bits, or 32 on 256 bits.  Four blocks or
 * more, and no remainder of less than four after the last 64, or 32; `keys` from
 * aria_wide_keys(). */
typedef void aria_wide_fn(const uint32_t *keys, uint8_t *out, const uint8_t *in, size_t nblocks,
                          unsigned rounds);
aria_wide_fn narae_aria_64_encrypt_gfni512, narae_aria_64_decrypt_gfni512;
aria_wide_fn narae_aria_32_encrypt_gfni512, narae_aria_32_decrypt_gfni512;

/* The same up to 32, with their tweaks. */
typedef void aria_wide_xts_fn(const uint32_t *keys, uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds, const void *whitening);
aria_wide_xts_fn narae_aria_32_xts_encrypt_gfni512, narae_aria_32_xts_decrypt_gfni512;

/* A positive multiple of 64 blocks.  On entry the tweaks are those of the first
 * 64 blocks, one after the other.  On return they are those of the 64 after the
 * last, transposed: row i is byte i of all of them, column 1 is the first
 * tweak. */
typedef void aria_runs_xts_fn(const uint32_t *keys, uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds, uint8_t whitening[16][64]);
aria_runs_xts_fn narae_aria_64_xts_encrypt_gfni512, narae_aria_64_xts_decrypt_gfni512;
narae_xts_fn narae_aria_xts_gfni512; /* of one block or more, in runs of 64 */

/* The part of the first round that is the same for all blocks in counter mode:
 * the inputs of the second round's S-boxes if bytes 12 to 15 were 0 after those
 * of the first round, each byte four times. */
typedef struct aria_first {
    uint32_t fixed[16];
    uint32_t low; /* the next counter */
} aria_first;
typedef void aria_wide_ctr_fn(const uint32_t *keys, uint8_t *out, const uint8_t *in, size_t nblocks,
                              unsigned rounds, aria_first *first);
aria_wide_ctr_fn narae_aria_64_ctr_gfni512, narae_aria_32_ctr_gfni512;

void narae_aria_first_vbmi(aria_first *first, const aria_wide_schedule *s, const uint8_t counter[16]);

narae_gcm_fn narae_aria_gcm_gfni512; /* of a multiple of 64 blocks, 128 or more */

/* 1 to 3 blocks. */
narae_blocks_fn narae_aria_few_encrypt_vbmi, narae_aria_few_decrypt_vbmi;
narae_ctr_fn narae_aria_few_ctr_vbmi;

narae_ctr_fn narae_aria_ctr_aesni, narae_aria_ctr_avx2, narae_aria_ctr_gfni, narae_aria_ctr_gfni512;

#endif
