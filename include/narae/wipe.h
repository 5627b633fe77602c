/* SPDX-License-Identifier: MIT */
/* narae/wipe.h: erase a secret.
 *
 *     narae_wipe(&schedule, sizeof schedule);
 */
#ifndef NARAE_WIPE_H
#define NARAE_WIPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes zeros over `bytes` bytes at `object`.  The compiler cannot remove
 * the writes even if the object is never read again.  A null object is
 * ignored.  Copies that the compiler left in registers or on the stack are
 * not reached.  Block ciphers and modes reject a wiped schedule with
 * NARAE_ERROR_STATE. */
void narae_wipe(void *object, size_t bytes);

/* The space in a context whose size the program chooses, as passed to its _init. */
typedef struct narae_room {
    uint16_t bytes, inverted; /* recorded if one is the complement of the other */
} narae_room;

/* The _clear of such a context: wipes its first `head_bytes` bytes and the `count`
 * spaces behind them.  The narae_room at `room_at` says how large each is, and
 * `room_bytes`, what the caller was compiled with, where none was recorded.  A null
 * context is ignored. */
void narae_wipe_context(void *context, size_t room_at, size_t head_bytes, size_t room_bytes, unsigned count);

#ifdef __cplusplus
}
#endif
#endif
