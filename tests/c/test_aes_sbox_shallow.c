/* SPDX-License-Identifier: MIT */
/* The circuits of aes/sbox_shallow.h, as test_aes_sbox.c tests those of aes/sbox.h. */

#define choose(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))
#define SBOX_HEADER "aes/sbox_shallow.h"

#include "test_aes_sbox.c"
