/* What the Keccak kernels share: their names, and which one runs here. */
#ifndef NARAE_KECCAK_INTERNAL_H
#define NARAE_KECCAK_INTERNAL_H

#include "core/kernels.h"
#include "narae/keccak.h"

/* Kernel contract: 24 rounds in place.  Where the state is bytes, each lane is
 * little-endian. */
void narae_keccak_f1600_portable(uint64_t state[25]);
void narae_keccak_f1600_bytes(uint8_t state[200]);
void narae_keccak_f1600_avr(uint8_t state[200]);
void narae_keccak_f1600_rv32(uint64_t state[25]);

#ifdef NARAE_AVR_KERNELS
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_avr((uint8_t *)(state))
#elif defined(NARAE_RV32_KERNELS)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_rv32(state)
#elif defined(__AVR__)
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_bytes((uint8_t *)(state))
#else
#    define narae_keccak_f1600_kernel(state) narae_keccak_f1600_portable(state)
#endif

static inline void
keccak_f1600(uint64_t state[25])
{
    narae_keccak_f1600_kernel(state);
}

#endif
