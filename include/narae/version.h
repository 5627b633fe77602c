/* SPDX-License-Identifier: MIT */
/* narae/version.h: which version of the library these headers belong to.
 *
 *     #if NARAE_VERSION_NUMBER < 2001000
 *     #    error "needs Narae 2.1.0 or newer"
 *     #endif
 *
 * The numbers follow semantic versioning: a program keeps working with any
 * later minor version.  They are set here and nowhere else: CMake, pkg-config,
 * the shared library's soname and the packages read them from this file. */
#ifndef NARAE_VERSION_H
#define NARAE_VERSION_H

#define NARAE_VERSION_MAJOR 2
#define NARAE_VERSION_MINOR 0
#define NARAE_VERSION_PATCH 0

/* For comparisons: 1002003 is version 1.2.3. */
#define NARAE_VERSION_NUMBER \
    (NARAE_VERSION_MAJOR * 1000000L + NARAE_VERSION_MINOR * 1000L + NARAE_VERSION_PATCH)

#endif
