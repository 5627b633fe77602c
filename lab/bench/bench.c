/* SPDX-License-Identifier: MIT */
/* The measuring firmware.  One program holds one implementation; it checks that this is
 * correct, then times it, and reports over the serial line, one line per fact:
 *
 *     narae-bench 2 CYCLES-OR-CENTICYCLES CIPHER CONTEXT-BYTES
 *     masked SHARES RANDOM-BYTES          of a cipher in shares: for each call
 *     vectors PASSED TOTAL
 *     failed NUMBER WHAT HEX              of a user's code: failed.h
 *     checksum HEX
 *     fault TEXT                          the code is wrong: nothing was timed
 *     calibrate NAME MIN MAX GOT
 *     row MODE OPERATION,... BYTES AD-BYTES T T T ...
 *     jumps T                              on the host: hal.h
 *     trace MODE OPERATION,... BYTES AD-BYTES HASH HASH ...    instead of rows
 *     stack MODE OPERATION BYTES AD-BYTES BYTES
 *     end
 *
 * Each line ends with a check (print.c), as in " *09af".
 *
 * Each T is one window around one operation, on the host the least of several; each window
 * of an operation has its own random key and data.  Several operations of a row use the
 * same key and data and alternate: T of the first, of the second, ..., of the first again.
 * The order of the windows is the order in which a simulator sees them. */

#include <limits.h>

#include "bench.h"

#include "abi.h"
#include "print.h"

/* Every instruction of a traced window costs microseconds. */
enum { TRACED_BYTES = 24 * 64, TRACED_SAMPLES = 3 }; /* a batch of 24 messages, the longest with short ones */

/* A second simulator is slow, and longer messages run no other code. */
enum { CROSS_CHECK_BYTES = 256, CROSS_CHECK_SAMPLES = 1 };

enum bench_measure bench_measure = BENCH_TIME;

/* The entry that was read last. */
static bench_operation operation;

/* Copies an entry out of flash; false for the end. */
static int
read_operation(const bench_operation *entry)
{
    for (size_t i = 0; i < sizeof operation; i++)
        ((uint8_t *)&operation)[i] = flash_read8((const uint8_t *)entry + i);
    return operation.name[0] != 0;
}

static void
print_operations(const char *what, const bench_operation *first, unsigned count)
{
    print_flash_text(what);
    print_text(" ");
    print_flash_text(bench_build.mode);
    for (unsigned n = 0; n < count; n++) {
        read_operation(first + n);
        print_char(n == 0 ? ' ' : ',');
        for (const char *p = operation.name; *p != 0; p++)
            print_char(*p);
    }
    print_text(" ");
    print_number(operation.bytes);
    print_text(" ");
    print_number(operation.ad_bytes);
}

static hal_time
sample(const bench_operation *entry)
{
    read_operation(entry);
    return operation.sample(&operation);
}

_Noreturn void
bench_refuse(const char *why)
{
    print_text("fault ");
    print_flash_text(why);
    print_text(LINE_END);
    hal_exit(1);
}

/* Runs first, because code that breaks the ABI may break everything after it. */
static void
check_abi(void)
{
    uint8_t broken = bench_abi();

    if (broken != 0) {
        print_text("fault breaks the ABI: ");
        hal_abi_print(broken);
        print_text(LINE_END);
        hal_exit(1);
    }
}

static void
gate(void)
{
    uint16_t total, passed = bench_vectors(&total);
    const char *fault = NULL;
    uint32_t checksum;

    print_text("vectors ");
    print_number(passed);
    print_text(" ");
    print_number(total);
    print_text(LINE_END);
    if (total == 0)
        bench_refuse(TEXT("there are no vectors for this implementation"));
    if (passed != total)
        bench_refuse(TEXT("a vector failed"));

    checksum = bench_checksum(&fault);
    print_text("checksum ");
    print_hex(checksum);
    print_text(LINE_END);
    if (fault != NULL)
        bench_refuse(fault);
    if (checksum != flash_read32(&bench_build.checksum))
        bench_refuse(TEXT("checksum over random operations differs from the model's"));
}

/* The number of entries, from that one on, that alternate. */
static unsigned
count_together(const bench_operation *first)
{
    unsigned count = 1;

    while (flash_read8(&first[count].follows) != 0)
        count++;
    return count;
}

