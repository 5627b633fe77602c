/* SPDX-License-Identifier: MIT */
/* The machine as FELICS names it to the compiler: for its folders, ahead of whatever they
 * include.  AVR is the compiler's own name. */
#ifndef NARAE_LAB_SUPERCOP_FELICS_H
#define NARAE_LAB_SUPERCOP_FELICS_H

#if defined(__arm__)
#    define ARM
#elif !defined(__AVR__)
#    define PC
#endif

#endif
