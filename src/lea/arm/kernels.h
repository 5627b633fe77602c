/* SPDX-License-Identifier: MIT */
/* Common to LEA's kernels for NEON. */
#ifndef NARAE_LEA_ARM_KERNELS_H
#define NARAE_LEA_ARM_KERNELS_H

#include "lea/lea_internal.h"

/* As the kernels of the descriptor, for whole runs of 16 blocks: the blocks after
 * them are left.  They return how many blocks they did, and the counter stays as it
 * is.  They take the stack that a message which is not long does not need. */
size_t narae_lea_encrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks);
size_t narae_lea_decrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks);
size_t narae_lea_ctr_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks,
                               const uint8_t *counter);

#endif
