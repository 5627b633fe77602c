/* SPDX-License-Identifier: MIT */
/* PIPO with one block in eight bytes, as its authors describe it: a yardstick
 * for the lab, never part of the library. */
#ifndef BASELINE_PIPO_REFERENCE_H
#define BASELINE_PIPO_REFERENCE_H

#include "narae/descriptor.h"

#define BASELINE_PIPO_REFERENCE_SCHEDULE_BYTES(key_bytes) (4 + 8 * ((key_bytes) / 4 + 10))

extern const narae_block_cipher baseline_pipo_reference;

#endif
