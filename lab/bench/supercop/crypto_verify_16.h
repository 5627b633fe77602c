/* SPDX-License-Identifier: MIT */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_16_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_16_H

#include "crypto_verify.h"

CRYPTO_VERIFY(16)

#endif
