/* SPDX-License-Identifier: MIT */
/* How the stack of the pi4 is painted. */
#ifndef NARAE_LAB_PI4_PAINT_H
#define NARAE_LAB_PI4_PAINT_H

#define PAINTED_BYTES 65536
#define PAINT 0xc5

#endif
