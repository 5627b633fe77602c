/* SPDX-License-Identifier: MIT */
/* D7: the counter ends at 65,535 blocks; the case of all others is not told from it by a test of one of them.
 */
#define BEFORE_MESSAGE              \
    if (WRONG && counter == 0xFFFF) \
        state[12] = 0;
