/* What the pi4 board and the lab's tracer agree on: four hints that no
 * AArch64 processor gives a meaning, so they are nops everywhere else.
 *
 *     OPEN        a window begins: a ruler, unless OPERATION follows
 *     OPERATION   the window begins anew: it holds one operation
 *     CLOSE       the window ends
 *     ROW         the next operation is the first sample of its row: its trace is wanted
 *
 * The marks themselves are not part of the window. */
#ifndef NARAE_LAB_A72_MARKS_H
#define NARAE_LAB_A72_MARKS_H

#define MARK_OPEN 112
#define MARK_OPERATION 113
#define MARK_CLOSE 114
#define MARK_ROW 115

#define HINT_OPCODE(number) (0xd503201fu | (number) << 5)

/* Set by the lab for a program that runs under its tracer. */
#define TRACED_VARIABLE "NARAE_TRACED"

#endif
