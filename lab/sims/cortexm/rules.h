/* SPDX-License-Identifier: MIT */
/* The cycles of Cortex-M0+, M3, M4 and M33 as tables: all that timing.h and pipeline.h know
 * in numbers.
 *
 * A rule has an outcome that the core's manual, a measurement or a published
 * total speaks for:
 *
 *     T   the timing text of Arm's Technical Reference Manuals: DDI 0484 (M0+),
 *         DDI 0337 (M3), DDI 0439 (M4)
 *     S   measured on silicon: jnk0le, "random", pipeline cycle test (STM32F103,
 *         STM32F407, STM32F0); W. van der Laan's and others' notes on alignment
 *         (compendium.i-0.nl, STM32L4); for the M33 the same author's cortex_m33.md (RP2350)
 *     V   published totals of whole programs come out right only with it
 *         (./narae validate)
 *     N   not confirmed by anything that was run here
 *
 * n is the number of words.  -1: the core has no such thing. */
#ifndef NARAE_LAB_CORTEXM_RULES_H
#define NARAE_LAB_CORTEXM_RULES_H

/* clang-format off */
/*    name               m0plus m3 m4  status   what */
#define RULES(R)                                                                                                   \
    R(DATA_CYCLES,           1,  1,  1, "T V",   "data processing, shifts of operands included; CMP, MOVW, REV, ...")  \
    R(MULTIPLY_CYCLES,       1,  1,  1, "T V",   "MUL")                                                                \
    R(MULTIPLY_ADD_CYCLES,  -1,  2,  1, "T",     "MLA, MLS; on M4 also products of halves and lanes")                  \
    R(LONG_MULTIPLY_LEAST,  -1,  3,  1, "T",     "UMULL, SMULL; on M3 one more for each factor of more than 16 bits")  \
    R(LONG_ADD_LEAST,       -1,  4,  1, "T",     "UMLAL, SMLAL; on M3 as above, and one more if signed")               \
    R(LONG_MULTIPLY_SIZES,  -1,  1,  0, "T",     "... for each factor of more than 16 bits (early end)")               \
    R(DIVIDE_LEAST,         -1,  2,  2, "T",     "SDIV, UDIV, if there is nothing to divide")                          \
    R(DIVIDE_MOST,          -1, 12, 12, "T",     "... with a quotient of 32 bits")                                     \
    R(LOAD_CYCLES,           2,  2,  2, "T V",   "LDR, LDRB, LDRH, ..., alone")                                        \
    R(LOAD_AFTER_LOAD,       2,  1,  1, "T V",   "a load after a load that it does not depend on")                     \
    R(LITERAL_CYCLES,        2,  2,  2, "T",     "LDR from the code")                                                  \
    R(STORE_CYCLES,          2,  1,  1, "T S V", "STR, STRB, STRH with an immediate offset")                           \
    R(STORE_INDEXED_CYCLES,  2,  2,  2, "S",     "... with a register offset")                                         \
    R(HIDDEN_BY_STORE,       0,  1,  1, "T S V", "of a load, taken by a store right after it")                         \
    R(HIDDEN_BY_NOP,         0,  1,  1, "S",     "of a load, or a store with a register offset, taken by a NOP")       \
    R(LOAD_AFTER_STORE,      0,  1,  1, "T S V", "more, of any load right after a store")                              \
    R(ADDRESS_JUST_MADE,     0,  1,  1, "T S V", "more, if the instruction before wrote a register of the address")    \
    R(BASE_JUST_MOVED,       0,  1,  1, "S V",   "more, if the access before moved the base (load: no chain)")         \
    R(MANY_LEAST,            1,  1,  1, "T V",   "LDM, STM, PUSH, POP, LDRD, STRD, VLDM: 1 + n")                       \
    R(LOAD_PC,               2,  3,  3, "T V",   "more, of POP and LDM with PC, and of LDR PC")                        \
    R(BRANCH_CYCLES,         1,  1,  1, "T V",   "B, Bcc, CBZ not taken")                                              \
    R(REFILL_DIRECT,         1,  1,  1, "T V",   "more, if B, Bcc, CBZ, BL are taken")                                 \
    R(CALL_EXTRA,            1,  0,  0, "T V",   "more, of BL")                                                        \
    R(REFILL_REGISTER,       1,  2,  2, "T V",   "more, of BX, BLX, MOV PC")                                           \
    R(TABLE_BRANCH_CYCLES,  -1,  6,  6, "T",     "TBB, TBH, at least")                                                 \
    R(STRADDLED_TARGET,      0,  0,  1, "S V",   "more, if the target is 32 bits long and across words; totals say 0 on M3")\
    R(CONDITION_CYCLES,     -1,  1,  1, "T V",   "IT after an instruction of 32 bits; else 0")                         \
    R(SKIPPED_CYCLES,       -1,  1,  1, "V",     "an instruction of an IT block that is not executed")                 \
    R(UNALIGNED_CYCLES,     -1,  1,  1, "T",     "more, for each further access to the bus")                           \
    R(MOVE_PAIR_CYCLES,     -1, -1,  2, "T V",   "VMOV of two registers; of one as data")                              \
    R(SYSTEM_CYCLES,         3,  2,  2, "T",     "MRS, MSR, CPS, barriers, at least")

