/* SPDX-License-Identifier: MIT */
/* The tracer's marks in the pi4's programs: four hints that no AArch64
 * processor gives a meaning, so they are nops everywhere else.  What each one
 * says is in lab/sims/qemu/tracer.c; lab/targets/pi4.py has the same numbers. */
#ifndef NARAE_LAB_A72_MARKS_H
#define NARAE_LAB_A72_MARKS_H

#define MARK_OPEN 112
#define MARK_OPERATION 113
#define MARK_CLOSE 114
#define MARK_ROW 115

/* Set by the lab for a program that runs under its tracer. */
#define TRACED_VARIABLE "NARAE_TRACED"

#endif
