/* SPDX-License-Identifier: MIT */
/* The sketch's clock, as Arduino's micros() gives it: microseconds in
 * steps of four on a 16 MHz Uno.  It needs a timer interrupt about every
 * millisecond, which delays what is being timed; micros_stop() silences it,
 * and time is stopped until micros_start(). */
#ifndef NARAE_LAB_MICROS_H
#define NARAE_LAB_MICROS_H

#include <stdint.h>

void micros_start(void);
uint32_t micros(void);
void micros_stop(void);

#endif
