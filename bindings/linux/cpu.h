/* SPDX-License-Identifier: MIT */
/* Which kernels of the library this CPU may run. */
#ifndef NARAE_LINUX_CPU_H
#define NARAE_LINUX_CPU_H

#include <linux/types.h>

/* May a module use kernels with vector registers on this machine? */
#if defined(CONFIG_X86_64) || (defined(CONFIG_KERNEL_MODE_NEON) && !defined(CONFIG_CPU_BIG_ENDIAN))
#    define NARAE_LINUX_VECTORS
#endif

/* Sets the library's word of features, once, before anything else of it runs: the features
 * that the CPU has and the kernel saves, up to the parameter `cpu`.  Returns 0, or -EINVAL
 * for an unknown level. */
int narae_cpu_init(void);

/* The name of the level, and whether it has vectors. */
const char *narae_cpu_level(void);
bool narae_cpu_has_vectors(void);

#endif
