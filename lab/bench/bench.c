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
 *     stack MODE OPERATION BYTES AD-BYTES BYTES
 *     end
 *
 * Each T is one window around one operation with its own random key and
 * data.  The order of the windows is the order in which a simulator sees
 * them. */

#include "bench.h"

#include "bench_config.h"
#include "print.h"

enum bench_measure bench_measure = BENCH_TIME;

static void
print_operation(const char *what, const bench_operation *operation)
{
    print_text(what);
    print_text(" ");
    print_text(operation->mode);
    print_text(" ");
    print_text(operation->name);
    print_text(" ");
    print_number(operation->bytes);
    print_text(" ");
    print_number(operation->ad_bytes);
}

_Noreturn static void
refuse(const char *why)
{
    print_text("fault ");
    print_text(why);
    print_text("\n");
    hal_exit(1);
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
        refuse("there are no vectors for this implementation");
    if (passed != total)
        refuse("a vector failed");

    checksum = bench_checksum(&fault);
    print_text("checksum ");
    print_hex(checksum);
    print_text("\n");
    if (fault != NULL)
        refuse(fault);
    if (checksum != BENCH_CHECKSUM)
        refuse("checksum over random operations differs from the model's");
}

int
main(void)
{
    hal_init();
    print_text("narae-bench 1 " HAL_UNIT " " BENCH_CIPHER " ");
    print_number(bench_context_bytes);
    print_text("\n");
    gate();

    if (hal_checks_leaks()) {
        bench_measure = BENCH_LEAKS;
        for (const bench_operation *operation = bench_operations; operation->name != NULL; operation++) {
            print_operation("leaks", operation);
            print_text(" ");
            print_number(operation->sample(operation));
            print_text("\n");
        }
        print_text("end\n");
        hal_exit(0);
    }

    hal_calibrate();
    for (const bench_operation *operation = bench_operations; operation->name != NULL; operation++) {
        for (unsigned i = 0; i < BENCH_WARMUPS; i++)
            operation->sample(operation);
        print_operation("row", operation);
        for (unsigned i = 0; i < BENCH_SAMPLES; i++) {
            print_text(" ");
            print_number(operation->sample(operation));
        }
        print_text("\n");
    }
    bench_measure = BENCH_STACK;
    for (const bench_operation *operation = bench_operations; operation->name != NULL; operation++) {
        print_operation("stack", operation);
        print_text(" ");
        print_number(operation->sample(operation));
        print_text("\n");
    }
    print_text("end\n");
    hal_exit(0);
}
