/* SPDX-License-Identifier: MIT */
/* The first 256 bytes of an RP2040's flash.  Its boot ROM copies them to RAM, checks
 * the last word, and jumps to the first (RP2040 Datasheet, 2.8.1).
 *
 * They let the flash be read in the slowest way, which every chip knows: command 03h
 * with an address of three bytes, at a quarter of the core's clock (4.10.13).  Then
 * they start the vector table after them.
 *
 * The last word is a CRC-32 (polynomial 0x04c11db7 from all ones, highest bit first)
 * of the rest; tests/lab/test_cortexm.py computes it again. */

.syntax unified
.cpu cortex-m0plus
.thumb

#define SSI 0x18000000
#define CTRLR0 0x00
#define CTRLR1 0x04
#define SSIENR 0x08
#define BAUDR 0x14
#define SPI_CTRLR0 0xf4
#define READ_32_BITS_AS_EEPROM (31 << 16 | 3 << 8)
#define COMMAND_03H_24_BITS (0x03 << 24 | 2 << 8 | 6 << 2)
#define VTOR 0xe000ed08
#define VECTORS 0x10000100

.section .boot2, "ax", %progbits
.thumb_func
boot2:
    ldr     r3, =SSI
    movs    r1, #0
    str     r1, [r3, #SSIENR]
    str     r1, [r3, #CTRLR1]
    movs    r2, #4
    str     r2, [r3, #BAUDR]
    ldr     r2, =READ_32_BITS_AS_EEPROM
    str     r2, [r3, #CTRLR0]
    ldr     r2, =COMMAND_03H_24_BITS
    ldr     r0, =SSI + SPI_CTRLR0
    str     r2, [r0]
    movs    r1, #1
    str     r1, [r3, #SSIENR]

    ldr     r0, =VECTORS
    ldr     r1, =VTOR
    str     r0, [r1]
    ldr     r1, [r0]
    msr     msp, r1
    ldr     r1, [r0, #4]
    bx      r1
.ltorg
    .org    252
    .word   0x8de4c6a0
