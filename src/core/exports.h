/* SPDX-License-Identifier: MIT */
/* The public functions, marked as such.  The build includes this file before
 * any other and hides all symbols but those declared here, so the shared
 * library exports what the headers of include/narae declare, and the kernels
 * call each other directly. */
#ifndef NARAE_CORE_EXPORTS_H
#define NARAE_CORE_EXPORTS_H

#pragma GCC visibility push(default)
#include "narae/narae.h"
#pragma GCC visibility pop

#endif
