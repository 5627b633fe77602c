/* ARIA on x86-64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because they have different schedules. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"
#    include "narae/wipe.h"

#    include "aria_x86.h"

#    define GFNI512 (CPU_AVX512 | CPU_GFNI)

static void
set_wide_key(aria_wide_schedule *s, const uint8_t *key, size_t key_bytes)
{
    uint8_t w[4][16], rk[16];

    s->rounds = aria_rounds(key_bytes);
    narae_aria_expand(w, key, key_bytes);
    for (unsigned i = 0; i <= s->rounds; i++) {
        narae_aria_round_key(rk, w, i);
        for (unsigned j = 0; j < 16; j++)
            s->rk[16 * i + j] = 0x01010101u * rk[j];
    }
    narae_wipe(w, sizeof w);
    narae_wipe(rk, sizeof rk);
}

void
narae_aria_set_key_x86(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    if (cpu_has(GFNI512))
        set_wide_key((aria_wide_schedule *)schedule, key, key_bytes);
    else
        narae_aria_set_key_portable(schedule, key, key_bytes);
}

void
narae_aria_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (cpu_has(GFNI512))
        narae_aria_encrypt_gfni512(schedule, out, in, nblocks);
    else
        narae_aria_encrypt_portable(schedule, out, in, nblocks);
}

void
narae_aria_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (cpu_has(GFNI512))
        narae_aria_decrypt_gfni512(schedule, out, in, nblocks);
    else
        narae_aria_decrypt_portable(schedule, out, in, nblocks);
}

void
narae_aria_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    if (cpu_has(GFNI512))
        narae_aria_ctr_gfni512(schedule, out, in, nblocks, counter);
    else
        narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

#endif
