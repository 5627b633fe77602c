/* What the Keccak kernels share: their names, and which one runs here. */
#ifndef NARAE_KECCAK_INTERNAL_H
#define NARAE_KECCAK_INTERNAL_H

#include "narae/keccak.h"

/* Kernel contract: 24 rounds in place.  The state of the second is that of
 * the first as little-endian bytes. */
void narae_keccak_f1600_portable(uint64_t state[25]);
void narae_keccak_f1600_bytes(uint8_t state[200]);

static inline void
keccak_f1600(uint64_t state[25])
{
#ifdef __AVR__
    narae_keccak_f1600_bytes((uint8_t *)state);
#else
    narae_keccak_f1600_portable(state);
#endif
}

#endif
