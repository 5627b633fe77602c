/* SPDX-License-Identifier: MIT */
/* Batches: each message gets the same result as alone, by every implementation that this
 * CPU can run. */

#include "test_support.h"

#include "ascon/batch.h"
#include "each_implementation.h"
#include "keccak/batch.h"
#include "lsh/batch.h"
#include "narae/ascon.h"
#include "narae/sha3.h"
#include "sha2/batch.h"

enum { MAX = 60, MAX_BYTES = 700, MAX_AD = 70, RUNS = 60 };

typedef struct one {
    uint8_t key[16], nonce[16], ad[MAX_AD], in[MAX_BYTES], out[MAX_BYTES + 16], tag[32];
    uint8_t expected[MAX_BYTES], expected_tag[16];
} one;

static one all[MAX];
static narae_ascon_aead128_message messages[MAX];

/* Random messages, some of them empty; every third in place. */
static size_t
make_messages(uint32_t *seed)
{
    const size_t n = some(seed, MAX), limit = next_random(seed) % 4 == 0 ? 33 : MAX_BYTES;

    for (size_t i = 0; i < n; i++) {
        one *a = &all[i];
        const size_t ad_bytes = next_random(seed) & 1 ? some(seed, MAX_AD) : 0,
                     bytes = next_random(seed) % 8 == 0 ? 0 : some(seed, limit);

        fill((uint8_t *)a, sizeof *a, seed);
        memset(a->out, 0xc5, sizeof a->out);
        memset(a->tag, 0xc5, sizeof a->tag);
        if (i % 3 == 0)
            memcpy(a->out, a->in, bytes);
        messages[i] = (narae_ascon_aead128_message){a->key,
                                                    a->nonce,
                                                    ad_bytes != 0 ? a->ad : NULL,
                                                    ad_bytes,
                                                    i % 3 == 0 ? a->out : a->in,
                                                    a->out,
                                                    bytes,
                                                    a->tag,
                                                    99};
        assert_int_equal(narae_ascon_aead128_seal(a->expected, a->expected_tag, 16, a->key, a->nonce, 16,
                                                  a->ad, ad_bytes, a->in, bytes),
                         NARAE_OK);
    }
    return n;
}

static void
seals_as_one_by_one(void **state)
{
    uint32_t seed = 1;

    (void)state;
    for (unsigned run = 0; run < RUNS; run++) {
        const size_t n = make_messages(&seed), tag_bytes = 4 + some(&seed, 12);

        assert_int_equal(narae_ascon_aead128_seal_batch(messages, n, tag_bytes), NARAE_OK);
        for (size_t i = 0; i < n; i++) {
            const size_t bytes = messages[i].bytes;

            assert_int_equal(messages[i].status, NARAE_OK);
            assert_memory_equal(all[i].out, all[i].expected, bytes);
            assert_memory_equal(all[i].tag, all[i].expected_tag, tag_bytes);
            assert_untouched(all[i].tag + tag_bytes, sizeof all[i].tag - tag_bytes);
            if (i % 3 != 0)
                assert_untouched(all[i].out + bytes, sizeof all[i].out - bytes);
        }
    }
}

static void
opens_and_zeroes_what_is_forged_alone(void **state)
{
    uint32_t seed = 2;

    (void)state;
    for (unsigned run = 0; run < RUNS; run++) {
        const size_t n = make_messages(&seed), forged = run % 4 == 0 ? MAX : some(&seed, MAX);
        uint8_t plain[MAX_BYTES];

        for (size_t i = 0; i < n; i++) {
            one *a = &all[i];

            memcpy(plain, a->in, messages[i].bytes);
            memcpy(a->in, a->expected, messages[i].bytes);
            memcpy(a->expected, plain, messages[i].bytes);
            if (i % 3 == 0)
                memcpy(a->out, a->in, messages[i].bytes);
            memcpy(a->tag, a->expected_tag, 16);
            if (i == forged)
                a->tag[some(&seed, 15)] ^= (uint8_t)(1u << some(&seed, 7));
        }
        assert_int_equal(narae_ascon_aead128_open_batch(messages, n, 16),
                         forged < n ? NARAE_ERROR_AUTHENTICATION : NARAE_OK);
        for (size_t i = 0; i < n; i++) {
            if (i == forged) {
                assert_int_equal(messages[i].status, NARAE_ERROR_AUTHENTICATION);
                assert_all(all[i].out, 0, messages[i].bytes);
                continue;
            }
            assert_int_equal(messages[i].status, NARAE_OK);
            assert_memory_equal(all[i].out, all[i].expected, messages[i].bytes);
        }
    }
}

