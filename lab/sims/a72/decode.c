/* SPDX-License-Identifier: MIT */
/* The instructions of AArch64 (Arm Architecture Reference Manual, C4) and what
 * each costs on a Cortex-A72 (Cortex-A72 Software Optimization Guide, section
 * 3: latency, throughput, pipes).
 *
 * A row is a mask, the bits under it, and the micro-operations:
 *
 *     PIPE LATENCY [/OCCUPANCY] [*COUNT] SPACE READS > WRITES, ...
 *
 * Pipes: B branch, I either integer, M multi-cycle integer, L load, S store,
 * F either vector, E F0 alone, G F1 alone.  A pipe is occupied for one cycle
 * unless the row says more.  COUNT of them do an instruction's parts, each with
 * all that it reads; the last one writes.  What works on 128 bits in a pipe of
 * 64 is two: multiplications, shifts by a register, stores.  Registers by their
 * place in the opcode:
 *
 *     d n m a    x at bits 4:0, 9:5, 20:16, 14:10; register 31 is zero
 *     D N        the same at 4:0 and 9:5, but register 31 is sp
 *     v x y z    v at bits 4:0, 9:5, 20:16, 14:10
 *     1 2 3      the vector registers after v; X Y Z those after x
 *     f flags, l x30, t between micro-operations
 *
 * The first row that fits counts.  Floating point, atomics and system
 * registers are not here: an instruction without a row is unknown.  The guide
 * does not list the two system instructions that the C library's memset needs;
 * their costs are assumed. */

#include "decode.h"

#include <stddef.h>
#include <stdlib.h>

