/* SPDX-License-Identifier: MIT */
/* What the library takes from the C library, which WebAssembly does not come with: string.c. */
#ifndef NARAE_WASM_STRING_H
#define NARAE_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

#endif
