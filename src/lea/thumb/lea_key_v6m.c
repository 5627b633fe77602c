/* SPDX-License-Identifier: MIT */
/* LEA key schedule for ARMv6-M: an aligned copy of the key for lea_schedule_v6m.S.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#ifdef NARAE_THUMB_V6M

#    include "core/copy.h"

#    include "kernels.h"

void
narae_lea_set_key_v6m(void *schedule, const uint8_t *key, size_t key_bytes)
{
    lea_schedule *s = (lea_schedule *)schedule;
    uint32_t t[8];

    narae_copy(t, key, key_bytes);
    s->rounds = (uint32_t)key_bytes / 2 + 16;
    if (key_bytes == 16)
        narae_lea_schedule128_v6m(s->rk, t);
    else if (key_bytes == 24)
        narae_lea_schedule192_v6m(s->rk, t);
    else
        narae_lea_schedule256_v6m(s->rk, t);
}

#endif
