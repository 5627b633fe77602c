/* The measuring firmware.  One program holds one implementation; it proves
 * that it is right, then times it, and reports over the serial line, one line
 * per fact:
 *
 *     narae-bench 1 CYCLES-OR-CENTICYCLES CIPHER CONTEXT-BYTES
 *     vectors PASSED TOTAL
 *     checksum HEX
 *     fault TEXT                          refused: nothing was timed
 *     calibrate NAME MIN MAX GOT
 *     row MODE OPERATION BYTES AD-BYTES T T T ...
 *     trace MODE OPERATION BYTES AD-BYTES HASH HASH ...    instead of rows
 *     stack MODE OPERATION BYTES AD-BYTES BYTES
 *     end
 *
 * Each T is one window around one operation with its own random key and
 * data.  The order of the windows is the order in which a simulator sees
 * them. */

#include "bench.h"

#include "abi.h"
#include "bench_config.h"
#include "print.h"

/* Every instruction of a traced window costs microseconds. */
enum { TRACED_BYTES = 1024, TRACED_SAMPLES = 3, CROSS_CHECK_SAMPLES = 1 };

enum bench_measure bench_measure = BENCH_TIME;

static void
print_operation(const char *what, const bench_operation *operation)
{
    print_flash_text(what);
    print_text(" " BENCH_MODE " ");
    for (const char *p = operation->name; *p != 0; p++)
        hal_put(*p);
    print_text(" ");
    print_number(operation->bytes);
    print_text(" ");
    print_number(operation->ad_bytes);
}

/* Copies one entry out of flash; false for the end. */
static int
read_operation(bench_operation *out, const bench_operation *in)
{
    for (size_t i = 0; i < sizeof *out; i++)
        ((uint8_t *)out)[i] = flash_read8((const uint8_t *)in + i);
    return out->name[0] != 0;
}

_Noreturn void
bench_refuse(const char *why)
{
    print_text("fault ");
    print_flash_text(why);
    print_text("\n");
    hal_exit(1);
}

/* First of all: what breaks the ABI may break everything that follows. */
#if BENCH_GATED
static void
check_abi(void)
{
    uint8_t broken = bench_abi();

    if (broken != 0) {
        print_text("fault breaks the ABI: ");
        hal_abi_print(broken);
        print_text("\n");
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
    print_text("\n");
    if (total == 0)
        bench_refuse(TEXT("there are no vectors for this implementation"));
    if (passed != total)
        bench_refuse(TEXT("a vector failed"));

    checksum = bench_checksum(&fault);
    print_text("checksum ");
    print_hex(checksum);
    print_text("\n");
    if (fault != NULL)
        bench_refuse(fault);
    if (checksum != BENCH_CHECKSUM)
        bench_refuse(TEXT("checksum over random operations differs from the model's"));
}
#endif

/* Where printing would disturb what follows, nothing is printed before the
 * last sample is taken. */
static void
time_operation(const char *what, const bench_operation *operation)
{
#ifdef HAL_QUIET
    static hal_time times[BENCH_SAMPLES];

    for (unsigned i = 0; i < operation->samples; i++)
        times[i] = operation->sample(operation);
#    define TIME(i) times[i]
#else
#    define TIME(i) operation->sample(operation)
#endif
    print_operation(what, operation);
    for (unsigned i = 0; i < operation->samples; i++) {
        print_text(" ");
        print_number(TIME(i));
    }
    print_text("\n");
}

int
main(void)
{
    bench_operation operation;

    hal_init();
    print_text("narae-bench 1 " HAL_UNIT " " BENCH_CIPHER " ");
    print_number(bench_context_bytes);
    print_text("\n");
#if BENCH_GATED
    if (!hal_is_cross_check()) {
        check_abi();
        gate();
    }
#endif

    if (hal_checks_leaks()) {
        bench_measure = BENCH_LEAKS;
        for (const bench_operation *p = bench_operations; read_operation(&operation, p); p++) {
            if (operation.bytes > BENCH_CHECKED_BYTES)
                continue;
            print_operation(TEXT("leaks"), &operation);
            print_text(" ");
            print_number(operation.sample(&operation));
            print_text("\n");
        }
        print_text("end\n");
        hal_exit(0);
    }

    if (hal_is_traced()) {
        for (const bench_operation *p = bench_operations; read_operation(&operation, p); p++) {
            if (operation.bytes > TRACED_BYTES)
                continue;
            operation.samples = TRACED_SAMPLES;
            time_operation(TEXT("trace"), &operation);
        }
        print_text("end\n");
        hal_exit(0);
    }

    hal_calibrate();
    for (const bench_operation *p = bench_operations; read_operation(&operation, p); p++) {
        if (hal_is_cross_check() && operation.samples > CROSS_CHECK_SAMPLES)
            operation.samples = CROSS_CHECK_SAMPLES;
        for (unsigned i = 0; i < operation.warmups; i++)
            operation.sample(&operation);
        time_operation(TEXT("row"), &operation);
    }
    bench_measure = BENCH_STACK;
    for (const bench_operation *p = bench_operations;
         !hal_is_cross_check() && !hal_is_later_round() && read_operation(&operation, p); p++) {
        print_operation(TEXT("stack"), &operation);
        print_text(" ");
        print_number(operation.sample(&operation));
        print_text("\n");
    }
    print_text("end\n");
    hal_exit(0);
}
