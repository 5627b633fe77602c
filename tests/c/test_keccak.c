/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], SHA3 and SHAKE: vectors, all kernels, messages and output
 * in parts. */

#include "test_support.h"

#include "core/bytes.h"
#include "keccak/keccak_internal.h"
#include "narae/sha3.h"

typedef int hash_fn(uint8_t *digest, const uint8_t *in, size_t bytes);
typedef int start_fn(narae_sha3 *ctx);

static const struct {
    size_t digest_bytes;
    hash_fn *hash;
    start_fn *start;
    const char *of_nothing, *of_each_length;
} sha3[] = {
    {28, narae_sha3_224_message, narae_sha3_224_start,
     "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7",
     "221d9b6c939acd11db7250bb139edd5e65ddc18bdfe5df33180a5d98"},
    {32, narae_sha3_256_message, narae_sha3_256_start,
     "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
     "69fd44e84eaa578a3fbe34556c6fb7edc16373be06260aadfb158090326efefd"},
    {48, narae_sha3_384_message, narae_sha3_384_start,
     "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f004",
     "5abc6eff7e90d5d38e9e83f22afb2e3cdaf2ae6c1050ff339f577390f0c1c70df881413bb59710e715d0c43036a18111"},
    {64, narae_sha3_512_message, narae_sha3_512_start,
     "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a6"
     "15b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26",
     "b32985df6c8042bded2d632b2216e39e4f502a38817064ceeb4fdbe5fd5d5fbc"
     "4b0c84cf6815c531567e8919184e6ddacc0eddcd620be11c88536507f4c8c7a9"},
};

/* The state as the interleaved kernel has it; the words are any. */
static void
all_kernels_agree_on_any_state(void **state)
{
    uint64_t lanes[25], halves[25];
    uint8_t bytes[200];
    uint32_t seed = 3;

    (void)state;
    for (unsigned round = 0; round < 50; round++) {
        fill(bytes, sizeof bytes, &seed);
        for (unsigned l = 0; l < 25; l++) {
            lanes[l] = load64_le(bytes + 8 * l);
            halves[l] = interleave(lanes[l]);
        }
        narae_keccak_f1600_portable(lanes);
        narae_keccak_f1600_interleaved(halves);
        narae_keccak_f1600_bytes(bytes);
        for (unsigned l = 0; l < 25; l++) {
            assert_true(uninterleave(halves[l]) == lanes[l]);
            assert_true(load64_le(bytes + 8 * l) == lanes[l]);
        }
    }
}

/* KeccakF-1600-IntermediateValues.txt of the Keccak team: lane (0,0) after the
 * permutation of zeros, and after the permutation of that. */
static void
permutes_the_zero_state(void **state)
{
    uint64_t lanes[25] = {0};
    uint8_t bytes[200] = {0};

    (void)state;
    assert_int_equal(narae_keccak_f1600(NULL), NARAE_ERROR_NULL);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(narae_keccak_f1600(lanes), NARAE_OK);
        assert_true(lanes[0] == (i == 0 ? 0xf1258f7940e1dde7 : 0x2d5c954df96ecb3c));
        narae_keccak_f1600_bytes(bytes);
        for (unsigned l = 0; l < 25; l++)
            assert_true(load64_le(bytes + 8 * l) == lanes[l]);
    }
}

/* FIPS 202 examples for the empty message; then the digest of the digests of
 * all messages of 0 to 300 bytes, byte i of n being 7 i + n, as Python's
 * hashlib computes it: every length of the last block and of the one before. */
static void
hashes_messages_of_each_length(void **state)
{
    uint8_t message[300], digest[64];

    (void)state;
    for (size_t h = 0; h < 4; h++) {
        narae_sha3 all;

        assert_int_equal(sha3[h].hash(digest, NULL, 0), NARAE_OK);
        assert_hex(digest, sha3[h].of_nothing);
        assert_int_equal(sha3[h].start(&all), NARAE_OK);
        for (size_t n = 0; n <= 300; n++) {
            for (size_t i = 0; i < n; i++)
                message[i] = (uint8_t)(7 * i + n);
            assert_int_equal(sha3[h].hash(digest, message, n), NARAE_OK);
            assert_int_equal(narae_sha3_update(&all, digest, sha3[h].digest_bytes), NARAE_OK);
        }
        assert_int_equal(narae_sha3_finish(&all, digest, sha3[h].digest_bytes), NARAE_OK);
        assert_hex(digest, sha3[h].of_each_length);
    }
}

