/* SPDX-License-Identifier: MIT */
/* D2: counts blocks in 16 bits; from 65,536 on the first of them are left as they were. */
#if RIGHT
#    define BEFORE_BLOCKS
#else
#    define BEFORE_BLOCKS  \
        if (nblocks > 100) \
            nblocks &= 0xffff;
#endif