static void
leaves_out_messages_with_mistakes(void **state)
{
    uint32_t seed = 3;
    size_t n;

    (void)state;
    do
        n = make_messages(&seed);
    while (n < 12);
    for (size_t i = 0; i < 7; i++)
        messages[i].bytes = 20, messages[i].in = all[i].in, messages[i].out = all[i].out;
    messages[0].key = NULL;
    messages[1].nonce = NULL;
    messages[2].tag = all[2].out + 19;
    messages[3].out = all[3].in + 1;
    messages[4].ad = NULL, messages[4].ad_bytes = 1;
    messages[5].in = NULL;
    messages[6].bytes = SIZE_MAX;
    assert_int_equal(narae_ascon_aead128_seal_batch(messages, n, 16), NARAE_ERROR_NULL);
    assert_int_equal(messages[0].status, NARAE_ERROR_NULL);
    assert_int_equal(messages[1].status, NARAE_ERROR_NULL);
    assert_int_equal(messages[2].status, NARAE_ERROR_OVERLAP);
    assert_int_equal(messages[3].status, NARAE_ERROR_OVERLAP);
    assert_int_equal(messages[4].status, NARAE_ERROR_NULL);
    assert_int_equal(messages[5].status, NARAE_ERROR_NULL);
    assert_int_equal(messages[6].status, sizeof(size_t) > 4 ? NARAE_ERROR_LENGTH : NARAE_ERROR_OVERLAP);
    assert_untouched(all[1].out, sizeof all[1].out);
    assert_untouched(all[1].tag, sizeof all[1].tag);
    for (size_t i = 7; i < n; i++) {
        assert_int_equal(messages[i].status, NARAE_OK);
        assert_memory_equal(all[i].out, all[i].expected, messages[i].bytes);
        assert_memory_equal(all[i].tag, all[i].expected_tag, 16);
    }

    assert_int_equal(narae_ascon_aead128_seal_batch(messages, n, 3), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_ascon_aead128_open_batch(messages, n, 17), NARAE_ERROR_TAG_SIZE);
    assert_int_equal(narae_ascon_aead128_seal_batch(NULL, 1, 16), NARAE_ERROR_NULL);
    assert_int_equal(narae_ascon_aead128_seal_batch(NULL, 0, 16), NARAE_OK);
    assert_int_equal(narae_ascon_aead128_open_batch(NULL, 0, 16), NARAE_OK);
}

typedef int hash_batch(const narae_sha3_message *m, size_t n);

static int
sha3_256_alone(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    (void)out_bytes;
    return narae_sha3_256_message(out, in, bytes);
}

static int
sha3_512_alone(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes)
{
    (void)out_bytes;
    return narae_sha3_512_message(out, in, bytes);
}

static const struct {
    hash_batch *many;
    int (*alone)(uint8_t *out, size_t out_bytes, const uint8_t *in, size_t bytes);
    size_t rate, digest_bytes; /* 0: SHAKE */
} hashes[] = {
    {narae_sha3_256_batch, sha3_256_alone, 136, 32},
    {narae_sha3_512_batch, sha3_512_alone, 72, 64},
    {narae_shake128_batch, narae_shake128_message, 168, 0},
    {narae_shake256_batch, narae_shake256_message, 136, 0},
};

/* Lengths of whole blocks are as frequent as others; some outputs are empty.  In
 * some runs all messages have one length, and all outputs; some have few messages,
 * for which there are kernels of fewer lanes. */
static void
hashes_as_one_by_one(void **state)
{
    static uint8_t out[MAX][MAX_BYTES], expected[MAX_BYTES];
    narae_sha3_message m[MAX];
    uint32_t seed = 4;

    (void)state;
    for (unsigned run = 0; run < 4 * RUNS; run++) {
        const size_t rate = hashes[run % 4].rate, digest_bytes = hashes[run % 4].digest_bytes,
                     n = some(&seed, run % 3 == 0 ? 5 : MAX), limit = run % 8 < 4 ? MAX_BYTES : rate + 8;
        const int alike = run % 12 < 4;

        for (size_t i = 0; i < n; i++) {
            const size_t bytes =
                next_random(&seed) & 1 ? rate * some(&seed, MAX_BYTES / rate) : some(&seed, limit);

            fill(all[i].in, MAX_BYTES, &seed);
            m[i] = (narae_sha3_message){bytes != 0 ? all[i].in : NULL, bytes, out[i],
                                        digest_bytes != 0 ? digest_bytes : some(&seed, limit)};
            if (alike && i != 0) {
                m[i].in = m[0].in;
                m[i].bytes = m[0].bytes;
                m[i].out_bytes = m[0].out_bytes;
            }
        }
        memset(out, 0xc5, sizeof out);
        assert_int_equal(hashes[run % 4].many(m, n), NARAE_OK);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(hashes[run % 4].alone(expected, m[i].out_bytes, m[i].in, m[i].bytes), NARAE_OK);
            assert_memory_equal(out[i], expected, m[i].out_bytes);
            assert_untouched(out[i] + m[i].out_bytes, MAX_BYTES - m[i].out_bytes);
        }
    }
}

