/* SPDX-License-Identifier: MIT */
/* Many messages of Ascon-AEAD128 in one call: common to the public functions
 * and the kernels. */
#ifndef NARAE_ASCON_BATCH_H
#define NARAE_ASCON_BATCH_H

#include "ascon_internal.h"
#include "narae/ascon.h"

/* Kernel contract: seals, or opens, each message whose status is NARAE_OK.
 * Opening sets the status of a forged one to NARAE_ERROR_AUTHENTICATION and
 * zeroes its output. */
typedef void ascon_batch_fn(narae_ascon_aead128_message *messages, size_t nmessages, size_t tag_bytes,
                            int opening);

ascon_batch_fn narae_ascon_batch_portable;
ascon_batch_fn narae_ascon_batch_avx2, narae_ascon_batch_avx512;

/* Selected at run time: core/dispatch.h. */
typedef struct ascon_batch_kernels {
    const char *name;
    unsigned needs;
    ascon_batch_fn *batch;
} ascon_batch_kernels;

const ascon_batch_kernels *narae_ascon_batch_best(void);
extern const ascon_batch_kernels *const narae_ascon_batch_implementations[];

#ifndef narae_ascon_batch_kernel
#    define narae_ascon_batch_kernel narae_ascon_batch_portable
#endif

#endif
