/* SPDX-License-Identifier: MIT */
/* Start-up of the HiFive1: stack, data from flash to the DTIM, then main().
 * A trap ends the program, as nothing here may cause one. */

.section .init, "ax", @progbits
.globl _start
.type _start, @function
_start:
.option push
.option norelax
    la      gp, __global_pointer$
.option pop
    la      t0, __stack
    mv      sp, t0
    la      t0, trapped
    csrw    mtvec, t0

    la      a0, __data_start
    la      a1, __data_end
    la      a2, __data_load
    j       2f
1:  lw      a3, 0(a2)
    sw      a3, 0(a0)
    addi    a2, a2, 4
    addi    a0, a0, 4
2:  bltu    a0, a1, 1b

    la      a1, __bss_end
    j       2f
1:  sw      zero, 0(a0)
    addi    a0, a0, 4
2:  bltu    a0, a1, 1b

    call    main
    j       hal_exit
.size _start, . - _start

.balign 4
trapped:
    li      a0, 127
    j       hal_exit
