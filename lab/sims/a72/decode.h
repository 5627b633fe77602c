/* SPDX-License-Identifier: MIT */
/* From an opcode to what the pipeline model needs: micro-operations with
 * their pipes, latencies and registers. */
#ifndef NARAE_LAB_A72_DECODE_H
#define NARAE_LAB_A72_DECODE_H

#include <stdbool.h>
#include <stdint.h>

/* The pipes of a Cortex-A72: branch, two simple integer, multi-cycle integer,
 * load, store, two for floating point and vectors. */
enum pipe { PIPE_B, PIPE_I0, PIPE_I1, PIPE_M, PIPE_L, PIPE_S, PIPE_F0, PIPE_F1, PIPES };

/* x0-x30, sp, the flags, v0-v31, and what one micro-operation hands to the
 * next of the same instruction. */
enum { REGISTER_SP = 31, REGISTER_FLAGS = 32, REGISTER_V = 33, REGISTER_BETWEEN = 65, REGISTERS };

enum { MOST_READS = 6, MOST_WRITES = 4, MOST_UOPS = 16 };

struct uop {
    uint8_t pipes; /* one bit for each pipe that can take it */
    uint8_t latency, occupancy;
    uint8_t reads, writes;
    uint8_t read[MOST_READS], write[MOST_WRITES];
};

struct instruction {
    uint32_t opcode;
    uint8_t uops;
    uint8_t access_bytes; /* of a load or store, else 0 */
    bool known, is_branch, is_conditional, is_indirect, is_return;
    struct uop uop[MOST_UOPS];
};

/* An unknown instruction has no micro-operations and known == false. */
void decode(struct instruction *instruction, uint32_t opcode);

#endif
