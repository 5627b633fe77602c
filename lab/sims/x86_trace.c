/* Follows a program of this machine, instruction by instruction, through the
 * windows that it opens: for code that valgrind cannot follow.
 *
 *     LD_PRELOAD=x86_trace NARAE_TRACED=MOST PROGRAM [ARGUMENT...]
 *
 * The program opens and closes each window with an int3.  In between the
 * processor's trap flag is set: after each instruction it calls the handler
 * below, on a stack of its own, with all registers.  At the closing int3 RAX
 * becomes a hash of all instruction addresses of the window, in order, and RDX
 * one of all addresses of memory that they named; Zydis decodes them.  Windows
 * on different secrets must give equal hashes.  After MOST instructions no
 * further window is followed, and both are 0: a step takes some 15 us in a
 * virtual machine.
 *
 * Exit code: the program's; 125 if it could not be followed, with the reason
 * on stderr. */

#define _GNU_SOURCE
#include <Zydis/Zydis.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    LONGEST = ZYDIS_MAX_INSTRUCTION_LENGTH,
    MOST_OPERANDS = 4,
    KNOWN = 1 << 18,
    STACK_BYTES = 1 << 17,
    TRAP_FLAG = 1 << 8,
    NOT_FOLLOWED = 125
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
static word most, followed;
static enum { OUTSIDE, FOLLOWED, SKIPPED } window;
static word instructions, addresses; /* hashes of this window */

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
    ssize_t length = process_vm_readv(getpid(), &to, 1, &from, 1, 0);

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
value_of(const greg_t *r, int number)
{
    static const int8_t place[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

    return number < 0 ? 0 : (word)r[place[number]];
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

/* Behind the closing int3. */
static void
close_window(greg_t *r)
{
    r[REG_RAX] = window == FOLLOWED ? folded(instructions) : 0;
    r[REG_RDX] = window == FOLLOWED ? folded(addresses) : 0;
    r[REG_EFL] &= ~TRAP_FLAG;
    window = OUTSIDE;
}

/* Before the instruction at RIP. */
static void
step(greg_t *r)
{
    const known *k = known_at((word)r[REG_RIP]);

    if (k->marker) {
        r[REG_RIP]++;
        close_window(r);
        return;
    }
    followed++;
    instructions = add(instructions, k->at);
    for (unsigned i = 0; i < k->operands; i++) {
        const operand *o = &k->operand[i];
        word address = value_of(r, o->base) + value_of(r, o->index) * o->scale + o->displacement;

        addresses = add(addresses, o->narrow ? (uint32_t)address : address);
    }
}

static void
trapped(int number, siginfo_t *info, void *context)
{
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

    (void)number;
    (void)info;
    if (window == FOLLOWED) {
        step(r);
    } else if (window == SKIPPED) {
        close_window(r);
    } else if (followed >= most) {
        window = SKIPPED;
    } else {
        window = FOLLOWED;
        instructions = addresses = 0xcbf29ce484222325ull;
        r[REG_EFL] |= TRAP_FLAG;
        step(r);
    }
}

static void
crashed(int number, siginfo_t *info, void *context)
{
    (void)info;
    give_up(strsignal(number), (word)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
}

__attribute__((constructor)) static void
start(void)
{
    static uint8_t stack[STACK_BYTES];
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = trapped, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    const char *text = getenv("NARAE_TRACED");

    most = text == NULL ? 0 : strtoull(text, NULL, 10);
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    if (sigaltstack(&other, NULL) != 0 || sigaction(SIGTRAP, &action, NULL) != 0)
        give_up("no handler for traps", 0);
    action.sa_sigaction = crashed;
    for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
}
