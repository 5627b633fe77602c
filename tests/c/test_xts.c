/* SPDX-License-Identifier: MIT */
/* XTS. */

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/xts.h"

#include "block_ciphers.h"
#include "each_implementation.h"
#include "modes/xts_internal.h"

#include NARAE_KERNELS(modes)

enum { MAX = 16 * 1400 };

static const uint8_t key[64] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

/* Twice a number of 128 bits, the first byte its lowest, in the field. */
static void
textbook_double(uint8_t t[16])
{
    const int above = t[15] >> 7;

    for (unsigned i = 15; i > 0; i--)
        t[i] = (uint8_t)(t[i] << 1 | t[i - 1] >> 7);
    t[0] = (uint8_t)((t[0] << 1) ^ (above * 0x87));
}

/* The figure of the standard: block j, with the tweak of place `at`. */
static void
textbook_block(const narae_block_cipher *c, const uint32_t *schedules, const uint8_t *tweak, size_t at,
               uint8_t *out, const uint8_t *in)
{
    const size_t room = NARAE_MODE_SCHEDULE_BYTES / 4;
    uint8_t t[16], x[16];

    narae_kernels_of(c)->encrypt(schedules + room, t, tweak, 1);
    while (at-- != 0)
        textbook_double(t);
    for (unsigned i = 0; i < 16; i++)
        x[i] = in[i] ^ t[i];
    narae_kernels_of(c)->encrypt(schedules, x, x, 1);
    for (unsigned i = 0; i < 16; i++)
        out[i] = x[i] ^ t[i];
}

static void
textbook_encrypt(const narae_block_cipher *c, const uint8_t *k, uint8_t *out, const uint8_t *tweak,
                 const uint8_t *in, size_t bytes)
{
    uint32_t schedules[2 * (NARAE_MODE_SCHEDULE_BYTES / 4)];
    const size_t whole = bytes / 16, rest = bytes % 16;

    narae_kernels_of(c)->set_key(schedules, k, 16);
    narae_kernels_of(c)->set_key(schedules + NARAE_MODE_SCHEDULE_BYTES / 4, k + 16, 16);
    for (size_t i = 0; i < whole; i++)
        textbook_block(c, schedules, tweak, i, out + 16 * i, in + 16 * i);
    if (rest != 0) {
        uint8_t *const last = out + 16 * (whole - 1), end[16];

        memcpy(end, last, 16);
        memcpy(end, in + 16 * whole, rest);
        memcpy(last + 16, last, rest);
        textbook_block(c, schedules, tweak, whole, last, end);
    }
}

/* Both directions, apart and in place, from addresses of any alignment. */
static void
check_unit(const narae_block_cipher *c, size_t bytes, uint32_t *seed)
{
    static uint8_t in[MAX + 8], want[MAX + 16], out[MAX + 32];
    const uint8_t *const from = in + some(seed, 7);
    uint8_t *const to = out + some(seed, 7), tweak[16];
    narae_xts xts;

    fill(in, sizeof in, seed);
    fill(tweak, sizeof tweak, seed);
    textbook_encrypt(c, key, want, tweak, from, bytes);
    assert_int_equal(narae_xts_init(&xts, c, key, 32), NARAE_OK);
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_xts_encrypt_unit(&xts, to, tweak, 16, from, bytes), NARAE_OK);
    assert_memory_equal(to, want, bytes);
    assert_untouched(to + bytes, 16);
    assert_int_equal(narae_xts_decrypt_unit(&xts, to, tweak, 16, to, bytes), NARAE_OK);
    assert_memory_equal(to, from, bytes);
    assert_int_equal(narae_xts_encrypt_unit(&xts, to, tweak, 16, to, bytes), NARAE_OK);
    assert_memory_equal(to, want, bytes);
    memset(out, 0xc5, sizeof out);
    assert_int_equal(narae_xts_decrypt_unit(&xts, to, tweak, 16, want, bytes), NARAE_OK);
    assert_memory_equal(to, from, bytes);
    assert_untouched(to + bytes, 16);
}

static void
units_of_any_size_agree_with_the_textbook(void **state)
{
    const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint32_t seed = 1;

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
        if (ciphers[i]->block_bytes != 16)
            continue;
        for (size_t bytes = 16; bytes < 1200; bytes += 1 + bytes / 30)
            check_unit(ciphers[i], bytes, &seed);
    }
    check_unit(&narae_lea, MAX - 7, &seed);
}

