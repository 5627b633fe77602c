/* SPDX-License-Identifier: MIT */
/* Follows a program of this machine, instruction by instruction, through the
 * windows that it opens: for code that valgrind cannot follow.
 *
 *     x86_trace MOST [--part PAIRS | --only WINDOWS | --where SECONDS] PROGRAM [ARGUMENT...]
 *
 * The program is a child that is stopped after each instruction, by ptrace(2),
 * so it may be static and of any C library.  It finds NARAE_TRACED in its
 * environment, and opens and closes each window with an int3.  At the closing
 * one RAX becomes a hash of all instruction addresses of the window, in order,
 * and RDX one of all addresses of memory that they named; Zydis decodes them.
 * Windows on different secrets must give equal hashes.  After MOST instructions
 * no further window is followed, and both are 0: a step takes some microseconds.
 * With --only, neither are those followed whose character in WINDOWS, one for each
 * in order, is not 1.
 *
 * With --part, only these windows are followed, and standard output says where they part
 * (parting.h), and nothing else: addresses as in the program's file.  Of code in a library it is the last
 * instruction of the program before it.
 *
 * With --where, a program that has not ended by then is stopped, and standard output says where, as
 * an address in its file, and nothing else: in the loop that does not end, not in what that calls,
 * because of the instructions that come next it is one where the stack is least deep.
 *
 * Exit code: the program's; 125 if it could not be followed, with the reason
 * on stderr. */

#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parting.h"

enum { LOOKED_AT = 1 << 15 }; /* limit for programs without end */
enum { LONGEST = ZYDIS_MAX_INSTRUCTION_LENGTH, MOST_OPERANDS = 4, KNOWN = 1 << 18, NOT_FOLLOWED = 125 };

typedef unsigned long long word;
typedef struct user_regs_struct registers;

/* One operand in memory: base + index * scale + displacement. */
typedef struct operand {
    int8_t base, index; /* number of a register, or -1 */
    uint8_t scale;
    uint8_t narrow; /* 32-bit address */
    word displacement;
} operand;

/* What an instruction names, kept by its address. */
typedef struct known {
    word at;
    uint8_t length, operands;
    uint8_t marker;
    operand operand[MOST_OPERANDS];
} known;

static known known_instructions[KNOWN];
static ZydisDecoder decoder;
static pid_t child;
static word most, followed;
static enum { OUTSIDE, FOLLOWED, SKIPPED } window;
static word instructions, addresses; /* hashes of this window */
static struct partings partings;
static const char *only;            /* NULL: all */
static struct recording *recording; /* trace of this window, if requested */
static size_t window_count;
static unsigned seconds;             /* until the program is stopped, 0: it is not */
static word image, image_end, shift; /* where the program lies, and how far from where its file says */

_Noreturn static void
give_up(const char *why, word at)
{
    dprintf(STDERR_FILENO, "x86_trace: %s at 0x%llx\n", why, at);
    _exit(NOT_FOLLOWED);
}

static int
number_of(ZydisRegister r)
{
    if (r == ZYDIS_REGISTER_NONE)
        return -1;
    return ZydisRegisterGetId(ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r));
}

static operand
decoded_operand(const ZydisDecodedOperandMem *mem, word at, word next)
{
    operand o = {.scale = mem->scale, .displacement = mem->disp.has_displacement ? (word)mem->disp.value : 0};

    if (mem->type == ZYDIS_MEMOP_TYPE_VSIB)
        give_up("addresses in a vector", at);
    if (mem->base == ZYDIS_REGISTER_RIP) {
        o.base = -1;
        o.displacement += next;
    } else {
        o.base = (int8_t)number_of(mem->base);
        o.narrow = ZydisRegisterGetClass(mem->base) == ZYDIS_REGCLASS_GPR32;
    }
    o.index = (int8_t)number_of(mem->index);
    return o;
}

