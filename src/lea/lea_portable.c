/* LEA, portable C.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 * One round on four little-endian words x0..x3 with six key words k0..k5:
 *
 *     x0' = rol9((x0 ^ k0) + (x1 ^ k1))
 *     x1' = ror5((x1 ^ k2) + (x2 ^ k3))
 *     x2' = ror3((x2 ^ k4) + (x3 ^ k5))
 *     x3' = x0
 *
 * x3 dies in the round and x0 lives on in its place, so nothing moves: the
 * new words are written over the old ones and the next round names them
 * anew.  After four rounds each name is back; 24, 28 and 32 are multiples.
 *
 * LEA-128 keeps four words a round, the others six: the round reads its key
 * through `words`, a constant in each of the two loops.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "lea_internal.h"

#include "core/bytes.h"
#include "core/flash.h"

static const uint32_t delta[8] NARAE_FLASH = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec,
                                              0x715ea49e, 0xc785da0a, 0xe04ef22a, 0xe5c40957};

void
narae_lea_set_key_portable(lea_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t t[8], *rk = schedule->rk;
    unsigned words = (unsigned)key_bytes / 4;

    for (unsigned i = 0; i < words; i++)
        t[i] = load32_le(key + 4 * i);
    schedule->rounds = 16 + 2 * words;

    if (words == 4) {
        for (unsigned r = 0; r < 24; r++, rk += 4) {
            uint32_t c = rol32(flash_read32(&delta[r & 3]), r);

            rk[0] = t[0] = rol32(t[0] + c, 1);
            rk[1] = t[1] = rol32(t[1] + rol32(c, 1), 3);
            rk[2] = t[2] = rol32(t[2] + rol32(c, 2), 6);
            rk[3] = t[3] = rol32(t[3] + rol32(c, 3), 11);
        }
        return;
    }

    /* LEA-192 uses t[0..5] in each round; LEA-256 walks through t[0..7],
     * six words a round. */
    for (unsigned r = 0, first = 0; r < 16 + 2 * words; r++, rk += 6) {
        static const uint8_t turn[6] NARAE_FLASH = {1, 3, 6, 11, 13, 17};
        uint32_t c = rol32(flash_read32(&delta[r % words]), r);

        for (unsigned i = 0; i < 6; i++) {
            uint32_t *x = &t[words == 6 ? i : (first + i) & 7];

            rk[i] = *x = rol32(*x + c, flash_read8(&turn[i]));
            c = rol32(c, 1);
        }
        first += 6;
    }
}

typedef struct block {
    uint32_t a, b, c, d;
} block;

static inline block
load_block(const uint8_t *in)
{
    return (block){load32_le(in), load32_le(in + 4), load32_le(in + 8), load32_le(in + 12)};
}

static inline void
store_block(uint8_t *out, block x)
{
    store32_le(out, x.a);
    store32_le(out + 4, x.b);
    store32_le(out + 8, x.c);
    store32_le(out + 12, x.d);
}

/* k points at the words of one round: k0 k1 k2 k4, or k0 ... k5. */
static inline void
encrypt_round(uint32_t *x3, uint32_t *x2, uint32_t *x1, const uint32_t *x0, const uint32_t *k, unsigned words)
{
    uint32_t k3 = words == 4 ? k[1] : k[3], k4 = words == 4 ? k[3] : k[4], k5 = words == 4 ? k[1] : k[5];

    *x3 = ror32((*x2 ^ k4) + (*x3 ^ k5), 3);
    *x2 = ror32((*x1 ^ k[2]) + (*x2 ^ k3), 5);
    *x1 = rol32((*x0 ^ k[0]) + (*x1 ^ k[1]), 9);
}

/* The inverse: the names are those the words had before the round of
 * encryption, so x1, x2, x3 hold x0', x1', x2' when it starts. */
static inline void
decrypt_round(uint32_t *x3, uint32_t *x2, uint32_t *x1, const uint32_t *x0, const uint32_t *k, unsigned words)
{
    uint32_t k3 = words == 4 ? k[1] : k[3], k4 = words == 4 ? k[3] : k[4], k5 = words == 4 ? k[1] : k[5];

    *x1 = (ror32(*x1, 9) - (*x0 ^ k[0])) ^ k[1];
    *x2 = (rol32(*x2, 5) - (*x1 ^ k[2])) ^ k3;
    *x3 = (rol32(*x3, 3) - (*x2 ^ k4)) ^ k5;
}

static inline void
encrypt_blocks(const lea_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned words)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *k = schedule->rk;
        block x = load_block(in);

        for (unsigned r = (unsigned)schedule->rounds; r != 0; r -= 4, k += 4 * words) {
            encrypt_round(&x.d, &x.c, &x.b, &x.a, k, words);
            encrypt_round(&x.a, &x.d, &x.c, &x.b, k + words, words);
            encrypt_round(&x.b, &x.a, &x.d, &x.c, k + 2 * words, words);
            encrypt_round(&x.c, &x.b, &x.a, &x.d, k + 3 * words, words);
        }
        store_block(out, x);
    }
}

static inline void
decrypt_blocks(const lea_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned words)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *k = schedule->rk + schedule->rounds * words;
        block x = load_block(in);

        for (unsigned r = (unsigned)schedule->rounds; r != 0; r -= 4) {
            k -= 4 * words;
            decrypt_round(&x.c, &x.b, &x.a, &x.d, k + 3 * words, words);
            decrypt_round(&x.b, &x.a, &x.d, &x.c, k + 2 * words, words);
            decrypt_round(&x.a, &x.d, &x.c, &x.b, k + words, words);
            decrypt_round(&x.d, &x.c, &x.b, &x.a, k, words);
        }
        store_block(out, x);
    }
}

void
narae_lea_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;

    if (s->rounds == 24)
        encrypt_blocks(s, out, in, nblocks, 4);
    else
        encrypt_blocks(s, out, in, nblocks, 6);
}

void
narae_lea_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;

    if (s->rounds == 24)
        decrypt_blocks(s, out, in, nblocks, 4);
    else
        decrypt_blocks(s, out, in, nblocks, 6);
}
