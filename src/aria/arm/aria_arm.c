/* ARIA on AArch64: the choice of kernel when the program runs, and for each
 * number of blocks. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"
#    include "narae/wipe.h"

#    include "kernels.h"

/* From how many blocks on a batch is faster, and how many fill it. */
enum { ENOUGH = 65, BATCH = 128 };

void
narae_aria_set_key_arm(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    const unsigned rounds = aria_rounds(key_bytes);
    uint8_t w[4][16], *plain = (uint8_t *)schedule->rk[rounds + 1];

    narae_aria_expand(w, key, key_bytes);
    narae_aria_set_words_portable(schedule, (const uint8_t (*)[16])w, rounds);
    for (unsigned r = 0; r <= rounds; r++)
        narae_aria_round_key(plain + 16 * r, (const uint8_t (*)[16])w, r);
    narae_wipe(w, sizeof w);
}

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_aria_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

typedef struct aria_kernels {
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} aria_kernels;

static const aria_kernels portable = {narae_aria_encrypt_portable, narae_aria_decrypt_portable, ctr_portable};
static const aria_kernels ce = {narae_aria_encrypt_ce, narae_aria_decrypt_ce, narae_aria_ctr_ce};
static const aria_kernels bytes = {narae_aria_encrypt_bytes_neon, narae_aria_decrypt_bytes_neon,
                                   narae_aria_ctr_bytes_neon};

static const aria_kernels *
for_few(void)
{
    if (cpu_has(CPU_AES))
        return &ce;
    return cpu_has(CPU_NEON) ? &bytes : &portable;
}

/* The blocks, of `nblocks`, that are left to the kernel for few. */
static size_t
few(size_t nblocks)
{
    if (cpu_has(CPU_AES) || !cpu_has(CPU_NEON))
        return nblocks;
    return nblocks % BATCH < ENOUGH ? nblocks % BATCH : 0;
}

void
narae_aria_encrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_encrypt_neon(schedule, out, in, many);
    for_few()->encrypt(schedule, out + 16 * many, in + 16 * many, rest);
}

void
narae_aria_decrypt_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_decrypt_neon(schedule, out, in, many);
    for_few()->decrypt(schedule, out + 16 * many, in + 16 * many, rest);
}

void
narae_aria_ctr_arm(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const size_t rest = few(nblocks), many = nblocks - rest;

    if (many != 0)
        narae_aria_ctr_neon(schedule, out, in, many, counter);
    for_few()->ctr(schedule, out + 16 * many, in + 16 * many, rest, counter);
}

#endif
