/* SPDX-License-Identifier: MIT */
/* The phases of GCM over the block cipher that bench_config.h names; the
 * context has space for its schedule and no more. */

#define ADAPTER_MODE narae_gcm
#define ADAPTER_NONCE_BYTES 12
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_UNIT 1

#include "adapters/over_block_cipher.h"

#define adapter_start narae_gcm_start
#define adapter_ad narae_gcm_ad
#define adapter_encrypt narae_gcm_encrypt
#define adapter_decrypt narae_gcm_decrypt
#define adapter_finish narae_gcm_finish
#define adapter_verify narae_gcm_verify
