/* SPDX-License-Identifier: MIT */
/* Offsets of the key in the schedule of the RV32 kernels of PIPO, in bytes.
 *
 * After the number of rounds it is stored twice, in the layout of each kernel.
 * Rows 1 to 7 of its two or four parts come first, then row 0 of each round,
 * to which the round's number has been added. */
#ifndef NARAE_PIPO_RV32_SCHEDULE_H
#define NARAE_PIPO_RV32_SCHEDULE_H

#define PIPO_ONE 4
#define PIPO_FOUR_128 (PIPO_ONE + 2 * 28 + 14 * 4)
#define PIPO_FOUR_256 (PIPO_ONE + 4 * 28 + 18 * 4)

/* The state of the kernel of counter mode, in words: rows 0 to 3 of the counter
 * with their key; rows 4 to 7 of the current and the next counter, and of the
 * key; and the mask of the blocks after the carry. */
#define PIPO_NOW 4
#define PIPO_NEXT 8
#define PIPO_KEY 12
#define PIPO_BEHIND 16
#define PIPO_COUNTER_WORDS 17

#endif
