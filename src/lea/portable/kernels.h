/* SPDX-License-Identifier: MIT */
/* What a family does not have: portable code, or nothing. */
#ifndef NARAE_LEA_PORTABLE_KERNELS_H
#define NARAE_LEA_PORTABLE_KERNELS_H

#include "lea/lea_internal.h"

#ifndef LEA_ROUNDS
#    define LEA_ROUNDS 24
#    define LEA_ROUNDS_APART 4
#    define LEA_FIRST_WORD(key_bytes) ((uint32_t)(key_bytes) / 2 + 16)
#endif

#ifndef narae_lea_set_key_kernel
#    define narae_lea_set_key_kernel narae_lea_set_key_portable
#endif
#ifndef narae_lea_encrypt_kernel
#    define narae_lea_encrypt_kernel narae_lea_encrypt_portable
#    define narae_lea_decrypt_kernel narae_lea_decrypt_portable
#endif
#ifndef narae_lea_small_encrypt_kernel
#    define narae_lea_small_encrypt_kernel narae_lea_small_encrypt_portable
#    define narae_lea_small_decrypt_kernel narae_lea_small_decrypt_portable
#endif
#ifndef narae_lea_ctr_kernel
#    define narae_lea_ctr_kernel NULL
#endif
#ifndef narae_lea_gcm_kernel
#    define narae_lea_gcm_kernel NULL
#endif
#ifndef narae_lea_xts_kernel
#    define narae_lea_xts_kernel NULL
#endif
#ifndef narae_lea_chain_kernel
#    define narae_lea_chain_kernel NULL
#endif

#endif
