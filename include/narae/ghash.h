/* SPDX-License-Identifier: MIT */
/* narae/ghash.h: GHASH, the polynomial hash inside GCM.
 * NIST SP 800-38D, clause 6.4.
 *
 *     narae_ghash_key key;
 *     uint8_t y[16] = {0};
 *     if (narae_ghash_set_key(&key, h) != NARAE_OK ||
 *         narae_ghash(&key, y, blocks, nblocks) != NARAE_OK)
 *         return -1;
 *
 * GHASH is a building block, not a hash function: y reveals h.
 * To authenticate a message use narae/gcm.h.
 *
 * Side channels: no secret-dependent branch or address.  The kernel of 64-
 * and 32-bit chips uses integer multiplication; it is constant-time where the
 * multiply instruction is.  Chips whose wide multiply is known not to be
 * (Cortex-M3), or that have none (Cortex-M0), get a kernel of shifts and masks.
 * AVR and MSP430 use key-dependent tables in RAM: addresses depend on the data, but
 * without a cache the time does not.  So does RV32, if library and program
 * define NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY. */
#ifndef NARAE_GHASH_H
#define NARAE_GHASH_H

#include <stddef.h>
#include <stdint.h>

#include "narae/configuration.h"
#include "narae/status.h"

/* The size of a prepared key: h, or what the kernels of the family compute from it.
 * On AVR and MSP430 these are 32 multiples of h, which make GHASH ten times as fast on
 * AVR; to save 496 bytes of RAM, define NARAE_SMALL for both library and program.  With
 * neither NARAE_SMALL nor tables, RV32 with a multiplier has combs; x86-64, AArch64 and
 * WebAssembly with vectors have powers. */
#if !defined(NARAE_SMALL) && !defined(NARAE_PORTABLE)
#    if defined(__AVR_HAVE_MUL__) || (defined(__MSP430__) && !defined(__MSP430X_LARGE__))
#        define NARAE_GHASH_TABLES
#    elif defined(__riscv) && __riscv_xlen == 32 && defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY)
#        define NARAE_GHASH_TABLES
#    elif defined(__riscv_mul) && __riscv_xlen == 32
#        define NARAE_GHASH_COMBS
#    endif
#endif

#ifdef NARAE_GHASH_TABLES
#    define NARAE_GHASH_KEY_BYTES 512
#elif defined(NARAE_GHASH_COMBS)
#    define NARAE_GHASH_KEY_BYTES 340
#elif defined(__x86_64__) || defined(__wasm_simd128__)
#    define NARAE_GHASH_KEY_BYTES 528
#elif defined(__aarch64__)
#    define NARAE_GHASH_KEY_BYTES 784
#else
#    define NARAE_GHASH_KEY_BYTES 16
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct narae_ghash_key {
    uint32_t words[NARAE_GHASH_KEY_BYTES / 4];
} narae_ghash_key;

/* Prepares the hash key `h`.  Returns NARAE_OK or NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_ghash_set_key(narae_ghash_key *key, const uint8_t h[16]);

/* y = (y ^ block) * h for each of `nblocks` blocks of 16 bytes.  With
 * nblocks == 0 nothing happens and `in` may be null.  Returns NARAE_OK or
 * NARAE_ERROR_NULL. */
NARAE_MUST_CHECK int narae_ghash(const narae_ghash_key *key, uint8_t y[16], const uint8_t *in,
                                 size_t nblocks);

#ifdef __cplusplus
}
#endif
#endif
