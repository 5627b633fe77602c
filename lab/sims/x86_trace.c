/* Runs a program of this machine and follows it, instruction by instruction,
 * through the windows that it opens: for code that valgrind cannot follow.
 *
 *     x86_trace MOST PROGRAM [ARGUMENT...]
 *     x86_trace --version                 of Zydis
 *
 * The program finds NARAE_TRACED=1 in its environment and opens and closes
 * each window with an int3.  At the closing one RAX becomes a hash of all
 * instruction addresses of the window, in order, and RDX one of all addresses
 * of memory that they named; Zydis decodes them.  Windows on different secrets
 * must give equal hashes.  After MOST instructions no further window is
 * followed, and both are 0: a step takes 35 to 55 us in a virtual machine.
 *
 * Exit code: the program's; 125 if it could not be followed, with the reason
 * on stderr; 126 if the system does not let one process follow another. */

#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <errno.h>
#include <sched.h>
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

enum {
    LONGEST = ZYDIS_MAX_INSTRUCTION_LENGTH,
    MOST_OPERANDS = 4,
    KNOWN = 1 << 18,
    NOT_FOLLOWED = 125,
    REFUSED
};

typedef unsigned long long word;

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
static word followed;

_Noreturn static void
give_up(const char *why, word at)
{
    fprintf(stderr, "x86_trace: %s at 0x%llx\n", why, at);
    kill(child, SIGKILL);
    exit(NOT_FOLLOWED);
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

/* In the order of their numbers in an instruction. */
static word
value_of(const struct user_regs_struct *r, int number)
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

/* Waits until the child stops at a trap; ends with it. */
static void
wait_for_trap(void)
{
    struct user_regs_struct r = {0};
    int status;

    if (waitpid(child, &status, 0) < 0)
        give_up("the program was lost", 0);
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    if (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP)
        return;
    ptrace(PTRACE_GETREGS, child, NULL, &r);
    give_up(strsignal(WIFSIGNALED(status) ? WTERMSIG(status) : WSTOPSIG(status)), r.rip);
}

/* From behind the opening int3 to behind the closing one. */
static void
follow_window(void)
{
    word instructions = 0xcbf29ce484222325ull, addresses = instructions;
    struct user_regs_struct r;

    for (;;) {
        const known *k;

        ptrace(PTRACE_GETREGS, child, NULL, &r);
        k = known_at(r.rip);
        if (k->marker)
            break;
        followed++;
        instructions = add(instructions, r.rip);
        for (unsigned i = 0; i < k->operands; i++) {
            const operand *o = &k->operand[i];
            word address = value_of(&r, o->base) + value_of(&r, o->index) * o->scale + o->displacement;

            addresses = add(addresses, o->narrow ? (uint32_t)address : address);
        }
        ptrace(PTRACE_SINGLESTEP, child, NULL, NULL);
        wait_for_trap();
    }
    r.rip++;
    r.rax = folded(instructions);
    r.rdx = folded(addresses);
    ptrace(PTRACE_SETREGS, child, NULL, &r);
}

/* To behind the closing int3, at full speed. */
static void
skip_window(void)
{
    struct user_regs_struct r;

    ptrace(PTRACE_CONT, child, NULL, NULL);
    wait_for_trap();
    ptrace(PTRACE_GETREGS, child, NULL, &r);
    r.rax = r.rdx = 0;
    ptrace(PTRACE_SETREGS, child, NULL, &r);
}

int
main(int argc, char **argv)
{
    const word most = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    cpu_set_t one;

    if (argc < 3 && !(argc == 2 && strcmp(argv[1], "--version") == 0)) {
        fprintf(stderr, "usage: x86_trace MOST PROGRAM [ARGUMENT...]\n");
        return NOT_FOLLOWED;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%d.%d.%d\n", (int)ZYDIS_VERSION_MAJOR(ZYDIS_VERSION), (int)ZYDIS_VERSION_MINOR(ZYDIS_VERSION),
               (int)ZYDIS_VERSION_PATCH(ZYDIS_VERSION));
        return 0;
    }
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    /* Both on one core: the other one would have to be woken at each step. */
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);

    child = fork();
    if (child == 0) {
        setenv("NARAE_TRACED", "1", 1);
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(REFUSED);
        execv(argv[2], argv + 2);
        fprintf(stderr, "x86_trace: %s: %s\n", argv[2], strerror(errno));
        _exit(NOT_FOLLOWED);
    }
    ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_EXITKILL);
    wait_for_trap(); /* the exec */
    for (;;) {
        ptrace(PTRACE_CONT, child, NULL, NULL);
        wait_for_trap();
        if (followed < most)
            follow_window();
        else
            skip_window();
    }
}
