/* SPDX-License-Identifier: MIT */
/* ChaCha, Poly1305, hashes and SHAKE. */

#include "support.hpp"

#include "narae/chacha.h"
#include "narae/poly1305.h"
#include "narae/descriptor.h"
#include "narae/sha3.h"

#include "../c/hashes.h"

namespace
{

template <unsigned ROUNDS, size_t NONCE_BYTES>
bool
chacha(Random &random, Oracle &oracle)
{
    const Bytes key = random.bytes(32), nonce = random.bytes(NONCE_BYTES), in = random.bytes(random.length());
    const uint64_t last = 0xffffffff - (in.size() + 63) / 64; /* start at which no counter repeats */
    uint64_t counter = random.pick<uint64_t>({0, random.upto(9), random.next() % last, last});

    /* A carry into the high half, which only the 64-bit counter has. */
    if (NONCE_BYTES == 8 && random.upto(1) == 0)
        counter = (random.next() >> 8 & UINT64_C(0xffffff00000000)) + last + random.upto(64);

    const Answer want = oracle.chacha(ROUNDS, key, nonce, counter, in);

    if (!want)
        return false;

    Buffer from(random, in), to(random, in.size()), k(random, key), n(random, nonce);
    narae_chacha ctx;

    require(narae_chacha_crypt_message(to.data(), from.data(), in.size(), ROUNDS, k.data(), 32, n.data(),
                                       NONCE_BYTES, counter) == NARAE_OK &&
                to.get() == *want,
            "encrypts");
    require(narae_chacha_start(&ctx, ROUNDS, k.data(), 32, n.data(), NONCE_BYTES, counter) == NARAE_OK,
            "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t bytes) {
        require(narae_chacha_crypt(&ctx, to.data() + at, to.data() + at, bytes) == NARAE_OK,
                "accepts a piece");
    });
    require(to.get() == in, "decrypts in pieces, in place");
    return true;
}

bool
poly1305(Random &random, Oracle &oracle)
{
    /* All ones, in key and message, bring the sum near the prime. */
    Bytes key = random.bytes(32), in = random.bytes(random.length());

    for (size_t i = 0; i < in.size(); i += 16)
        if (random.upto(3) == 0)
            std::fill(in.begin() + long(i), in.begin() + long(std::min(i + 16, in.size())), uint8_t(0xff));
    if (random.upto(3) == 0)
        std::fill(key.begin(), key.begin() + 16, uint8_t(0xff));

    const Answer want = oracle.poly1305(key, in);

    if (!want)
        return false;

    Buffer from(random, in), tag(random, 16), k(random, key);
    narae_poly1305 ctx;

    require(narae_poly1305_tag_message(tag.data(), k.data(), from.data(), in.size()) == NARAE_OK &&
                tag.get() == *want,
            "makes the tag");
    require(narae_poly1305_start(&ctx, k.data()) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_poly1305_update(&ctx, from.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    tag.set(Bytes(16));
    require(narae_poly1305_finish(&ctx, tag.data()) == NARAE_OK && tag.get() == *want,
            "makes the tag in pieces");
    return true;
}

using Start = int (*)(narae_sha3 *);
using Output = int (*)(uint8_t *, size_t, const uint8_t *, size_t);

/* By its descriptor. */
template <const narae_hash *HASH>
bool
hash(Random &random, Oracle &oracle)
{
    const size_t digest_bytes = HASH->digest_bytes;
    const Bytes in = random.bytes(random.length());
    const Answer want = oracle.hash(HASH->name, in, digest_bytes);

    if (!want)
        return false;

    Buffer from(random, in), digest(random, digest_bytes);
    uint64_t ctx[NARAE_HASH_CONTEXT_BYTES / 8];

    require(narae_hash_message(HASH, digest.data(), digest_bytes, from.data(), in.size()) == NARAE_OK &&
                digest.get() == *want,
            "hashes");
    require(narae_hash_start(HASH, ctx, sizeof ctx) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_hash_update(HASH, ctx, from.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    digest.set(Bytes(digest_bytes));
    require(narae_hash_finish(HASH, ctx, digest.data(), digest_bytes) == NARAE_OK && digest.get() == *want,
            "hashes in pieces");
    return true;
}

template <size_t BITS, Start START, Output WHOLE>
bool
shake(Random &random, Oracle &oracle)
{
    const Bytes in = random.bytes(random.length());
    const size_t bytes = 1 + random.upto(random.pick<size_t>({40, 700}));
    const Answer want = oracle.hash("shake" + std::to_string(BITS), in, bytes);

    if (!want)
        return false;

    Buffer from(random, in), out(random, bytes);
    narae_sha3 ctx;

    require(WHOLE(out.data(), bytes, from.data(), in.size()) == NARAE_OK && out.get() == *want, "hashes");
    require(START(&ctx) == NARAE_OK, "starts");
    in_pieces(random, in.size(), [&](size_t at, size_t n) {
        require(narae_sha3_update(&ctx, from.data() + at, n) == NARAE_OK, "accepts a piece");
    });
    out.set(Bytes(bytes));
    in_pieces(random, bytes, [&](size_t at, size_t n) {
        require(narae_shake_squeeze(&ctx, out.data() + at, n) == NARAE_OK, "gives a piece");
    });
    require(out.get() == *want, "hashes in pieces");
    return true;
}

} // namespace

std::vector<Primitive>
stream_primitives()
{
    return {
        {"chacha20, 8-byte nonce", chacha<20, 8>},
        {"chacha20, 12-byte nonce", chacha<20, 12>},
        {"xchacha20", chacha<20, 24>},
        {"chacha12, 8-byte nonce", chacha<12, 8>},
        {"chacha12, 12-byte nonce", chacha<12, 12>},
        {"xchacha12", chacha<12, 24>},
        {"chacha8, 8-byte nonce", chacha<8, 8>},
        {"chacha8, 12-byte nonce", chacha<8, 12>},
        {"xchacha8", chacha<8, 24>},
        {"poly1305", poly1305},
#define ENTRY(name, text, digest_bytes, block_bytes, ctx) {text, hash<&narae_##name>},
        HASHES(ENTRY){"shake128", shake<128, narae_shake128_start, narae_shake128_message>},
        {"shake256", shake<256, narae_shake256_start, narae_shake256_message>},
    };
}
