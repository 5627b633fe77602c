/* SPDX-License-Identifier: MIT */
/* GHASH's key for the portable code alone, without the powers of vector kernels.  The
 * library names it so where it is compiled without kernels: narae/configuration.h. */
#ifndef NARAE_LINUX_GHASH_SCALAR_H
#define NARAE_LINUX_GHASH_SCALAR_H

#include "narae/ghash.h"

NARAE_MUST_CHECK int narae_ghash_set_key_with_NARAE_PORTABLE(narae_ghash_key *key, const uint8_t h[16]);

#endif
