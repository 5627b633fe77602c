/* SPDX-License-Identifier: MIT */
/* Common to the SHA-2 kernels: the constants. */
#ifndef NARAE_SHA2_INTERNAL_H
#define NARAE_SHA2_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "core/family.h"

#include NARAE_KERNELS(sha2)
#include "sha2/portable/kernels.h"

/* The round constants, FIPS 180-4, 4.2.2 and 4.2.3; on AVR in flash. */
extern const uint32_t narae_sha256_constants[64] FLASH_WITHIN(256);
extern const uint64_t narae_sha512_constants[80] FLASH_WITHIN(1024);

#endif
