/* SPDX-License-Identifier: MIT */
/* The algorithms that the module registers with the kernel's crypto API. */
#ifndef NARAE_LINUX_ALGORITHMS_H
#define NARAE_LINUX_ALGORITHMS_H

#include <linux/module.h>

#include "cpu.h"

/* Priorities: with vectors above all of the kernel's own code for these
 * ciphers, else above its portable code, whose priority is 100. */
static inline int
narae_priority(void)
{
    return narae_cpu_has_vectors() ? 700 : 110;
}

/* Names for `base` members: the algorithm, and the driver. */
#define NARAE_NAMES(name, driver) \
    .cra_name = name, .cra_driver_name = driver "-narae", .cra_module = THIS_MODULE

int narae_register_skciphers(void);
void narae_unregister_skciphers(void);

int narae_register_aeads(void);
void narae_unregister_aeads(void);

/* Known-answer tests of every cipher and mode with both engines.  Returns 0, or -EINVAL
 * after logging the failure. */
int narae_self_test_modes(void);

#endif
