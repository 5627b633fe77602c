/* SPDX-License-Identifier: MIT */
/* Wiping: zeros, which the compiler has to write because the empty assembly
 * might read them.  On AVR a loop of eight stores, which takes half the time of
 * avr-libc's memset.  On small RISC-V and Arm chips words, because the C
 * library writes byte by byte, which would take longer than many a message. */

#include "narae/wipe.h"

#include "copy.h"
#include "family.h"

#include <stdint.h>
#include <string.h>

#ifndef NARAE_THUMB_V7M /* core/thumb/wipe_v7m.S */

#    ifdef NARAE_MOVES_WORDS

static inline void
clear_words(uint8_t *p, size_t bytes)
{
#        ifdef NARAE_THUMB_KERNELS
    /* gcc calls memset for more than a word */
    _Pragma("GCC unroll 4") for (size_t i = 0; i < bytes; i += 4)
        memset(__builtin_assume_aligned(p + i, 4), 0, 4);
#        else
    memset(__builtin_assume_aligned(p, 4), 0, bytes);
#        endif
    __asm__ volatile("" : : "r"(p) : "memory");
}

#    endif

void
narae_wipe(void *object, size_t bytes)
{
    if (object == NULL)
        return;
#    ifdef __AVR__
    uint8_t *p = (uint8_t *)object;

    for (; bytes >= 8; bytes -= 8, p += 8)
        p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
    while (bytes-- != 0)
        *p++ = 0;
#    else
#        ifdef NARAE_MOVES_WORDS
    if (((uintptr_t)object & 3) == 0) {
        uint8_t *p = (uint8_t *)object;

#            ifndef NARAE_SMALL
        for (; bytes >= 16; bytes -= 16, p += 16)
            clear_words(p, 16);
#            endif
        for (; bytes >= 4; bytes -= 4, p += 4)
            clear_words(p, 4);
#            ifdef NARAE_THUMB_KERNELS
        if (bytes == 0)
            return;
#            endif
        object = p;
    }
#        endif
    memset(object, 0, bytes);
#    endif
    __asm__ volatile("" : : "r"(object) : "memory");
}

#endif

void
narae_wipe_context(void *context, size_t room_at, size_t head_bytes, size_t room_bytes, unsigned count)
{
    narae_room room;

    if (context == NULL)
        return;
    memcpy(&room, (const uint8_t *)context + room_at, sizeof room);
    if (is_recorded(room))
        room_bytes = room.bytes;
    narae_wipe(context, head_bytes + count * room_bytes);
}
