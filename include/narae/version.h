/* narae/version.h: which version of the library these headers belong to.
 *
 *     #if NARAE_VERSION_NUMBER < 1000000
 *     #    error "needs Narae 1.0.0 or newer"
 *     #endif
 *
 * The numbers follow semantic versioning: what compiles and links with 1.0.0
 * does so with each 1.x.  This file is where they are set: CMake, pkg-config
 * and the name of the shared library take them from here. */
#ifndef NARAE_VERSION_H
#define NARAE_VERSION_H

#define NARAE_VERSION_MAJOR 1
#define NARAE_VERSION_MINOR 0
#define NARAE_VERSION_PATCH 0

/* For comparisons: 1002003 is version 1.2.3. */
#define NARAE_VERSION_NUMBER \
    (NARAE_VERSION_MAJOR * 1000000L + NARAE_VERSION_MINOR * 1000L + NARAE_VERSION_PATCH)

#endif