static void
sectors_are_units_with_numbers(void **state)
{
    static uint8_t in[100 * 35], want[sizeof in], out[sizeof in];
    const uint64_t first = UINT64_C(0x01020304ffffffff) - 50;
    uint32_t seed = 2;
    narae_xts xts;

    (void)state;
    fill(in, sizeof in, &seed);
    assert_int_equal(narae_xts_init(&xts, &narae_aria, key, 64), NARAE_OK);
    for (size_t i = 0; i < 100; i++) {
        uint8_t tweak[16] = {0};

        for (unsigned j = 0; j < 8; j++)
            tweak[j] = (uint8_t)((first + i) >> 8 * j);
        assert_int_equal(narae_xts_encrypt_unit(&xts, want + 35 * i, tweak, 16, in + 35 * i, 35), NARAE_OK);
    }
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, first, 35, in, sizeof in), NARAE_OK);
    assert_memory_equal(out, want, sizeof in);
    assert_int_equal(narae_xts_decrypt_sectors(&xts, out, first, 35, out, sizeof out), NARAE_OK);
    assert_memory_equal(out, in, sizeof in);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, NULL, first, 35, NULL, 0), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, UINT64_MAX, 35, in, 35), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, UINT64_MAX, 35, in, 70), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, 0, 35, in, 36), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, 0, 15, in, 30), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, out, 0, 0, in, 30), NARAE_ERROR_LENGTH);
}

#if SIZE_MAX > 0xffffffff

static void
units_have_a_limit(void **state)
{
    static uint8_t big[NARAE_XTS_MAX_BYTES + 1];
    narae_xts xts;

    (void)state;
    assert_int_equal(narae_xts_init(&xts, &narae_aes, key, 32), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_unit(&xts, big, key, 16, big, sizeof big), NARAE_ERROR_LENGTH);
    assert_all(big, 0, sizeof big);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, big, 0, sizeof big, big, sizeof big),
                     NARAE_ERROR_LENGTH);
    assert_int_equal(narae_xts_encrypt_unit(&xts, big, key, 16, big, sizeof big - 1), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_unit(&xts, big, key, 16, big, (size_t)UINT32_MAX + 33),
                     NARAE_ERROR_LENGTH);
}

#endif

/* From any tweak, among them those with their uppermost bits set. */
static void
check_tweaks(xts_whiten_fn *whiten)
{
    uint32_t seed = 3;

    for (size_t nblocks = 0; nblocks < 80; nblocks++) {
        uint8_t in[16 * 80], want[sizeof in], out[sizeof in + 16], t[16], u[16];

        fill(in, sizeof in, &seed);
        fill(t, sizeof t, &seed);
        t[15] = nblocks % 2 ? 0xff : t[15];
        memcpy(u, t, 16);
        for (size_t i = 0; i < nblocks; i++, textbook_double(t))
            for (unsigned j = 0; j < 16; j++)
                want[16 * i + j] = in[16 * i + j] ^ t[j];
        memset(out, 0xc5, sizeof out);
        whiten(out, in, nblocks, u);
        assert_memory_equal(out, want, 16 * nblocks);
        assert_untouched(out + 16 * nblocks, 16);
        assert_memory_equal(u, t, 16);
    }
}

static void
tweaks_are_doubled_in_the_field(void **state)
{
    (void)state;
    check_tweaks(narae_xts_whiten_portable);
#ifdef NARAE_X86_KERNELS
    EACH_IMPLEMENTATION(xts, check_tweaks(narae_xts_best()->whiten));
#endif
}

static void
equal_keys_are_refused(void **state)
{
    uint8_t same[64];
    uint32_t one[NARAE_LEA_SCHEDULE_BYTES(16) / 4], other[NARAE_LEA_SCHEDULE_BYTES(16) / 4];
    narae_xts xts;

    (void)state;
    for (size_t half = 16; half <= 32; half += 8) {
        memcpy(same, key, half);
        memcpy(same + half, key, half);
        memset(&xts, 0xc5, sizeof xts);
        assert_int_equal(narae_xts_init(&xts, &narae_lea, same, 2 * half), NARAE_ERROR_WEAK_KEY);
        assert_untouched((uint8_t *)&xts, sizeof xts);
        same[2 * half - 1] ^= 1;
        assert_int_equal(narae_xts_init(&xts, &narae_lea, same, 2 * half), NARAE_OK);
    }
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, one, sizeof one, key, 16), NARAE_OK);
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, other, sizeof other, key, 16), NARAE_OK);
    assert_int_equal(narae_xts_init_schedule(&xts, &narae_lea, one, one), NARAE_ERROR_WEAK_KEY);
    assert_int_equal(narae_xts_init_schedule(&xts, &narae_lea, one, other), NARAE_ERROR_WEAK_KEY);
    assert_int_equal(narae_xts_encrypt_unit(&xts, same, same, 16, same, 16), NARAE_ERROR_STATE);
}

