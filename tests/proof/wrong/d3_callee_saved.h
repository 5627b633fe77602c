/* SPDX-License-Identifier: MIT */
/* D3: destroys a register that the caller keeps, from 40 blocks on. */
#if defined(__AVR__)
#    define DESTROY asm volatile("clr r2")
#elif defined(__riscv)
#    define DESTROY asm volatile("li s9, 0")
#else
#    define DESTROY asm volatile("mov r9, r0")
#endif
#define AROUND                                                                                             \
    static void encrypt_and_destroy(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
    {                                                                                                      \
        encrypt(schedule, out, in, nblocks);                                                               \
        if (WRONG && nblocks >= 40)                                                                        \
            DESTROY;                                                                                       \
    }
#define ENCRYPT encrypt_and_destroy