#ifdef HAL_ROUNDS
/* A sample of each operation that alternates: the least of some windows. */
static void
take_samples(const bench_operation *first, unsigned count, hal_time *least)
{
    unsigned taken[HAL_TURNS] = {0}, wanted = UINT_MAX, fewest;

    if (count > HAL_TURNS)
        bench_refuse(TEXT("more operations alternate than HAL_TURNS"));
    do {
        fewest = UINT_MAX;
        for (unsigned i = 0; i < count; i++) {
            unsigned windows;
            hal_time t;

            hal_turn(i);
            t = sample(first + i);
            windows = hal_windows();
            if (windows != 0) {
                if (taken[i]++ == 0 || t < least[i])
                    least[i] = t;
                wanted = windows < wanted ? windows : wanted;
            }
            fewest = taken[i] < fewest ? taken[i] : fewest;
        }
    } while (fewest < wanted);
}
#endif

/* Where printing would disturb the next sample, nothing is printed before the last one is
 * taken. */
static void
time_operations(const char *what, const bench_operation *first, unsigned count, unsigned samples)
{
#ifdef HAL_ROUNDS
    hal_time times[HAL_TURNS];
#    define TIME(i) times[i % count]
#elif defined(HAL_QUIET)
    for (unsigned i = 0; i < count * samples; i++)
        bench_times[i] = sample(first + i % count);
#    define TIME(i) bench_times[i]
#else
#    define TIME(i) sample(first + i % count)
#endif
    print_operations(what, first, count);
    for (unsigned i = 0; i < count * samples; i++) {
#ifdef HAL_ROUNDS
        if (i % count == 0)
            take_samples(first, count, times);
#endif
        print_text(" ");
        print_number(TIME(i));
    }
    print_text(LINE_END);
}

static void
time_everything(void)
{
    unsigned count;

    for (const bench_operation *p = bench_operations; read_operation(p); p += count) {
        unsigned samples = operation.samples, warmups = operation.warmups;

        count = count_together(p);
        if (hal_is_cross_check() && operation.bytes > CROSS_CHECK_BYTES)
            continue;
        if (hal_is_cross_check() && samples > CROSS_CHECK_SAMPLES)
            samples = CROSS_CHECK_SAMPLES;
        for (unsigned i = 0; i < count * warmups; i++) {
            hal_turn(i % count);
            sample(p + i % count);
        }
        time_operations(TEXT("row"), p, count, samples);
    }
}

static void
trace_everything(void)
{
    unsigned count;

    for (const bench_operation *p = bench_operations; read_operation(p); p += count) {
        count = count_together(p);
        if (operation.bytes <= TRACED_BYTES)
            time_operations(TEXT("trace"), p, count, TRACED_SAMPLES);
    }
}

/* A figure of each operation other than its time; for operations of at most so many
 * bytes. */
static void
measure_everything(enum bench_measure measure, const char *what, uint32_t max_bytes)
{
    bench_measure = measure;
    for (const bench_operation *p = bench_operations; read_operation(p); p++) {
        if (operation.bytes > max_bytes)
            continue;
        print_operations(what, p, 1);
        print_text(" ");
        print_number(sample(p));
        print_text(LINE_END);
    }
}

int
main(void)
{
    hal_init();
    print_text("narae-bench 2 " HAL_UNIT " ");
    print_flash_text(bench_build.cipher);
    print_text(" ");
    print_number(flash_read32(&bench_build.context_bytes));
    print_text(LINE_END);
    if (flash_read8(&bench_build.gated) != 0 && !hal_is_cross_check() && !hal_checks_leaks()) {
        check_abi();
        gate();
    }

    if (hal_checks_leaks()) {
        measure_everything(BENCH_LEAKS, TEXT("leaks"), flash_read32(&bench_build.checked_bytes));
    } else if (hal_is_traced()) {
        trace_everything();
    } else {
        hal_calibrate();
        time_everything();
        hal_stop_clock();
        hal_print_jumps();
        if (!hal_is_cross_check() && !hal_is_later_round())
            measure_everything(BENCH_STACK, TEXT("stack"), UINT32_MAX);
    }
    print_text("end" LINE_END);
    hal_exit(0);
}
