/* SPDX-License-Identifier: MIT */
/* Runs an AVR firmware under simavr and reports what happened as one line of
 * JSON: serial output, how it ended, and every window; with --part only where
 * windows part (parting.h).
 *
 *     simavr_run [--mcu NAME] [--frequency HZ] [--max-cycles N] [--addresses]
 *                [--part PAIRS] [--idle N] [--calls ADDRESS,...] FILE.elf
 *
 * A window is between the instruction that makes GPIOR0 nonzero and the one
 * that makes it zero again, both excluded, so two neighbouring OUTs are zero
 * cycles.  Interrupt service, from the vector to RETI, is left out of cycles,
 * instructions, hashes and stack, and reported next to them.  A write to
 * GPIOR1 ends the run; its low seven bits are the exit status.  With --idle so
 * do N cycles in which the firmware, interrupt service aside, stores nothing and
 * sends nothing: it waits.  Calls of the functions at the given byte addresses
 * are reported as windows are.
 *
 * The firmware runs one instruction a step, and each step is looked at from
 * outside: nothing in the firmware changes what is measured.  Most steps can
 * change nothing but registers: for these, where no timer is due, the simulator's
 * own step is called without what it does around it. */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_elf.h>

#include "limit.h"
#include "output.h"
#include "parting.h"

/* The library cannot say which it is; the builder asks pkg-config. */
#ifndef SIMAVR_VERSION
#    define SIMAVR_VERSION "unknown"
#endif

enum { GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b, SPL = 0x5d, SPH = 0x5e, RAM_START = 0x100 };
enum { MOST_CYCLES = 8 }; /* more than any instruction takes */

/* A frame is set up by OUT SPH, OUT SREG, OUT SPL; in between the stack
 * pointer means nothing. */
enum { STEPS_TO_SET_STACK_POINTER = 2 };

/* Properties of an opcode that a step needs. */
enum kind {
    ILLEGAL,
    TO_ITSELF, /* the jump that ends _exit of avr-libc */
    PLAIN,
    AT_X,
    BEFORE_X,
    BEFORE_Y,
    BEFORE_Z,
    AT_Y_PLUS,
    AT_Z_PLUS,
    AT_STACK,
    SETS_SPH,
};

static enum kind
classify_load_store(unsigned opcode)
{
    bool store = (opcode & 0x0200) != 0;

    switch (opcode & 15) {
    case 0x0:
        return PLAIN; /* LDS, STS: the address is part of the code */
    case 0x1:
        return AT_Z_PLUS;
    case 0x2:
        return BEFORE_Z;
    case 0x4:
    case 0x5:
        return store ? ILLEGAL : AT_Z_PLUS; /* LPM */
    case 0x9:
        return AT_Y_PLUS;
    case 0xa:
        return BEFORE_Y;
    case 0xc:
    case 0xd:
        return AT_X;
    case 0xe:
        return BEFORE_X;
    case 0xf:
        return AT_STACK;
    default:
        return ILLEGAL;
    }
}

static enum kind
classify_one_operand(unsigned opcode)
{
    switch (opcode & 15) {
    case 0x4:
    case 0xb:
        return ILLEGAL;
    case 0x8:
        if (opcode < 0x9500)
            return PLAIN;
        switch (opcode) {
        case 0x9508:
        case 0x9518:
            return AT_STACK;
        case 0x9588:
        case 0x9598:
        case 0x95a8:
            return PLAIN;
        case 0x95c8:
        case 0x95e8:
            return AT_Z_PLUS;
        default:
            return ILLEGAL;
        }
    case 0x9:
        return opcode == 0x9409 ? PLAIN : opcode == 0x9509 ? AT_STACK : ILLEGAL;
    case 0xe:
    case 0xf:
        return AT_STACK;
    default:
        return PLAIN;
    }
}

/* The instruction set of the ATmega328P; ELPM, EIJMP and EICALL are not in it. */
static enum kind
classify(unsigned opcode)
{
    switch (opcode >> 12) {
    case 0x0:
        return opcode == 0 || opcode >= 0x0100 ? PLAIN : ILLEGAL;
    case 0x8:
    case 0xa:
        return (opcode & 8) != 0 ? AT_Y_PLUS : AT_Z_PLUS;
    case 0x9:
        if (opcode < 0x9400)
            return classify_load_store(opcode);
        return opcode < 0x9600 ? classify_one_operand(opcode) : PLAIN;
    case 0xb:
        return (opcode & 0xfe0f) == 0xbe0e ? SETS_SPH : PLAIN;
    case 0xc:
        return opcode == 0xcfff ? TO_ITSELF : PLAIN;
    case 0xd:
        return AT_STACK;
    case 0xf:
        return opcode >= 0xf800 && (opcode & 8) != 0 ? ILLEGAL : PLAIN;
    default:
        return PLAIN;
    }
}

