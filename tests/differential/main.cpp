/* SPDX-License-Identifier: MIT */
/* The library against three others, on random input.
 *
 *     differential [--count N] [--seed S] [--first I] [--progress]
 *
 * An operation takes a primitive and an oracle in turn, draws key, nonce,
 * message (0 to 4096 bytes), tag size, alignments and splits, and compares
 * what the library gives - in one call and in pieces, in place and not, both
 * directions, a forgery - with what the oracle gives.  A failure prints the
 * command that repeats it alone.
 *
 * None of the three has PIPO and Ascon, which have published vectors and models. */

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>

#include "support.hpp"

namespace
{

/* Pairs that the oracles do not support.  Listed, so that a lost oracle is noticed. */
bool
left_out(const std::string &primitive, const std::string &oracle)
{
    const bool korean = primitive.rfind("lea ", 0) == 0 || primitive.rfind("hight ", 0) == 0,
               lsh = primitive.rfind("lsh-", 0) == 0, x = primitive[0] == 'x';
    const bool xts = primitive.find(" xts") != std::string::npos,
               kw = primitive.find(" kw") != std::string::npos;
    const bool reduced = primitive.find("chacha12") < 2 || primitive.find("chacha8") < 2;

    if (oracle == "OpenSSL")
        return korean || lsh || x || reduced || kw || primitive == "aria xts" || primitive == "seed ctr" ||
               primitive == "seed gcm" || primitive == "seed ccm";
    if (oracle == "Botan")
        return korean || lsh || primitive == "sha-512/224";
    return xts || kw || primitive == "lsh-512-224" || primitive.rfind("sha-512/", 0) == 0 ||
           (reduced && primitive.find("8-byte") == std::string::npos);
}

struct Pair {
    Primitive primitive;
    Oracle *oracle;
    uint64_t compared;
};

int
fail(const Pair &pair, uint64_t seed, uint64_t operation, const char *what)
{
    printf("FAIL %s against %s: not kept: %s\n", pair.primitive.name, pair.oracle->name(), what);
    printf("repeat with: differential --seed %" PRIu64 " --first %" PRIu64 " --count 1\n", seed, operation);
    return 1;
}

} // namespace

int
main(int argc, char **argv)
{
    uint64_t count = 20000, first = 0, seed = std::random_device()();
    bool progress = false;

    for (int i = 1; i < argc; i++) {
        const std::string option = argv[i];
        uint64_t *value = option == "--count"   ? &count
                          : option == "--seed"  ? &seed
                          : option == "--first" ? &first
                                                : nullptr;

        if (option == "--progress")
            progress = true;
        else if (value != nullptr && i + 1 < argc)
            *value = strtoull(argv[++i], nullptr, 10);
        else {
            fprintf(stderr, "usage: differential [--count N] [--seed S] [--first I] [--progress]\n");
            return 2;
        }
    }

    const std::unique_ptr<Oracle> oracles[] = {make_openssl(), make_cryptopp(), make_botan()};
    std::vector<Pair> pairs;

    for (const auto &primitives : {block_primitives(), aead_primitives(), stream_primitives()})
        for (const Primitive &primitive : primitives)
            for (const auto &oracle : oracles)
                if (!left_out(primitive.name, oracle->name()))
                    pairs.push_back({primitive, oracle.get(), 0});

    printf("differential: seed %" PRIu64 ", %zu pairs of primitive and oracle\n", seed, pairs.size());
    fflush(stdout);
    for (uint64_t i = first; i < first + count; i++) {
        Pair &pair = pairs[i % pairs.size()];
        Random random(seed, i);

        try {
            pair.compared += pair.primitive.compare(random, *pair.oracle);
        } catch (const std::exception &failure) {
            return fail(pair, seed, i, failure.what());
        }
        if (progress && (i + 1) % 50000 == 0) {
            printf("%" PRIu64 " operations\n", i + 1);
            fflush(stdout);
        }
    }

    uint64_t compared = 0;
    bool idle = false;

    for (const Pair &pair : pairs) {
        compared += pair.compared;
        if (pair.compared == 0 && count >= 10 * pairs.size()) {
            printf("FAIL %s was never compared with %s\n", pair.primitive.name, pair.oracle->name());
            idle = true;
        }
    }
    printf("%" PRIu64 " operations agree, %" PRIu64 " that the oracle lacks\n", compared, count - compared);
    return idle;
}
