/* SPDX-License-Identifier: MIT */
/* C5: no carry from the lower byte of the pointer to the key; wrong if the key straddles a multiple of 256.
 */
/* A byte so many behind a pointer; without the carry out of its lower byte. */
#define NEAR(pointer, i)                  \
    ((PLACE(pointer) & ~(uintptr_t)255) + \
     (RIGHT ? (PLACE(pointer) & 255) + (i) : (uint8_t)(PLACE(pointer) + (i))))
#define KEY_BYTE(i) (*(const uint8_t *)NEAR(key, i))
