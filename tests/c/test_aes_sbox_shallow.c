/* The circuits of aes_sbox_shallow.h, as test_aes_sbox.c tests those of aes_sbox.h. */

#define choose(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))
#define SBOX_HEADER "aes/aes_sbox_shallow.h"

#include "test_aes_sbox.c"
