/* SPDX-License-Identifier: MIT */
/* What all programs begin with, besides RIGHT: 1 for the same program without
 * its error, else 0. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "narae/chacha.h"
#include "narae/ctr.h"
#include "narae/descriptor.h"
#include "narae/lea.h"

enum { WRONG = 1 - RIGHT, BLOCK = 16 };
enum { SPARE = 96 }; /* a word of the schedule that LEA does not use */

#define NOT_INLINE __attribute__((noinline, noclone))
#define PLACE(pointer) ((uintptr_t)(pointer))
#if UINTPTR_MAX > 0xffffffff
#    define LOW_PART ((uintptr_t)0xffffffff)
#else
#    define LOW_PART ((uintptr_t)255)
#endif
/* So many bytes behind a pointer; without the carry out of its low part. */
#define NEAR(pointer, i)            \
    ((PLACE(pointer) & ~LOW_PART) + \
     (RIGHT ? (PLACE(pointer) & LOW_PART) + (i) : ((PLACE(pointer) + (i)) & LOW_PART)))
