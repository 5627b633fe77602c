/* SPDX-License-Identifier: MIT */
/* The commit log: for each retired instruction its cycle and its address, two
 * little-endian 32-bit words. */
#ifndef NARAE_LAB_E31_COMMIT_LOG_H
#define NARAE_LAB_E31_COMMIT_LOG_H

#include <stdint.h>
#include <stdio.h>

static inline void
log_commit(FILE *log, uint64_t cycle, uint32_t pc)
{
    uint32_t entry[2] = {(uint32_t)cycle, pc};

    fwrite(entry, sizeof entry, 1, log);
}

#endif
