/* SPDX-License-Identifier: MIT */
/* LEA on 32-bit words, as comparisons on servers and 32-bit chips measure it:
 * a yardstick for the lab, never part of the library. */
#ifndef BASELINE_LEA_REFERENCE_H
#define BASELINE_LEA_REFERENCE_H

#include "narae/descriptor.h"

#define BASELINE_LEA_REFERENCE_SCHEDULE_BYTES(key_bytes) (4 + 24 * ((key_bytes) / 2 + 16))

extern const narae_block_cipher baseline_lea_reference;

#endif
