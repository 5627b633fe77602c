/* SPDX-License-Identifier: MIT */
/* Calls functions of a static x86-64 program on this CPU.  Registers are quadwords: 0 to 15 general ones, 16
 * the flags (CF, PF, AF, ZF, SF, OF from bit 0; DF is clear), 17 to 24 masks, from 25 on eight for each ZMM
 * register.
 *
 * The program's code runs in this process, at its addresses.  A signal handler enters it by returning to it
 * with other registers; an int3 at its end, a trap after one instruction, or a fault leaves it the same way.
 * Vectors are in the XSAVE area of the signal's frame, by the standard layout. */

#define _GNU_SOURCE
#include <cpuid.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { GENERALS = 16, FLAGS = 16, MASK, VECTOR = MASK + 8, REGISTERS = VECTOR + 8 * 32 };
enum { XSTATE = 512, YMM_HIGH = 2, OPMASKS = 5, ZMM_HIGH, ZMM_16_TO_31, XMM = 160 }; /* of an XSAVE area */
enum { PAGE = 4096, TRAP = 1 << 8, BREAK = 0xcc };

typedef struct simulator {
    uint64_t registers[REGISTERS];
    uint64_t pc, stopped; /* stopped: where */
    bool steps, entering, faulted;
    sigjmp_buf back;
    uint32_t offset[8]; /* of components */
} simulator;

#include "call.h"

static simulator cpu;

static const uint8_t general_register[GENERALS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                                   REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                   REG_R12, REG_R13, REG_R14, REG_R15};
static const uint8_t flag_bit[6] = {0, 2, 4, 6, 7, 11}; /* but for DF, which stays clear */

/* Maps the pages of an address that are not mapped yet. */
static uint8_t *
memory(simulator *s, unsigned long address, size_t bytes)
{
    (void)s;
    for (unsigned long at = address & -PAGE; at < address + bytes; at += PAGE)
        mmap((void *)at, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    return (uint8_t *)address;
}

static void
set_register(simulator *s, unsigned long number, unsigned long value)
{
    if (number < REGISTERS)
        s->registers[number] = value;
}

/* Exchanges vectors and masks with a frame; a component that is not in use is zero. */
static void
exchange_state(simulator *s, uint8_t *area, bool enters)
{
    static const struct {
        uint8_t component, first, count, quadword, quadwords;
    } parts[] = {
        {1, 0, 16, 0, 2}, {YMM_HIGH, 0, 16, 2, 2}, {ZMM_HIGH, 0, 16, 4, 4}, {ZMM_16_TO_31, 16, 16, 0, 8}};
    uint64_t *in_use = (uint64_t *)(area + XSTATE);

    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        for (unsigned k = 0; k < parts[i].count; k++) {
            uint64_t *z = &s->registers[VECTOR + 8 * (parts[i].first + k) + parts[i].quadword];
            size_t bytes = 8 * parts[i].quadwords;
            uint8_t *at = area + s->offset[parts[i].component] + k * bytes;

            if (s->offset[parts[i].component] == 0)
                continue;
            if (enters)
                memcpy(at, z, bytes);
            else if (*in_use >> parts[i].component & 1)
                memcpy(z, at, bytes);
            else
                memset(z, 0, bytes);
        }
    for (unsigned k = 0; s->offset[OPMASKS] && k < 8; k++) {
        uint8_t *at = area + s->offset[OPMASKS] + 8 * k;

        if (enters)
            memcpy(at, &s->registers[MASK + k], 8);
        else if (*in_use >> OPMASKS & 1)
            memcpy(&s->registers[MASK + k], at, 8);
        else
            s->registers[MASK + k] = 0;
    }
    for (unsigned i = 1; enters && i < 8; i++)
        *in_use |= (uint64_t)(s->offset[i] != 0) << i;
}

static void
handle(int number, siginfo_t *info, void *context)
{
    ucontext_t *frame = context;
    greg_t *general = frame->uc_mcontext.gregs;
    simulator *s = &cpu;

    (void)info;
    exchange_state(s, (uint8_t *)frame->uc_mcontext.fpregs, s->entering);
    for (unsigned i = 0; i < GENERALS; i++)
        if (s->entering)
            general[general_register[i]] = (greg_t)s->registers[i];
        else
            s->registers[i] = (uint64_t)general[general_register[i]];
    if (!s->entering)
        s->registers[FLAGS] = 0;
    for (unsigned i = 0; i < sizeof flag_bit; i++)
        if (s->entering)
            general[REG_EFL] = (general[REG_EFL] & ~(1L << flag_bit[i])) |
                               (greg_t)((s->registers[FLAGS] >> i & 1) << flag_bit[i]);
        else
            s->registers[FLAGS] |= (uint64_t)(general[REG_EFL] >> flag_bit[i] & 1) << i;
    if (s->entering) {
        s->entering = false;
        general[REG_RIP] = (greg_t)s->pc;
        general[REG_EFL] |= s->steps ? TRAP : 0;
        return;
    }
    s->stopped = (uint64_t)general[REG_RIP];
    s->faulted = number != SIGTRAP;
    siglongjmp(s->back, 1);
}

/* With a maximum of one instruction, it traps after that; another maximum is not observed. */
static void
run(simulator *s, unsigned long pc, unsigned long end, unsigned long max)
{
    uint8_t *last = NULL, before = 0;

    s->steps = max == 1;
    s->entering = true;
    s->pc = pc;
    if (!s->steps) {
        last = memory(s, end, 1);
        before = *last;
        *last = BREAK;
    }
    if (sigsetjmp(s->back, 1) == 0)
        raise(SIGUSR1);
    if (last) {
        *last = before;
        s->stopped -= !s->faulted; /* behind the int3 */
    }
    printf("%lx%s\n", s->stopped, s->faulted || (!s->steps && s->stopped != end) ? " fault" : "");
}

static void
print_registers(const simulator *s)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        printf("%lx ", s->registers[i]);
    printf("\n");
}

int
main(void)
{
    static const int signals[] = {SIGUSR1, SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    static uint8_t stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    uint32_t low, high, size;

    __cpuid_count(13, 0, low, size, size, high);
    cpu.offset[1] = XMM;
    for (unsigned i = YMM_HIGH; i < 8; i++) {
        uint32_t at, c, d, bytes;

        __cpuid_count(13, i, bytes, at, c, d);
        cpu.offset[i] = low >> i & 1 && bytes ? at : 0;
    }
    sigfillset(&action.sa_mask);
    if (sigaltstack(&other, NULL))
        return 2;
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
    return serve(&cpu);
}
