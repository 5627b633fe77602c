/* SPDX-License-Identifier: MIT */
/* One context, many threads.  A context that is ready is const and the library
 * has no globals, so threads may share one; this program shows what that
 * costs: nothing but the core that each thread takes.
 *
 *     threads.elf MOST ROUNDS MILLISECONDS
 *
 * In each round 1, 2, 4, ... MOST threads in turn encrypt messages of
 * BENCH_MESSAGE_BYTES bytes, each its own, for so long, all with one context
 * behind a pointer to const.  A line for each:
 *
 *     threads N ROUND BYTES_PER_SECOND
 *
 * Before anything is timed, all threads at once encrypt the same message, and
 * each must get what one alone got; afterwards the context must be what it
 * was.  The operating system places the threads. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adapter.h"

#define CHECKED_MESSAGES 64

typedef struct {
    pthread_t thread;
    const adapter_context *ctx;
    double bytes_per_second;
    int failed;
    uint8_t nonce[16], tag[16];
    uint8_t in[BENCH_MESSAGE_BYTES], out[BENCH_MESSAGE_BYTES];
} worker;

static pthread_barrier_t start;
static atomic_int stop;
static uint8_t expected[BENCH_MESSAGE_BYTES], expected_tag[16];

static double
seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int
seal(worker *w)
{
    return adapter_seal(w->ctx, w->out, w->tag, ADAPTER_TAG_BYTES, w->nonce, ADAPTER_NONCE_BYTES, NULL, 0,
                        w->in, sizeof w->in);
}

static void
fill(worker *w, const adapter_context *ctx)
{
    memset(w, 0, sizeof *w);
    w->ctx = ctx;
    for (size_t i = 0; i < sizeof w->in; i++)
        w->in[i] = (uint8_t)(i * 167 + i / 251);
}

static void *
check(void *argument)
{
    worker *w = argument;

    pthread_barrier_wait(&start);
    for (int i = 0; i < CHECKED_MESSAGES; i++) {
        memset(w->out, 0, sizeof w->out);
        w->failed |= seal(w) != NARAE_OK || memcmp(w->out, expected, sizeof expected) != 0 ||
                     memcmp(w->tag, expected_tag, ADAPTER_TAG_BYTES) != 0;
    }
    return NULL;
}

/* A nonce is never used twice: its first bytes count. */
static void *
work(void *argument)
{
    worker *w = argument;
    uint64_t messages = 0;

    pthread_barrier_wait(&start);
    double begin = seconds();
    while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
        messages++;
        memcpy(w->nonce, &messages, sizeof messages);
        w->failed |= seal(w) != NARAE_OK;
    }
    w->bytes_per_second = (double)messages * sizeof w->in / (seconds() - begin);
    return NULL;
}

/* Runs n threads, the main one counting the time; returns how many failed. */
static int
run(worker *workers, unsigned n, void *(*what)(void *), long milliseconds)
{
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    int failed = 0;

    atomic_store(&stop, 0);
    if (pthread_barrier_init(&start, NULL, n + 1) != 0)
        return 1;
    for (unsigned i = 0; i < n; i++)
        if (pthread_create(&workers[i].thread, NULL, what, &workers[i]) != 0)
            exit(3);
    pthread_barrier_wait(&start);
    nanosleep(&pause, NULL);
    atomic_store(&stop, 1);
    for (unsigned i = 0; i < n; i++) {
        pthread_join(workers[i].thread, NULL);
        failed += workers[i].failed;
    }
    pthread_barrier_destroy(&start);
    return failed;
}

static unsigned
next(unsigned n, unsigned most)
{
    return n < most && 2 * n > most ? most : 2 * n;
}

int
main(int count, char **arguments)
{
    static adapter_context ctx, before;
    static const uint8_t key[ADAPTER_KEY_BYTES] = {1, 2, 3};

    if (count != 4)
        return 2;
    unsigned most = (unsigned)atoi(arguments[1]);
    int rounds = atoi(arguments[2]);
    worker *workers = calloc(most, sizeof *workers);

    if (workers == NULL || adapter_set_key(&ctx, key) != NARAE_OK)
        return 3;
    memcpy(&before, &ctx, sizeof ctx);
    for (unsigned i = 0; i < most; i++)
        fill(&workers[i], &ctx);
    if (seal(&workers[0]) != NARAE_OK)
        return 3;
    memcpy(expected, workers[0].out, sizeof expected);
    memcpy(expected_tag, workers[0].tag, sizeof expected_tag);
    if (run(workers, most, check, 0) != 0) {
        puts("wrong");
        return 1;
    }
    for (int round = 0; round < rounds; round++)
        for (unsigned n = 1; n <= most; n = next(n, most)) {
            double sum = 0;

            if (run(workers, n, work, atol(arguments[3])) != 0) {
                puts("wrong");
                return 1;
            }
            for (unsigned i = 0; i < n; i++)
                sum += workers[i].bytes_per_second;
            printf("threads %u %d %.0f\n", n, round, sum);
        }
    if (memcmp(&before, &ctx, sizeof ctx) != 0) {
        puts("changed");
        return 1;
    }
    puts("end");
    return 0;
}