static const struct row {
    uint32_t mask, bits;
    const char *uops;
} rows[] = {
    /* hints; among them nop and bti */
    {0xfffff01f, 0xd503201f, ""},

    /* what memset clears long buffers with */
    {0xffffffe0, 0xd53b00e0, "I1 >d"},   /* mrs from dczid_el0 */
    {0xffffffe0, 0xd50b7420, "S1/4 d>"}, /* dc zva: a line of 64 bytes */

    /* immediates */
    {0x1f000000, 0x10000000, "I1 >d"},   /* adr, adrp */
    {0x3f800000, 0x11000000, "I1 N>D"},  /* add, sub */
    {0x3f800000, 0x31000000, "I1 N>df"}, /* adds, subs */
    {0x7f800000, 0x72000000, "I1 n>df"}, /* ands */
    {0x1f800000, 0x12000000, "I1 n>D"},  /* and, orr, eor */
    {0x7f800000, 0x72800000, "I1 d>d"},  /* movk */
    {0x1f800000, 0x12800000, "I1 >d"},   /* movz, movn */
    {0x7f800000, 0x33000000, "M2 dn>d"}, /* bfm */
    {0x1f800000, 0x13000000, "I1 n>d"},  /* sbfm, ubfm: shifts and extensions */
    {0x1f800000, 0x13800000, "rotate"},  /* extr: see decode() */

    /* branches */
    {0xfc000000, 0x14000000, "B1 >"},         /* b */
    {0xfc000000, 0x94000000, "B1 >, I1 >l"},  /* bl */
    {0xff000010, 0x54000000, "B1 f>"},        /* b.cond */
    {0x7c000000, 0x34000000, "B1 d>"},        /* cbz, cbnz, tbz, tbnz */
    {0xfffffc1f, 0xd61f0000, "B1 n>"},        /* br */
    {0xfffffc1f, 0xd63f0000, "B1 n>, I1 >l"}, /* blr */
    {0xfffffc1f, 0xd65f0000, "B1 n>"},        /* ret */

    /* registers */
    {0x7f00fc00, 0x6a000000, "I1 nm>df"}, /* ands, bics */
    {0x1f00fc00, 0x0a000000, "I1 nm>d"},  /* and, bic, orr, orn, eor, eon */
    {0x7f000000, 0x6a000000, "M2 nm>df"}, /* the same with a shift */
    {0x1f000000, 0x0a000000, "M2 nm>d"},
    {0x3f20fc00, 0x2b000000, "I1 nm>df"}, /* adds, subs */
    {0x3f20fc00, 0x0b000000, "I1 nm>d"},  /* add, sub */
    {0x3f200000, 0x2b000000, "M2 nm>df"}, /* the same with a shift */
    {0x3f200000, 0x0b000000, "M2 nm>d"},
    {0x3fe00000, 0x2b200000, "M2 Nm>df"}, /* with an extension */
    {0x3fe00000, 0x0b200000, "M2 Nm>D"},
    {0x3fe0fc00, 0x3a000000, "I1 nmf>df"}, /* adcs, sbcs */
    {0x3fe0fc00, 0x1a000000, "I1 nmf>d"},  /* adc, sbc */
    {0x3fe00c10, 0x3a400000, "I1 nmf>f"},  /* ccmp, ccmn */
    {0x3fe00c10, 0x3a400800, "I1 nf>f"},
    {0x3fe00000, 0x1a800000, "I1 nmf>d"},    /* csel, csinc, csinv, csneg */
    {0xffe0f800, 0x1ac00800, "M8/8 nm>d"},   /* udiv, sdiv: 4 to 12 */
    {0xffe0f800, 0x9ac00800, "M12/12 nm>d"}, /* 4 to 20 */
    {0x7fe0f000, 0x1ac02000, "I1 nm>d"},     /* lslv, lsrv, asrv, rorv */
    {0x7fe0e000, 0x1ac04000, "M2 nm>d"},     /* crc32 */
    {0x7fffe000, 0x5ac00000, "I1 n>d"},      /* rbit, rev, clz, cls */
    {0xffe00000, 0x1b000000, "M3 nma>d"},    /* madd, msub */
    {0xffe00000, 0x9b000000, "M5/3 nma>d"},
    {0xff600000, 0x9b200000, "M3 nma>d"},  /* smaddl, umaddl, ... */
    {0xff600000, 0x9b400000, "M6/4 nm>d"}, /* smulh, umulh */

    /* pairs: offset, after, before */
    {0x3f000000, 0x18000000, "L4 >d"}, /* ldr from the program */
    {0x3f000000, 0x1c000000, "L5 >v"},
    {0x7fc00000, 0x29400000, "L4 N>da"}, /* ldp */
    {0x7fc00000, 0x28400000, "L4 N>da"}, /* ldnp */
    {0x3fc00000, 0x29400000, "L4 N>da"}, /* ldpsw */
    {0x3ec00000, 0x28c00000, "L4 N>da, I1 N>N"},
    {0xffc00000, 0x29000000, "S1 Nda>"}, /* stp */
    {0xffc00000, 0xa9000000, "S1*2 Nda>"},
    {0xfec00000, 0x28800000, "S1 Nda>, I1 N>N"},
    {0xfec00000, 0xa8800000, "S1*2 Nda>, I1 N>N"},
    {0xffc00000, 0xad400000, "L5 N>v, L5 N>z"},
    {0x3fc00000, 0x2d400000, "L5 N>vz"},
    {0xfec00000, 0xacc00000, "L5 N>v, L5 N>z, I1 N>N"},
    {0x3ec00000, 0x2cc00000, "L5 N>vz, I1 N>N"},
    {0xffc00000, 0xad000000, "I1 >, S1*4 Nvz>"},
    {0x3fc00000, 0x2d000000, "S1*2 Nvz>"},
    {0xfec00000, 0xac800000, "I1 >, S1*4 Nvz>, I1 N>N"},
    {0x3ec00000, 0x2c800000, "S1*2 Nvz>, I1 N>N"},

    /* single registers: scaled offset, unscaled, after, before, register */
    {0xffc00000, 0xf9800000, "L1 N>"}, /* prfm */
    {0x3fc00000, 0x39000000, "S1 Nd>"},
    {0x3f000000, 0x39000000, "L4 N>d"},
    {0xffc00000, 0x3d800000, "I1 >, S1*2 Nv>"},
    {0x3f400000, 0x3d000000, "S1 Nv>"},
    {0x3f400000, 0x3d400000, "L5 N>v"},
    {0x3fe00c00, 0x38000000, "S1 Nd>"},
    {0x3f200c00, 0x38000000, "L4 N>d"},
    {0x3fe00400, 0x38000400, "S1 Nd>, I1 N>N"},
    {0x3f200400, 0x38000400, "L4 N>d, I1 N>N"},
    {0x3fe00c00, 0x38200800, "S1 Nmd>"},
    {0x3f200c00, 0x38200800, "L4 Nm>d"},
    {0xffe00c00, 0x3c800000, "I1 >, S1*2 Nv>"},
    {0x3f600c00, 0x3c000000, "S1 Nv>"},
    {0x3f600c00, 0x3c400000, "L5 N>v"},
    {0xffe00400, 0x3c800400, "I1 >, S1*2 Nv>, I1 N>N"},
    {0x3f600400, 0x3c000400, "S1 Nv>, I1 N>N"},
    {0x3f600400, 0x3c400400, "L5 N>v, I1 N>N"},
    {0xffe00c00, 0x3ca00800, "I1 >, S1*2 Nmv>"},
    {0x3f600c00, 0x3c200800, "S1 Nmv>"},
    {0x3f600c00, 0x3c600800, "L5 Nm>v"},

    /* structures; those that move the address on have an I1 besides: see decode() */
    {0xbf40f000, 0x0c407000, "L5 N>v"},  /* ld1 */
    {0xff40f000, 0x0c40a000, "L5 N>v1"}, /* of several registers of 64 bits */
    {0xff40f000, 0x0c406000, "L5 N>v1, L5 N>2"},
    {0xff40f000, 0x0c402000, "L5 N>v1, L5 N>23"},
    {0xff40f000, 0x4c40a000, "L5 N>v, L5 N>1"}, /* of 128 */
    {0xff40f000, 0x4c406000, "L5 N>v, L5 N>1, L5 N>2"},
    {0xff40f000, 0x4c402000, "L5 N>v, L5 N>1, L5 N>2, L5 N>3"},
    {0xff40f000, 0x0c007000, "S1 Nv>"}, /* st1 */
    {0xff40f000, 0x0c00a000, "S1*2 Nv1>"},
    {0xff40f000, 0x0c006000, "S1*3 Nv12>"},
    {0xff40f000, 0x0c002000, "S1*4 Nv123>"},
    {0xff40f000, 0x4c007000, "S1*2 Nv>"},
    {0xff40f000, 0x4c00a000, "S1*4 Nv1>"},
    {0xff40f000, 0x4c006000, "S1*6 Nv12>"},
    {0xff40f000, 0x4c002000, "S1*8 Nv123>"},
    {0xff40fc00, 0x4c408c00, "L5 N>v, L5 N>1"}, /* of doublewords, of which nothing is taken apart: ld2 */
    {0xff40fc00, 0x4c404c00, "L5*2 N>v, L5 N>1, L5 N>2"},
    {0xff40fc00, 0x4c400c00, "L5 N>v, L5 N>1, L5 N>2, L5 N>3"},
    {0xff40fc00, 0x4c008c00, "S1*4 Nv1>"},
    {0xff40fc00, 0x4c000c00, "S1*8 Nv123>"},
    {0xff40f000, 0x0c408000, "L5 N>t, F3 t>v1"}, /* ld2 */
    {0xff40f000, 0x4c408000, "L5*2 N>t, F3 t>v, F3 t>1"},
    {0xff40f000, 0x0c404000, "L5*2 N>t, F3 t>v1, F3 t>2"}, /* ld3 */
    {0xff40f000, 0x4c404000, "L5*3 N>t, F3*2 t>v, F3 t>1, F3 t>2"},
    {0xff40f000, 0x0c400000, "L5*2 N>t, F3 t>v1, F3 t>23"}, /* ld4 */
    {0xff40f000, 0x4c400000, "L5*3 N>t, F3 t>v, F3 t>1, L5 N>t, F3 t>2, F3 t>3"},
    {0xff40f000, 0x0c008000, "F3 v1>t, S1*2 Nt>"}, /* st2 */
    {0xff40f000, 0x4c008000, "F3*2 v1>t, S1*4 Nt>"},
    {0xff40f000, 0x0c004000, "F3*2 v12>t, S1*3 Nt>"}, /* st3 */
    {0xff40f000, 0x4c004000, "F3*4 v12>t, S1*6 Nt>"},
    {0xff40f000, 0x0c000000, "F3*2 v123>t, S1*4 Nt>"}, /* st4 */
    {0xff40f000, 0x4c000000, "F3*4 v123>t, S1*8 Nt>"},
    {0xbf60f000, 0x0d40c000, "L5 N>t, F3 t>v"},  /* ld1r */
    {0xbf602000, 0x0d400000, "L5 N>t, F3 tv>v"}, /* ld1 of one element */
    {0xbf602000, 0x0d000000, "S1 Nv>"},          /* st1 of one element */

    /* between integer and vector registers */
    {0xfffffc00, 0x1e270000, "L5 n>v"}, /* fmov s, w */
    {0xfffffc00, 0x9e670000, "L5 n>v"},
    {0xfffffc00, 0x9eaf0000, "L5 nv>v"},
    {0xfffffc00, 0x1e260000, "L5 x>d"}, /* fmov w, s */
    {0xfffffc00, 0x9e660000, "L5 x>d"},
    {0xfffffc00, 0x9eae0000, "L5 x>d"},
    {0xffbffc00, 0x1e204000, "F3 x>v"},          /* fmov s, s */
    {0xbfe0fc00, 0x0e000c00, "L5 n>t, F3 t>v"},  /* dup from x */
    {0xffe0fc00, 0x4e001c00, "L5 n>t, F3 tv>v"}, /* ins from x */
    {0xbfe0ec00, 0x0e002c00, "L5 x>t, I1 t>d"},  /* smov, umov */

    /* vectors: copies and permutations */
    {0xbfe0fc00, 0x0e000400, "F3 x>v"}, /* dup of an element */
    {0xffe0fc00, 0x5e000400, "F3 x>v"},
    {0xffe08400, 0x6e000400, "F3 xv>v"},                 /* ins of an element */
    {0xbf20bc00, 0x0e002800, "F3 xy>v"},                 /* trn1, trn2: opcode x10 */
    {0xff208c00, 0x4e000800, "F3 xy>t, F3 xy>, F3 t>v"}, /* zip, uzp of 128 bits */
    {0xbf208c00, 0x0e000800, "F3 xy>v"},
    {0xbfe08400, 0x2e000000, "F3 xy>v"}, /* ext */
    {0xffe0fc00, 0x0e000000, "F3 xy>v"}, /* tbl of one register */
    {0xffe0fc00, 0x4e000000, "F3 xy>t, F3 xy>, F3 t>v"},
    {0xbfe0fc00, 0x0e001000, "F3 xy>t, F3 xy>, F3 tv>v"},                 /* tbx */
    {0xbfe0fc00, 0x0e002000, "F3 xXy>t, F3 xXy>, F3 t>t, F3 t>, F3 t>v"}, /* tbl of two */
    {0xbfe0fc00, 0x0e003000, "F3 xXy>t, F3 xXy>, F3 t>t, F3 t>, F3 tv>v"},
    {0xbfe0fc00, 0x0e004000, "F3 xXYy>t, F3 xXYy>, F3 t>t, F3 t>, F3 t>t, F3 t>, F3 t>v"},
    {0xbfe0fc00, 0x0e006000, "F3 xXYZy>t, F3 xXYZy>, F3 t>t, F3 t>, F3 t>t, F3 t>, F3 t>t, F3 t>, F3 t>v"},

    /* vectors: three of the same length */
    {0xbfe0fc00, 0x2e201c00, "F3 xy>v"},  /* eor */
    {0xbf20fc00, 0x2e201c00, "F3 vxy>v"}, /* bsl, bit, bif */
    {0xbf20fc00, 0x0e201c00, "F3 xy>v"},  /* and, bic, orr, orn */
    {0x9f20fc00, 0x0e208400, "F3 xy>v"},  /* add, sub */
    {0xdf20fc00, 0x5e208400, "F3 xy>v"},
    {0x9f20f400, 0x0e203400, "F3 xy>v"}, /* cmgt, cmge, cmhi, cmhs */
    {0x9f20fc00, 0x0e208c00, "F3 xy>v"}, /* cmtst, cmeq */
    {0x9f20f400, 0x0e206400, "F3 xy>v"}, /* max, min */
    {0x9f20cc00, 0x0e200400, "F3 xy>v"}, /* halving adds and subtractions */
    {0x9f20fc00, 0x0e207400, "F3 xy>v"}, /* sabd, uabd */
    {0xbf20fc00, 0x0e20bc00, "F3 xy>v"}, /* addp */
    {0xfffffc00, 0x5ef1b800, "F3 x>v"},
    {0xdf20fc00, 0x0e204400, "G3 xy>v"}, /* sshl, ushl of 64 bits */
    {0xdf20fc00, 0x4e204400, "G3*2 xy>v"},
    {0xdf20f400, 0x0e205400, "G4 xy>v"}, /* srshl, urshl, sqrshl, uqrshl */
    {0xdf20f400, 0x4e205400, "G4*2 xy>v"},
    {0xdf20fc00, 0x0e204c00, "G4 xy>v"}, /* sqshl, uqshl */
    {0xdf20fc00, 0x4e204c00, "G4*2 xy>v"},
    {0x9f20dc00, 0x0e200c00, "F3 xy>v"},  /* sqadd, uqadd, sqsub, uqsub */
    {0x9f20f400, 0x0e20a400, "F3 xy>v"},  /* maxp, minp */
    {0xdf20fc00, 0x0e207c00, "G4 vxy>v"}, /* saba, uaba */
    {0xdf20fc00, 0x4e207c00, "G4*2 vxy>v"},
    {0xdf20fc00, 0x0e209c00, "E4 xy>v"}, /* mul, pmul */
    {0xdf20fc00, 0x4e209c00, "E4*2 xy>v"},
    {0xdf20fc00, 0x0e20b400, "E4 xy>v"}, /* sqdmulh, sqrdmulh */
    {0xdf20fc00, 0x4e20b400, "E4*2 xy>v"},
    {0xdf20fc00, 0x0e209400, "E4 vxy>v"}, /* mla, mls */
    {0xdf20fc00, 0x4e209400, "E4*2 vxy>v"},

    /* vectors: of different lengths, by element, two registers */
    {0x9f20cc00, 0x0e200000, "F3 xy>v"},  /* addl, addw, subl, subw */
    {0x9f20dc00, 0x0e204000, "F3 xy>v"},  /* addhn, raddhn, subhn, rsubhn */
    {0x9f20fc00, 0x0e205000, "G4 vxy>v"}, /* sabal, uabal */
    {0x9f20fc00, 0x0e207000, "F3 xy>v"},  /* sabdl, uabdl */
    {0x9f20dc00, 0x0e208000, "E4 vxy>v"}, /* mlal, mlsl */
    {0xbf20dc00, 0x0e209000, "E4 vxy>v"}, /* sqdmlal, sqdmlsl */
    {0x9f20dc00, 0x0e20c000, "E4 xy>v"},  /* mull, pmull */
    {0xbf20fc00, 0x0e20d000, "E4 xy>v"},  /* sqdmull */
    {0xff00f400, 0x0f008000, "E4 xy>v"},  /* mul by element */
    {0xff00f400, 0x4f008000, "E4*2 xy>v"},
    {0xff00e400, 0x0f00c000, "E4 xy>v"}, /* sqdmulh, sqrdmulh by element */
    {0xff00e400, 0x4f00c000, "E4*2 xy>v"},
    {0x9f00b400, 0x0f002000, "E4 vxy>v"}, /* mlal, mlsl by element */
    {0xbf00b400, 0x0f003000, "E4 vxy>v"}, /* sqdmlal, sqdmlsl by element */
    {0x9f00e400, 0x0f00a000, "E4 xy>v"},  /* mull, sqdmull by element */
    {0xff00b400, 0x2f000000, "E4 vxy>v"}, /* mla, mls by element */
    {0xff00b400, 0x6f000000, "E4*2 vxy>v"},
    {0x9f3ffc00, 0x0e206800, "G4 vx>v"}, /* sadalp, uadalp */
    {0x9f3f0c00, 0x0e200800, "F3 x>v"},  /* rev, cnt, not, clz, abs, neg, ... */
    {0xff3ffc00, 0x4e212800, "F3 xv>v"}, /* xtn2 */
    {0xff3ffc00, 0x0e212800, "F3 x>v"},  /* xtn */
    {0xbf3ffc00, 0x2e213800, "G3 x>v"},  /* shll */
    {0x9f3e0c00, 0x0e300800, "G7 x>v"},  /* addv and its kind: 4 to 8 */

    /* vectors: immediates and shifts */
    {0x9ff89c00, 0x0f001400, "F3 v>v"}, /* orr, bic */
    {0x9ff8dc00, 0x0f009400, "F3 v>v"},
    {0x9ff80c00, 0x0f000400, "F3 >v"},   /* movi, mvni */
    {0x9f80fc00, 0x0f001400, "G4 xv>v"}, /* ssra, usra */
    {0x9f80fc00, 0x0f000400, "G3 x>v"},  /* sshr, ushr */
    {0xdf80fc00, 0x5f000400, "G3 x>v"},
    {0x9f80fc00, 0x0f002400, "G4 x>v"},  /* srshr, urshr */
    {0x9f80fc00, 0x0f003400, "G4 xv>v"}, /* srsra, ursra */
    {0x9f80ec00, 0x0f006400, "G4 x>v"},  /* sqshlu, sqshl, uqshl */
    {0xff80ec00, 0x2f004400, "G4 xv>v"}, /* sri, sli */
    {0xff80ec00, 0x6f004400, "G4*2 xv>v"},
    {0xbf80fc00, 0x0f005400, "G3 x>v"}, /* shl */
    {0xff80fc00, 0x5f005400, "G3 x>v"},
    {0xff80fc00, 0x4f008400, "G3 xv>v"}, /* shrn2 */
    {0xff80fc00, 0x0f008400, "G3 x>v"},  /* shrn */
    {0xdf80e400, 0x4f008400, "G4 xv>v"}, /* rshrn2, sqshrn2, sqrshrn2, uqshrn2, ... */
    {0xdf80e400, 0x0f008400, "G4 x>v"},
    {0x9f80fc00, 0x0f00a400, "G3 x>v"}, /* sshll, ushll */
};

