/* SPDX-License-Identifier: MIT */
/* Copies and zeros of a few bytes.  On small RISC-V and Arm chips words are
 * copied, because the C library goes byte by byte, which would take longer than
 * a block. */
#ifndef NARAE_CORE_COPY_H
#define NARAE_CORE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "narae/wipe.h"

#include "family.h"

#ifdef NARAE_MOVES_WORDS

/* WORDS(p): p, declared as aligned for loads of words.  AT_WORDS(bits): whether
 * that is true, given the OR of the pointers.  ARMv7-M loads words from any
 * address. */
#    ifdef NARAE_THUMB_V7M
#        define WORDS(p) (p)
#        define AT_WORDS(bits) 1
#    else
#        define WORDS(p) __builtin_assume_aligned(p, 4)
#        define AT_WORDS(bits) (((bits) & 3) == 0)
#    endif

/* As memcpy. */
void narae_copy(void *to, const void *from, size_t bytes);

static inline void
narae_zero(void *object, size_t bytes)
{
    narae_wipe(object, bytes);
}

#else

static inline void
narae_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static inline void
narae_zero(void *object, size_t bytes)
{
    memset(object, 0, bytes);
}

#endif

#if UINTPTR_MAX > 0xffffffffu || defined(NARAE_THUMB_V7M)
/* narae_wipe() inlined; on Cortex-M for at most 16 bytes. */
static inline __attribute__((always_inline)) void
wipe_few(void *object, size_t bytes)
{
    memset(object, 0, bytes);
    __asm__ volatile("" : : "r"(object) : "memory");
}
#    define WIPE_BLOCK(x) wipe_few(x, 16)
#else
#    define WIPE_BLOCK(x) narae_wipe(x, 16)
#endif

/* The size of a context's space as _init records it; no schedule or state needs more
 * than can be recorded. */
static inline narae_room
room_of(size_t bytes)
{
    const uint16_t within = bytes < UINT16_MAX ? (uint16_t)bytes : UINT16_MAX;

    return (narae_room){within, (uint16_t)~within};
}

static inline int
is_recorded(narae_room room)
{
    return (room.bytes ^ room.inverted) == UINT16_MAX;
}

/* For an _init that fails: what is recorded may be of a larger context that lay here before. */
static inline int
without_other_room(narae_room *room, size_t bytes, int status)
{
    if (is_recorded(*room))
        *room = room_of(bytes);
    return status;
}

#endif
