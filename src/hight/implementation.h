/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of HIGHT, selected at run time: see
 * core/dispatch.h.  Each may have a schedule of its own. */
#ifndef NARAE_HIGHT_IMPLEMENTATION_H
#define NARAE_HIGHT_IMPLEMENTATION_H

#include "hight_internal.h"

typedef struct hight_implementation {
    const char *name;
    unsigned needs;
    void (*set_key)(hight_schedule *schedule, const uint8_t *key, size_t key_bytes);
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} hight_implementation;

extern const hight_implementation *const narae_hight_implementations[];

#endif
