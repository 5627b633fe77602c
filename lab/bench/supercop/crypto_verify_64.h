/* SPDX-License-Identifier: MIT */
#ifndef NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_64_H
#define NARAE_LAB_SUPERCOP_CRYPTO_VERIFY_64_H

#include "crypto_verify.h"

CRYPTO_VERIFY(64)

#endif
