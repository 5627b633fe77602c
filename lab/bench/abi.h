/* SPDX-License-Identifier: MIT */
/* The ABI check: calls a function with a known value in every callee-saved
 * register, and checks the registers after the call.
 *
 * Each board provides abi.S, for functions that the gate calls by their address: it
 * saves the real caller's registers, fills all callee-saved ones with a pattern, calls,
 * and compares the registers, the stack pointer and whatever else the platform's ABI
 * requires. */
#ifndef NARAE_LAB_ABI_H
#define NARAE_LAB_ABI_H

#include <stdint.h>

/* Calls `function` with up to four arguments of a machine word each, and
 * returns 0 or the number of an ABI rule that was broken. */
uint8_t hal_abi_call(uintptr_t function, const uintptr_t arguments[4]);

/* In programs that only check, each call that the gate makes of a user's function goes through
 * hal_abi_verified_call of the board's verified_call.S, with whatever arguments it has, so that nothing in
 * between can restore a register; calls.inc makes the functions that are called in place of the
 * user's.  Where such a call breaks a rule, this ends the program. */
_Noreturn void bench_abi_broken(uint8_t promise, const char *function);

/* Prints the subject of the rule: "r16", "the stack pointer", ... */
void hal_abi_print(uint8_t promise);

#endif
