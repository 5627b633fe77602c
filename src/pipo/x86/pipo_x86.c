/* PIPO on x86-64: the choice of kernel when the program runs.  It never changes
 * while the program runs, because they have different schedules. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "kernels.h"

#    define GFNI512 (CPU_AVX512 | CPU_GFNI)

typedef struct pipo_kernels {
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} pipo_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_pipo_encrypt_portable, schedule, out, in, nblocks, counter, 8);
}

static const pipo_kernels portable = {narae_pipo_encrypt_portable, narae_pipo_decrypt_portable, ctr_portable};
static const pipo_kernels sse2 = {narae_pipo_encrypt_sse2, narae_pipo_decrypt_sse2, narae_pipo_ctr_sse2};
static const pipo_kernels avx2 = {narae_pipo_encrypt_avx2, narae_pipo_decrypt_avx2, narae_pipo_ctr_avx2};
static const pipo_kernels gfni512 = {narae_pipo_encrypt_gfni512, narae_pipo_decrypt_gfni512,
                                     narae_pipo_ctr_gfni512};

static const pipo_kernels *
best(void)
{
    return cpu_has(GFNI512) ? &gfni512 : cpu_has(CPU_AVX2) ? &avx2 : cpu_has(CPU_SSE2) ? &sse2 : &portable;
}

/* By how much the rows of a key are turned back: see kernels.h. */
static const uint8_t back[8] = {0, 7, 4, 0, 6, 0, 0, 2};

static void
set_wide_key(pipo_wide_schedule *s, const uint8_t *key, size_t key_bytes)
{
    s->rounds = key_bytes == 16 ? 13 : 17;
    for (unsigned i = 0; i < key_bytes; i++)
        s->rows[i / 8][i % 8] = 0x01010101u * ((key[i] * 0x101u >> back[i % 8]) & 0xff);
}

void
narae_pipo_set_key_x86(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    if (cpu_has(GFNI512))
        set_wide_key((pipo_wide_schedule *)schedule, key, key_bytes);
    else
        narae_pipo_set_key_portable(schedule, key, key_bytes);
}

void
narae_pipo_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->encrypt(schedule, out, in, nblocks);
}

void
narae_pipo_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->decrypt(schedule, out, in, nblocks);
}

void
narae_pipo_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    best()->ctr(schedule, out, in, nblocks, counter);
}

#endif
