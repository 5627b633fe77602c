/* SPDX-License-Identifier: MIT */
/* C5: no carry from the lower byte of the pointer to the counter. */
#define NEAR(pointer, i)                  \
    ((PLACE(pointer) & ~(uintptr_t)255) + \
     (RIGHT ? (PLACE(pointer) & 255) + (i) : (uint8_t)(PLACE(pointer) + (i))))
#define BEFORE_MESSAGE                   \
    for (unsigned i = 0; i < BLOCK; i++) \
        next[i] = *(const volatile uint8_t *)NEAR(counter, i);
