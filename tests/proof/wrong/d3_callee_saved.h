/* SPDX-License-Identifier: MIT */
/* D3: destroys a register that the caller keeps, from 40 blocks on. */
#if defined(__AVR__)
#    define DESTROY asm volatile("clr r2")
#elif defined(__riscv)
#    define DESTROY asm volatile("li s9, 0")
#elif defined(__x86_64__)
#    define DESTROY asm volatile("xorl %r15d, %r15d")
#elif defined(__aarch64__)
#    define DESTROY asm volatile("movi v8.2d, #0")
#else
#    define DESTROY asm volatile("mov r9, r0")
#endif
static void NOT_INLINE encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks);
#define AROUND                                                                                             \
    static void encrypt_and_destroy(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
    {                                                                                                      \
        encrypt(schedule, out, in, nblocks);                                                               \
        if (WRONG && nblocks >= 40)                                                                        \
            DESTROY;                                                                                       \
    }
#define ENCRYPT encrypt_and_destroy
