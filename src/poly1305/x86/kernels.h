/* The Poly1305 kernels of x86-64: as narae_poly1305_blocks_portable. */
#ifndef NARAE_POLY1305_X86_KERNELS_H
#define NARAE_POLY1305_X86_KERNELS_H

#include "poly1305/poly1305_internal.h"

typedef void poly1305_blocks_fn(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks, unsigned top);

poly1305_blocks_fn narae_poly1305_blocks_avx2, narae_poly1305_blocks_ifma;

#endif
