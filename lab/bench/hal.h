/* SPDX-License-Identifier: MIT */
/* All that a board provides to the measuring firmware.
 *
 * A window is the time between hal_begin() and hal_end().  The board opens
 * and closes it twice: with its own clock, and with a marker that a simulator
 * sees, so that both clocks time the same instructions.  The cost of an empty
 * window is calibrated by hal_init() and already subtracted. */
#ifndef NARAE_LAB_HAL_H
#define NARAE_LAB_HAL_H

#include <stddef.h>
#include <stdint.h>

/* Starts clock and serial line and measures the empty window. */
void hal_init(void);

/* Sends one character over the serial line. */
void hal_put(char c);

/* A time in HAL_UNITs: 32 bits of cycles, 64 bits of hundredths of them. */
#ifdef HAL_EXACT
typedef uint32_t hal_time;
#else
typedef uint64_t hal_time;
#endif

/* HAL_QUIET is defined where printing between two samples would disturb the
 * second one through the instruction cache. */

/* Opens a window; hal_end() closes it.  On simulated boards a window holds
 * the operation once and hal_end() gives exact clock cycles.  The host repeats
 * it hal_repeats() times in a window, gives centicycles per repetition, and
 * anchors them to core cycles itself. */
void hal_begin(void);
hal_time hal_end(void);

/* How often the next window repeats the operation: always 1 on a board whose
 * clock is exact.  The host adapts it to the length of the last window. */
#ifdef HAL_EXACT
#    define hal_repeats() 1u
#    define HAL_UNIT "cycles"
#else
unsigned hal_repeats(void);
#    define HAL_UNIT "centicycles"
#endif

/* Runs the board's known-cycle kernels and prints one `calibrate` line each:
 * "calibrate NAME EXPECTED-MIN EXPECTED-MAX GOT" in HAL_UNITs. */
void hal_calibrate(void);

/* Stack painting: fill the free stack below the caller, run something, then
 * ask how many bytes below the caller were touched. */
void hal_stack_paint(void);
size_t hal_stack_depth(void);

/* Where a checker follows secrets through the program (the host under
 * valgrind), hal_checks_leaks() is true: the bench then proves and times nothing, marks
 * memory as secret and public, and hal_end() gives the number of branches and
 * addresses in the window that depended on a secret.  Boards whose simulator
 * compares traces return 0 and ignore the marks.
 *
 * hal_is_traced() is true where a window's result is not a time but identifies
 * the path: the hash of its instructions' addresses in the upper 32 bits, of
 * the addresses in memory in the lower ones. */
#ifdef HAL_EXACT
#    define hal_is_traced() 0
#    define hal_checks_leaks() 0
#    define hal_secret(p, bytes) ((void)(p), (void)(bytes))
#    define hal_public(p, bytes) ((void)(p), (void)(bytes))
#else
int hal_is_traced(void);
int hal_checks_leaks(void);
void hal_secret(const void *p, size_t bytes);
void hal_public(const void *p, size_t bytes);
#endif

/* Where two simulators run a program, the second one only runs its windows:
 * hal_is_cross_check() is then true, and the bench takes one window of each
 * short operation, whose correctness the first one has shown. */
#ifdef HAL_CROSS_CHECKED
int hal_is_cross_check(void);
#else
#    define hal_is_cross_check() 0
#endif

/* On a shared machine a program is timed in several rounds, the first of which
 * also measures the stack, and a sample is the least of several windows.
 *
 * hal_windows() says how many windows like the last one make a sample; 0 if that was too
 * short to count.  hal_turn(i) says which of up to HAL_TURNS operations that alternate is
 * next: each has repetitions of its own.  hal_print_jumps() prints "jumps T": what a jump
 * took after the windows so far, the median, in HAL_UNITs. */
enum { HAL_TURNS = 8 };
#ifdef HAL_ROUNDS
void hal_print_jumps(void);
int hal_is_later_round(void);
unsigned hal_windows(void);
void hal_turn(unsigned i);
#else
#    define hal_is_later_round() 0
#    define hal_turn(i) ((void)0)
#    define hal_print_jumps() ((void)0)
#endif

/* Tells a simulator that nothing is timed from here on, so that it can stop its
 * clock. */
#ifdef HAL_STOPS_CLOCK
void hal_stop_clock(void);
#else
#    define hal_stop_clock() ((void)0)
#endif

/* Ends the program: 0 is success. */
_Noreturn void hal_exit(int status);

#endif