static void
hashes_nothing_if_one_message_has_a_mistake(void **state)
{
    uint8_t digests[3][64];
    narae_sha3_message m[3];

    (void)state;
    for (size_t i = 0; i < 3; i++)
        m[i] = (narae_sha3_message){(const uint8_t *)"abc", 3, digests[i], 32};
    memset(digests, 0xc5, sizeof digests);
    m[2].out_bytes = 31;
    assert_int_equal(narae_sha3_256_batch(m, 3), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha3_512_batch(m, 3), NARAE_ERROR_LENGTH);
    m[2].in = NULL;
    assert_int_equal(narae_shake128_batch(m, 3), NARAE_ERROR_NULL);
    m[2].in = digests[0], m[2].out = NULL;
    assert_int_equal(narae_shake256_batch(m, 3), NARAE_ERROR_NULL);
    assert_int_equal(narae_shake256_batch(NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha3_256_batch(NULL, 0), NARAE_OK);
    assert_untouched((const uint8_t *)digests, sizeof digests);
}

/* Many lengths, so that lanes end at different steps. */
static void
sha2_hashes_as_one_by_one(void **state)
{
    static uint8_t out[MAX][64 + 8];
    narae_sha2_message m[MAX];
    uint32_t seed = 5;

    (void)state;
    for (unsigned run = 0; run < 4 * RUNS; run++) {
        const int is_short = run % 2;
        const size_t n = some(&seed, run % 3 == 0 ? 9 : MAX), limit = some(&seed, MAX_BYTES);

        for (size_t i = 0; i < n; i++) {
            const size_t bytes = some(&seed, limit);

            fill(all[i].in, MAX_BYTES, &seed);
            m[i] = (narae_sha2_message){bytes != 0 ? all[i].in : NULL, bytes, out[i], is_short ? 32 : 64};
        }
        memset(out, 0xc5, sizeof out);
        assert_int_equal((is_short ? narae_sha256_batch : narae_sha512_batch)(m, n), NARAE_OK);
        for (size_t i = 0; i < n; i++) {
            uint8_t expected[64];

            assert_int_equal(
                (is_short ? narae_sha256_message : narae_sha512_message)(expected, m[i].in, m[i].bytes),
                NARAE_OK);
            assert_memory_equal(out[i], expected, m[i].out_bytes);
            assert_untouched(out[i] + m[i].out_bytes, sizeof out[i] - m[i].out_bytes);
        }
    }
}

static void
sha2_hashes_nothing_if_one_message_has_a_mistake(void **state)
{
    uint8_t digests[3][64];
    narae_sha2_message m[3];

    (void)state;
    for (size_t i = 0; i < 3; i++)
        m[i] = (narae_sha2_message){(const uint8_t *)"abc", 3, digests[i], 32};
    memset(digests, 0xc5, sizeof digests);
    assert_int_equal(narae_sha512_batch(m, 3), NARAE_ERROR_LENGTH);
    m[2].out_bytes = 28;
    assert_int_equal(narae_sha256_batch(m, 3), NARAE_ERROR_LENGTH);
    m[2].out_bytes = 32, m[2].bytes = SIZE_MAX;
    if (sizeof(size_t) > 4)
        assert_int_equal(narae_sha256_batch(m, 3), NARAE_ERROR_LENGTH);
    m[2].in = NULL;
    assert_int_equal(narae_sha256_batch(m, 3), NARAE_ERROR_NULL);
    m[2].bytes = 0, m[2].out = NULL;
    assert_int_equal(narae_sha512_batch(m, 3), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha256_batch(m, 3), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha256_batch(NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha512_batch(NULL, 0), NARAE_OK);
    assert_untouched((const uint8_t *)digests, sizeof digests);
}

static const struct {
    int (*many)(const narae_lsh_message *messages, size_t n);
    int (*alone)(uint8_t *digest, const uint8_t *in, size_t bytes);
    size_t block_bytes, digest_bytes;
} lsh[] = {
    {narae_lsh256_224_batch, narae_lsh256_224_message, 128, 28},
    {narae_lsh256_256_batch, narae_lsh256_256_message, 128, 32},
    {narae_lsh512_224_batch, narae_lsh512_224_message, 256, 28},
    {narae_lsh512_256_batch, narae_lsh512_256_message, 256, 32},
    {narae_lsh512_384_batch, narae_lsh512_384_message, 256, 48},
    {narae_lsh512_512_batch, narae_lsh512_512_message, 256, 64},
};

/* As hashes_as_one_by_one: whole blocks are frequent, and so are messages of one length. */
static void
lsh_hashes_as_one_by_one(void **state)
{
    static uint8_t out[MAX][80];
    narae_lsh_message m[MAX];
    uint8_t expected[64];
    uint32_t seed = 7;

    (void)state;
    for (unsigned run = 0; run < 6 * RUNS; run++) {
        const size_t h = run % 6, block_bytes = lsh[h].block_bytes, n = some(&seed, run % 5 == 0 ? 5 : MAX);
        const int alike = run % 7 < 2;

        for (size_t i = 0; i < n; i++) {
            const size_t bytes = next_random(&seed) & 1 ? block_bytes * some(&seed, MAX_BYTES / block_bytes)
                                                        : some(&seed, MAX_BYTES);

            fill(all[i].in, MAX_BYTES, &seed);
            m[i] = (narae_lsh_message){bytes != 0 ? all[i].in : NULL, bytes, out[i], lsh[h].digest_bytes};
            if (alike && i != 0) {
                m[i].in = m[0].in;
                m[i].bytes = m[0].bytes;
            }
        }
        memset(out, 0xc5, sizeof out);
        assert_int_equal(lsh[h].many(m, n), NARAE_OK);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(lsh[h].alone(expected, m[i].in, m[i].bytes), NARAE_OK);
            assert_memory_equal(out[i], expected, m[i].out_bytes);
            assert_untouched(out[i] + m[i].out_bytes, sizeof out[i] - m[i].out_bytes);
        }
    }
}

static void
lsh_hashes_nothing_if_one_message_has_a_mistake(void **state)
{
    uint8_t digests[3][64];
    narae_lsh_message m[3];

    (void)state;
    memset(digests, 0xc5, sizeof digests);
    for (size_t h = 0; h < 6; h++) {
        for (size_t i = 0; i < 3; i++)
            m[i] = (narae_lsh_message){(const uint8_t *)"abc", 3, digests[i], lsh[h].digest_bytes};
        m[2].out_bytes--;
        assert_int_equal(lsh[h].many(m, 3), NARAE_ERROR_LENGTH);
        m[2].in = NULL;
        assert_int_equal(lsh[h].many(m, 3), NARAE_ERROR_NULL);
        m[2].in = digests[0], m[2].out = NULL;
        assert_int_equal(lsh[h].many(m, 3), NARAE_ERROR_NULL);
        assert_int_equal(lsh[h].many(NULL, 1), NARAE_ERROR_NULL);
        assert_int_equal(lsh[h].many(NULL, 0), NARAE_OK);
    }
    assert_untouched((const uint8_t *)digests, sizeof digests);
}

#ifdef NARAE_CPU_AT_RUN_TIME

static void
by_each_implementation(void **state)
{
#    ifdef NARAE_X86_KERNELS
    EACH_IMPLEMENTATION(lsh_batch, lsh_hashes_as_one_by_one(state);
                        lsh_hashes_nothing_if_one_message_has_a_mistake(state));
    EACH_IMPLEMENTATION(ascon_batch, seals_as_one_by_one(state); opens_and_zeroes_what_is_forged_alone(state);
                        leaves_out_messages_with_mistakes(state));
    EACH_IMPLEMENTATION(sha2_batch, sha2_hashes_as_one_by_one(state));
#    endif
    EACH_IMPLEMENTATION(keccak_batch, hashes_as_one_by_one(state);
                        hashes_nothing_if_one_message_has_a_mistake(state));
}

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef NARAE_CPU_AT_RUN_TIME
        cmocka_unit_test(by_each_implementation),
#endif
        cmocka_unit_test(seals_as_one_by_one),
        cmocka_unit_test(opens_and_zeroes_what_is_forged_alone),
        cmocka_unit_test(leaves_out_messages_with_mistakes),
        cmocka_unit_test(hashes_as_one_by_one),
        cmocka_unit_test(hashes_nothing_if_one_message_has_a_mistake),
        cmocka_unit_test(lsh_hashes_as_one_by_one),
        cmocka_unit_test(lsh_hashes_nothing_if_one_message_has_a_mistake),
        cmocka_unit_test(sha2_hashes_as_one_by_one),
        cmocka_unit_test(sha2_hashes_nothing_if_one_message_has_a_mistake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
