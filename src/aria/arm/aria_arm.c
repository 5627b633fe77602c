/* SPDX-License-Identifier: MIT */
/* ARIA on AArch64: its implementations. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "core/dispatch.h"
#    include "narae/wipe.h"

#    include "aria/implementation.h"

#    include "kernels.h"

/* Every kernel finds its round keys in it. */
static void
set_key(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    const unsigned rounds = aria_rounds(key_bytes);
    uint8_t w[4][16], *plain = (uint8_t *)schedule->rk[rounds + 1];

    narae_aria_expand(w, key, key_bytes);
    narae_aria_set_words_portable(schedule, (const uint8_t (*)[16])w, rounds);
    for (unsigned r = 0; r <= rounds; r++)
        narae_aria_round_key(plain + 16 * r, (const uint8_t (*)[16])w, r);
    narae_wipe(w, sizeof w);
}

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

/* From how many blocks on a batch is faster than as many one after the other, and
 * how many fill it. */
enum { ENOUGH = 65, BATCH = 128 };

/* The blocks, of `nblocks`, that fill no batch. */
static size_t
few(size_t nblocks)
{
    return nblocks % BATCH < ENOUGH ? nblocks % BATCH : 0;
}

static void
encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_encrypt_neon(schedule, out, in, many);
    narae_aria_encrypt_bytes_neon(schedule, out + 16 * many, in + 16 * many, rest);
}

static void
decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_decrypt_neon(schedule, out, in, many);
    narae_aria_decrypt_bytes_neon(schedule, out + 16 * many, in + 16 * many, rest);
}

static void
ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_ctr_neon(schedule, out, in, many, counter);
    narae_aria_ctr_bytes_neon(schedule, out + 16 * many, in + 16 * many, rest, counter);
}

static const aria_implementation ce = {
    .name = "ce",
    .needs = CPU_AES,
    .set_key = set_key,
    .encrypt = narae_aria_encrypt_ce,
    .decrypt = narae_aria_decrypt_ce,
    .ctr = narae_aria_ctr_ce,
};

static const aria_implementation neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .set_key = set_key,
    .encrypt = encrypt_neon,
    .decrypt = decrypt_neon,
    .ctr = ctr_neon,
};

static const aria_implementation portable = {
    .name = "portable",
    .set_key = set_key,
    .encrypt = narae_aria_encrypt_portable,
    .decrypt = narae_aria_decrypt_portable,
    .ctr = ctr_portable,
};

const aria_implementation *const narae_aria_implementations[] = {&ce, &neon, &portable, NULL};

#    include "aria/dispatch.inc"

#endif