static unsigned
field(uint32_t opcode, unsigned low)
{
    return opcode >> low & 31;
}

/* The register that a letter of the table stands for; REGISTERS for none. */
static unsigned
register_of(char letter, uint32_t opcode)
{
    static const char places[] = "dnma", vectors[] = "vxyz";
    static const uint8_t low[] = {0, 5, 16, 10};
    unsigned number;

    for (unsigned i = 0; i < 4; i++) {
        if (letter == places[i]) {
            number = field(opcode, low[i]);
            return number == 31 ? REGISTERS : number;
        }
        if (letter == vectors[i])
            return REGISTER_V + field(opcode, low[i]);
    }
    switch (letter) {
    case 'D':
        return field(opcode, 0);
    case 'N':
        return field(opcode, 5);
    case 'f':
        return REGISTER_FLAGS;
    case 'l':
        return 30;
    case 't':
        return REGISTER_BETWEEN;
    case '1':
    case '2':
    case '3':
        return REGISTER_V + (field(opcode, 0) + (unsigned)(letter - '0')) % 32;
    default: /* X Y Z */
        return REGISTER_V + (field(opcode, 5) + (unsigned)(letter - 'W')) % 32;
    }
}

static uint8_t
pipes_of(char letter)
{
    switch (letter) {
    case 'B':
        return 1 << PIPE_B;
    case 'I':
        return 1 << PIPE_I0 | 1 << PIPE_I1;
    case 'M':
        return 1 << PIPE_M;
    case 'L':
        return 1 << PIPE_L;
    case 'S':
        return 1 << PIPE_S;
    case 'E':
        return 1 << PIPE_F0;
    case 'G':
        return 1 << PIPE_F1;
    default:
        return 1 << PIPE_F0 | 1 << PIPE_F1;
    }
}

