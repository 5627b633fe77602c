/* Where the RV32 kernels of PIPO find the key in its schedule, in bytes.
 *
 * After the number of rounds it lies there twice, as each kernel wants it.
 * Rows 1 to 7 of its two or four parts come first, then row 0 of each round,
 * to which the round's number has been added. */
#ifndef NARAE_PIPO_SCHEDULE_RV32_H
#define NARAE_PIPO_SCHEDULE_RV32_H

#define PIPO_ONE 4
#define PIPO_FOUR_128 (PIPO_ONE + 2 * 28 + 14 * 4)
#define PIPO_FOUR_256 (PIPO_ONE + 4 * 28 + 18 * 4)

#endif