static void
shake_squeezes_without_end(void **state)
{
    uint8_t out[600], digest[32];

    (void)state;
    assert_int_equal(narae_shake128_message(out, 32, NULL, 0), NARAE_OK);
    assert_hex(out, "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
    assert_int_equal(narae_shake256_message(out, 32, NULL, 0), NARAE_OK);
    assert_hex(out, "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f");
    assert_int_equal(narae_shake128_message(out, 600, (const uint8_t *)"narae", 5), NARAE_OK);
    assert_int_equal(narae_sha3_256_message(digest, out, 600), NARAE_OK);
    assert_hex(digest, "f3c5adb81225cec52542971bcb34cfa18ccfbb4387ac69f550b07d5d9452c663");
    assert_int_equal(narae_shake256_message(out, 600, (const uint8_t *)"narae", 5), NARAE_OK);
    assert_int_equal(narae_sha3_256_message(digest, out, 600), NARAE_OK);
    assert_hex(digest, "859b6ca7fa6d548df4c90555eced2f838b0c0cb9284e780842b90283c926a6a2");
}

static void
any_split_gives_the_same_digest(void **state)
{
    uint8_t message[500], once[64], parts[65];
    uint32_t seed = 1;

    (void)state;
    fill(message, sizeof message, &seed);
    for (unsigned round = 0; round < 1000; round++) {
        size_t h = round % 4, bytes = some(&seed, 490), offset = some(&seed, 8), done = 0;
        narae_sha3 ctx;

        memset(parts, 0xc5, sizeof parts);
        assert_int_equal(sha3[h].hash(once, message + offset, bytes), NARAE_OK);
        assert_int_equal(sha3[h].start(&ctx), NARAE_OK);
        while (done < bytes) {
            size_t n = some(&seed, bytes - done < 160 ? bytes - done : 160);

            assert_int_equal(narae_sha3_update(&ctx, message + offset + done, n), NARAE_OK);
            done += n;
        }
        assert_int_equal(narae_sha3_finish(&ctx, parts, sha3[h].digest_bytes), NARAE_OK);
        assert_memory_equal(parts, once, sha3[h].digest_bytes);
        assert_untouched(parts + sha3[h].digest_bytes, sizeof parts - sha3[h].digest_bytes);
        assert_all((const uint8_t *)&ctx, 0, sizeof ctx);
    }
}

static void
any_split_gives_the_same_output(void **state)
{
    uint8_t once[600], parts[608];
    uint32_t seed = 2;

    (void)state;
    for (unsigned round = 0; round < 500; round++) {
        size_t offset = some(&seed, 7), done = 0;
        narae_sha3 ctx;

        if (round & 1) {
            assert_int_equal(narae_shake128_message(once, 600, (const uint8_t *)&round, sizeof round),
                             NARAE_OK);
            assert_int_equal(narae_shake128_start(&ctx), NARAE_OK);
        } else {
            assert_int_equal(narae_shake256_message(once, 600, (const uint8_t *)&round, sizeof round),
                             NARAE_OK);
            assert_int_equal(narae_shake256_start(&ctx), NARAE_OK);
        }
        assert_int_equal(narae_sha3_update(&ctx, (const uint8_t *)&round, sizeof round), NARAE_OK);
        while (done < 600) {
            size_t n = some(&seed, 600 - done < 180 ? 600 - done : 180);

            assert_int_equal(narae_shake_squeeze(&ctx, parts + offset + done, n), NARAE_OK);
            done += n;
        }
        assert_memory_equal(parts + offset, once, 600);
    }
}

static void
calls_out_of_order_are_refused(void **state)
{
    narae_sha3 ctx;
    uint8_t out[64] = {0};

    (void)state;
    narae_sha3_clear(NULL);
    memset(&ctx, 0, sizeof ctx);
    assert_int_equal(narae_sha3_update(&ctx, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_sha3_finish(&ctx, out, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_shake_squeeze(&ctx, out, 1), NARAE_ERROR_STATE);

    assert_int_equal(narae_sha3_256_start(&ctx), NARAE_OK);
    assert_int_equal(narae_shake_squeeze(&ctx, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_sha3_finish(&ctx, out, 28), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_sha3_finish(&ctx, out, 32), NARAE_OK);
    assert_int_equal(narae_sha3_finish(&ctx, out, 32), NARAE_ERROR_STATE);

    assert_int_equal(narae_shake128_start(&ctx), NARAE_OK);
    assert_int_equal(narae_sha3_finish(&ctx, out, 32), NARAE_ERROR_STATE);
    assert_int_equal(narae_sha3_update(&ctx, out, 1), NARAE_OK);
    assert_int_equal(narae_shake_squeeze(&ctx, NULL, 0), NARAE_OK);
    assert_int_equal(narae_sha3_update(&ctx, out, 1), NARAE_ERROR_STATE);
    assert_int_equal(narae_shake_squeeze(&ctx, out, 1), NARAE_OK);
    narae_sha3_clear(&ctx);
    assert_int_equal(narae_shake_squeeze(&ctx, out, 1), NARAE_ERROR_STATE);
}

static void
names_what_is_wrong_with_the_arguments(void **state)
{
    narae_sha3 ctx;
    uint8_t out[64] = {0};

    (void)state;
    for (size_t h = 0; h < 4; h++) {
        assert_int_equal(sha3[h].start(NULL), NARAE_ERROR_NULL);
        assert_int_equal(sha3[h].hash(NULL, out, 1), NARAE_ERROR_NULL);
        assert_int_equal(sha3[h].hash(out, NULL, 1), NARAE_ERROR_NULL);
    }
    assert_int_equal(narae_shake128_message(NULL, 1, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_shake256_message(out, 1, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_shake256_message(NULL, 0, NULL, 0), NARAE_OK);
    assert_int_equal(narae_sha3_update(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha3_finish(NULL, out, 32), NARAE_ERROR_NULL);
    assert_int_equal(narae_shake_squeeze(NULL, out, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha3_256_start(&ctx), NARAE_OK);
    assert_int_equal(narae_sha3_update(&ctx, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_sha3_update(&ctx, NULL, 0), NARAE_OK);
    assert_int_equal(narae_sha3_finish(&ctx, NULL, 32), NARAE_ERROR_NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(permutes_the_zero_state),
        cmocka_unit_test(all_kernels_agree_on_any_state),
        cmocka_unit_test(hashes_messages_of_each_length),
        cmocka_unit_test(shake_squeezes_without_end),
        cmocka_unit_test(any_split_gives_the_same_digest),
        cmocka_unit_test(any_split_gives_the_same_output),
        cmocka_unit_test(calls_out_of_order_are_refused),
        cmocka_unit_test(names_what_is_wrong_with_the_arguments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
