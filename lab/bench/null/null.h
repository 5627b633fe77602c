/* SPDX-License-Identifier: MIT */
/* The null cipher: copies its input.  It passes through the same gate and
 * the same windows as every cipher, so its rows show the cost of the call and
 * of copying a block. */
#ifndef NARAE_LAB_NULL_H
#define NARAE_LAB_NULL_H

#include "narae/descriptor.h"

#define NULL_SCHEDULE_BYTES(key_bytes) 4

extern const narae_block_cipher null_cipher;

#endif
