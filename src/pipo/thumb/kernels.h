/* SPDX-License-Identifier: MIT */
/* The PIPO kernels of Cortex-M. */
#ifndef NARAE_PIPO_THUMB_KERNELS_H
#define NARAE_PIPO_THUMB_KERNELS_H

#include "narae/masked.h"

#include "pipo/pipo_internal.h"

#ifdef NARAE_THUMB_V7M
narae_masked_set_key_fn narae_pipo_masked_set_key_v7m;
narae_masked_encrypt_fn narae_pipo_masked_encrypt_v7m;

#    define PIPO_MASKED_KERNELS \
        .set_key = narae_pipo_masked_set_key_v7m, .encrypt = narae_pipo_masked_encrypt_v7m
#else
narae_masked_set_key_fn narae_pipo_masked_set_key_v6m;
narae_masked_encrypt_fn narae_pipo_masked_encrypt_v6m;

#    define PIPO_MASKED_KERNELS \
        .set_key = narae_pipo_masked_set_key_v6m, .encrypt = narae_pipo_masked_encrypt_v6m
#endif

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)

narae_set_key_fn narae_pipo_set_key_v7m;
narae_blocks_fn narae_pipo_encrypt_v7m, narae_pipo_decrypt_v7m;

#    define PIPO_KERNELS                       \
        {                                      \
            .set_key = narae_pipo_set_key_v7m, \
            .encrypt = narae_pipo_encrypt_v7m, \
            .decrypt = narae_pipo_decrypt_v7m, \
        }

#elif !defined(NARAE_SMALL)

narae_set_key_fn narae_pipo_set_key_v6m;
narae_blocks_fn narae_pipo_encrypt_v6m, narae_pipo_decrypt_v6m;

#    define PIPO_KERNELS                       \
        {                                      \
            .set_key = narae_pipo_set_key_v6m, \
            .encrypt = narae_pipo_encrypt_v6m, \
            .decrypt = narae_pipo_decrypt_v6m, \
        }

#endif

#endif
