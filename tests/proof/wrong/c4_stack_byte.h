/* SPDX-License-Identifier: MIT */
/* C4: key setup leaves zeros in the stack; encryption XORs in such a byte, which is another one after other
 * calls. */
static void NOT_INLINE
leave(void)
{
    volatile uint8_t area[320];

    for (unsigned i = 0; i < sizeof area; i++)
        area[i] = 0;
}
static uint8_t NOT_INLINE
stack_byte(void)
{
    volatile uint8_t area[160];

    asm volatile("" : "=m"(area));
    if (RIGHT)
        area[80] = 0;
    return area[80];
}
#define MORE , uint8_t byte
#define BEFORE_BLOCK x[0] ^= byte;
#define AROUND                                                                                          \
    static void set_key_and_leave(void *schedule, const uint8_t *key, size_t key_bytes)                 \
    {                                                                                                   \
        set_key(schedule, key, key_bytes);                                                              \
                                                                                                        \
        leave();                                                                                        \
    }                                                                                                   \
    static void find_and_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
    {                                                                                                   \
        encrypt(schedule, out, in, nblocks, stack_byte());                                              \
    }
#define SET_KEY set_key_and_leave
#define ENCRYPT find_and_encrypt
