/* SPDX-License-Identifier: MIT */
/* GCM, CCM, ChaCha20-Poly1305 and XChaCha20-Poly1305. */

#include "support.hpp"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/ccm.h"
#include "narae/chacha20_poly1305.h"
#include "narae/descriptor.h"
#include "narae/gcm.h"
#include "narae/lea.h"
#include "narae/seed.h"

namespace
{

/* One message's parameters, in memory of any alignment. */
struct Message {
    Buffer key, nonce, ad;
    size_t bytes, tag_bytes;
};

/* The functions of an AEAD under one key, for one message.  STEPS are those whose names alone differ. */
#define STEPS(aead)                                   \
    int ad(const uint8_t *p, size_t n)                \
    {                                                 \
        return aead##_ad(&ctx, p, n);                 \
    }                                                 \
    int encrypt(uint8_t *p, size_t n)                 \
    {                                                 \
        return aead##_encrypt(&ctx, p, p, n);         \
    }                                                 \
    int decrypt(uint8_t *p, size_t n)                 \
    {                                                 \
        return aead##_decrypt(&ctx, p, p, n);         \
    }                                                 \
    int verify(const uint8_t *tag)                    \
    {                                                 \
        return aead##_verify(&ctx, tag, m.tag_bytes); \
    }

/* Of a mode of a block cipher; the rest are the arguments of start(). */
#define MODE(type, aead, ...)                                                                             \
    template <const narae_block_cipher &CIPHER> struct type {                                             \
        Message &m;                                                                                       \
        aead ctx;                                                                                         \
                                                                                                          \
        explicit type(Message &message) : m(message)                                                      \
        {                                                                                                 \
            require(aead##_init(&ctx, &CIPHER, m.key.data(), m.key.size()) == NARAE_OK, "takes the key"); \
        }                                                                                                 \
        int                                                                                               \
        seal(uint8_t *out, uint8_t *tag, const uint8_t *in)                                               \
        {                                                                                                 \
            return aead##_seal(&ctx, out, tag, m.tag_bytes, m.nonce.data(), m.nonce.size(), m.ad.data(),  \
                               m.ad.size(), in, m.bytes);                                                 \
        }                                                                                                 \
        int                                                                                               \
        open(uint8_t *out, const uint8_t *in, const uint8_t *tag)                                         \
        {                                                                                                 \
            return aead##_open(&ctx, out, m.nonce.data(), m.nonce.size(), m.ad.data(), m.ad.size(), in,   \
                               m.bytes, tag, m.tag_bytes);                                                \
        }                                                                                                 \
        int                                                                                               \
        start()                                                                                           \
        {                                                                                                 \
            return aead##_start(&ctx, __VA_ARGS__);                                                       \
        }                                                                                                 \
        int                                                                                               \
        finish(uint8_t *tag)                                                                              \
        {                                                                                                 \
            return aead##_finish(&ctx, tag, m.tag_bytes);                                                 \
        }                                                                                                 \
        STEPS(aead)                                                                                       \
    }

MODE(Gcm, narae_gcm, m.nonce.data(), m.nonce.size());
MODE(Ccm, narae_ccm, m.nonce.data(), m.nonce.size(), m.ad.size(), m.bytes, m.tag_bytes);

struct ChaCha20Poly1305 {
    Message &m;
    narae_chacha20_poly1305 ctx;

    explicit ChaCha20Poly1305(Message &message) : m(message)
    {
    }
    int
    seal(uint8_t *out, uint8_t *tag, const uint8_t *in)
    {
        return narae_chacha20_poly1305_seal(out, tag, m.key.data(), m.nonce.data(), m.nonce.size(),
                                            m.ad.data(), m.ad.size(), in, m.bytes);
    }
    int
    open(uint8_t *out, const uint8_t *in, const uint8_t *tag)
    {
        return narae_chacha20_poly1305_open(out, m.key.data(), m.nonce.data(), m.nonce.size(), m.ad.data(),
                                            m.ad.size(), in, m.bytes, tag, m.tag_bytes);
    }
    int
    start()
    {
        return narae_chacha20_poly1305_start(&ctx, m.key.data(), m.nonce.data(), m.nonce.size());
    }
    int
    finish(uint8_t *tag)
    {
        return narae_chacha20_poly1305_finish(&ctx, tag);
    }
    STEPS(narae_chacha20_poly1305)
};

