/* SPDX-License-Identifier: MIT */
/* Common to LEA's kernels for NEON. */
#ifndef NARAE_LEA_ARM_KERNELS_H
#define NARAE_LEA_ARM_KERNELS_H

#include "lea/lea_internal.h"

narae_blocks_fn narae_lea_encrypt_neon, narae_lea_decrypt_neon;
narae_ctr_fn narae_lea_ctr_neon;

/* Like the kernels of the descriptor, but for whole runs of 16 blocks only; they return the
 * number of blocks processed and leave the counter unchanged.  They are functions of their
 * own, so that only long messages take their stack. */
size_t narae_lea_encrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks);
size_t narae_lea_decrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks);
size_t narae_lea_ctr_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks,
                               const uint8_t *counter);

#endif