/* The M33 is a pipeline: a latency is from the issue of an instruction until its result can be an operand. */
/*    name            m33  status   what */
#define PIPELINE_RULES(R)                                                                                          \
    R(BASIC_LATENCY,       1, "S V", "latency of data processing, shifts, bit fields, extensions, MOV and MVN")        \
    R(SHIFTED_LATENCY,     2, "S V", "... with a shifted register or with 8 bits at another place, but MOV")           \
    R(PRODUCT_LATENCY,     2, "S",   "... of multiplications, of extensions with an addition, and of DSP instructions")\
    R(LOADED_LATENCY,      2, "S V", "... of a load; each further word of LDM, POP and LDRD comes a cycle later")      \
    R(LATE_OPERAND,        1, "S V", "less, for what is stored, or added to a product or (if not loaded) extension")   \
    R(FLAGS_LATE,          1, "S",   "more, until flags of a shifted register can be used")                            \
    R(FLAGS_SECOND_STAGE,  1, "S V", "more, of MULS, and of 8 bits at another place if flags are set, but MOVS")       \
    R(WORD_CYCLES,         1, "S V", "each word of LDM, STM, PUSH, POP, LDRD, STRD, VLDM")                             \
    R(TAKEN_JUMP,          1, "S V", "more, of a jump that is taken; if its flags are just set, it goes alone")        \
    R(TARGET_LATENCY,      1, "S V", "more, until BX and BLX can use a result")                                        \
    R(LOADED_TARGET,       3, "S",   "more, of POP, LDM and LDR with PC, and of TBB and TBH")                          \
    R(SKIPPED_AS_NOP,      1, "S",   "an instruction of an IT block that is not executed: a NOP, without a result")    \
    R(QUOTIENT_LEAST,      2, "N",   "SDIV, UDIV, if there is nothing to divide")                                      \
    R(QUOTIENT_MOST,      11, "N",   "... with a quotient of 32 bits")                                                 \
    R(UNALIGNED_ACCESS,    1, "N",   "more, for each further access to the bus")                                       \
    R(BARRIER_CYCLES,      2, "N",   "MRS, MSR, CPS, barriers, at least")
/* clang-format on */

enum rule {
#define NAME(name, m0plus, m3, m4, status, what) name,
    RULES(NAME)
#undef NAME
        RULE_COUNT
};

enum pipeline_rule {
#define NAME(name, m33, status, what) name,
    PIPELINE_RULES(NAME)
#undef NAME
        PIPELINE_RULE_COUNT
};

static const int rule_cycles[4][RULE_COUNT] = {
#define M0PLUS_CYCLES(name, m0plus, m3, m4, status, what) m0plus,
#define M3_CYCLES(name, m0plus, m3, m4, status, what) m3,
#define M4_CYCLES(name, m0plus, m3, m4, status, what) m4,
#define M33_CYCLES(name, m33, status, what) m33,
    {RULES(M0PLUS_CYCLES)}, {RULES(M3_CYCLES)}, {RULES(M4_CYCLES)}, {PIPELINE_RULES(M33_CYCLES)}};

/* Why an instruction took longer than its own cycle, or what its data add. */
#define CAUSES(C)                                    \
    C(LOADED, "load: second cycle")                  \
    C(STORED, "load after store")                    \
    C(ADDRESSED, "address just made")                \
    C(MOVED, "base just moved")                      \
    C(REFILLED, "jump: refill")                      \
    C(STRADDLED, "jump to a straddling instruction") \
    C(UNFOLDED, "IT after a long instruction")       \
    C(INDEXED, "store with a register offset")       \
    C(UNALIGNED, "unaligned access")                 \
    C(MULTIPLIED, "multiplication: further cycles")  \
    C(DIVIDED, "division: further cycles")           \
    C(WAITED, "operand not ready")                   \
    C(FLAGGED, "flags of two stages")

enum cause {
#define NAME(name, what) name,
    CAUSES(NAME)
#undef NAME
        CAUSE_COUNT
};

static const char *const cause_names[CAUSE_COUNT] = {
#define TEXT(name, what) what,
    CAUSES(TEXT)
#undef TEXT
};

#endif