/* Whether an instruction changes nothing but registers, flags but that of
 * interrupts, the program counter and, like what it reads of memory, what its
 * pointer is at. */
static bool
is_calm(unsigned opcode)
{
    enum { FLAG_OF_INTERRUPTS = 7, LPM = 0x95c8, IJMP = 0x9409 };
    unsigned low = opcode & 15;

    switch (opcode >> 12) {
    case 0x9:
        if (opcode < 0x9400)
            return low != 0 && low != 15; /* LD, ST and LPM, not LDS, STS, POP and PUSH */
        if (opcode >= 0x9600)
            return opcode < 0x9800 || opcode >= 0x9c00; /* ADIW, SBIW, MUL */
        if (low == 8)
            return opcode == LPM || (opcode < 0x9500 && (opcode >> 4 & 7) != FLAG_OF_INTERRUPTS);
        return low == 9 ? opcode == IJMP : low < 14; /* not CALL */
    case 0xb:
    case 0xd:
        return false;
    default:
        return true;
    }
}

/* `pointer` holds the address that it accesses, 0 if it touches none; it is
 * `offset` off. */
struct instruction {
    uint8_t kind, pointer;
    int8_t offset;
    bool calm, stores;
    uint8_t function; /* number of a watched one that begins here, from 1 */
};

/* ST, STD and STS, not PUSH. */
static bool
is_store(unsigned opcode)
{
    switch (opcode >> 12) {
    case 0x8:
    case 0xa:
        return (opcode & 0x0200) != 0;
    case 0x9:
        return opcode < 0x9400 && (opcode & 0x0200) != 0 && (opcode & 15) != 15;
    default:
        return false;
    }
}

static struct instruction
decode(unsigned opcode)
{
    static const struct instruction touches[SETS_SPH + 1] = {
        [AT_X] = {.pointer = R_XL},
        [BEFORE_X] = {.pointer = R_XL, .offset = -1},
        [BEFORE_Y] = {.pointer = R_YL, .offset = -1},
        [BEFORE_Z] = {.pointer = R_ZL, .offset = -1},
        [AT_Y_PLUS] = {.pointer = R_YL},
        [AT_Z_PLUS] = {.pointer = R_ZL},
        [AT_STACK] = {.pointer = SPL},
    };
    enum kind kind = classify(opcode);
    struct instruction i = touches[kind];

    i.kind = (uint8_t)kind;
    i.calm = is_calm(opcode);
    i.stores = is_store(opcode);
    if ((kind == AT_Y_PLUS || kind == AT_Z_PLUS) && opcode >> 12 != 9)
        i.offset = (int8_t)((opcode & 7) | (opcode >> 7 & 0x18) | (opcode >> 8 & 0x20));
    return i;
}

struct window {
    uint64_t cycles, instructions, interrupts, interrupt_cycles;
    struct hash pcs, addresses;
    unsigned stack;
};

enum { FUNCTIONS = 32, DEPTH = 64 }; /* that can be watched; of their calls */

struct call {
    unsigned function, sp; /* sp: before its return address was pushed */
    uint64_t begin, cycles, interrupt_cycles, uart_bytes;
};

struct run {
    avr_t *avr;
    uint32_t code_end;
    unsigned bss_end;
    struct limit limit;
    struct report report;
    struct serial uart;
    struct call *calls; /* that returned */
    size_t call_count, call_room;
    uint32_t functions[FUNCTIONS]; /* addresses */
    unsigned function_count;
    uint64_t idle, worked; /* cycles without work that end the run, 0: none do; when it last worked */
    struct partings partings;
    struct recording *recording; /* trace of the open window, if requested */
};

static void
uart_hook(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct run *run = param;

    (void)irq;
    add_byte(&run->uart, value);
    run->worked = run->avr->cycle;
}

