/* SPDX-License-Identifier: MIT */
/* narae/block_ciphers.h: all block ciphers, and their list.
 *
 *     #include <narae/block_ciphers.h>
 *
 *     #define DESCRIPTOR(with, name, NAME, block_bytes, key1, key2, key3) &narae_##name,
 *     static const narae_block_cipher *const ciphers[] = {NARAE_BLOCK_CIPHERS(DESCRIPTOR, )};
 *
 * The list is a macro: a program links only the ciphers that its expansion refers to. */
#ifndef NARAE_BLOCK_CIPHERS_H
#define NARAE_BLOCK_CIPHERS_H

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/hight.h"
#include "narae/lea.h"
#include "narae/pipo.h"
#include "narae/seed.h"

/* clang-format off */

/* X(with, name, NAME, block_bytes, key1, key2, key3) for each cipher: bytes of a block, and of its
 * keys of 128, 192 and 256 bits, or 0 if it has none of that size.  `with` is passed on. */
#define NARAE_BLOCK_CIPHERS(X, with) \
    X(with, aes, AES, 16, 16, 24, 32) \
    X(with, aria, ARIA, 16, 16, 24, 32) \
    X(with, hight, HIGHT, 8, 16, 0, 0) \
    X(with, lea, LEA, 16, 16, 24, 32) \
    X(with, pipo, PIPO, 8, 16, 0, 32) \
    X(with, seed, SEED, 16, 16, 0, 0)

/* clang-format on */

#endif
