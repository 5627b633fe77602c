/* SPDX-License-Identifier: MIT */
/* How many bytes the key setup of foreign code writes, if its prototype does not tell.
 * bench_config.h names the calls as for kind_called_block.c, with a schedule that is large
 * enough.  It says
 *
 *     extent BYTES        up to the last one that any of some keys changes */

#include <string.h>

#include "bench_config.h"
#include "hal.h"
#include "print.h"
#include "random.h"

#include BENCH_HEADER

enum { EXTENT_KEYS = 16 };

static uint8_t extent_schedule[CALL_SCHEDULE_BYTES] __attribute__((aligned(16)));
static uint8_t extent_key[BENCH_KEY_BYTES] __attribute__((aligned(16)));

int
main(void)
{
    uint32_t stream = 1;
    size_t extent = 0;

    hal_init();
    for (unsigned n = 0; n < EXTENT_KEYS; n++) {
        const uint8_t before = n % 2 == 0 ? 0x5a : 0xa5;

        memset(extent_schedule, before, sizeof extent_schedule);
        random_bytes(&stream, extent_key, sizeof extent_key);
        CALL_SET_KEY(extent_schedule, extent_key);
        for (size_t i = extent; i < sizeof extent_schedule; i++)
            if (extent_schedule[i] != before)
                extent = i + 1;
    }
    print_text("extent ");
    print_number(extent);
    print_text("\n");
    hal_exit(0);
}
