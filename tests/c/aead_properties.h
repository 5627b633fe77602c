/* SPDX-License-Identifier: MIT */
/* Tests of every AEAD mode of a block cipher.  The including file defines
 *
 *     AEAD        the name: gcm
 *     AEAD_NONCE  a nonce size
 *     AEAD_START(ctx, nonce, ad_bytes, bytes)   the call of _start for 16-byte tags
 *
 * and lists AEAD_PROPERTIES in its group. */

#include "narae/lea.h"
#include "narae/pipo.h"

#define JOIN3(a, b, c) a##b##c
#define NAME(prefix, name, suffix) JOIN3(prefix, name, suffix)
#define CALL(operation) NAME(narae_, AEAD, _##operation)
#define CONTEXT NAME(narae_, AEAD, )

static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* A sealed message and room around it. */
typedef struct sealed {
    CONTEXT ctx;
    uint8_t nonce[AEAD_NONCE], ad[400], plain[2200], cipher[2200], tag[16];
    size_t ad_bytes, bytes;
} sealed;

static void
seal_some(sealed *s, size_t ad_bytes, size_t bytes, uint32_t *seed)
{
    fill(s->nonce, sizeof s->nonce, seed);
    fill(s->ad, sizeof s->ad, seed);
    fill(s->plain, sizeof s->plain, seed);
    s->ad_bytes = ad_bytes;
    s->bytes = bytes;
    assert_int_equal(CALL(init)(&s->ctx, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(
        CALL(seal)(&s->ctx, s->cipher, s->tag, 16, s->nonce, AEAD_NONCE, s->ad, ad_bytes, s->plain, bytes),
        NARAE_OK);
}

static int
open_it(const sealed *s, uint8_t *out)
{
    return CALL(open)(&s->ctx, out, s->nonce, AEAD_NONCE, s->ad, s->ad_bytes, s->cipher, s->bytes, s->tag,
                      16);
}

static void
pieces_give_what_one_shot_gives(void **state)
{
    static sealed s;
    uint32_t seed = 1;

    (void)state;
    for (unsigned round = 0; round < 150; round++) {
        uint8_t buffer[2250], tag[20];
        uint8_t *p = buffer + some(&seed, 7);
        size_t n;

        seal_some(&s, some(&seed, round % 400), some(&seed, 14 * round), &seed);
        for (unsigned decrypt = 0; decrypt < 2; decrypt++) {
            memset(buffer, 0xc5, sizeof buffer);
            memset(tag, 0xc5, sizeof tag);
            memcpy(p, decrypt ? s.cipher : s.plain, s.bytes);
            assert_int_equal(AEAD_START(&s.ctx, s.nonce, s.ad_bytes, s.bytes), NARAE_OK);
            for (size_t done = 0; done < s.ad_bytes; done += n) {
                n = some(&seed, s.ad_bytes - done < 60 ? s.ad_bytes - done : 60);
                assert_int_equal(CALL(ad)(&s.ctx, s.ad + done, n), NARAE_OK);
            }
            for (size_t done = 0; done < s.bytes; done += n) {
                n = some(&seed, s.bytes - done < 90 ? s.bytes - done : 90);
                assert_int_equal((decrypt ? CALL(decrypt) : CALL(encrypt))(&s.ctx, p + done, p + done, n),
                                 NARAE_OK);
            }
            assert_memory_equal(p, decrypt ? s.plain : s.cipher, s.bytes);
            assert_untouched(p + s.bytes, 16);
            if (decrypt) {
                assert_int_equal(CALL(verify)(&s.ctx, s.tag, 16), NARAE_OK);
                assert_all((uint8_t *)&s.ctx.message, 0, sizeof s.ctx.message);
            } else {
                assert_int_equal(CALL(finish)(&s.ctx, tag, 16), NARAE_OK);
                assert_memory_equal(tag, s.tag, 16);
                assert_untouched(tag + 16, 4);
                assert_all((uint8_t *)&s.ctx.message, 0, sizeof s.ctx.message);
            }
        }
    }
}

static void
seal_and_open_work_in_place_and_misaligned(void **state)
{
    static sealed s;
    uint32_t seed = 2;

    (void)state;
    for (unsigned round = 0; round < 60; round++) {
        uint8_t buffer[2250], tag[16];
        uint8_t *p = buffer + round % 8;

        seal_some(&s, some(&seed, 300), some(&seed, 2100), &seed);
        memset(buffer, 0xc5, sizeof buffer);
        memcpy(p, s.plain, s.bytes);
        assert_int_equal(CALL(seal)(&s.ctx, p, tag, 16, s.nonce, AEAD_NONCE, s.ad, s.ad_bytes, p, s.bytes),
                         NARAE_OK);
        assert_memory_equal(p, s.cipher, s.bytes);
        assert_memory_equal(tag, s.tag, 16);
        assert_int_equal(CALL(open)(&s.ctx, p, s.nonce, AEAD_NONCE, s.ad, s.ad_bytes, p, s.bytes, tag, 16),
                         NARAE_OK);
        assert_memory_equal(p, s.plain, s.bytes);
        assert_untouched(p + s.bytes, 16);
        assert_int_equal(open_it(&s, p), NARAE_OK);
        assert_memory_equal(p, s.plain, s.bytes);
    }
}

/* The verdict of both interfaces on a modified message. */
static void
assert_forged(sealed *s)
{
    uint8_t out[2216], buffer[2200];

    memset(out, 0xc5, sizeof out);
    assert_int_equal(open_it(s, out), NARAE_ERROR_AUTHENTICATION);
    assert_all(out, 0, s->bytes);
    assert_untouched(out + s->bytes, 16);
    memcpy(buffer, s->cipher, s->bytes);
    assert_int_equal(
        CALL(open)(&s->ctx, buffer, s->nonce, AEAD_NONCE, s->ad, s->ad_bytes, buffer, s->bytes, s->tag, 16),
        NARAE_ERROR_AUTHENTICATION);
    assert_all(buffer, 0, s->bytes);
    assert_int_equal(AEAD_START(&s->ctx, s->nonce, s->ad_bytes, s->bytes), NARAE_OK);
    assert_int_equal(CALL(ad)(&s->ctx, s->ad, s->ad_bytes), NARAE_OK);
    assert_int_equal(CALL(decrypt)(&s->ctx, out, s->cipher, s->bytes), NARAE_OK);
    assert_int_equal(CALL(verify)(&s->ctx, s->tag, 16), NARAE_ERROR_AUTHENTICATION);
    assert_int_equal(CALL(verify)(&s->ctx, s->tag, 16), NARAE_ERROR_STATE);
}

static void
each_changed_bit_is_noticed_and_the_output_zeroed(void **state)
{
    static sealed s;
    uint32_t seed = 3;

    (void)state;
    seal_some(&s, 21, 37, &seed);
    struct {
        uint8_t *p;
        size_t n;
    } parts[] = {{s.tag, 16}, {s.cipher, s.bytes}, {s.ad, s.ad_bytes}, {s.nonce, AEAD_NONCE}};

    for (unsigned i = 0; i < 4; i++)
        for (size_t bit = 0; bit < 8 * parts[i].n; bit++) {
            parts[i].p[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_forged(&s);
            parts[i].p[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    s.bytes--;
    assert_forged(&s);
    s.bytes++;
    s.ad_bytes--;
    assert_forged(&s);
}

static void
empty_messages_need_no_buffers(void **state)
{
    uint8_t nonce[AEAD_NONCE] = {0}, tag[16], again[16];
    CONTEXT ctx;

    (void)state;
    assert_int_equal(CALL(init)(&ctx, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(CALL(seal)(&ctx, NULL, tag, 16, nonce, AEAD_NONCE, NULL, 0, NULL, 0), NARAE_OK);
    assert_int_equal(CALL(open)(&ctx, NULL, nonce, AEAD_NONCE, NULL, 0, NULL, 0, tag, 16), NARAE_OK);
    assert_int_equal(AEAD_START(&ctx, nonce, 0, 0), NARAE_OK);
    assert_int_equal(CALL(ad)(&ctx, NULL, 0), NARAE_OK);
    assert_int_equal(CALL(encrypt)(&ctx, NULL, NULL, 0), NARAE_OK);
    assert_int_equal(CALL(finish)(&ctx, again, 16), NARAE_OK);
    assert_memory_equal(again, tag, 16);
    assert_int_equal(AEAD_START(&ctx, nonce, 0, 0), NARAE_OK);
    assert_int_equal(CALL(verify)(&ctx, tag, 16), NARAE_OK);
    tag[3] ^= 1;
    assert_int_equal(CALL(open)(&ctx, NULL, nonce, AEAD_NONCE, NULL, 0, NULL, 0, tag, 16),
                     NARAE_ERROR_AUTHENTICATION);
}

static void
calls_out_of_order_are_refused(void **state)
{
    uint8_t nonce[AEAD_NONCE] = {0}, b[16] = {0}, tag[16];
    CONTEXT ctx;

    (void)state;
    assert_int_equal(CALL(init)(&ctx, &narae_lea, key, 16), NARAE_OK);
    assert_int_equal(CALL(ad)(&ctx, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(CALL(encrypt)(&ctx, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(CALL(decrypt)(&ctx, b, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(CALL(finish)(&ctx, tag, 16), NARAE_ERROR_STATE);
    assert_int_equal(CALL(verify)(&ctx, tag, 16), NARAE_ERROR_STATE);

    assert_int_equal(AEAD_START(&ctx, nonce, 0, 1), NARAE_OK);
    assert_int_equal(CALL(encrypt)(&ctx, b, b, 1), NARAE_OK);
    assert_int_equal(CALL(ad)(&ctx, b, 0), NARAE_ERROR_STATE);
    assert_int_equal(CALL(decrypt)(&ctx, b, b, 0), NARAE_ERROR_STATE);
    assert_int_equal(CALL(verify)(&ctx, tag, 16), NARAE_ERROR_STATE);
    assert_int_equal(CALL(finish)(&ctx, tag, 16), NARAE_OK);
    assert_int_equal(CALL(finish)(&ctx, tag, 16), NARAE_ERROR_STATE);
    assert_int_equal(CALL(encrypt)(&ctx, b, b, 1), NARAE_ERROR_STATE);

    assert_int_equal(AEAD_START(&ctx, nonce, 0, 1), NARAE_OK);
    assert_int_equal(CALL(decrypt)(&ctx, b, b, 1), NARAE_OK);
    assert_int_equal(CALL(ad)(&ctx, b, 0), NARAE_ERROR_STATE);
    assert_int_equal(CALL(encrypt)(&ctx, b, b, 0), NARAE_ERROR_STATE);
    assert_int_equal(CALL(finish)(&ctx, tag, 16), NARAE_ERROR_STATE);
    assert_int_equal(CALL(verify)(&ctx, tag, 16), NARAE_OK);

    CALL(clear)(&ctx);
    assert_wiped(ctx);
    CALL(clear)(NULL);
    assert_int_equal(AEAD_START(&ctx, nonce, 0, 0), NARAE_ERROR_STATE);
    assert_int_equal(CALL(seal)(&ctx, b, tag, 16, nonce, AEAD_NONCE, NULL, 0, b, 1), NARAE_ERROR_STATE);
    assert_int_equal(CALL(open)(&ctx, b, nonce, AEAD_NONCE, NULL, 0, b, 1, tag, 16), NARAE_ERROR_STATE);
}

static void
null_and_overlapping_buffers_are_refused(void **state)
{
    uint8_t nonce[AEAD_NONCE] = {0}, b[64], tag[16];
    CONTEXT ctx;

    (void)state;
    memset(b, 0xc5, sizeof b);
    memset(tag, 0xc5, sizeof tag);
    assert_int_equal(CALL(init)(NULL, &narae_lea, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(init)(&ctx, NULL, key, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(init)(&ctx, &narae_lea, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(init)(&ctx, &narae_lea, key, 17), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(CALL(init)(&ctx, &narae_pipo, key, 16), NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(CALL(init_schedule)(&ctx, &narae_pipo, key), NARAE_ERROR_BLOCK_SIZE);
    assert_int_equal(CALL(init_schedule)(&ctx, &narae_lea, NULL), NARAE_ERROR_NULL);
    assert_int_equal(CALL(init)(&ctx, &narae_lea, key, 16), NARAE_OK);

    assert_int_equal(CALL(seal)(NULL, b, tag, 16, nonce, AEAD_NONCE, NULL, 0, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, NULL, tag, 16, nonce, AEAD_NONCE, NULL, 0, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, b, NULL, 16, nonce, AEAD_NONCE, NULL, 0, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, b, tag, 16, NULL, AEAD_NONCE, NULL, 0, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, b, tag, 16, nonce, AEAD_NONCE, NULL, 1, b, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, b, tag, 16, nonce, AEAD_NONCE, NULL, 0, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(seal)(&ctx, b + 1, tag, 16, nonce, AEAD_NONCE, NULL, 0, b, 20),
                     NARAE_ERROR_OVERLAP);
    assert_int_equal(CALL(seal)(&ctx, b, b + 19, 16, nonce, AEAD_NONCE, NULL, 0, b, 20), NARAE_ERROR_OVERLAP);
    assert_int_equal(CALL(open)(NULL, b, nonce, AEAD_NONCE, NULL, 0, b, 1, tag, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(open)(&ctx, NULL, nonce, AEAD_NONCE, NULL, 0, b, 1, tag, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(open)(&ctx, b, nonce, AEAD_NONCE, NULL, 0, b, 1, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(open)(&ctx, b + 1, nonce, AEAD_NONCE, NULL, 0, b, 20, tag, 16),
                     NARAE_ERROR_OVERLAP);
    assert_int_equal(CALL(open)(&ctx, b, nonce, AEAD_NONCE, NULL, 0, b, 20, b + 10, 16), NARAE_ERROR_OVERLAP);
    assert_untouched(b, sizeof b);
    assert_untouched(tag, sizeof tag);
    assert_int_equal(CALL(seal)(&ctx, b, b + 20, 16, nonce, AEAD_NONCE, NULL, 0, b, 20), NARAE_OK);

    assert_int_equal(AEAD_START(NULL, nonce, 0, 20), NARAE_ERROR_NULL);
    assert_int_equal(AEAD_START(&ctx, NULL, 0, 20), NARAE_ERROR_NULL);
    assert_int_equal(AEAD_START(&ctx, nonce, 0, 20), NARAE_OK);
    assert_int_equal(CALL(ad)(&ctx, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(CALL(encrypt)(&ctx, b, NULL, 20), NARAE_ERROR_NULL);
    assert_int_equal(CALL(encrypt)(&ctx, b, b + 1, 20), NARAE_ERROR_OVERLAP);
    assert_int_equal(CALL(encrypt)(&ctx, b, b, 20), NARAE_OK);
    assert_int_equal(CALL(finish)(&ctx, NULL, 16), NARAE_ERROR_NULL);
    assert_int_equal(CALL(finish)(&ctx, tag, 16), NARAE_OK);
}

static void
one_shot_calls_leave_the_message_under_way_alone(void **state)
{
    static sealed s;
    uint8_t out[1200], tag[16];
    uint32_t seed = 4;

    (void)state;
    seal_some(&s, 30, 200, &seed);
    assert_int_equal(AEAD_START(&s.ctx, s.nonce, s.ad_bytes, s.bytes), NARAE_OK);
    assert_int_equal(CALL(ad)(&s.ctx, s.ad, s.ad_bytes), NARAE_OK);
    assert_int_equal(CALL(encrypt)(&s.ctx, out, s.plain, 77), NARAE_OK);
    assert_int_equal(open_it(&s, out + 300), NARAE_OK);
    assert_int_equal(CALL(encrypt)(&s.ctx, out + 77, s.plain + 77, s.bytes - 77), NARAE_OK);
    assert_int_equal(CALL(finish)(&s.ctx, tag, 16), NARAE_OK);
    assert_memory_equal(out, s.cipher, s.bytes);
    assert_memory_equal(tag, s.tag, 16);
}

static void
contexts_can_share_a_schedule_and_be_copied(void **state)
{
    static sealed s;
    uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4], seed = 5;
    uint8_t out[1200];

    (void)state;
    seal_some(&s, 5, 100, &seed);
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, schedule, sizeof schedule, key, 16), NARAE_OK);
    memset(&s.ctx, 0xff, sizeof s.ctx);
    assert_int_equal(CALL(init_schedule)(&s.ctx, &narae_lea, schedule), NARAE_OK);
    assert_int_equal(open_it(&s, out), NARAE_OK);
    assert_memory_equal(out, s.plain, s.bytes);

    CONTEXT original;

    assert_int_equal(CALL(init)(&original, &narae_lea, key, 16), NARAE_OK);
    memcpy(&s.ctx, &original, sizeof original);
    CALL(clear)(&original);
    assert_int_equal(open_it(&s, out), NARAE_OK);
}

/* A context that ends after the schedule of LEA-128, as an application that
 * shortened NARAE_MODE_SCHEDULE_BYTES has it. */
static void
only_the_schedule_of_the_key_is_written(void **state)
{
    const size_t bytes = offsetof(CONTEXT, schedule) + NARAE_LEA_SCHEDULE_BYTES(16);
    CONTEXT ctx;

    (void)state;
    memset(&ctx, 0xc5, sizeof ctx);
    assert_int_equal(CALL(init)(&ctx, &narae_lea, key, 16), NARAE_OK);
    assert_untouched((uint8_t *)&ctx + bytes, sizeof ctx - bytes);
}

#define AEAD_PROPERTIES                                                                                     \
    cmocka_unit_test(pieces_give_what_one_shot_gives),                                                      \
        cmocka_unit_test(seal_and_open_work_in_place_and_misaligned),                                       \
        cmocka_unit_test(each_changed_bit_is_noticed_and_the_output_zeroed),                                \
        cmocka_unit_test(empty_messages_need_no_buffers), cmocka_unit_test(calls_out_of_order_are_refused), \
        cmocka_unit_test(null_and_overlapping_buffers_are_refused),                                         \
        cmocka_unit_test(one_shot_calls_leave_the_message_under_way_alone),                                 \
        cmocka_unit_test(contexts_can_share_a_schedule_and_be_copied),                                      \
        cmocka_unit_test(only_the_schedule_of_the_key_is_written)