static void
no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void
silence(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr;
    if (level == LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

static inline unsigned
pair(const avr_t *avr, unsigned low)
{
    return (unsigned)avr->data[low] | (unsigned)avr->data[low + 1] << 8;
}

/* The address that an instruction is about to touch; UINT32_MAX for none. */
static inline uint32_t
data_address(const avr_t *avr, const struct instruction *i)
{
    return i->pointer != 0 ? pair(avr, i->pointer) + (uint32_t)i->offset : UINT32_MAX;
}

static void
end(struct run *run, const char *how, const char *reason, uint32_t pc)
{
    run->report.end = how;
    snprintf(run->report.reason, sizeof run->report.reason, "%s at PC 0x%04" PRIx32, reason, pc);
}

static struct window *
open_window(struct run *run)
{
    run->recording = recording_of(&run->partings, run->report.window_count);
    return add_window(&run->report, sizeof(struct window));
}

static inline bool
state_is_good(struct run *run, uint32_t pc)
{
    switch (run->avr->state) {
    case cpu_Running:
    case cpu_Sleeping:
        return true;
    case cpu_Done:
        end(run, "crash", "sleeps with interrupts off", pc);
        return false;
    default:
        end(run, "crash", "access outside memory", pc);
        return false;
    }
}

/* The fault that the next instruction would cause, or NULL. */
static inline const char *
wrong_before(const struct run *run, uint32_t pc, uint32_t last_pc, const struct instruction *program)
{
    if (pc >= run->code_end)
        return "program counter outside the program, last";
    if (pc == 0 && last_pc != UINT32_MAX)
        return "jump to address 0";
    if (program[pc / 2].kind > TO_ITSELF)
        return NULL;
    if (program[pc / 2].kind == ILLEGAL)
        return "illegal opcode";
    return run->avr->sreg[S_I] ? NULL : "endless loop with interrupts off";
}

/* Whether nothing but the instruction itself happens when it runs. */
static inline bool
happens_alone(const avr_t *avr, const struct instruction *i, uint32_t address)
{
    const avr_cycle_timer_slot_t *timer = avr->cycle_timers.timer;

    return i->calm && address >= RAM_START && avr->interrupt_state == 0 && avr->state == cpu_Running &&
           (timer == NULL || timer->when > avr->cycle + MOST_CYCLES);
}

static void
watch_stack(struct run *run, unsigned sp, uint32_t pc)
{
    if (sp < run->report.stack_min)
        run->report.stack_min = sp;
    if (sp + 1 < run->bss_end)
        end(run, "crash", "stack runs into data", pc);
    else if (sp > run->avr->ramend)
        end(run, "crash", "stack pointer above memory", pc);
}

static void
check_limit(struct run *run, unsigned sp)
{
    const avr_t *avr = run->avr;

    if (is_over(&run->limit, avr->cycle, sp, avr->pc))
        end(run, "cycle-limit", "cycle limit", run->limit.pc);
    else if (run->idle != 0 && avr->cycle - run->worked > run->idle)
        end(run, "idle", "waits", avr->pc);
}

static inline void
count(struct window *window, uint32_t pc, uint32_t address, const struct run *run)
{
    window->instructions++;
    hash_word(&window->pcs, pc);
    if (run->report.data && address != UINT32_MAX)
        hash_word(&window->addresses, address);
    if (run->recording != NULL) {
        record_step(run->recording, pc);
        if (address != UINT32_MAX)
            record_data(run->recording, run->recording->count - 1, address);
    }
}

/* Calls that have not returned, the innermost last. */
struct calls {
    struct call open[DEPTH];
    unsigned depth;
};

static void
enter(struct calls *calls, unsigned function, unsigned sp, const struct run *run, uint64_t serviced)
{
    struct call *top = &calls->open[calls->depth];

    if (calls->depth != 0 && top[-1].function == function && top[-1].sp == sp)
        return; /* a loop to the function's first instruction */
    if (calls->depth == DEPTH)
        return;
    calls->depth++;
    *top = (struct call){function - 1, sp, run->avr->cycle, 0, serviced, run->uart.bytes};
}

static void
leave(struct calls *calls, unsigned sp, struct run *run, uint64_t serviced)
{
    while (calls->depth != 0 && sp > calls->open[calls->depth - 1].sp) {
        struct call *call;

        if (run->call_count == run->call_room)
            run->calls = grow(run->calls, &run->call_room, sizeof *run->calls);
        call = &run->calls[run->call_count++];
        *call = calls->open[--calls->depth];
        call->interrupt_cycles = serviced - call->interrupt_cycles;
        call->cycles = run->avr->cycle - call->begin - call->interrupt_cycles;
    }
}

static void
run_firmware(struct run *run)
{
    avr_t *avr = run->avr;
    struct window *window = NULL;
    struct calls calls = {.depth = 0};
    uint64_t opened = 0, interrupted = 0, serviced = 0;
    unsigned sp = avr->ramend, caller_sp = 0, unsettled = 0;
    uint32_t last_pc = UINT32_MAX;
    struct instruction *program = calloc(run->code_end / 2 + 1, sizeof *program);

    if (program == NULL)
        exit(2);
    for (uint32_t at = 0; at < run->code_end; at += 2)
        program[at / 2] = decode((unsigned)avr->flash[at] | (unsigned)avr->flash[at + 1] << 8);
    for (unsigned f = 0; f < run->function_count; f++)
        if (run->functions[f] < run->code_end)
            program[run->functions[f] / 2].function = (uint8_t)(f + 1);

    while (run->report.end == NULL) {
        uint32_t pc = avr->pc, address;
        uint64_t before = avr->cycle;
        bool in_service = avr->interrupts.running_ptr != 0, interrupts_now;
        const char *wrong = wrong_before(run, pc, last_pc, program);
        const struct instruction *i = &program[pc / 2];

        if (wrong != NULL) {
            end(run, "crash", wrong,
                pc >= run->code_end || (pc == 0 && last_pc != UINT32_MAX) ? last_pc : pc);
            return;
        }
        address = data_address(avr, i);
        last_pc = pc;
        if (i->function != 0 && !in_service)
            enter(&calls, i->function, sp, run, serviced);
        if (i->stores && !in_service)
            run->worked = before;
        if (unsettled == 0 && happens_alone(avr, i, address)) {
            avr->pc = avr_run_one(avr);
            if (!state_is_good(run, pc))
                return;
            if (window != NULL && !in_service)
                count(window, pc, address, run);
            check_limit(run, sp);
            continue;
        }

        avr_run(avr);
        if (!state_is_good(run, pc))
            return;
        interrupts_now = avr->interrupts.running_ptr != 0;

        if (i->kind == SETS_SPH)
            unsettled = STEPS_TO_SET_STACK_POINTER;
        else if (unsettled != 0)
            unsettled--;
        if (unsettled == 0) {
            sp = pair(avr, SPL);
            watch_stack(run, sp, pc);
        }

        if (interrupts_now && !in_service)
            interrupted = avr->cycle;
        else if (in_service && !interrupts_now)
            serviced += avr->cycle - interrupted;
        if (!interrupts_now && unsettled == 0)
            leave(&calls, sp, run, serviced);

        if (window == NULL) {
            if (avr->data[GPIOR0] != 0) {
                window = open_window(run);
                opened = avr->cycle;
                caller_sp = sp + 2;
            }
        } else if (avr->data[GPIOR0] == 0) {
            window->cycles = before - opened - window->interrupt_cycles;
            window = NULL;
        } else {
            if (!in_service) {
                count(window, pc, address, run);
                window->interrupts += interrupts_now;
            } else if (!interrupts_now) {
                window->interrupt_cycles += avr->cycle - interrupted;
            }
            if (!interrupts_now && caller_sp > sp && caller_sp - sp > window->stack)
                window->stack = caller_sp - sp;
        }

        if (avr->data[GPIOR1] != 0) {
            run->report.exit_status = avr->data[GPIOR1] & 0x7f;
            end(run, "exit", "exit", pc);
        } else if (run->uart.bytes >= UART_LIMIT) {
            end(run, "crash", "endless serial output", pc);
        } else {
            check_limit(run, sp);
        }
    }
    if (window != NULL)
        run->report.window_count--;
}

static void
print_window(FILE *out, const struct report *report, size_t n)
{
    const struct window *w = &report->windows[n];

    fprintf(out,
            "{\"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"pc_hash\": \"%08" PRIx32 "%08" PRIx32
            "\"",
            w->cycles, w->instructions, w->pcs.a, w->pcs.b);
    if (report->data)
        fprintf(out, ", \"address_hash\": \"%08" PRIx32 "%08" PRIx32 "\"", w->addresses.a, w->addresses.b);
    else
        fputs(", \"address_hash\": null", out);
    fprintf(out, ", \"stack\": %u, \"interrupts\": %" PRIu64 ", \"interrupt_cycles\": %" PRIu64 "}", w->stack,
            w->interrupts, w->interrupt_cycles);
}

static void
print_run(FILE *out, const struct run *run)
{
    const struct report *report = &run->report;

    print_report(out, report, &run->uart, report->window_count != 0 ? &report->windows[0].cycles : NULL,
                 print_window);
    fputs(", \"calls\": [", out);
    for (size_t i = 0; i < run->call_count; i++) {
        const struct call *c = &run->calls[i];

        fprintf(out,
                "%s{\"function\": %u, \"begin\": %" PRIu64 ", \"cycles\": %" PRIu64
                ", \"interrupt_cycles\": %" PRIu64 ", \"uart_bytes\": %" PRIu64 "}",
                i != 0 ? ", " : "", c->function, c->begin, c->cycles, c->interrupt_cycles, c->uart_bytes);
    }
    fputs("]}\n", out);
}

/* The library's reader takes any machine's ELF for AVR's and falls over it. */
static bool
is_avr_elf(const char *file)
{
    static const unsigned char magic[4] = {0x7f, 'E', 'L', 'F'};
    enum { MACHINE = 18, AVR = 83 };
    unsigned char header[20];
    FILE *f = fopen(file, "rb");
    size_t got;

    if (f == NULL)
        return false;
    got = fread(header, 1, sizeof header, f);
    fclose(f);
    return got == sizeof header && memcmp(header, magic, sizeof magic) == 0 && header[MACHINE] == AVR &&
           header[MACHINE + 1] == 0;
}

static void
usage(void)
{
    fputs("usage: simavr_run [--mcu NAME] [--frequency HZ] [--max-cycles N] [--addresses]\n"
          "                  [--cross-check] [--part PAIRS] [--idle N] [--calls ADDRESS,...] FILE.elf\n",
          stderr);
    exit(2);
}

static uint64_t
number(const char *text)
{
    uint64_t value;

    if (!read_number(text, &value))
        usage();
    return value;
}

/* Byte addresses, separated by commas. */
static void
read_functions(struct run *run, const char *text)
{
    for (; *text != '\0'; text += *text == ',') {
        size_t digits = strcspn(text, ",");
        char one[24];

        if (run->function_count == FUNCTIONS || digits >= sizeof one)
            usage();
        snprintf(one, sizeof one, "%.*s", (int)digits, text);
        run->functions[run->function_count++] = (uint32_t)number(one);
        text += digits;
    }
}

int
main(int argc, char **argv)
{
    static struct run run = {.report = {.simulator = "simavr", .version = SIMAVR_VERSION},
                             .limit = {.cycles = 16000000000}};
    const char *mcu = "atmega328p", *file = NULL;
    uint32_t frequency = 16000000, flags = 0;
    bool cross_check = false;
    elf_firmware_t firmware = {0};
    FILE *out;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--addresses") == 0)
            run.report.data = true;
        else if (strcmp(argv[i], "--cross-check") == 0)
            cross_check = true;
        else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc && read_pairs(&run.partings, argv[i + 1]))
            i++;
        else if (strcmp(argv[i], "--mcu") == 0 && i + 1 < argc)
            mcu = argv[++i];
        else if (strcmp(argv[i], "--frequency") == 0 && i + 1 < argc)
            frequency = (uint32_t)number(argv[++i]);
        else if (strcmp(argv[i], "--idle") == 0 && i + 1 < argc)
            run.idle = number(argv[++i]);
        else if (strcmp(argv[i], "--calls") == 0 && i + 1 < argc)
            read_functions(&run, argv[++i]);
        else if (strcmp(argv[i], "--max-cycles") == 0 && i + 1 < argc)
            run.limit.cycles = number(argv[++i]);
        else if (argv[i][0] == '-' || file != NULL)
            usage();
        else
            file = argv[i];
    }
    if (file == NULL)
        usage();

    /* The library prints to standard output, which belongs to the JSON. */
    out = fdopen(dup(STDOUT_FILENO), "w");
    if (out == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 2;
    avr_global_logger_set(silence);

    if (!is_avr_elf(file) || elf_read_firmware(file, &firmware) != 0) {
        fprintf(stderr, "simavr_run: %s is not a readable AVR ELF file\n", file);
        return 2;
    }
    run.avr = avr_make_mcu_by_name(mcu);
    if (run.avr == NULL) {
        fprintf(stderr, "simavr_run: unknown mcu %s\n", mcu);
        return 2;
    }
    avr_init(run.avr);
    firmware.frequency = frequency;
    avr_load_firmware(run.avr, &firmware);
    run.avr->data[GPIOR2] = cross_check;
    run.avr->sleep = no_sleep;
    run.avr->run_cycle_limit = 1; /* one instruction a step */
    run.code_end = firmware.flashbase + firmware.flashsize;
    run.bss_end = RAM_START + firmware.datasize + firmware.bsssize;
    run.report.stack_min = run.avr->ramend;
    avr_ioctl(run.avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(run.avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_hook,
                            &run);

    run_firmware(&run);
    run.report.cycles = run.avr->cycle;
    if (run.partings.pairs != 0)
        print_partings(out, &run.partings);
    else
        print_run(out, &run);
    return fclose(out) == 0 ? 0 : 2;
}
