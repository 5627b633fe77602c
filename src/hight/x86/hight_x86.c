/* SPDX-License-Identifier: MIT */
/* HIGHT on x86-64: its implementations. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "hight/implementation.h"

#    include "kernels.h"

#    define WIDE(kernel, of_the_cpu)                 \
        static const hight_implementation kernel = { \
            .name = #kernel,                         \
            .needs = of_the_cpu,                     \
            .set_key = hight_set_key_wide,           \
            .encrypt = narae_hight_encrypt_##kernel, \
            .decrypt = narae_hight_decrypt_##kernel, \
            .ctr = narae_hight_ctr_##kernel,         \
        }

WIDE(gfni512, CPU_AVX512 | CPU_GFNI);
WIDE(gfni, CPU_AVX2 | CPU_GFNI);
WIDE(avx2, CPU_AVX2);
WIDE(sse2, CPU_SSE2);

static const hight_implementation portable = {
    .name = "portable",
    .set_key = narae_hight_set_key_portable,
    .encrypt = narae_hight_encrypt_portable,
    .decrypt = narae_hight_decrypt_portable,
    .ctr = hight_ctr_portable,
};

const hight_implementation *const narae_hight_implementations[] = {&gfni512, &gfni,     &avx2,
                                                                   &sse2,    &portable, NULL};

#    include "hight/dispatch.inc"

#endif
