/* SPDX-License-Identifier: MIT */
/* Known answers of AES. */

#include "self_test_internal.h"

#include "narae/aes.h"

#undef AES /* the unit of an XMEGA, in <avr/io.h> */

KNOWN_ANSWERS_OF_WIDE_CIPHER(aes, AES, "AES")
