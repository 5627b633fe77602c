/* SPDX-License-Identifier: MIT */
/* Internals of CCM, for the tests. */
#ifndef NARAE_CCM_INTERNAL_H
#define NARAE_CCM_INTERNAL_H

#include "narae/ccm.h"

/* Writes the encoding of the length of the associated data, which precedes
 * it in the CBC-MAC, and returns its size: 2, 6 or 10.  ad_bytes > 0. */
unsigned narae_ccm_encode_ad_bytes(uint8_t header[10], uint64_t ad_bytes);

#endif
