/* ChaCha on x86-64: the choice of kernel when the program runs.  A message of one
 * block waits for vectors only where their chains are short. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <string.h>

#    include "core/cpu.h"
#    include "core/xor.h"
#    include "narae/wipe.h"

#    include "kernels.h"

static inline int
has_short_chains(void)
{
    return cpu_has(CPU_AVX512 | CPU_SHORT_CHAINS);
}

void
narae_chacha_one_x86(uint32_t state[16], uint8_t out[64], const uint8_t in[64], unsigned rounds)
{
    if (has_short_chains())
        narae_chacha_blocks_rows_avx512(state, out, in, 1, rounds);
    else
        narae_chacha_1_x86(state, out, in, rounds);
}

void
narae_chacha_blocks_x86(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks == 0)
        return;
    if (nblocks == 1 && cpu_has(CPU_SSE2))
        narae_chacha_one_x86(state, out, in, rounds);
    else if (cpu_has(CPU_AVX512))
        narae_chacha_blocks_avx512(state, out, in, nblocks, rounds, has_short_chains());
    else if (cpu_has(CPU_AVX2))
        narae_chacha_blocks_avx2(state, out, in, nblocks, rounds);
    else if (cpu_has(CPU_SSE2))
        narae_chacha_blocks_sse2(state, out, in, nblocks, rounds);
    else
        narae_chacha_blocks_portable(state, out, in, nblocks, rounds);
}

/* How many of `nblocks` blocks, the last, go together with a part of one more: wide
 * kernels take as long for one block as for many.  Where chains are short, 16 blocks and
 * up to eight more take no longer one after the other. */
static inline size_t
count_last(size_t nblocks, int eights)
{
    const size_t last = nblocks % (eights ? 8 : CHACHA_TOGETHER);

    return has_short_chains() && last >= 16 && last < 24 ? last - 16 : last;
}

/* The last blocks and the part go by way of their key stream unless the kernel has a
 * place of its own for the last block. */
void
narae_chacha_bytes_x86(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
                       uint8_t stream[64])
{
    const int eights = cpu_has(CPU_AVX2) && !cpu_has(CPU_AVX512);
    const size_t nblocks = bytes / 64, last = count_last(nblocks, eights), whole = 64 * (nblocks - last);
    uint8_t together[64 * CHACHA_TOGETHER] __attribute__((aligned(64)));

    if (eights && last > 5 && nblocks < UINT32_MAX - state[12]) {
        memset(stream, 0, 64);
        narae_chacha_8_avx2(state, out, in, nblocks + 1, rounds, stream);
        narae_xor(out + 64 * nblocks, in + 64 * nblocks, stream, bytes % 64);
        return;
    }
    narae_chacha_blocks_x86(state, out, in, whole / 64, rounds);
    out += whole;
    in += whole;
    bytes -= whole;
    if (last == 0) {
        memset(stream, 0, 64);
        narae_chacha_blocks_x86(state, stream, stream, 1, rounds);
        narae_xor(out, in, stream, bytes);
        return;
    }
    memset(together, 0, 64 * last + 64);
    narae_chacha_blocks_x86(state, together, together, last + 1, rounds);
    narae_xor(out, in, together, bytes);
    memcpy(stream, together + 64 * last, 64);
    narae_wipe(together, 64 * last + 64);
}

#endif
