/* SPDX-License-Identifier: MIT */
/* KBKDF over HMAC.  SP 800-108 Rev. 1, 4.
 *
 * Time depends on lengths alone. */

#include "narae/hmac.h"

typedef narae_hash basis_of_mac;

#define MAC(function) narae_hmac##function
#define BASIS_OF(mac) (mac)->hash
#define MAC_BYTES(basis) (basis)->digest_bytes
#define COUNTER narae_kbkdf_counter_hmac
#define FEEDBACK narae_kbkdf_feedback_hmac

#include "over_mac.inc"
