/* SPDX-License-Identifier: MIT */
/* A model of the Cortex-A72's pipeline, driven by a trace. */
#ifndef NARAE_LAB_A72_PIPELINE_H
#define NARAE_LAB_A72_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode.h"

struct step {
    uint32_t pc, opcode, address;
};

/* What Arm does not publish.  A row's interval spans two corners of it. */
struct assumptions {
    bool mispredicts;         /* a global-history predictor, or one that is always right */
    unsigned penalty;         /* cycles from a mispredicted branch to the next instruction */
    unsigned queue;           /* entries in front of each pipe */
    unsigned forwarding;      /* cycles from a store's execution to a load of its bytes */
    unsigned blocked_forward; /* the same if the load needs bytes from elsewhere too */
};

struct outcome {
    double cycles; /* for the trace once, when it runs again and again */
    double mispredictions, forwarded;
};

/* instructions[i] is the decoded steps[i]. */
struct outcome run_pipeline(const struct assumptions *assumptions, const struct step *steps,
                            const struct instruction *const *instructions, size_t count, unsigned repeats);

#endif
