/* SPDX-License-Identifier: MIT */
/* LEA for WebAssembly with vectors: 8 blocks at a time, in two groups of four.  The tail
 * goes through a copy, a single block through integer code.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/encrypt_only.h"
#    include "narae/wipe.h"

#    include "kernels.h"

#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_wasm
#    define GROUPS 2

#    include "core/wasm/words128.inc"

#    include "lea/vector.inc"

enum { RUN = GROUPS * LANES };

/* One run: encrypts, decrypts, or encrypts counters from `low` on. */
typedef void run_fn(const lea_schedule *s, uint8_t *out, const uint8_t *in, const uint8_t *counter,
                    uint32_t low);

static void
encrypt_run(const lea_schedule *s, uint8_t *out, const uint8_t *in, const uint8_t *counter, uint32_t low)
{
    (void)counter, (void)low;
    if (s->rounds == 24)
        encrypt_some_wasm(s, 4, GROUPS, out, in, RUN);
    else
        encrypt_some_wasm(s, 6, GROUPS, out, in, RUN);
}

static void
decrypt_run(const lea_schedule *s, uint8_t *out, const uint8_t *in, const uint8_t *counter, uint32_t low)
{
    (void)counter, (void)low;
    if (s->rounds == 24)
        decrypt_some_wasm(s, 4, GROUPS, out, in, RUN);
    else
        decrypt_some_wasm(s, 6, GROUPS, out, in, RUN);
}

static void
ctr_run(const lea_schedule *s, uint8_t *out, const uint8_t *in, const uint8_t *counter, uint32_t low)
{
    if (s->rounds == 24)
        ctr_some_wasm(s, fix_wasm(s->rk, 4, counter), 4, GROUPS, out, in, RUN, low);
    else
        ctr_some_wasm(s, fix_wasm(s->rk, 6, counter), 6, GROUPS, out, in, RUN, low);
}

KERNEL void
runs(run_fn *run, const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
     const uint8_t *counter, uint32_t low)
{
    for (; nblocks >= RUN; nblocks -= RUN, in += 16 * RUN, out += 16 * RUN, low += RUN)
        run(schedule, out, in, counter, low);
    if (nblocks != 0) {
        uint8_t copy[16 * RUN] = {0};

        memcpy(copy, in, 16 * nblocks);
        run(schedule, copy, copy, counter, low);
        memcpy(out, copy, 16 * nblocks);
        narae_wipe(copy, sizeof copy);
    }
}

void
narae_lea_encrypt_wasm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        narae_lea_encrypt_portable(schedule, out, in, 1);
    else
        runs(encrypt_run, schedule, out, in, nblocks, NULL, 0);
}

void
narae_lea_decrypt_wasm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        narae_lea_decrypt_portable(schedule, out, in, 1);
    else
        runs(decrypt_run, schedule, out, in, nblocks, NULL, 0);
}

void
narae_lea_ctr_wasm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const uint32_t low = load32_be(counter + 12);

    if (nblocks == 1) {
        narae_counter_blocks(narae_lea_encrypt_portable, schedule, out, in, 1, counter, 16);
        return;
    }
    store32_be(counter + 12, low + (uint32_t)nblocks);
    runs(ctr_run, schedule, out, in, nblocks, counter, low);
}

#endif
