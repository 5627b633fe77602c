/* SPDX-License-Identifier: MIT */
/* Block ciphers, CTR, CBC, CFB, OFB, XTS, KW and CMAC. */

#include "support.hpp"

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/cbc.h"
#include "narae/cfb.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/descriptor.h"
#include "narae/hight.h"
#include "narae/kw.h"
#include "narae/lea.h"
#include "narae/ofb.h"
#include "narae/seed.h"
#include "narae/xts.h"

namespace
{

template <const narae_block_cipher &CIPHER>
bool
ecb(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER);
    const size_t block = CIPHER.block_bytes;
    const Bytes in = random.bytes(random.length() / block * block);
    const Answer want = oracle.encrypt(CIPHER.name, "ecb", key, {}, in);

    if (!want)
        return false;

    std::vector<uint32_t> schedule(narae_block_cipher_schedule_bytes(&CIPHER, key.size()) / 4);
    Buffer from(random, in), to(random, in.size()), k(random, key);

    require(narae_block_cipher_set_key(&CIPHER, schedule.data(), 4 * schedule.size(), k.data(), key.size()) ==
                NARAE_OK,
            "takes the key");
    narae_kernels_of(&CIPHER)->encrypt(schedule.data(), to.data(), from.data(), in.size() / block);
    require(to.get() == *want, "encrypts");
    narae_kernels_of(&CIPHER)->encrypt(schedule.data(), from.data(), from.data(), in.size() / block);
    require(from.get() == *want, "encrypts in place");
    narae_kernels_of(&CIPHER)->decrypt(schedule.data(), to.data(), from.data(), in.size() / block);
    require(to.get() == in, "decrypts");
    narae_kernels_of(&CIPHER)->decrypt(schedule.data(), from.data(), from.data(), in.size() / block);
    require(from.get() == in, "decrypts in place");
    return true;
}

