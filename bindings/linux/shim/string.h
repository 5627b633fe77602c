/* SPDX-License-Identifier: MIT */
/* What the library takes from <string.h>, without the checked macros of
 * linux/string.h, so that copies of a known size stay single instructions. */
#ifndef NARAE_LINUX_STRING_H
#define NARAE_LINUX_STRING_H

#include <linux/types.h>

#ifndef _LINUX_STRING_H_
void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
#endif

#endif
