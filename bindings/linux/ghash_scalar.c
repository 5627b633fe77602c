// SPDX-License-Identifier: MIT
/* See ghash_scalar.h. */

#define NARAE_PORTABLE
#define narae_ghash narae_ghash_scalar

#include "ghash/ghash.c"
