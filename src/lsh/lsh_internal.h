/* SPDX-License-Identifier: MIT */
/* Common to the LSH kernels: the constants. */
#ifndef NARAE_LSH_INTERNAL_H
#define NARAE_LSH_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "core/family.h"

#include NARAE_KERNELS(lsh)
#include "lsh/portable/kernels.h"
#include "narae/lsh.h"

/* Steps of the compression function. */
enum { LSH256_STEPS = 26, LSH512_STEPS = 28 };

/* SC of KS X 3262, eight words a step; initial values, by the digest's bits. */
extern const uint32_t narae_lsh256_constants[8 * LSH256_STEPS] FLASH_WITHIN(1024);
extern const uint64_t narae_lsh512_constants[8 * LSH512_STEPS] FLASH_WITHIN(2048);
extern const uint32_t narae_lsh256_start_224[16], narae_lsh256_start_256[16];
extern const uint64_t narae_lsh512_start_224[16], narae_lsh512_start_256[16], narae_lsh512_start_384[16],
    narae_lsh512_start_512[16];

#endif
