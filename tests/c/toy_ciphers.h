/* Block ciphers for tests of modes: what no real cipher of the library shows.
 * They are not secure. */
#ifndef NARAE_TOY_CIPHERS_H
#define NARAE_TOY_CIPHERS_H

#include <string.h>

#include "core/bytes.h"
#include "narae/lea.h"

/* A block of 64 bits: a Feistel network of four rounds. */
static inline int
toy64_set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (key_bytes != 16)
        return NARAE_ERROR_KEY_SIZE;
    memcpy(schedule, key, 16);
    return NARAE_OK;
}

static inline uint32_t
toy64_mix(const void *schedule, unsigned round, uint32_t x)
{
    uint32_t k;

    memcpy(&k, (const uint8_t *)schedule + 4 * round, 4);
    return rol32((x ^ k) * 0x9e3779b1u, 11) + k;
}

static inline void
toy64_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 8, out += 8) {
        uint32_t l = load32_le(in), r = load32_le(in + 4);

        for (unsigned i = 0; i < 4; i++) {
            uint32_t t = l ^ toy64_mix(schedule, i, r);

            l = r;
            r = t;
        }
        store32_le(out, l);
        store32_le(out + 4, r);
    }
}

static inline void
toy64_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks != 0; nblocks--, in += 8, out += 8) {
        uint32_t l = load32_le(in), r = load32_le(in + 4);

        for (unsigned i = 4; i-- != 0;) {
            uint32_t t = r ^ toy64_mix(schedule, i, l);

            r = l;
            l = t;
        }
        store32_le(out, l);
        store32_le(out + 4, r);
    }
}

static const narae_block_cipher toy64 = {.name = "toy64",
                                         .block_bytes = 8,
                                         .key_bytes = {16},
                                         .schedule_bytes = 16,
                                         .set_key = toy64_set_key,
                                         .encrypt = toy64_encrypt,
                                         .decrypt = toy64_decrypt};

/* LEA with a counter kernel that does what the contract says and no more: 32
 * bits count, without a carry. */
static inline void
lea_ctr(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t block[16];

        narae_lea_encrypt(schedule, block, counter, 1);
        for (unsigned i = 0; i < 16; i++)
            out[i] = in[i] ^ block[i];
        store32_be(counter + 12, load32_be(counter + 12) + 1);
    }
}

/* narae_lea with that kernel.  Not a constant: narae_lea's members are not
 * constant expressions. */
static inline narae_block_cipher
lea_with_ctr(void)
{
    narae_block_cipher c = narae_lea;

    c.ctr = lea_ctr;
    return c;
}

#endif
