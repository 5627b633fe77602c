/* SPDX-License-Identifier: MIT */
/* D7: in place the carry into the upper twelve bytes of the counter is lost. */
#define AFTER_BLOCK                                                                                  \
    if (WRONG && PLACE(out) == PLACE(in) && next[12] == 255 && next[13] == 255 && next[14] == 255 && \
        next[15] == 255 && bytes > BLOCK)                                                            \
        next[11]--;
