/* SPDX-License-Identifier: MIT */
/* A plugin for qemu's user mode that records what happens in the windows of a
 * program.  Four instructions open and close them, which the machine gives no
 * meaning and its board puts there; the lab names their opcodes:
 *
 *     qemu-MACHINE -plugin tracer.so,out=DIR,marks=OPEN:OPERATION:CLOSE:ROW PROGRAM
 *
 *     OPEN        a window begins: a ruler, unless OPERATION follows
 *     OPERATION   the window starts over: it holds one operation
 *     CLOSE       the window ends
 *     ROW         a row begins: the trace of one more operation is wanted
 *
 * The marks themselves are not part of the window.  All instructions must be
 * of four bytes.
 *
 * DIR/windows gets one line for each window, in their order:
 *
 *     ruler|operation INSTRUCTIONS PC-HASH ADDRESS-HASH TRACE-FILE-OR-DASH
 *
 * The hashes go over every program counter and every data address.  The whole
 * trace, up to MOST_STEPS, is kept of every ruler and of as many operations as
 * are wanted, as DIR/NUMBER.trace: three little-endian 32-bit words for each
 * instruction, its address, its opcode, and the low half of the address of its
 * first access to memory or 0.
 *
 * With part=PAIRS, numbers of lines in DIR/windows, DIR/partings says where these
 * windows part (../parting.h).
 *
 * Callbacks are what costs time, so there is one for each stretch of
 * instructions without a mark in a translated block, not for each instruction:
 * in user mode, a block that is entered runs to its end.
 *
 * The functions of QEMU's plugin interface (version 1) that are used here are
 * declared here: Debian does not package the header. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../parting.h"

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info;
enum { CALLBACK_READS_NO_REGISTERS = 0, LOADS_AND_STORES = 3 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                                  void (*callback)(uint64_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *,
                                                   void (*callback)(unsigned, void *), int flags, void *);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *,
                                             void (*callback)(unsigned, uint32_t, uint64_t, void *),
                                             int flags, int accesses, void *);
extern void qemu_plugin_register_atexit_cb(uint64_t id, void (*callback)(uint64_t, void *), void *);

EXPORT int qemu_plugin_version = 1;

/* A million instructions: ten kilobytes of any cipher but the slowest. */
enum { MOST_STEPS = 1 << 20 };

enum mark { NO_MARK = -1, OPEN, OPERATION, CLOSE, ROW, MARKS };

struct step {
    uint32_t pc, opcode, address;
};

struct stretch {
    uint32_t pc, count;
    uint32_t opcodes[];
};

static const char *folder;
static uint32_t mark_opcodes[MARKS];
static FILE *report;

static bool open, is_operation, tracing;
static unsigned wanted, traces;
static uint64_t instructions, pc_hash, address_hash;
static struct step *steps; /* of the open window; `current` begins the stretch that runs */
static size_t step_count, current;
static struct partings partings;
static struct recording *recording; /* trace of the open window, if requested */
static size_t recorded;             /* where in it the stretch that runs begins */
static size_t window_count;

_Noreturn static void
fail(const char *why)
{
    fprintf(stderr, "tracer: %s\n", why);
    exit(125);
}

static void
file_name(char *name, size_t bytes, const char *file)
{
    if ((size_t)snprintf(name, bytes, "%s/%s", folder, file) >= bytes)
        fail("the folder's name is too long");
}

static inline uint64_t
hashed(uint64_t hash, uint64_t value)
{
    return ((hash << 23 | hash >> 41) ^ value) * 0x9e3779b97f4a7c15u;
}

static void
begin(bool operation)
{
    open = true;
    is_operation = operation;
    tracing = !operation || wanted != 0;
    instructions = pc_hash = address_hash = 0;
    step_count = current = 0;
    recording = recording_of(&partings, window_count);
    if (recording != NULL)
        recording->count = 0;
}

static void
write_trace(char *file, size_t bytes)
{
    char name[4096];
    FILE *stream;

    snprintf(file, bytes, "%u.trace", traces++);
    file_name(name, sizeof name, file);
    stream = fopen(name, "wb");
    if (stream == NULL || fwrite(steps, sizeof *steps, step_count, stream) != step_count ||
        fclose(stream) != 0)
        fail("a trace cannot be written");
}

static void
end(void)
{
    char file[32] = "-";

    if (!open)
        return;
    open = false;
    window_count++;
    if (tracing)
        write_trace(file, sizeof file);
    if (is_operation && wanted != 0)
        wanted--;
    fprintf(report, "%s %" PRIu64 " %016" PRIx64 " %016" PRIx64 " %s\n", is_operation ? "operation" : "ruler",
            instructions, pc_hash, address_hash, file);
    fflush(report);
}

