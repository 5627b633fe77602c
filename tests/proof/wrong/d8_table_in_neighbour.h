/* SPDX-License-Identifier: MIT */
/* D8: looks up, by a secret, what lies 16 MB behind the schedule, as the next buffer does in the prover. */
#define BEFORE_BLOCK (void)((const volatile uint8_t *)rk)[WRONG * 0x01000000 + (x[0] & 7)];
