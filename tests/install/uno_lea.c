/* SPDX-License-Identifier: MIT */
/* LEA-128 alone on an Arduino Uno, as small as a program with it can be: set
 * a key, encrypt, decrypt, all through the descriptor. */

#include <narae/descriptor.h>
#include <narae/lea.h>

static uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4];
static uint8_t key[16], block[16];

int
main(void)
{
    narae_kernels_of(&narae_lea)->set_key(schedule, key, sizeof key);
    narae_kernels_of(&narae_lea)->encrypt(schedule, block, block, 1);
    narae_kernels_of(&narae_lea)->decrypt(schedule, block, block, 1);
    return block[0];
}
