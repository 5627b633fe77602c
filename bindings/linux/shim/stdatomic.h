/* SPDX-License-Identifier: MIT */
/* What core/cpu.h takes from <stdatomic.h>: a word that is written before it is read. */
#ifndef NARAE_LINUX_STDATOMIC_H
#define NARAE_LINUX_STDATOMIC_H

typedef unsigned atomic_uint;

#define atomic_load_explicit(word, order) __atomic_load_n(word, __ATOMIC_RELAXED)

#endif
