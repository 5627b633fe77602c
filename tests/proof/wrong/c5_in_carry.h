/* SPDX-License-Identifier: MIT */
/* C5: the same with the pointer to the input, within a block. */
/* A byte so many behind a pointer; without the carry out of its lower byte. */
#define NEAR(pointer, i)                  \
    ((PLACE(pointer) & ~(uintptr_t)255) + \
     (RIGHT ? (PLACE(pointer) & 255) + (i) : (uint8_t)(PLACE(pointer) + (i))))
#define IN_BYTE(i) (*(const uint8_t *)NEAR(in, i))
