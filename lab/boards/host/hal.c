/* SPDX-License-Identifier: MIT */
/* The host: Linux on x86-64 (or any machine with a steady clock).
 *
 * Its cycle counter is not accessible, but its time stamp counter is, and a
 * chain of dependent additions takes one core cycle per addition on every CPU
 * of the last twenty years.  So each window is anchored to core cycles by
 * such a chain right before and right after it:
 *
 *     cycles per repetition = ticks of the window / repetitions
 *                             x additions / ticks of the shortest chain
 *
 * of these and those of the short windows before it.  The operation is repeated
 * in its window until the window is long against the reading of the clock
 * (hal_repeats), and no longer: another program, or another tenant on the other
 * thread of the core, pauses for some microseconds at a time, and the least of a
 * few short windows (hal_windows) falls into such a pause.  Whether there are pauses
 * shows in a chain of jumps after each window, which takes longer while the other
 * thread fetches: hal_print_jumps().  The cost of an empty window is measured by
 * hal_init() and taken off.
 *
 * Under valgrind nothing is timed; the windows count leaks instead.  Under
 * lab/sims/x86_trace.c they are hashes of what was run and of its addresses. */

#include "hal.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <valgrind/memcheck.h>
#include <valgrind/valgrind.h>

#include "bench.h"
#include "core/cpu.h"
#include "core/family.h"
#include "print.h"

#if defined(__x86_64__)
#    include <emmintrin.h>
#endif

enum {
    CHAIN = 4000,
    JUMPS = 1000,
    CHAINS = 8,
    MAX_JUMP = 400,
    ENOUGH_TICKS = 8000,
    LONG_TICKS = 5 * ENOUGH_TICKS
};
enum { WINDOWS = 6, MAX_REPEATS = 1 << 20, PAINTED_BYTES = 64 * 1024, PAINT = 0xc5 };

static uint64_t opened, last_window, empty;
static uint64_t chains[CHAINS]; /* the last ones; 0 where there was none */
static unsigned last_chain;
static unsigned repeats[HAL_TURNS] = {1, 1, 1, 1, 1, 1, 1, 1}, turn;
static unsigned leaks_before;
static uint8_t *painted;
static int traced;

static inline uint64_t
ticks(void)
{
#if defined(__x86_64__)
    uint64_t t;

    _mm_lfence();
    t = __builtin_ia32_rdtsc();
    _mm_lfence();
    return t;
#else
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}

/* Register-to-register instructions only: some CPUs add constants for free. */
#if defined(__x86_64__)
#    define CHAIN_OF(count, instruction)                                             \
        uint64_t x = 1, n = (count) / 20;                                            \
        __asm__ volatile("1:\n .rept 20\n " instruction "\n .endr\n dec %1\n jnz 1b" \
                         : "+r"(x), "+r"(n)                                          \
                         :                                                           \
                         : "cc")
#else
#    define CHAIN_OF(count, instruction)       \
        uint64_t x = 1;                        \
        for (unsigned n = 0; n < (count); n++) \
        __asm__ volatile("add %0, %0, %0" : "+r"(x))
#endif

static uint64_t
since(uint64_t start)
{
    uint64_t t = ticks() - start;

    return t > empty ? t - empty : 0;
}

static uint64_t
chain_of_adds(void)
{
    uint64_t start = ticks();

    CHAIN_OF(CHAIN, "add %0, %0");
    return since(start);
}

static void
add_chain(void)
{
    last_chain = (last_chain + 1) % CHAINS;
    chains[last_chain] = chain_of_adds();
}

/* After a long window the core's frequency may be another one. */
static void
keep_last_chain(void)
{
    for (unsigned i = 0; i < CHAINS; i++)
        if (i != last_chain)
            chains[i] = 0;
}

static uint64_t
shortest_chain(void)
{
    uint64_t shortest = chains[last_chain];

    for (unsigned i = 0; i < CHAINS; i++)
        if (chains[i] != 0 && chains[i] < shortest)
            shortest = chains[i];
    return shortest;
}

#if defined(__x86_64__)
__attribute__((noinline)) static void
chain_of_jumps(unsigned count)
{
    CHAIN_OF(count, "jmp 2f\n .p2align 4\n 2:");
}
#endif

#ifdef HAL_ROUNDS
static uint32_t jumps[MAX_JUMP + 1]; /* chains, by the centicycles that one of their jumps took */

/* What a jump takes right now, once it is predicted: more while another thread of the core
 * fetches. */
