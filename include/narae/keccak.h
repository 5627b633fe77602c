/* SPDX-License-Identifier: MIT */
/* narae/keccak.h: the permutation Keccak-f[1600].  FIPS 202, 3.
 *
 *     #include <narae/keccak.h>
 *
 *     uint64_t state[25] = {0};
 *     if (narae_keccak_f1600(state) != NARAE_OK)
 *         return -1;
 *
 * Lane (x, y) of FIPS 202 is state[x + 5 * y], its bit z the bit of value
 * 2^z: the bytes of the state's bit string, eight at a time, little-endian.
 * The hash functions built on it are in narae/sha3.h.
 *
 * Side channels: no secret-dependent branch or address on any chip. */
#ifndef NARAE_KECCAK_H
#define NARAE_KECCAK_H

#include <stdint.h>

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Permutes the state.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_keccak_f1600(uint64_t state[25]);

#ifdef __cplusplus
}
#endif
#endif
