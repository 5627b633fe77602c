/* SPDX-License-Identifier: MIT */
/* C4: XORs a byte of the stack into the keystream that key setup left as zero. */
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
#define AFTER_KEY leave();
#define BEFORE_MESSAGE const uint8_t byte = stack_byte();
#define AFTER_BLOCK block[0] ^= byte;
