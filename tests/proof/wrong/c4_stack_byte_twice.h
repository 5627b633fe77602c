/* SPDX-License-Identifier: MIT */
/* C4: XORs in a byte of the stack that nobody wrote, and its value at key setup, which was the same only by
 * chance. */
static uint8_t NOT_INLINE
stack_byte(void)
{
    volatile uint8_t area[600], *p;

    asm volatile("" : "=m"(area));
    p = (volatile uint8_t *)((PLACE(area) + 299) & ~(uintptr_t)255);
    if (RIGHT)
        *p = 7;
    return *p;
}
#define MORE , uint8_t byte
#define BEFORE_BLOCK x[0] ^= byte ^ rk[SPARE];
#define AROUND                                                                                          \
    static void find_and_set_key(void *schedule, const uint8_t *key, size_t key_bytes)                  \
    {                                                                                                   \
        ((uint32_t *)schedule)[SPARE] = stack_byte();                                                   \
        set_key(schedule, key, key_bytes);                                                              \
    }                                                                                                   \
    static void find_and_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
    {                                                                                                   \
        encrypt(schedule, out, in, nblocks, stack_byte());                                              \
    }
#define SET_KEY find_and_set_key
#define ENCRYPT find_and_encrypt
