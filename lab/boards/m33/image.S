/* SPDX-License-Identifier: MIT */
/* The block by which the RP2350's boot ROM recognizes a program in the flash (RP2350 Datasheet,
 * 5.9): in its first 4 KiB, and a loop of one block, since its link is 0.
 *
 * It says: an executable for a secure Arm core of the RP2350, whose vector table is at VECTORS.
 * An item is its type in the lowest byte, and its number of words above; the last one has the
 * number of words of all before it. */

.syntax unified
.cpu cortex-m33
.thumb

#define START 0xffffded3
#define IMAGE_TYPE 0x42
#define EXECUTABLE_SECURE_ARM_RP2350 0x1021
#define VECTOR_TABLE 0x03
#define VECTORS 0x10000100
#define LAST 0xff
#define THE_ONLY_BLOCK 0
#define END 0xab123579

.section .image, "a", %progbits
    .word   START
    .word   EXECUTABLE_SECURE_ARM_RP2350 << 16 | 1 << 8 | IMAGE_TYPE
    .word   2 << 8 | VECTOR_TABLE
    .word   VECTORS
    .word   3 << 8 | LAST
    .word   THE_ONLY_BLOCK
    .word   END
