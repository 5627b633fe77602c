/* Ascon-AEAD128 (NIST SP 800-232, section 4), short and slow, as a stranger would hand it to SUPERCOP. */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_aead.h"

typedef struct sponge {
    uint64_t x[5];
    unsigned at; /* bytes of the block that were absorbed */
} sponge;

static uint64_t
load(const unsigned char *p)
{
    uint64_t x = 0;

    for (int i = 7; i >= 0; i--)
        x = x << 8 | p[i];
    return x;
}

static uint64_t
right(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static void
permute(uint64_t x[5], int rounds)
{
    static const unsigned char turn[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};

    for (int r = 12 - rounds; r < 12; r++) {
        uint64_t y[5];

        x[2] ^= (uint64_t)(0xf0 - 15 * r);
        x[0] ^= x[4];
        x[4] ^= x[3];
        x[2] ^= x[1];
        for (int i = 0; i < 5; i++)
            y[i] = x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5]);
        y[1] ^= y[0];
        y[0] ^= y[4];
        y[3] ^= y[2];
        y[2] = ~y[2];
        for (int i = 0; i < 5; i++)
            x[i] = y[i] ^ right(y[i], turn[i][0]) ^ right(y[i], turn[i][1]);
    }
}

/* One byte of the rate. */
static unsigned char
byte_of(const sponge *s)
{
    return (unsigned char)(s->x[s->at / 8] >> 8 * (s->at % 8));
}

static void
absorb(sponge *s, unsigned char b)
{
    s->x[s->at / 8] ^= (uint64_t)b << 8 * (s->at % 8);
    if (++s->at == 16) {
        permute(s->x, 8);
        s->at = 0;
    }
}

static void
begin(sponge *s, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub,
      const unsigned char *k)
{
    s->x[0] = 0x00001000808c0001;
    s->x[1] = load(k);
    s->x[2] = load(k + 8);
    s->x[3] = load(npub);
    s->x[4] = load(npub + 8);
    permute(s->x, 12);
    s->x[3] ^= load(k);
    s->x[4] ^= load(k + 8);
    s->at = 0;
    for (unsigned long long i = 0; i < adlen; i++)
        absorb(s, ad[i]);
    if (adlen != 0) {
        s->x[s->at / 8] ^= (uint64_t)1 << 8 * (s->at % 8);
        permute(s->x, 8);
    }
    s->at = 0;
    s->x[4] ^= (uint64_t)1 << 63;
}

static void
finish(sponge *s, unsigned char *tag, const unsigned char *k)
{
    s->x[s->at / 8] ^= (uint64_t)1 << 8 * (s->at % 8);
    s->x[2] ^= load(k);
    s->x[3] ^= load(k + 8);
    permute(s->x, 12);
    for (int i = 0; i < 16; i++)
        tag[i] = (unsigned char)(s->x[3 + i / 8] >> 8 * (i % 8)) ^ k[i];
}

int
crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m,
                    unsigned long long mlen, const unsigned char *ad, unsigned long long adlen,
                    const unsigned char *nsec, const unsigned char *npub, const unsigned char *k)
{
    sponge s;

    (void)nsec;
    begin(&s, ad, adlen, npub, k);
    for (unsigned long long i = 0; i < mlen; i++) {
        c[i] = byte_of(&s) ^ m[i];
        absorb(&s, m[i]);
    }
    finish(&s, c + mlen, k);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int
crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c,
                    unsigned long long clen, const unsigned char *ad, unsigned long long adlen,
                    const unsigned char *npub, const unsigned char *k)
{
    unsigned char tag[CRYPTO_ABYTES], wrong = 0;
    sponge s;

    (void)nsec;
    if (clen < CRYPTO_ABYTES)
        return -1;
    *mlen = clen - CRYPTO_ABYTES;
    begin(&s, ad, adlen, npub, k);
    for (unsigned long long i = 0; i < *mlen; i++) {
        m[i] = byte_of(&s) ^ c[i];
        absorb(&s, m[i]);
    }
    finish(&s, tag, k);
    for (int i = 0; i < CRYPTO_ABYTES; i++)
        wrong |= tag[i] ^ c[*mlen + i];
    return wrong == 0 ? 0 : -1;
}
