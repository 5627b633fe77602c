/* SPDX-License-Identifier: MIT */
/* Memory that Rust sets aside for the library's contexts (src/memory.rs) is as
 * large as the largest of any chip: checked where it is compiled.  The inline
 * functions that see how large a context is stand here for Rust to call. */

/* The largest schedule of the crate's ciphers: ARIA-256's, else LEA-256's. */
#ifdef __x86_64__
#    define NARAE_MODE_SCHEDULE_BYTES 1364
#else
#    define NARAE_MODE_SCHEDULE_BYTES 772
#endif

#include "narae/narae.h"

_Static_assert(sizeof(narae_lea_key) <= 772, "Lea");
_Static_assert(sizeof(narae_aria_key) <= 1364, "Aria");
_Static_assert(sizeof(narae_hight_key) <= 684, "Hight");
_Static_assert(sizeof(narae_pipo_key) <= 372, "Pipo");
_Static_assert(sizeof(narae_seed_key) <= 132, "Seed");
_Static_assert(sizeof(narae_ctr) <= 1992, "Ctr");
_Static_assert(sizeof(narae_gcm) <= 2816, "Gcm");
_Static_assert(sizeof(narae_ccm) <= 2016, "Ccm");
_Static_assert(_Alignof(narae_gcm) <= 16 && _Alignof(narae_ccm) <= 16, "Memory");
_Static_assert(sizeof(int) == 4, "int");

int narae_rust_ctr_init(narae_ctr *ctx, const narae_block_cipher *cipher, const uint8_t *key,
                        size_t key_bytes);
int narae_rust_gcm_init(narae_gcm *ctx, const narae_block_cipher *cipher, const uint8_t *key,
                        size_t key_bytes);
int narae_rust_ccm_init(narae_ccm *ctx, const narae_block_cipher *cipher, const uint8_t *key,
                        size_t key_bytes);

int
narae_rust_ctr_init(narae_ctr *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_ctr_init(ctx, cipher, key, key_bytes);
}

int
narae_rust_gcm_init(narae_gcm *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_gcm_init(ctx, cipher, key, key_bytes);
}

int
narae_rust_ccm_init(narae_ccm *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_ccm_init(ctx, cipher, key, key_bytes);
}
