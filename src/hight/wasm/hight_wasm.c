/* SPDX-License-Identifier: MIT */
/* HIGHT for WebAssembly with vectors: 16 blocks at a time.
 *
 * F0 and F1 are linear: that of a byte is the sum of those of its halves, each looked up in
 * 16 bytes.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include "hight/wide.h"

#    include "kernels.h"

#    define CODE
#    define NAME(f) f##_wasm
#    define LANES 2
#    define GROUPS 1
#    define FEW 2 /* lower latency in general registers */
#    define ONE_BODY 0
#    define encrypt_few narae_hight_encrypt_portable
#    define decrypt_few narae_hight_decrypt_portable
#    define ctr_few hight_ctr_portable
#    define B u8x16
#    define v_word(w) ((V)_mm_set1_epi32((int)(w)))
#    define v_look_up(table, x) ((V)_mm_shuffle_epi8(simd128_load(table), simd128(x)))

#    include "core/x86/blocks64.inc"
#    include "hight/halves.inc"
#    include "hight/vector.inc"

void
narae_hight_set_key_wasm(void *schedule, const uint8_t *key, size_t key_bytes)
{
    hight_schedule *s = (hight_schedule *)schedule;
    hight_set_key_wide(s, key, key_bytes);
}

#endif
