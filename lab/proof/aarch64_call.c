/* SPDX-License-Identifier: MIT */
/* Calls functions under qemu-aarch64, as a program for it: one signal enters them, and
 * another one leaves them.  Memory is mapped on demand.  Registers as in aarch64_set():
 * x0 to x30, sp, the flags (V, C, Z, N from bit 0), and two for each vector register.
 * The number of instructions is not limited. */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { REGISTERS = 97, SP = 31, FLAGS = 32, VECTORS = 33, PAGE = 4096, MAX_PAGES = 4096, BREAK = 0xd4200000 };

typedef struct machine {
    uint64_t r[REGISTERS], pc;
    int signal; /* that ended the call; 0 before it */
    uintptr_t pages[MAX_PAGES];
    unsigned npages;
    ucontext_t home; /* of the caller */
    struct fpsimd_context home_vectors;
} simulator;

#include "call.h"

static simulator machine;

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    for (uintptr_t page = address / PAGE; page * PAGE < address + bytes; page++) {
        bool mapped = false;

        for (unsigned i = 0; i < m->npages && !mapped; i++)
            mapped = m->pages[i] == page;
        if (mapped)
            continue;
        if (m->npages == MAX_PAGES ||
            mmap((void *)(page * PAGE), PAGE, PROT_READ | PROT_WRITE | PROT_EXEC,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != (void *)(page * PAGE))
            return outside(address);
        m->pages[m->npages++] = page;
    }
    return (uint8_t *)address;
}

static struct fpsimd_context *
vectors(ucontext_t *u)
{
    struct _aarch64_ctx *at = (struct _aarch64_ctx *)u->uc_mcontext.__reserved;

    while (at->magic != FPSIMD_MAGIC)
        at = (struct _aarch64_ctx *)((uint8_t *)at + at->size);
    return (struct fpsimd_context *)at;
}

/* SIGUSR1 enters a call, and any other signal ends it. */
static void
on_signal(int number, siginfo_t *info, void *context)
{
    simulator *m = &machine;
    ucontext_t *u = context;

    if (number == SIGUSR1) {
        m->home = *u;
        m->home_vectors = *vectors(u);
        memcpy(u->uc_mcontext.regs, m->r, sizeof u->uc_mcontext.regs);
        memcpy(vectors(u)->vregs, m->r + VECTORS, sizeof vectors(u)->vregs);
        u->uc_mcontext.sp = m->r[SP];
        u->uc_mcontext.pstate = m->r[FLAGS] << 28;
        u->uc_mcontext.pc = m->pc;
        return;
    }
    m->signal = number;
    memcpy(m->r, u->uc_mcontext.regs, sizeof u->uc_mcontext.regs);
    memcpy(m->r + VECTORS, vectors(u)->vregs, sizeof vectors(u)->vregs);
    m->r[SP] = u->uc_mcontext.sp;
    m->r[FLAGS] = u->uc_mcontext.pstate >> 28 & 15;
    m->pc = u->uc_mcontext.pc;
    u->uc_mcontext = m->home.uc_mcontext;
    *vectors(u) = m->home_vectors;
}

static void
run(simulator *m, unsigned long pc, unsigned long end, unsigned long max)
{
    uint32_t *stop = (uint32_t *)memory(m, end, sizeof *stop), kept = *stop;

    *stop = BREAK;
    __builtin___clear_cache((char *)pc, (char *)pc + PAGE);
    __builtin___clear_cache((char *)stop, (char *)(stop + 1));
    m->pc = pc;
    m->signal = 0;
    raise(SIGUSR1);
    *stop = kept;
    printf("%lx%s\n", (unsigned long)m->pc, m->signal == SIGTRAP ? "" : " fault");
}

static void
set_register(simulator *m, unsigned long number, unsigned long value)
{
    if (number < REGISTERS)
        m->r[number] = value;
}

static void
print_registers(const simulator *m)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        printf("%lx%c", (unsigned long)m->r[i], i < REGISTERS - 1 ? ' ' : '\n');
}

int
main(void)
{
    static const int signals[] = {SIGUSR1, SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
    static uint8_t stack[1 << 16];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    sigaltstack(&alternative, NULL);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    return serve(&machine);
}
