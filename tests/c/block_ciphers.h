/* SPDX-License-Identifier: MIT */
/* The block ciphers, and one whose kernels a test may replace. */
#ifndef NARAE_TEST_BLOCK_CIPHERS_H
#define NARAE_TEST_BLOCK_CIPHERS_H

#include "narae/narae.h"

#include "narae/descriptor.h"

#define DESCRIPTOR_OF(with, cipher, CIPHER, block, key1, key2, key3) &narae_##cipher,

/* The descriptors, as initializers of an array. */
#define ALL_BLOCK_CIPHERS NARAE_BLOCK_CIPHERS(DESCRIPTOR_OF, )

/* A cipher whose kernels a test may replace: at first those for this CPU. */
static inline narae_block_cipher
with_own_kernels(const narae_block_cipher *cipher)
{
    narae_block_cipher own = *cipher;

    own.kernels = *narae_kernels_of(cipher);
#if UINTPTR_MAX > 0xffffffffu
    own.best = NULL;
#endif
    return own;
}

#endif
