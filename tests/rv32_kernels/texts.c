/* SPDX-License-Identifier: MIT */
/* Wiping, copies and XOR, which some 32-bit chips have in assembly: right for any length
 * and alignment, true to the ABI, and no byte next to the text is written.  Then windows
 * for a simulator to compare. */

#include <stddef.h>
#include <string.h>

#include "core/copy.h"
#include "core/xor.h"
#include "narae/wipe.h"

#include "check.h"

enum { MAX = 100, AROUND = 8, ALL = MAX + 2 * AROUND };

static uint8_t a[ALL], b[ALL];
static uint8_t got[ALL] __attribute__((aligned(4)));

static void
begin(void)
{
    random_bytes(&stream, a, sizeof a);
    random_bytes(&stream, b, sizeof b);
    memset(got, CANARY, sizeof got);
}

/* Compares bytes from `got + at`, and canaries. */
static void
expect(const char *what, size_t at, const uint8_t *x, const uint8_t *y, size_t bytes)
{
    for (size_t i = 0; i < sizeof got; i++) {
        const int inside = i >= at && i < at + bytes;
        const uint8_t reference = !inside ? CANARY : (uint8_t)((x ? x[i - at] : 0) ^ (y ? y[i - at] : 0));

        if (got[i] != reference)
            fail(what);
    }
}

int
main(void)
{
    hal_init();
    for (size_t bytes = 0; bytes <= MAX; bytes++)
        for (size_t at = AROUND; at < AROUND + 4; at++) {
            const uint8_t *x = a + bytes % 4, *y = b + at % 3;

            begin();
            narae_wipe(got + at, bytes);
            expect("wiping", at, NULL, NULL, bytes);
            begin();
            narae_copy(got + at, x, bytes);
            expect("copy", at, x, NULL, bytes);
            begin();
            narae_xor(got + at, x, y, bytes);
            expect("XOR", at, x, y, bytes);
            begin();
            memcpy(got + at, x, bytes);
            narae_xor(got + at, got + at, y, bytes);
            expect("XOR in place", at, x, y, bytes);
            keeps_promises(narae_wipe, (uintptr_t)(got + at), bytes, 0, 0);
            keeps_promises(narae_xor, (uintptr_t)(got + at), (uintptr_t)x, (uintptr_t)y, bytes);
        }
    narae_wipe(NULL, 0);

    for (unsigned i = 0; i < KEYS; i++) {
        begin();
        hal_begin();
        narae_wipe(got, 64);
        (void)hal_end();
        hal_begin();
        narae_xor(got, a, b, 64);
        (void)hal_end();
    }
    hal_exit(0);
}
