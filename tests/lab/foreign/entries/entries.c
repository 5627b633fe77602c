/* SPDX-License-Identifier: MIT */
/* Ciphers of one XOR, each function behind an entry in assembly: FAULT_NAME, a text, is what the entry
 * of entry_NAME executes before it jumps to the function.  PLANTED is a condition on `bytes` and
 * `ad_bytes` under which a text or digest is wrong; SPACE, bytes of code that nothing executes. */

#include "entries.h"

#if defined(__AVR__)
#    define JUMP(to) "jmp " #to
#elif defined(__MSP430__)
#    define JUMP(to) "br #" #to
#elif defined(__x86_64__)
#    define JUMP(to) "jmp " #to
#elif defined(__aarch64__)
#    define JUMP(to) "b " #to
#elif defined(__arm__)
#    define JUMP(to) \
        "push {r0, r1}\n ldr r0, 1f\n str r0, [sp, #4]\n pop {r0, pc}\n .balign 4\n 1: .word " #to
#else
#    define JUMP(to) "la t0, " #to "\n jr t0"
#endif
#if defined(__arm__)
#    define BEGIN ".syntax unified\n .balign 4\n .thumb_func\n"
#else
#    define BEGIN
#endif

#define ENTRY(name, fault)                                                                             \
    __asm__(".pushsection .text.entry_" #name ", \"ax\"\n .globl entry_" #name "\n .type entry_" #name \
            ", STT_FUNC\n" BEGIN "entry_" #name ":\n" fault                                            \
            "\n" JUMP(real_##name) "\n .size entry_" #name ", . - entry_" #name "\n .popsection")

#ifndef FAULT_set_key
#    define FAULT_set_key
#endif
#ifndef FAULT_encrypt
#    define FAULT_encrypt
#endif
#ifndef FAULT_decrypt
#    define FAULT_decrypt
#endif
#ifndef FAULT_seal
#    define FAULT_seal
#endif
#ifndef FAULT_open
#    define FAULT_open
#endif
#ifndef FAULT_refuse
#    define FAULT_refuse
#endif
#ifndef FAULT_hash
#    define FAULT_hash
#endif
#ifndef FAULT_mac
#    define FAULT_mac
#endif
#ifndef FAULT_stream
#    define FAULT_stream
#endif
#ifndef FAULT_permute
#    define FAULT_permute
#endif
#ifndef FAULT_expand
#    define FAULT_expand
#endif
#ifndef PLANTED
#    define PLANTED 0
#endif

ENTRY(set_key, FAULT_set_key);
ENTRY(encrypt, FAULT_encrypt);
ENTRY(decrypt, FAULT_decrypt);
ENTRY(seal, FAULT_seal);
ENTRY(open, FAULT_open);
ENTRY(refuse, FAULT_refuse);
ENTRY(hash, FAULT_hash);
ENTRY(mac, FAULT_mac);
ENTRY(stream, FAULT_stream);
ENTRY(permute, FAULT_permute);
ENTRY(expand, FAULT_expand);

int entry_refuse(void);

static void
mix(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t *key)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = in[i] ^ key[i % 16];
}

static void
fold(uint8_t *tag, const uint8_t *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        tag[i % 16] ^= text[i];
}

static void
copy(uint8_t *out, const uint8_t *in)
{
    for (size_t i = 0; i < 16; i++)
        out[i] = in[i];
}

#ifdef SPACE
#    define STRING(x) #x
#    define SPACE_OF(x) STRING(x)
__asm__(".pushsection .text.real_hash_space, \"ax\"\n .globl entry_space\n entry_space: .space " SPACE_OF(
    SPACE) "\n .popsection");
extern const uint8_t entry_space[];
#endif

__attribute__((used, noinline)) void
real_set_key(uint8_t *schedule, const uint8_t *key)
{
    copy(schedule, key);
}

__attribute__((used, noinline)) void
real_encrypt(const uint8_t *schedule, uint8_t *out, const uint8_t *in)
{
    mix(out, in, 16, schedule);
}

__attribute__((used, noinline)) void
real_decrypt(const uint8_t *schedule, uint8_t *out, const uint8_t *in)
{
    mix(out, in, 16, schedule);
}

__attribute__((used, noinline)) void
real_seal(uint8_t *sealed, const uint8_t *text, size_t bytes, const uint8_t *ad, size_t ad_bytes,
          const uint8_t *nonce, const uint8_t *key)
{
    mix(sealed, text, bytes, key);
    if (PLANTED)
        sealed[0] ^= 1;
    copy(sealed + bytes, nonce);
    fold(sealed + bytes, ad, ad_bytes);
    fold(sealed + bytes, text, bytes);
}

__attribute__((used, noinline)) int
real_open(uint8_t *text, const uint8_t *sealed, size_t bytes, const uint8_t *ad, size_t ad_bytes,
          const uint8_t *nonce, const uint8_t *key)
{
    uint8_t tag[16], wrong = 0;

    mix(text, sealed, bytes, key);
    copy(tag, nonce);
    fold(tag, ad, ad_bytes);
    fold(tag, text, bytes);
    for (size_t i = 0; i < 16; i++)
        wrong |= tag[i] ^ sealed[bytes + i];
    return wrong == 0 ? 0 : entry_refuse();
}

__attribute__((used, noinline)) int
real_refuse(void)
{
    return -1;
}

__attribute__((used, noinline)) void
real_hash(uint8_t *digest, const uint8_t *text, size_t bytes)
{
    const size_t ad_bytes = 0;

    for (size_t i = 0; i < 16; i++)
        digest[i] = (uint8_t)i;
    fold(digest, text, bytes);
    if (PLANTED + 0 * ad_bytes)
        digest[0] ^= 1;
#ifdef SPACE
    if (bytes == 0xfff0)
        digest[0] ^= *(const volatile uint8_t *)entry_space;
#endif
}

__attribute__((used, noinline)) void
real_mac(uint8_t *tag, const uint8_t *text, size_t bytes, const uint8_t *key)
{
    copy(tag, key);
    fold(tag, text, bytes);
}

__attribute__((used, noinline)) void
real_stream(uint8_t *out, const uint8_t *in, size_t bytes, const uint8_t *nonce, const uint8_t *key)
{
    uint8_t both[16];

    copy(both, key);
    fold(both, nonce, 16);
    mix(out, in, bytes, both);
}

__attribute__((used, noinline)) void
real_permute(uint8_t *state)
{
    for (size_t i = 0; i < 16; i++)
        state[i] ^= 0x5a;
}

__attribute__((used, noinline)) void
real_expand(uint8_t *schedule, const uint8_t *key)
{
    copy(schedule, key);
}