/* Adds a micro-operation of a row, as often as it says, and returns what follows it. */
static const char *
read_uop(struct instruction *instruction, const char *text, uint32_t opcode)
{
    struct uop uop = {.pipes = pipes_of(*text), .occupancy = 1};
    unsigned number, count = 1;
    char *rest;

    uop.latency = (uint8_t)strtoul(text + 1, &rest, 10);
    if (*rest == '/')
        uop.occupancy = (uint8_t)strtoul(rest + 1, &rest, 10);
    if (*rest == '*')
        count = (unsigned)strtoul(rest + 1, &rest, 10);
    for (text = rest + 1; *text != '>'; text++)
        if ((number = register_of(*text, opcode)) != REGISTERS)
            uop.read[uop.reads++] = (uint8_t)number;
    while (--count != 0)
        instruction->uop[instruction->uops++] = uop;
    for (text++; *text != ',' && *text != 0; text++)
        if ((number = register_of(*text, opcode)) != REGISTERS)
            uop.write[uop.writes++] = (uint8_t)number;
    instruction->uop[instruction->uops++] = uop;
    return *text == ',' ? text + 2 : text;
}

static unsigned
access_bytes(uint32_t opcode)
{
    bool vector = (opcode >> 26 & 1) != 0;
    unsigned size = opcode >> 30;
    static const uint8_t structures[16] = {[0] = 4, [2] = 4, [4] = 3, [6] = 3, [7] = 1, [8] = 2, [10] = 2};

    switch (opcode >> 27 & 7) {
    case 1:
        if ((opcode >> 24 & 1) != 0) /* ld1r */
            return 1u << (opcode >> 10 & 3);
        return structures[opcode >> 12 & 15] * ((opcode >> 30 & 1) != 0 ? 16u : 8u);
    case 5:
        return vector ? 8u << size : size == 2 ? 16 : 8;
    case 7:
        return vector && (opcode >> 23 & 1) != 0 ? 16 : 1u << size;
    default:
        return 4;
    }
}