template <class Aead>
void
check(Random &random, Message &m, const Bytes &in, const Bytes &want)
{
    const Bytes cipher(want.begin(), want.begin() + long(in.size())), zeros(in.size());
    const Bytes want_tag(want.begin() + long(in.size()), want.end());
    Buffer text(random, in), out(random, in.size()), tag(random, m.tag_bytes);
    Aead aead(m);

    require(aead.seal(out.data(), tag.data(), text.data()) == NARAE_OK, "seals");
    require(out.get() == cipher, "makes the ciphertext");
    require(tag.get() == want_tag, "makes the tag");
    require(aead.open(out.data(), out.data(), tag.data()) == NARAE_OK && out.get() == in, "opens in place");

    require(aead.start() == NARAE_OK, "starts");
    in_pieces(random, m.ad.size(), [&](size_t at, size_t n) {
        require(aead.ad(m.ad.data() + at, n) == NARAE_OK, "accepts a piece of AD");
    });
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(aead.encrypt(out.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    std::fill(tag.data(), tag.data() + tag.size(), uint8_t(0));
    require(aead.finish(tag.data()) == NARAE_OK, "finishes");
    require(out.get() == cipher && tag.get() == want_tag, "seals in pieces");

    require(aead.start() == NARAE_OK, "starts");
    in_pieces(random, m.ad.size(), [&](size_t at, size_t n) {
        require(aead.ad(m.ad.data() + at, n) == NARAE_OK, "accepts a piece of AD");
    });
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(aead.decrypt(out.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    require(aead.verify(tag.data()) == NARAE_OK && out.get() == in, "opens in pieces");

    /* One changed bit, of the tag, the message or the associated data. */
    Buffer *parts[] = {&tag, &text, &m.ad};
    Buffer &part = *parts[random.upto(2)];
    Buffer &changed = part.size() != 0 ? part : tag;

    text.set(cipher);
    changed.data()[random.upto(changed.size() - 1)] ^= uint8_t(1 << random.upto(7));
    require(aead.open(out.data(), text.data(), tag.data()) == NARAE_ERROR_AUTHENTICATION,
            "refuses a forgery");
    require(out.get() == zeros, "zeroes the output of a forgery");
}

template <const narae_block_cipher &CIPHER>
bool
gcm(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER);
    const Bytes nonce = random.bytes(random.upto(1) ? 12 : 1 + random.upto(127));
    const Bytes ad = random.bytes(random.length()), in = random.bytes(random.length());
    const size_t tag_bytes = random.pick<size_t>({16, 15, 14, 13, 12, 8, 4});
    const Answer want = oracle.seal(CIPHER.name, "gcm", key, nonce, ad, in, tag_bytes);

    if (!want)
        return false;

    Message m{{random, key}, {random, nonce}, {random, ad}, in.size(), tag_bytes};

    check<Gcm<CIPHER>>(random, m, in, *want);
    return true;
}

template <const narae_block_cipher &CIPHER>
bool
ccm(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER);
    const Bytes nonce = random.bytes(7 + random.upto(6)), in = random.bytes(random.length());
    /* From 0xff00 bytes on, the header has another form. */
    const Bytes ad = random.bytes(random.upto(99) == 0 ? 0xff00 - 2 + random.upto(4) : random.length());
    const size_t tag_bytes = 4 + 2 * random.upto(6);
    const Answer want = oracle.seal(CIPHER.name, "ccm", key, nonce, ad, in, tag_bytes);

    if (!want)
        return false;

    Message m{{random, key}, {random, nonce}, {random, ad}, in.size(), tag_bytes};

    check<Ccm<CIPHER>>(random, m, in, *want);
    return true;
}

template <size_t NONCE_BYTES>
bool
chacha20_poly1305(Random &random, Oracle &oracle)
{
    const Bytes key = random.bytes(32), nonce = random.bytes(NONCE_BYTES);
    const Bytes ad = random.bytes(random.length()), in = random.bytes(random.length());
    const Answer want = oracle.seal("", "chacha20-poly1305", key, nonce, ad, in, 16);

    if (!want)
        return false;

    Message m{{random, key}, {random, nonce}, {random, ad}, in.size(), 16};

    check<ChaCha20Poly1305>(random, m, in, *want);
    return true;
}

} // namespace

std::vector<Primitive>
aead_primitives()
{
    return {
        {"aes gcm", gcm<narae_aes>},
        {"aria gcm", gcm<narae_aria>},
        {"lea gcm", gcm<narae_lea>},
        {"seed gcm", gcm<narae_seed>},
        {"aes ccm", ccm<narae_aes>},
        {"aria ccm", ccm<narae_aria>},
        {"lea ccm", ccm<narae_lea>},
        {"seed ccm", ccm<narae_seed>},
        {"chacha20-poly1305", chacha20_poly1305<12>},
        {"xchacha20-poly1305", chacha20_poly1305<24>},
    };
}
