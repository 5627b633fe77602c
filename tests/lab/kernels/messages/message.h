/* SPDX-License-Identifier: MIT */
/* GCM with the null cipher, whose hash key is zero: the ciphertext is the
 * text plus the counters, the tag is the first counter block.  FAULT names
 * what is wrong with it. */

enum fault { ACCEPTS_FORGERIES, KEEPS_OUTPUT, WRITES_BEHIND, WRONG_LATER, COMPARES_EARLY, CLOBBERS };

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_KEY_SETUP 0
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef struct adapter_context {
    uint8_t key[16];
} adapter_context;

static inline int
adapter_set_key(adapter_context *ctx, const uint8_t *key)
{
    memcpy(ctx->key, key, sizeof ctx->key);
    return NARAE_OK;
}

static void
add_counters(uint8_t *out, const uint8_t *nonce, const uint8_t *in, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        uint32_t counter = (uint32_t)(i / 16 + 2);

        out[i] = in[i] ^ (i % 16 < 12 ? nonce[i % 16] : (uint8_t)(counter >> 8 * (15 - i % 16)));
    }
    if (FAULT == WRONG_LATER && bytes == 36)
        out[0] ^= 1;
}

static void
make_tag(uint8_t tag[16], const uint8_t *nonce)
{
    memcpy(tag, nonce, 12);
    memset(tag + 12, 0, 3);
    tag[15] = 1;
}

/* Changes a register that belongs to the caller. */
static void
clobber(void)
{
#if defined(__AVR__)
    __asm__ volatile("inc r2");
#elif defined(__x86_64__)
    __asm__ volatile("inc %r15");
#elif defined(__aarch64__)
    __asm__ volatile("fmov d9, xzr");
#elif defined(__arm__)
    __asm__ volatile("mov r11, sp");
#elif defined(__MSP430__)
    __asm__ volatile("inc r4");
#elif defined(__riscv)
    __asm__ volatile("addi s11, s11, 1");
#endif
}

__attribute__((noinline)) static int
adapter_seal(SEAL_PARAMETERS)
{
    add_counters(out, nonce, in, bytes);
    make_tag(tag, nonce);
    if (FAULT == WRITES_BEHIND)
        out[bytes] = 0;
    return NARAE_OK;
}

__attribute__((noinline)) static int
adapter_open(OPEN_PARAMETERS)
{
    uint8_t expected[16];
    volatile uint8_t wrong = 0;

    make_tag(expected, nonce);
    for (uint8_t i = 0; i < 16 && (FAULT != COMPARES_EARLY || !wrong); i++)
        wrong |= expected[i] ^ tag[i];
    add_counters(out, nonce, in, bytes);
    if (FAULT == CLOBBERS)
        clobber();
    if (!wrong || FAULT == ACCEPTS_FORGERIES)
        return NARAE_OK;
    if (FAULT != KEEPS_OUTPUT)
        memset(out, 0, bytes);
    return NARAE_ERROR_AUTHENTICATION;
}
