/* SPDX-License-Identifier: MIT */
/* C8: key setup reads behind the key. */
#define AFTER_KEY (void)((const volatile uint8_t *)key)[15 + WRONG];