static void
at_mark(unsigned cpu, void *mark)
{
    (void)cpu;
    if ((uintptr_t)mark == ROW)
        wanted++;
    else if ((uintptr_t)mark == CLOSE)
        end();
    else
        begin((uintptr_t)mark == OPERATION);
}

static void
at_stretch(unsigned cpu, void *data)
{
    const struct stretch *stretch = data;

    (void)cpu;
    if (!open)
        return;
    pc_hash = hashed(pc_hash, (uint64_t)stretch->count << 32 | stretch->pc);
    instructions += stretch->count;
    if (recording != NULL) {
        recorded = recording->count;
        for (uint32_t i = 0; i < stretch->count; i++)
            record_step(recording, stretch->pc + 4 * i);
    }
    if (!tracing)
        return;
    current = step_count;
    for (uint32_t i = 0; i < stretch->count && step_count < MOST_STEPS; i++)
        steps[step_count++] = (struct step){stretch->pc + 4 * i, stretch->opcodes[i], 0};
}

/* `number` counts the instructions of the stretch. */
static void
at_access(unsigned cpu, uint32_t info, uint64_t address, void *number)
{
    size_t step = current + (uintptr_t)number;

    (void)cpu;
    (void)info;
    if (!open)
        return;
    address_hash = hashed(address_hash, address);
    if (recording != NULL)
        record_data(recording, recorded + (uintptr_t)number, (uint32_t)address);
    if (tracing && step < step_count && steps[step].address == 0)
        steps[step].address = (uint32_t)address;
}

static uint32_t
opcode_of(const struct qemu_plugin_insn *instruction)
{
    uint32_t opcode;

    if (qemu_plugin_insn_size(instruction) != sizeof opcode)
        fail("an instruction is not of four bytes; build the program without compressed ones");
    memcpy(&opcode, qemu_plugin_insn_data(instruction), sizeof opcode);
    return opcode;
}

static enum mark
mark_of(uint32_t opcode)
{
    for (int mark = 0; mark < MARKS; mark++) {
        if (opcode == mark_opcodes[mark])
            return (enum mark)mark;
    }
    return NO_MARK;
}

static void
at_translation(uint64_t id, struct qemu_plugin_tb *block)
{
    size_t count = qemu_plugin_tb_n_insns(block);
    struct stretch *stretch = NULL;

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint32_t opcode = opcode_of(instruction);
        uint64_t pc = qemu_plugin_insn_vaddr(instruction);
        enum mark mark = mark_of(opcode);

        if (mark != NO_MARK) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, at_mark, CALLBACK_READS_NO_REGISTERS,
                                                   (void *)(uintptr_t)mark);
            stretch = NULL;
            continue;
        }
        if (stretch == NULL) {
            stretch = malloc(sizeof *stretch + (count - i) * sizeof stretch->opcodes[0]);
            if (stretch == NULL || pc > UINT32_MAX)
                fail("out of memory, or the program is not linked below 4 GiB");
            *stretch = (struct stretch){(uint32_t)pc, 0};
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, at_stretch, CALLBACK_READS_NO_REGISTERS,
                                                   stretch);
        }
        qemu_plugin_register_vcpu_mem_cb(instruction, at_access, CALLBACK_READS_NO_REGISTERS,
                                         LOADS_AND_STORES, (void *)(uintptr_t)stretch->count);
        stretch->opcodes[stretch->count++] = opcode;
    }
}

static void
write_partings(uint64_t id, void *nothing)
{
    char name[4096];
    FILE *stream;

    (void)id;
    (void)nothing;
    file_name(name, sizeof name, "partings");
    stream = fopen(name, "w");
    if (stream == NULL)
        fail("where windows part cannot be written");
    print_partings(stream, &partings);
    fclose(stream);
}

EXPORT int
qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
    char name[4096];
    int marks = 0;

    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "out=", 4) == 0)
            folder = argv[i] + 4;
        if (strncmp(argv[i], "part=", 5) == 0 && !read_pairs(&partings, argv[i] + 5))
            fail("part= takes pairs of windows");
        if (strncmp(argv[i], "marks=", 6) == 0)
            marks = sscanf(argv[i] + 6, "%" SCNx32 ":%" SCNx32 ":%" SCNx32 ":%" SCNx32, &mark_opcodes[OPEN],
                           &mark_opcodes[OPERATION], &mark_opcodes[CLOSE], &mark_opcodes[ROW]);
    }
    if (folder == NULL || marks != MARKS)
        fail("it takes out=DIR,marks=OPEN:OPERATION:CLOSE:ROW");
    file_name(name, sizeof name, "windows");
    report = fopen(name, "w");
    steps = malloc(MOST_STEPS * sizeof *steps);
    if (report == NULL || steps == NULL)
        fail("its report cannot be written");
    qemu_plugin_register_vcpu_tb_trans_cb(id, at_translation);
    if (partings.pairs != 0)
        qemu_plugin_register_atexit_cb(id, write_partings, NULL);
    return 0;
}
