/* SPDX-License-Identifier: MIT */
/* Offsets of the key in the schedule of the ARMv7-M kernels of PIPO, in bytes.
 *
 * After the number of rounds come rows 1 to 7 of four parts of the key, twice: in the
 * layout for one block and in that for four.  Then row 0 of each round, to which its
 * number has been added, in both layouts again.  A key of two parts has each of them
 * twice.  Rows 1, 2 and 6 are complemented. */
#ifndef NARAE_PIPO_THUMB_SCHEDULE_H
#define NARAE_PIPO_THUMB_SCHEDULE_H

#define PIPO_ONE 4
#define PIPO_FOUR 116
#define PIPO_ONE_ROW0 228
#define PIPO_FOUR_ROW0 300

#endif
