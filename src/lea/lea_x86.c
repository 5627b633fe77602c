/* LEA on x86-64: the choice of kernel when the program runs. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/counter_blocks.h"
#    include "core/cpu.h"

#    include "lea_x86.h"

typedef struct lea_kernels {
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} lea_kernels;

static void
ctr_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    narae_counter_blocks(narae_lea_encrypt_portable, schedule, out, in, nblocks, counter, 16);
}

static const lea_kernels portable = {narae_lea_encrypt_portable, narae_lea_decrypt_portable, ctr_portable};
static const lea_kernels sse2 = {narae_lea_encrypt_sse2, narae_lea_decrypt_sse2, narae_lea_ctr_sse2};
static const lea_kernels avx2 = {narae_lea_encrypt_avx2, narae_lea_decrypt_avx2, narae_lea_ctr_avx2};
static const lea_kernels avx512 = {narae_lea_encrypt_avx512, narae_lea_decrypt_avx512, narae_lea_ctr_avx512};

static const lea_kernels *
best(void)
{
    return cpu_has(CPU_AVX512) ? &avx512 : cpu_has(CPU_AVX2) ? &avx2 : cpu_has(CPU_SSE2) ? &sse2 : &portable;
}

void
narae_lea_encrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->encrypt(schedule, out, in, nblocks);
}

void
narae_lea_decrypt_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    best()->decrypt(schedule, out, in, nblocks);
}

void
narae_lea_ctr_x86(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    best()->ctr(schedule, out, in, nblocks, counter);
}

#endif
