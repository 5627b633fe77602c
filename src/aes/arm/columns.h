/* SPDX-License-Identifier: MIT */
/* The order of bytes in a block, and in a state stored in rows with k pending
 * ShiftRows.  See aes_neon.c. */
#ifndef NARAE_AES_ARM_COLUMNS_H
#define NARAE_AES_ARM_COLUMNS_H

#include <stdint.h>

/* With k ShiftRows pending, byte 4 r + c is byte r of column c - k r. */
#define PLACE(k, r, c) (4 * (((c) - (k) * (r)) & 3) + (r))
#define PLACES_OF_ROW(k, r) PLACE(k, r, 0), PLACE(k, r, 1), PLACE(k, r, 2), PLACE(k, r, 3)
#define PLACES(k) {PLACES_OF_ROW(k, 0), PLACES_OF_ROW(k, 1), PLACES_OF_ROW(k, 2), PLACES_OF_ROW(k, 3)}

static const uint8_t to_rows[4][16] = {PLACES(0), PLACES(1), PLACES(2), PLACES(3)};

/* The inverse: byte r of column c is in row r, k r columns further. */
#define ORIGIN(k, c, r) (4 * (r) + (((c) + (k) * (r)) & 3))
#define ORIGINS_OF_COLUMN(k, c) ORIGIN(k, c, 0), ORIGIN(k, c, 1), ORIGIN(k, c, 2), ORIGIN(k, c, 3)
#define ORIGINS(k) \
    {ORIGINS_OF_COLUMN(k, 0), ORIGINS_OF_COLUMN(k, 1), ORIGINS_OF_COLUMN(k, 2), ORIGINS_OF_COLUMN(k, 3)}

static const uint8_t to_columns[4][16] = {ORIGINS(0), ORIGINS(1), ORIGINS(2), ORIGINS(3)};

#endif