static void
time_jumps(void)
{
#    if defined(__x86_64__)
    uint64_t start, took;

    chain_of_jumps(20);
    start = ticks();
    chain_of_jumps(JUMPS);
    took = since(start) * CHAIN * 100 / JUMPS / shortest_chain();
    jumps[took < MAX_JUMP ? took : MAX_JUMP]++;
#    endif
}
#else
#    define time_jumps() ((void)0)
#endif

#if defined(__x86_64__)
#    define OPEN_TRACE() __asm__ volatile("int3" ::: "memory")
#    define CLOSE_TRACE(instructions, addresses) \
        __asm__ volatile("int3" : "=a"(instructions), "=d"(addresses)::"memory")
#else
#    define OPEN_TRACE()
#    define CLOSE_TRACE(instructions, addresses) (instructions = addresses = 0)
#endif

void
hal_begin(void)
{
    if (traced) {
        OPEN_TRACE();
        return;
    }
    if (hal_checks_leaks()) {
        leaks_before = VALGRIND_COUNT_ERRORS;
        return;
    }
    add_chain();
    opened = ticks();
}

/* Cycles x 100 for `window` ticks over the current repetitions. */
static hal_time
centicycles(uint64_t window, uint64_t chain)
{
    return (hal_time)((double)window * CHAIN * 100 / (double)chain / repeats[turn] + 0.5);
}

hal_time
hal_end(void)
{
    uint64_t window;
    hal_time result;

    if (traced) {
        uint64_t instructions, addresses;

        CLOSE_TRACE(instructions, addresses);
        return instructions << 32 | addresses;
    }
    if (painted != NULL)
        return 0;
    if (hal_checks_leaks())
        return VALGRIND_COUNT_ERRORS - leaks_before;
    window = last_window = since(opened);
    if (window > LONG_TICKS)
        keep_last_chain();
    add_chain();
    result = centicycles(window, shortest_chain());
    time_jumps();

    if (window < ENOUGH_TICKS && repeats[turn] < MAX_REPEATS)
        repeats[turn] *= 2;
    else if (window > 4 * ENOUGH_TICKS && repeats[turn] > 1)
        repeats[turn] /= 2;
    return result;
}

unsigned
hal_repeats(void)
{
    return painted != NULL || traced || hal_checks_leaks() ? 1 : repeats[turn];
}

void
hal_init(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
#ifdef NARAE_X86_KERNELS
    if (!narae_cpu_meets_limit())
        bench_refuse(TEXT("this CPU lacks what NARAE_CPU names"));
#endif
    traced = getenv("NARAE_TRACED") != NULL;
    empty = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        uint64_t start = ticks(), t = ticks() - start;

        if (t < empty)
            empty = t;
    }
}

void
hal_put(char c)
{
    putchar(c);
}

#if defined(__x86_64__)
/* Centicycles per instruction of a chain as long as the adds': the shortest of RUNS over the
 * shortest chain of adds, because whatever disturbs a run only ever makes it longer. */
#    define RUNS 400
#    define MINIMUM(...)                                   \
        __extension__({                                    \
            uint64_t took = UINT64_MAX, adds = UINT64_MAX; \
            for (int i = 0; i < RUNS; i++) {               \
                uint64_t start, t = chain_of_adds();       \
                adds = t < adds ? t : adds;                \
                start = ticks();                           \
                {                                          \
                    __VA_ARGS__;                           \
                }                                          \
                t = since(start);                          \
                took = t < took ? t : took;                \
            }                                              \
            (uint32_t)(took * 100 / adds);                 \
        })
#endif

static void
print_calibration(const char *name, uint32_t least, uint32_t most, uint32_t got)
{
    print_text("calibrate ");
    print_flash_text(name);
    print_text(" ");
    print_number(least);
    print_text(" ");
    print_number(most);
    print_text(" ");
    print_number(got);
    print_text(LINE_END);
}

/* The core's frequency right now: additions per millisecond of the system's clock. */
static uint32_t
core_khz(void)
{
    struct timespec start, end;
    uint64_t ns;

    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < 1000; i++)
        chain_of_adds();
    clock_gettime(CLOCK_MONOTONIC, &end);
    ns =
        (uint64_t)(end.tv_sec - start.tv_sec) * 1000000000u + (uint64_t)end.tv_nsec - (uint64_t)start.tv_nsec;
    return (uint32_t)(1000ull * CHAIN * 1000000u / ns);
}

