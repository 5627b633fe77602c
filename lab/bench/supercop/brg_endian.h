/* SPDX-License-Identifier: MIT */
/* The byte order of this machine under the names that SUPERCOP has for it. */
#ifndef NARAE_LAB_SUPERCOP_BRG_ENDIAN_H
#define NARAE_LAB_SUPERCOP_BRG_ENDIAN_H

#define IS_BIG_ENDIAN 4321
#define IS_LITTLE_ENDIAN 1234
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#    define PLATFORM_BYTE_ORDER IS_BIG_ENDIAN
#else
#    define PLATFORM_BYTE_ORDER IS_LITTLE_ENDIAN
#endif

#endif
