/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of AES, selected at run time: see
 * core/dispatch.h.  Each may have a schedule of its own. */
#ifndef NARAE_AES_IMPLEMENTATION_H
#define NARAE_AES_IMPLEMENTATION_H

#include "core/encrypt_only.h"

#include "aes_internal.h"

typedef struct aes_implementation {
    const char *name;
    unsigned needs;
    void (*set_key)(aes_schedule *schedule, const uint8_t *key, size_t key_bytes);
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
    chain_blocks_fn *chain;
    ccm_blocks_fn *ccm;
#ifdef NARAE_X86_KERNELS
    narae_gcm_fn *gcm;                 /* any number of blocks */
    narae_gcm_message_fn *gcm_message; /* null: none */
    narae_xts_fn *xts;
#endif
} aes_implementation;

extern const aes_implementation *const narae_aes_implementations[];

#endif
