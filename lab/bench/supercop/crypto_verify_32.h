/* SPDX-License-Identifier: MIT */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_32_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_32_H

#include "crypto_verify.h"

CRYPTO_VERIFY(32)

#endif
