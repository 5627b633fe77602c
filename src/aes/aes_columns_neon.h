/* Where the bytes of a block are in a state that owes k ShiftRows: byte r of
 * column c in row r, k r columns further.  See aes_neon.c. */
#ifndef NARAE_AES_COLUMNS_NEON_H
#define NARAE_AES_COLUMNS_NEON_H

#include <stdint.h>

#define ORIGIN(k, c, r) (4 * (r) + (((c) + (k) * (r)) & 3))
#define ORIGINS_OF_COLUMN(k, c) ORIGIN(k, c, 0), ORIGIN(k, c, 1), ORIGIN(k, c, 2), ORIGIN(k, c, 3)
#define ORIGINS(k) \
    {ORIGINS_OF_COLUMN(k, 0), ORIGINS_OF_COLUMN(k, 1), ORIGINS_OF_COLUMN(k, 2), ORIGINS_OF_COLUMN(k, 3)}

static const uint8_t to_columns[4][16] = {ORIGINS(0), ORIGINS(1), ORIGINS(2), ORIGINS(3)};

#endif