void
decode(struct instruction *instruction, uint32_t opcode)
{
    const char *text = NULL;
    bool system = opcode >> 22 == 0x354; /* no address is traced */

    *instruction = (struct instruction){.opcode = opcode};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && text == NULL; i++)
        if ((opcode & rows[i].mask) == rows[i].bits)
            text = rows[i].uops;
    if (text == NULL)
        return;
    if (*text == 'r') /* extr of a register with itself is ror */
        text = field(opcode, 5) == field(opcode, 16) ? "I1 n>d" : "I1 nm>t, M2 t>d";

    instruction->known = true;
    while (*text != 0)
        text = read_uop(instruction, text, opcode);
    if ((opcode & 0xbe800000) == 0x0c800000) /* a structure, and the address moves on */
        read_uop(instruction, "I1 Nm>N", opcode);
    for (unsigned i = 0; i < instruction->uops; i++) {
        unsigned pipes = instruction->uop[i].pipes;

        if (pipes == 1 << PIPE_B)
            instruction->is_branch = true;
        if ((pipes == 1 << PIPE_L && (opcode >> 25 & 5) == 4) || (pipes == 1 << PIPE_S && !system))
            instruction->access_bytes = (uint8_t)access_bytes(opcode);
    }
    instruction->is_conditional = (opcode & 0xff000010) == 0x54000000 || (opcode & 0x7c000000) == 0x34000000;
    instruction->is_return = (opcode & 0xfffffc1f) == 0xd65f0000;
    instruction->is_indirect = !instruction->is_return && (opcode & 0xff9ffc1f) == 0xd61f0000;
}
