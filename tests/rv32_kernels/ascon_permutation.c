/* Ascon's RV32 kernels: the permutation and whole blocks of Ascon-AEAD128, where
 * there are such, are those of the portable code, and true to the ABI.  Then windows for a
 * simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "ascon/ascon_internal.h"

#include "check.h"

enum { KEYS = 50, MOST_BLOCKS = 4, MOST_BYTES = 16 * MOST_BLOCKS };

static uint64_t state[5], copy[5];
#ifdef ASCON_RV32
static uint32_t input[MOST_BYTES / 4], expected[MOST_BYTES / 4 + 1], got[MOST_BYTES / 4 + 1];
#endif

static void
compare_permutations(unsigned rounds)
{
    random_bytes(&stream, (uint8_t *)state, sizeof state);
    memcpy(copy, state, sizeof state);
    narae_ascon_permute_portable(copy, rounds);
    narae_ascon_permute_rv32(state, rounds);
    if (memcmp(copy, state, sizeof state) != 0)
        fail("permutation");
}

#ifdef ASCON_RV32

static void
block_by_hand(uint32_t *out, const uint32_t *in, unsigned what)
{
    uint32_t *rate = (uint32_t *)copy;

    for (unsigned i = 0; i < 4; i++) {
        uint32_t word = in[i];

        if (what != ASCON_AD)
            out[i] = rate[i] ^ word;
        rate[i] = what == ASCON_DECRYPT ? word : rate[i] ^ word;
    }
    narae_ascon_permute_portable(copy, 8);
}

static void
compare_blocks(size_t nblocks, unsigned what, int in_place)
{
    random_bytes(&stream, (uint8_t *)state, sizeof state);
    random_bytes(&stream, (uint8_t *)input, sizeof input);
    memcpy(copy, state, sizeof state);
    memset(expected, CANARY, sizeof expected);
    memset(got, CANARY, sizeof got);
    if (in_place) {
        memcpy(got, input, 16 * nblocks);
        memcpy(expected, input, 16 * nblocks);
    }
    for (size_t i = 0; i < nblocks; i++)
        block_by_hand(expected + 4 * i, input + 4 * i, what);
    narae_ascon_aead128_blocks_rv32(state, (uint8_t *)got, (const uint8_t *)(in_place ? got : input), nblocks,
                                    what);
    if (memcmp(copy, state, sizeof state) != 0)
        fail("state after blocks");
    if (memcmp(got, expected, sizeof got) != 0)
        fail("blocks");
}

static void
encrypt(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_ascon_aead128_blocks_rv32(words, out, in, nblocks, ASCON_ENCRYPT);
}

static void
decrypt(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_ascon_aead128_blocks_rv32(words, out, in, nblocks, ASCON_DECRYPT);
}

static void
take_ad(uint64_t *words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    narae_ascon_aead128_blocks_rv32(words, out, in, nblocks, ASCON_AD);
}

#endif

int
main(void)
{
    static const uint8_t rounds[3] = {12, 8, 6};

    hal_init();
    for (unsigned i = 0; i < ROUNDS; i++) {
        compare_permutations(rounds[i % 3]);
#ifdef ASCON_RV32
        compare_blocks(i % (MOST_BLOCKS + 1), i % 3, i & 1);
#endif
    }
    for (unsigned i = 0; i < 3; i++)
        keeps_promises(narae_ascon_permute_rv32, (uintptr_t)state, rounds[i], 0, 0);
#ifdef ASCON_RV32
    for (unsigned n = 0; n < 3; n++) {
        keeps_promises(encrypt, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, n);
        keeps_promises(decrypt, (uintptr_t)state, (uintptr_t)got, (uintptr_t)input, n);
        keeps_promises(take_ad, (uintptr_t)state, 0, (uintptr_t)input, n);
    }
#endif

    for (unsigned i = 0; i < KEYS; i++) {
        random_bytes(&stream, (uint8_t *)state, sizeof state);
        hal_begin();
        narae_ascon_permute_rv32(state, 12);
        (void)hal_end();
#ifdef ASCON_RV32
        random_bytes(&stream, (uint8_t *)input, sizeof input);
        hal_begin();
        narae_ascon_aead128_blocks_rv32(state, (uint8_t *)got, (const uint8_t *)input, 2, ASCON_ENCRYPT);
        (void)hal_end();
        hal_begin();
        narae_ascon_aead128_blocks_rv32(state, (uint8_t *)got, (const uint8_t *)input, 2, ASCON_DECRYPT);
        (void)hal_end();
#endif
    }
    hal_exit(0);
}