static void
decode(known *k, word at)
{
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    uint8_t code[LONGEST];
    struct iovec to = {code, sizeof code}, from = {(void *)(uintptr_t)at, sizeof code};
    ssize_t length = process_vm_readv(child, &to, 1, &from, 1, 0);

    if (length <= 0 ||
        ZYAN_FAILED(ZydisDecoderDecodeFull(&decoder, code, (size_t)length, &instruction, operands)))
        give_up("an instruction that Zydis does not know", at);
    *k = (known){
        .at = at, .length = instruction.length, .marker = instruction.mnemonic == ZYDIS_MNEMONIC_INT3};
    if (instruction.mnemonic == ZYDIS_MNEMONIC_NOP) /* long ones name memory, but do not touch it */
        return;
    for (unsigned i = 0; i < instruction.operand_count; i++) {
        const ZydisDecodedOperandMem *mem = &operands[i].mem;

        if (operands[i].type != ZYDIS_OPERAND_TYPE_MEMORY || mem->type == ZYDIS_MEMOP_TYPE_AGEN)
            continue;
        if (k->operands == MOST_OPERANDS)
            give_up("an instruction with too many operands", at);
        k->operand[k->operands++] = decoded_operand(mem, at, at + instruction.length);
    }
}

static const known *
known_at(word at)
{
    unsigned i = (unsigned)(at * 0x9e3779b97f4a7c15ull >> 40) % KNOWN;

    for (unsigned tries = 0; tries < KNOWN; tries++, i = (i + 1) % KNOWN) {
        if (known_instructions[i].at == 0)
            decode(&known_instructions[i], at);
        if (known_instructions[i].at == at)
            return &known_instructions[i];
    }
    give_up("too many instructions", at);
}

static word
value_of(const registers *r, int number)
{
    const word values[16] = {r->rax, r->rcx, r->rdx, r->rbx, r->rsp, r->rbp, r->rsi, r->rdi,
                             r->r8,  r->r9,  r->r10, r->r11, r->r12, r->r13, r->r14, r->r15};

    return number < 0 ? 0 : values[number];
}

/* FNV-1a, a word at a time. */
static word
add(word hash, word x)
{
    return (hash ^ x) * 0x100000001b3ull;
}

static uint32_t
folded(word hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

/* Finds the program among what is mapped; one that may lie anywhere is of type 3 (ET_DYN). */
static void
find_image(void)
{
    char line[512], name[64], path[256] = "";
    uint16_t type = 0;
    FILE *maps;

    snprintf(name, sizeof name, "/proc/%d/exe", (int)child);
    if (readlink(name, path, sizeof path - 1) <= 0)
        give_up(strerror(errno), 0);
    snprintf(name, sizeof name, "/proc/%d/maps", (int)child);
    maps = fopen(name, "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        word from, to;

        if (strstr(line, path) == NULL || sscanf(line, "%llx-%llx", &from, &to) != 2)
            continue;
        if (image == 0)
            image = from;
        image_end = to;
    }
    if (maps == NULL || fclose(maps) != 0 || image == 0)
        give_up("the program is not among what is mapped", 0);

    struct iovec to = {&type, sizeof type}, from = {(void *)(uintptr_t)(image + 16), sizeof type};

    if (process_vm_readv(child, &to, 1, &from, 1, 0) != sizeof type)
        give_up(strerror(errno), image);
    shift = type == 3 ? image : 0;
}

static void
record(word pc)
{
    static uint32_t last; /* in the program */

    if (image_end == 0)
        find_image();
    if (pc >= image && pc < image_end)
        last = (uint32_t)(pc - shift);
    record_step(recording, last);
    if (pc < image || pc >= image_end)
        record_data(recording, recording->count - 1, (uint32_t)pc);
}

static void
stop(int signal)
{
    (void)signal;
    kill(child, SIGSTOP);
}

/* The address at which the program was stopped. */
static void
look_around(void)
{
    word top = 0, at = 0;
    int status;
    registers r;

    find_image();
    for (unsigned n = 0; n < LOOKED_AT && ptrace(PTRACE_GETREGS, child, NULL, &r) == 0; n++) {
        if (r.rip >= image && r.rip < image_end && r.rsp > top) {
            top = r.rsp;
            at = r.rip - shift;
        }
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0 || waitpid(child, &status, 0) != child ||
            !WIFSTOPPED(status))
            break;
    }
    if (at != 0)
        printf("0x%llx\n", at);
}

