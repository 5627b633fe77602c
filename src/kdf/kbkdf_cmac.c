/* SPDX-License-Identifier: MIT */
/* KBKDF over CMAC.  SP 800-108 Rev. 1, 4.
 *
 * Time depends on lengths alone. */

#include "narae/cmac.h"

typedef narae_block_cipher basis_of_mac;

#define MAC(function) narae_cmac##function
#define BASIS_OF(mac) (mac)->key.cipher
#define MAC_BYTES(basis) (basis)->block_bytes
#define COUNTER narae_kbkdf_counter_cmac
#define FEEDBACK narae_kbkdf_feedback_cmac

#include "over_mac.inc"
