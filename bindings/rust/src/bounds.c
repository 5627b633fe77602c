/* SPDX-License-Identifier: MIT */
/* Checks at compile time that the memory for contexts (src/memory.rs), as large as on any
 * chip, suffices.  Bytes before the schedule of a mode are counted; Rust adds SCHEDULE. */

#include "narae/narae.h"

#define HOLDS(type, bytes) _Static_assert(sizeof(type) <= (bytes), #type)
#define HOLDS_MODE(type, bytes) HOLDS(type, (bytes) + NARAE_MODE_SCHEDULE_BYTES)

#ifdef __x86_64__
HOLDS(uint8_t[NARAE_MODE_SCHEDULE_BYTES], 1364);
#elif defined(__aarch64__)
HOLDS(uint8_t[NARAE_MODE_SCHEDULE_BYTES], 1924);
#elif UINTPTR_MAX > 0xffffffffu
HOLDS(uint8_t[NARAE_MODE_SCHEDULE_BYTES], 964);
#else
HOLDS(uint8_t[NARAE_MODE_SCHEDULE_BYTES], 2404);
#endif

HOLDS_MODE(narae_cbc, 80);
HOLDS_MODE(narae_ccm, 112);
HOLDS_MODE(narae_cfb, 80);
HOLDS_MODE(narae_cmac, 64);
HOLDS_MODE(narae_ctr, 80);
HOLDS_MODE(narae_drbg_ctr, 80);
HOLDS_MODE(narae_gcm, 1456);
HOLDS_MODE(narae_kw, 80);
HOLDS_MODE(narae_ofb, 80);
HOLDS(narae_xts, 80 + 2 * NARAE_MODE_SCHEDULE_BYTES);

HOLDS(narae_chacha, 160);
HOLDS(narae_poly1305, 128);
HOLDS(narae_sha3, 416);
HOLDS(narae_ascon_sponge, 416);
HOLDS(uint8_t[NARAE_HASH_CONTEXT_BYTES], 416);
HOLDS(narae_hmac, 768);
HOLDS(uint8_t[NARAE_HMAC_STATES_BYTES], 752);
HOLDS(narae_drbg_hash, 256);
HOLDS(narae_drbg_hmac, 160);

_Static_assert(sizeof(narae_kbkdf_input) == 9 * sizeof(size_t), "KbkdfInput");
_Static_assert(_Alignof(narae_gcm) <= 16 && _Alignof(narae_ccm) <= 16, "Memory");
_Static_assert(sizeof(int) == 4, "int");