/* Behind the closing int3. */
static void
close_window(registers *r)
{
    r->rax = window == FOLLOWED ? folded(instructions) : 0;
    r->rdx = window == FOLLOWED ? folded(addresses) : 0;
    if (ptrace(PTRACE_SETREGS, child, NULL, r) != 0)
        give_up(strerror(errno), r->rip);
    window = OUTSIDE;
    window_count++;
}

/* Before the instruction at RIP. */
static void
step(registers *r)
{
    const known *k = known_at(r->rip);

    if (k->marker) {
        r->rip++;
        close_window(r);
        return;
    }
    followed++;
    instructions = add(instructions, k->at);
    if (recording != NULL)
        record(k->at);
    for (unsigned i = 0; i < k->operands; i++) {
        const operand *o = &k->operand[i];
        word address = value_of(r, o->base) + value_of(r, o->index) * o->scale + o->displacement;

        if (o->narrow)
            address = (uint32_t)address;
        addresses = add(addresses, address);
        if (recording != NULL)
            record_data(recording, recording->count - 1, (uint32_t)address);
    }
}

static int
is_asked_for(void)
{
    if (only != NULL)
        return window_count < strlen(only) && only[window_count] == '1';
    return partings.pairs == 0 || recording != NULL;
}

/* The child was stopped by an int3, or after one step. */
static void
trapped(registers *r)
{
    if (window != OUTSIDE) {
        if (window == FOLLOWED)
            step(r);
        else
            close_window(r);
        return;
    }
    recording = recording_of(&partings, window_count);
    if (followed >= most || !is_asked_for()) {
        window = SKIPPED;
    } else {
        window = FOLLOWED;
        instructions = addresses = 0xcbf29ce484222325ull;
        step(r);
    }
}

/* The child's first words: it stops at its first instruction. */
_Noreturn static void
become(char **command)
{
    const int nowhere = partings.pairs != 0 || seconds != 0 ? open("/dev/null", O_WRONLY) : -1;

    setenv("NARAE_TRACED", "1", 1);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        give_up("ptrace is not allowed here", 0);
    execvp(command[0], command);
    dprintf(STDERR_FILENO, "x86_trace: %s: %s\n", command[0], strerror(errno));
    _exit(NOT_FOLLOWED);
}

int
main(int argc, char **argv)
{
    int status, signal = 0;

    if (argc > 4 && strcmp(argv[2], "--only") == 0)
        only = argv[3];
    if (argc > 4 && strcmp(argv[2], "--where") == 0)
        seconds = (unsigned)strtoul(argv[3], NULL, 10);
    if (only != NULL || seconds != 0 ||
        (argc > 4 && strcmp(argv[2], "--part") == 0 && read_pairs(&partings, argv[3]))) {
        argv[3] = argv[1];
        argv += 2;
        argc -= 2;
    }
    if (argc < 3) {
        dprintf(STDERR_FILENO,
                "usage: x86_trace MOST [--part PAIRS | --only WINDOWS | --where SECONDS] PROGRAM "
                "[ARGUMENT...]\n");
        return NOT_FOLLOWED;
    }
    most = strtoull(argv[1], NULL, 10);
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    child = fork();
    if (child == 0)
        become(argv + 2);
    if (child < 0 || waitpid(child, &status, 0) != child)
        give_up(strerror(errno), 0);
    if (WIFSTOPPED(status) && ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL) != 0)
        give_up(strerror(errno), 0);
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = stop, .sa_flags = SA_RESTART}, NULL);
    alarm(seconds);
    while (WIFSTOPPED(status)) {
        if (ptrace(window == FOLLOWED ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, (long)signal) != 0 ||
            waitpid(child, &status, 0) != child)
            give_up(strerror(errno), 0);
        if (!WIFSTOPPED(status))
            break;

        registers r;

        signal = WSTOPSIG(status);
        if (ptrace(PTRACE_GETREGS, child, NULL, &r) != 0)
            give_up(strerror(errno), 0);
        if (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE)
            give_up(strsignal(signal), r.rip);
        if (signal == SIGTRAP) {
            signal = 0;
            trapped(&r);
        }
        if (signal == SIGSTOP && seconds != 0) {
            look_around();
            return 0;
        }
    }
    if (partings.pairs != 0)
        print_partings(stdout, &partings);
    return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_FOLLOWED;
}
