/* SPDX-License-Identifier: MIT */
/* The core starts at offset 0x40 of its boot ROM and goes on in the flash. */
.globl _start
_start:
    .org    0x40
    lui     t0, 0x20010
    jr      t0
