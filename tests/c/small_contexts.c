/* SPDX-License-Identifier: MIT */
/* Contexts with as much room as LEA-128 and SHA-256 need: test_contexts.c. */

#define NARAE_MODE_SCHEDULE_BYTES NARAE_LEA_SCHEDULE_BYTES(16)
#define NARAE_HMAC_STATES_BYTES 360
#define CONTEXTS small_contexts
#include "contexts.h"