/* Latencies that hold on every x86-64 core since 2011: two adds 2, imul 3,
 * L1 load 4 or 5, a taken jump half a cycle to 2, and more while another thread of
 * the core never pauses.  No core predicts jumps at full speed that are denser
 * than one in 16 bytes: at two bytes each Zen 3 takes 5 to 7 cycles.  A ruler that drifts, a CPU that
 * throttles between chain and window, or an emulator, falls outside. */
void
hal_calibrate(void)
{
    print_text("clock ");
    print_number(core_khz());
    print_text(LINE_END);
#if defined(__x86_64__)
    print_calibration("add-pairs", 195, 210, MINIMUM(CHAIN_OF(CHAIN, "add %0, %0\n add %0, %0")));
    print_calibration("multiplies", 290, 315, MINIMUM(CHAIN_OF(CHAIN, "imul %0, %0")));
    print_calibration("branches", 45, 300, MINIMUM(chain_of_jumps(CHAIN)));
    {
        void *self = &self;

        print_calibration("loads", 380, 520, MINIMUM({
                              uint64_t n = CHAIN / 20;
                              __asm__ volatile("1:\n .rept 20\n mov (%0), %0\n .endr\n dec %1\n jnz 1b"
                                               : "+r"(self), "+r"(n)
                                               :
                                               : "cc", "memory");
                          }));
    }
#endif
}

/* Paints all that is below the caller's stack pointer, in one string
 * instruction that needs no stack itself. */
#if defined(__x86_64__) && !defined(_WIN32)
__attribute__((naked)) void
hal_stack_paint(void)
{
    __asm__("lea 8(%%rsp), %%rax\n"
            "mov %%rax, %0\n"
            "lea -%c1(%%rsp), %%rdi\n"
            "mov $%c1, %%ecx\n"
            "mov $%c2, %%eax\n"
            "rep stosb\n"
            "ret"
            : "=m"(painted)
            : "i"(PAINTED_BYTES), "i"(PAINT));
}
#else
__attribute__((noinline)) void
hal_stack_paint(void)
{
    uint8_t *top = __builtin_frame_address(0);

    painted = top;
    for (volatile uint8_t *p = top - PAINTED_BYTES; p < (volatile uint8_t *)top - 64; p++)
        *p = PAINT;
}
#endif

__attribute__((noinline)) size_t
hal_stack_depth(void)
{
    uint8_t *top = painted;
    volatile uint8_t *p = top - PAINTED_BYTES;

    painted = NULL;
    while (p < (volatile uint8_t *)top && *p == PAINT)
        p++;
    return (size_t)(top - (uint8_t *)p);
}

int
hal_is_traced(void)
{
    return traced;
}

#ifdef HAL_ROUNDS
unsigned
hal_windows(void)
{
    if (!traced && last_window < ENOUGH_TICKS / 2 && repeats[turn] < MAX_REPEATS)
        return 0;
    return traced || last_window > LONG_TICKS ? 1 : WINDOWS;
}

void
hal_turn(unsigned i)
{
    turn = i;
}

void
hal_print_jumps(void)
{
    uint32_t all = 0, below = 0;
    unsigned median = 0;

    for (unsigned i = 0; i <= MAX_JUMP; i++)
        all += jumps[i];
    if (all == 0)
        return;
    while ((below += jumps[median]) <= all / 2)
        median++;
    print_text("jumps ");
    print_number(median);
    print_text(LINE_END);
}

int
hal_is_later_round(void)
{
    return getenv("NARAE_LATER_ROUND") != NULL;
}
#endif

int
hal_checks_leaks(void)
{
    return RUNNING_ON_VALGRIND != 0 && getenv("NARAE_GATE") == NULL;
}

void
hal_secret(const void *p, size_t bytes)
{
    VALGRIND_MAKE_MEM_UNDEFINED(p, bytes);
}

void
hal_public(const void *p, size_t bytes)
{
    VALGRIND_MAKE_MEM_DEFINED(p, bytes);
}

#ifndef _WIN32
/* Whether a tag is right becomes public here, and nowhere else in the library.
 * Valgrind calls this in place of narae_compare_tags(); the program that runs
 * without it never does. */
int I_WRAP_SONAME_FNNAME_ZU(NONE, narae_compare_tags)(const uint8_t *a, const uint8_t *b, size_t bytes);

int
I_WRAP_SONAME_FNNAME_ZU(NONE, narae_compare_tags)(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    OrigFn original;
    int status;

    VALGRIND_GET_ORIG_FN(original);
    CALL_FN_W_WWW(status, original, a, b, bytes);
    hal_public(&status, sizeof status);
    return status;
}
#endif

_Noreturn void
hal_exit(int status)
{
    exit(status);
}