template <const narae_block_cipher &CIPHER>
bool
ctr(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER);
    const size_t block = CIPHER.block_bytes;
    Bytes counter = random.bytes(block), in = random.bytes(random.length());

    /* A carry out of some number of bytes, soon. */
    if (random.upto(1) == 0)
        std::fill(counter.end() - long(1 + random.upto(block - 1)), counter.end() - 1, uint8_t(0xff));

    const Answer want = oracle.encrypt(CIPHER.name, "ctr", key, counter, in);

    if (!want)
        return false;

    const unsigned bits = random.pick<unsigned>({NARAE_CTR_WHOLE_BLOCK, unsigned(8 * block)});
    Buffer from(random, in), to(random, in.size()), first(random, counter);
    narae_ctr ctx;

    require(narae_ctr_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require(narae_ctr_crypt_message(&ctx, to.data(), first.data(), block, bits, from.data(), in.size()) ==
                NARAE_OK,
            "accepts the message");
    require(to.get() == *want, "encrypts");
    require(narae_ctr_start(&ctx, first.data(), block, bits) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_ctr_crypt(&ctx, to.data() + at, to.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    require(to.get() == in, "decrypts in pieces, in place");
    return true;
}

using Step = int (*)(narae_cbc *, uint8_t *, size_t *, const uint8_t *, size_t);
using End = int (*)(narae_cbc *, uint8_t *, size_t *);

/* One direction in pieces; the output is one buffer, the input another. */
Bytes
cbc_pieces(Random &random, narae_cbc &ctx, Bytes iv, int padding, Step step, End end, const Bytes &in)
{
    Buffer from(random, in), to(random, in.size() + iv.size());
    size_t written = 0, more = 0;

    require(narae_cbc_start(&ctx, iv.data(), iv.size(), padding) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(step(&ctx, to.data() + written, &more, from.data() + at, n) == NARAE_OK, "accepts a piece");
        written += more;
    });
    require(end(&ctx, to.data() + written, &more) == NARAE_OK, "ends");
    return to.get(written + more);
}

template <const narae_block_cipher &CIPHER, int PADDING>
bool
cbc(Random &random, Oracle &oracle)
{
    const bool padded = PADDING == NARAE_CBC_PKCS7;
    const size_t block = CIPHER.block_bytes;
    const Bytes key = any_key(random, CIPHER), iv = random.bytes(block);
    const size_t length = random.length();
    const Bytes in = random.bytes(padded ? length : length / block * block);
    const Answer want = oracle.encrypt(CIPHER.name, padded ? "cbc-pkcs7" : "cbc", key, iv, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, want->size());
    size_t n = 0;
    narae_cbc ctx;

    require(narae_cbc_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require(narae_cbc_encrypt_message(&ctx, to.data(), &n, iv.data(), block, PADDING, from.data(),
                                      in.size()) == NARAE_OK &&
                to.get(n) == *want,
            "encrypts");
    to.set(in);
    require(narae_cbc_encrypt_message(&ctx, to.data(), &n, iv.data(), block, PADDING, to.data(), in.size()) ==
                    NARAE_OK &&
                to.get(n) == *want,
            "encrypts in place");
    require(narae_cbc_decrypt_message(&ctx, to.data(), &n, iv.data(), block, PADDING, to.data(),
                                      want->size()) == NARAE_OK &&
                to.get(n) == in,
            "decrypts in place");
    require(cbc_pieces(random, ctx, iv, PADDING, narae_cbc_encrypt, narae_cbc_encrypt_finish, in) == *want,
            "encrypts in pieces");
    require(cbc_pieces(random, ctx, iv, PADDING, narae_cbc_decrypt, narae_cbc_decrypt_finish, *want) == in,
            "decrypts in pieces");
    return true;
}

template <const narae_block_cipher &CIPHER, unsigned SEGMENT_BITS>
bool
cfb(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER), iv = random.bytes(CIPHER.block_bytes);
    const Bytes in = random.bytes(random.length());
    const Answer want = oracle.encrypt(CIPHER.name, SEGMENT_BITS == 8 ? "cfb8" : "cfb", key, iv, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, in.size());
    narae_cfb ctx;

    require(narae_cfb_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require(narae_cfb_encrypt_message(&ctx, to.data(), iv.data(), iv.size(), SEGMENT_BITS, from.data(),
                                      in.size()) == NARAE_OK &&
                to.get() == *want,
            "encrypts");
    require(narae_cfb_decrypt_message(&ctx, from.data(), iv.data(), iv.size(), SEGMENT_BITS, to.data(),
                                      in.size()) == NARAE_OK &&
                from.get() == in,
            "decrypts");
    require(narae_cfb_start(&ctx, iv.data(), iv.size(), SEGMENT_BITS) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_cfb_decrypt(&ctx, to.data() + at, to.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    require(to.get() == in, "decrypts in pieces, in place");
    require(narae_cfb_start(&ctx, iv.data(), iv.size(), SEGMENT_BITS) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_cfb_encrypt(&ctx, to.data() + at, to.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    require(to.get() == *want, "encrypts in pieces, in place");
    return true;
}

template <const narae_block_cipher &CIPHER>
bool
ofb(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER), iv = random.bytes(CIPHER.block_bytes);
    const Bytes in = random.bytes(random.length());
    const Answer want = oracle.encrypt(CIPHER.name, "ofb", key, iv, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, in.size());
    narae_ofb ctx;

    require(narae_ofb_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require(narae_ofb_crypt_message(&ctx, to.data(), iv.data(), iv.size(), from.data(), in.size()) ==
                    NARAE_OK &&
                to.get() == *want,
            "encrypts");
    require(narae_ofb_start(&ctx, iv.data(), iv.size()) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_ofb_crypt(&ctx, to.data() + at, to.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    require(to.get() == in, "decrypts in pieces, in place");
    return true;
}

template <const narae_block_cipher &CIPHER>
bool
xts(Random &random, Oracle &oracle)
{
    const Bytes one = any_key(random, CIPHER), other = random.bytes(one.size()), tweak = random.bytes(16);
    const Bytes in = random.bytes(16 + random.length());
    Bytes key = one;

    key.insert(key.end(), other.begin(), other.end());

    const Answer want = oracle.encrypt(CIPHER.name, "xts", key, tweak, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, in.size());
    narae_xts ctx;

    require(narae_xts_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the keys");
    require(narae_xts_encrypt_unit(&ctx, to.data(), tweak.data(), 16, from.data(), in.size()) == NARAE_OK &&
                to.get() == *want,
            "encrypts");
    require(narae_xts_decrypt_unit(&ctx, to.data(), tweak.data(), 16, to.data(), in.size()) == NARAE_OK &&
                to.get() == in,
            "decrypts in place");
    return true;
}

template <const narae_block_cipher &CIPHER, bool PADDED>
bool
kw(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER);
    const Bytes in = random.bytes(PADDED ? 1 + random.upto(100) : 16 + 8 * random.upto(12));
    const Answer want = oracle.encrypt(CIPHER.name, PADDED ? "kwp" : "kw", key, {}, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, want->size());
    size_t n = in.size();
    narae_kw ctx;

    require(narae_kw_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require((PADDED ? narae_kwp_wrap : narae_kw_wrap)(&ctx, to.data(), from.data(), in.size()) == NARAE_OK &&
                to.get() == *want,
            "wraps");
    require((PADDED ? narae_kwp_unwrap(&ctx, to.data(), &n, to.data(), want->size())
                    : narae_kw_unwrap(&ctx, to.data(), to.data(), want->size())) == NARAE_OK &&
                to.get(n) == in,
            "unwraps in place");
    return true;
}

template <const narae_block_cipher &CIPHER>
bool
cmac(Random &random, Oracle &oracle)
{
    const Bytes key = any_key(random, CIPHER), in = random.bytes(random.length());
    Answer want = oracle.cmac(CIPHER.name, key, in);

    if (!want)
        return false;
    want->resize(1 + random.upto(CIPHER.block_bytes - 1u));

    Buffer from(random, in), tag(random, want->size());
    narae_cmac ctx;

    require(narae_cmac_init(&ctx, &CIPHER, key.data(), key.size()) == NARAE_OK, "takes the key");
    require(narae_cmac_tag_message(&ctx, tag.data(), tag.size(), from.data(), in.size()) == NARAE_OK &&
                tag.get() == *want,
            "makes the tag");
    require(narae_cmac_start(&ctx) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_cmac_update(&ctx, from.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    const bool checked = tag.size() >= 4;
    require(narae_cmac_verify(&ctx, tag.data(), tag.size()) == (checked ? NARAE_OK : NARAE_ERROR_TAG_SIZE),
            "verifies in pieces");
    tag.data()[random.upto(tag.size() - 1)] ^= uint8_t(1 << random.upto(7));
    require(narae_cmac_verify_message(&ctx, from.data(), in.size(), tag.data(), tag.size()) ==
                (checked ? NARAE_ERROR_AUTHENTICATION : NARAE_ERROR_TAG_SIZE),
            "refuses a wrong tag");
    return true;
}

} // namespace

std::vector<Primitive>
block_primitives()
{
    return {
        {"aes ecb", ecb<narae_aes>},
        {"aria ecb", ecb<narae_aria>},
        {"hight ecb", ecb<narae_hight>},
        {"lea ecb", ecb<narae_lea>},
        {"seed ecb", ecb<narae_seed>},
        {"aes ctr", ctr<narae_aes>},
        {"aria ctr", ctr<narae_aria>},
        {"hight ctr", ctr<narae_hight>},
        {"lea ctr", ctr<narae_lea>},
        {"seed ctr", ctr<narae_seed>},
        {"aes cbc", cbc<narae_aes, NARAE_CBC_NO_PADDING>},
        {"aria cbc", cbc<narae_aria, NARAE_CBC_NO_PADDING>},
        {"hight cbc", cbc<narae_hight, NARAE_CBC_NO_PADDING>},
        {"lea cbc", cbc<narae_lea, NARAE_CBC_NO_PADDING>},
        {"seed cbc", cbc<narae_seed, NARAE_CBC_NO_PADDING>},
        {"aes cbc-pkcs7", cbc<narae_aes, NARAE_CBC_PKCS7>},
        {"aria cbc-pkcs7", cbc<narae_aria, NARAE_CBC_PKCS7>},
        {"hight cbc-pkcs7", cbc<narae_hight, NARAE_CBC_PKCS7>},
        {"lea cbc-pkcs7", cbc<narae_lea, NARAE_CBC_PKCS7>},
        {"seed cbc-pkcs7", cbc<narae_seed, NARAE_CBC_PKCS7>},
        {"aes cfb", cfb<narae_aes, NARAE_CFB_WHOLE_BLOCK>},
        {"aria cfb", cfb<narae_aria, NARAE_CFB_WHOLE_BLOCK>},
        {"hight cfb", cfb<narae_hight, NARAE_CFB_WHOLE_BLOCK>},
        {"lea cfb", cfb<narae_lea, NARAE_CFB_WHOLE_BLOCK>},
        {"seed cfb", cfb<narae_seed, NARAE_CFB_WHOLE_BLOCK>},
        {"aes cfb8", cfb<narae_aes, 8>},
        {"aria cfb8", cfb<narae_aria, 8>},
        {"hight cfb8", cfb<narae_hight, 8>},
        {"lea cfb8", cfb<narae_lea, 8>},
        {"aes ofb", ofb<narae_aes>},
        {"aria ofb", ofb<narae_aria>},
        {"hight ofb", ofb<narae_hight>},
        {"lea ofb", ofb<narae_lea>},
        {"seed ofb", ofb<narae_seed>},
        {"aes xts", xts<narae_aes>},
        {"aria xts", xts<narae_aria>},
        {"lea xts", xts<narae_lea>},
        {"aes kw", kw<narae_aes, false>},
        {"aria kw", kw<narae_aria, false>},
        {"aes kwp", kw<narae_aes, true>},
        {"aria kwp", kw<narae_aria, true>},
        {"aes cmac", cmac<narae_aes>},
        {"aria cmac", cmac<narae_aria>},
        {"hight cmac", cmac<narae_hight>},
        {"lea cmac", cmac<narae_lea>},
        {"seed cmac", cmac<narae_seed>},
    };
}
