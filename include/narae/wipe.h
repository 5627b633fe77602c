/* SPDX-License-Identifier: MIT */
/* narae/wipe.h: erase a secret.
 *
 *     narae_wipe(&schedule, sizeof schedule);
 */
#ifndef NARAE_WIPE_H
#define NARAE_WIPE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes zeros over `bytes` bytes at `object`.  The compiler cannot remove
 * the writes even if the object is never read again.  A null object is
 * ignored.  Copies that the compiler left in registers or on the stack are
 * not reached.  Block ciphers and modes reject a wiped schedule with
 * NARAE_ERROR_STATE. */
void narae_wipe(void *object, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