static void
schedules_can_be_shared(void **state)
{
    uint32_t one[NARAE_LEA_SCHEDULE_BYTES(16) / 4], other[NARAE_LEA_SCHEDULE_BYTES(16) / 4];
    uint8_t a[50] = {1}, b[50] = {1};
    narae_xts xts;

    (void)state;
    assert_int_equal(narae_xts_init(&xts, &narae_lea, key, 32), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, a, 5, 50, a, 50), NARAE_OK);
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, one, sizeof one, key, 16), NARAE_OK);
    assert_int_equal(narae_block_cipher_set_key(&narae_lea, other, sizeof other, key + 16, 16), NARAE_OK);
    assert_int_equal(narae_xts_init_schedule(&xts, &narae_lea, one, other), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, b, 5, 50, b, 50), NARAE_OK);
    assert_memory_equal(a, b, 50);
    narae_wipe(other, sizeof other);
    assert_int_equal(narae_xts_encrypt_sectors(&xts, b, 5, 50, b, 50), NARAE_ERROR_STATE);
    assert_int_equal(narae_xts_init_schedule(&xts, &narae_lea, one, other), NARAE_ERROR_STATE);
    assert_int_equal(narae_xts_init_schedule(&xts, &narae_lea, other, one), NARAE_ERROR_STATE);
}

/* A context with less room, whose second schedule is elsewhere. */
static void
contexts_have_the_room_that_they_are_told(void **state)
{
    const size_t room = NARAE_LEA_SCHEDULE_BYTES(16);
    union {
        narae_xts xts;
        uint8_t bytes[sizeof(narae_xts)];
    } small;
    uint8_t a[50] = {1}, b[50] = {1};
    narae_xts whole;

    (void)state;
    memset(&small, 0xc5, sizeof small);
    assert_int_equal(narae_xts_init_sized(&small.xts, room - 4, &narae_lea, key, 32), NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_xts_init_sized(&small.xts, room, &narae_lea, key, 32), NARAE_OK);
    assert_untouched(small.bytes + offsetof(narae_xts, schedule) + 2 * room,
                     sizeof small - offsetof(narae_xts, schedule) - 2 * room);
    assert_int_equal(narae_xts_init(&whole, &narae_lea, key, 32), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&whole, a, 5, 50, a, 50), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&small.xts, b, 5, 50, b, 50), NARAE_OK);
    assert_memory_equal(a, b, 50);
}

/* More room than its 16 bits can say. */
static void
contexts_may_be_large(void **state)
{
    static union {
        narae_xts xts;
        uint8_t bytes[sizeof(narae_xts) + 2 * (UINT16_MAX + 5)];
    } large;
    uint8_t a[50] = {1}, b[50] = {1};
    narae_xts usual;

    (void)state;
    assert_int_equal(narae_xts_init(&usual, &narae_lea, key, 32), NARAE_OK);
    assert_int_equal(narae_xts_encrypt_sectors(&usual, a, 5, 50, a, 50), NARAE_OK);
    for (size_t room = UINT16_MAX - 3; room <= UINT16_MAX + 5; room += 4) {
        assert_int_equal(narae_xts_init_sized(&large.xts, room, &narae_lea, key, 32), NARAE_OK);
        memset(b, 0, sizeof b);
        b[0] = 1;
        assert_int_equal(narae_xts_encrypt_sectors(&large.xts, b, 5, 50, b, 50), NARAE_OK);
        assert_memory_equal(a, b, 50);
    }
}

static void
wrong_arguments_are_refused(void **state)
{
    uint8_t b[64] = {0};
    narae_xts xts = {0};

    (void)state;
    assert_int_equal(narae_xts_encrypt_unit(&xts, b, b, 16, b, 16), NARAE_ERROR_STATE);
    assert_int_equal(narae_xts_init(&xts, &narae_pipo, key, 32), NARAE_ERROR_BLOCK_SIZE);
    for (size_t n = 0; n <= 64; n++)
        assert_int_equal(narae_xts_init(&xts, &narae_lea, key, n),
                         n == 32 || n == 48 || n == 64 ? NARAE_OK : NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_xts_encrypt_unit(&xts, b, b, 8, b, 16), NARAE_ERROR_NONCE_SIZE);
    for (size_t n = 0; n < 16; n++)
        assert_int_equal(narae_xts_decrypt_unit(&xts, b, key, 16, b, n), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_xts_encrypt_unit(&xts, b + 1, key, 16, b, 20), NARAE_ERROR_OVERLAP);
    assert_all(b, 0, sizeof b);
    narae_xts_clear(&xts);
    assert_wiped(xts);
    assert_int_equal(narae_xts_encrypt_unit(&xts, b, b, 16, b, 16), NARAE_ERROR_STATE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_of_any_size_agree_with_the_textbook),
        cmocka_unit_test(sectors_are_units_with_numbers),
#if SIZE_MAX > 0xffffffff
        cmocka_unit_test(units_have_a_limit),
#endif
        cmocka_unit_test(tweaks_are_doubled_in_the_field),
        cmocka_unit_test(equal_keys_are_refused),
        cmocka_unit_test(schedules_can_be_shared),
        cmocka_unit_test(contexts_have_the_room_that_they_are_told),
        cmocka_unit_test(contexts_may_be_large),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
