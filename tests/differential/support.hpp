/* SPDX-License-Identifier: MIT */
/* Random choices that repeat from a seed, and buffers that notice a stray
 * write. */
#ifndef NARAE_DIFFERENTIAL_SUPPORT_HPP
#define NARAE_DIFFERENTIAL_SUPPORT_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "narae/descriptor.h"

#include "oracle.hpp"

/* A failure message. */
struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void
require(bool fact, const std::string &promise)
{
    if (!fact)
        throw Failure(promise);
}

/* SplitMix64: each operation has a generator of its own, seeded from the
 * run's seed and its number, so that any one of them can be repeated alone. */
class Random
{
  public:
    Random(uint64_t seed, uint64_t operation) : state(seed + operation * UINT64_C(0xd1342543de82ef95))
    {
    }

    uint64_t
    next()
    {
        uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        return z ^ z >> 31;
    }

    /* 0 to most. */
    size_t
    upto(size_t most)
    {
        return next() % (most + 1);
    }

    template <class T>
    T
    pick(std::initializer_list<T> choices)
    {
        return choices.begin()[upto(choices.size() - 1)];
    }

    /* 0 to 4096; half of them short, with most special cases. */
    size_t
    length()
    {
        return upto(pick<size_t>({40, 80, 600, 4096}));
    }

    Bytes
    bytes(size_t n)
    {
        Bytes all(n);

        for (auto &byte : all)
            byte = uint8_t(next());
        return all;
    }

  private:
    uint64_t state;
};

/* Memory at any address modulo 16, between canaries. */
class Buffer
{
  public:
    Buffer(Random &random, size_t n) : bytes(n), store(n + 2 * MARGIN, CANARY)
    {
        at = store.data() + 16 + (random.upto(15) - uintptr_t(store.data())) % 16;
    }

    Buffer(Random &random, const Bytes &from) : Buffer(random, from.size())
    {
        set(from);
    }

    void
    set(const Bytes &from)
    {
        std::copy(from.begin(), from.end(), at);
    }

    uint8_t *
    data()
    {
        return at;
    }

    size_t
    size() const
    {
        return bytes;
    }

    /* Its first `n` bytes, and a look at the canaries. */
    Bytes
    get(size_t n) const
    {
        const uint8_t *from = at, *to = at + bytes, *first = store.data(), *last = first + store.size();
        auto alive = [](uint8_t byte) { return byte == CANARY; };

        require(std::all_of(first, from, alive) && std::all_of(to, last, alive), "writes only its output");
        return Bytes(from, from + n);
    }

    Bytes
    get() const
    {
        return get(bytes);
    }

  private:
    static constexpr size_t MARGIN = 48;
    static constexpr uint8_t CANARY = 0xc5;
    size_t bytes;
    std::vector<uint8_t> store;
    uint8_t *at;
};

/* Calls `part(offset, n)` for pieces of random size, some empty, that make up
 * `bytes` bytes. */
template <class Part>
void
in_pieces(Random &random, size_t bytes, Part part)
{
    const size_t most = random.pick<size_t>({20, 100, 700, 5000});

    for (size_t done = 0, n; done < bytes; done += n) {
        n = random.upto(std::min(most, bytes - done));
        part(done, n);
    }
}

/* A key of one of the cipher's sizes. */
inline Bytes
any_key(Random &random, const narae_block_cipher &cipher)
{
    size_t sizes = 1;

    while (sizes < 3 && cipher.key_bytes[sizes] != 0)
        sizes++;
    return random.bytes(cipher.key_bytes[random.upto(sizes - 1)]);
}

/* One operation: a primitive with random parameters, by every interface of the library
 * and by the oracle.  Returns false if the oracle does not support it. */
using Comparison = bool (*)(Random &random, Oracle &oracle);

struct Primitive {
    const char *name;
    Comparison compare;
};

std::vector<Primitive> block_primitives();  /* blocks.cpp */
std::vector<Primitive> aead_primitives();   /* aeads.cpp */
std::vector<Primitive> stream_primitives(); /* streams.cpp */

#endif
