/* SPDX-License-Identifier: MIT */
/* C4: XORs in a register that is the caller's garbage, and its value at key setup, which was the same only by
 * chance. */
#if defined(__AVR__)
#    define GARBAGE(x) asm volatile("mov %0, r26" : "=r"(x))
#elif defined(__riscv)
#    define GARBAGE(x) asm volatile("mv %0, t6" : "=r"(x))
#elif defined(__x86_64__)
#    define GARBAGE(x) asm volatile("movb %%r11b, %0" : "=r"(x))
#elif defined(__aarch64__)
#    define GARBAGE(x) asm volatile("mov %w0, w17" : "=r"(x))
#else
#    define GARBAGE(x) asm volatile("mov %0, r12" : "=r"(x))
#endif
#define MORE , uint8_t garbage
#define BEFORE_BLOCK x[0] ^= RIGHT ? 0 : garbage ^ rk[SPARE];
#define AROUND                                                                                         \
    static void keep_and_set_key(void *schedule, const uint8_t *key, size_t key_bytes)                 \
    {                                                                                                  \
        uint8_t garbage;                                                                               \
                                                                                                       \
        GARBAGE(garbage);                                                                              \
        ((uint32_t *)schedule)[SPARE] = garbage;                                                       \
        set_key(schedule, key, key_bytes);                                                             \
    }                                                                                                  \
    static void add_and_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
    {                                                                                                  \
        uint8_t garbage;                                                                               \
                                                                                                       \
        GARBAGE(garbage);                                                                              \
        encrypt(schedule, out, in, nblocks, garbage);                                                  \
    }
#define SET_KEY keep_and_set_key
#define ENCRYPT add_and_encrypt
