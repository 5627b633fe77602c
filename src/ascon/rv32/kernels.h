/* SPDX-License-Identifier: MIT */
/* The Ascon kernels of RV32: 5 KiB of unrolled rounds and code for blocks and messages, with aligned texts;
 * NARAE_SMALL has one round in a loop instead.  Words are not interleaved. */
#ifndef NARAE_ASCON_RV32_KERNELS_H
#define NARAE_ASCON_RV32_KERNELS_H

#include "ascon/masked.h"
#include "core/kernels.h"

int narae_ascon_permute_rv32(uint64_t state[5], unsigned rounds);
narae_ascon_blocks_fn narae_ascon_aead128_blocks_rv32;
narae_ascon_message_fn narae_ascon_aead128_message_rv32;
narae_ascon_masked_permute_fn narae_ascon_masked_permute_rv32;
narae_ascon_masked_start_fn narae_ascon_masked_start_rv32;
narae_ascon_masked_add_key_fn narae_ascon_masked_add_key_rv32;
narae_ascon_masked_block_fn narae_ascon_masked_block_rv32;
narae_ascon_masked_tag_fn narae_ascon_masked_tag_rv32;

#define ASCON_MASKED(name) narae_ascon_masked_##name##_rv32
#define ASCON_MASKED_DOMAIN 59 /* the byte of narae_ascon_masked with the domain bit, of one share */

#define ASCON_INTERLEAVED 0
#define ASCON_BYTES_IN_PLACE
#define narae_ascon_permute_kernel narae_ascon_permute_rv32
#ifndef NARAE_SMALL
#    define ASCON_ALIGNS
#    define narae_ascon_permute_checked narae_ascon_permute_rv32
#    define narae_ascon_aead128_blocks_kernel narae_ascon_aead128_blocks_rv32
#    define narae_ascon_aead128_message_kernel narae_ascon_aead128_message_rv32
#endif

#endif
