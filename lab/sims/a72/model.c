/* SPDX-License-Identifier: MIT */
/* Cycles of a traced window on a modelled Cortex-A72, as one line of JSON.
 *
 *     a72_model FILE.trace...
 *
 * For each trace: how many instructions it has, how many of them the decoder
 * does not know and which, and what the two corners of the assumptions give
 * when the trace runs again and again with warm caches and predictor. */

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pipeline.h"

enum { CACHED = 1 << 16, ENOUGH = 20000, MOST_REPEATS = 64, SHOWN = 8 };

/* Arm publishes neither; 15 cycles is the depth of the pipeline, and store
 * forwarding is taken between a hit in the cache and twice that. */
static const struct assumptions corners[2] = {
    {.mispredicts = false, .penalty = 15, .queue = 16, .forwarding = 4, .blocked_forward = 10},
    {.mispredicts = true, .penalty = 15, .queue = 8, .forwarding = 7, .blocked_forward = 18},
};

static const struct step *
map_trace(const char *name, size_t *count)
{
    int file = open(name, O_RDONLY);
    struct stat status;
    void *steps = MAP_FAILED;

    if (file >= 0 && fstat(file, &status) == 0 && status.st_size % (off_t)sizeof(struct step) == 0)
        steps = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    if (steps == MAP_FAILED) {
        fprintf(stderr, "a72_model: %s is not a trace\n", name);
        exit(2);
    }
    close(file);
    *count = (size_t)status.st_size / sizeof(struct step);
    return steps;
}

/* Decodes every step, once for each opcode at an address. */
static const struct instruction **
decode_all(const struct step *steps, size_t count)
{
    static struct instruction *cache[CACHED];
    const struct instruction **instructions = malloc((count + 1) * sizeof *instructions);

    if (instructions == NULL)
        exit(2);
    for (size_t i = 0; i < count; i++) {
        struct instruction **place = &cache[(steps[i].pc >> 2) % CACHED];

        if (*place == NULL || (*place)->opcode != steps[i].opcode) {
            *place = malloc(sizeof **place); /* earlier steps may still point to the old one */
            if (*place == NULL)
                exit(2);
            decode(*place, steps[i].opcode);
        }
        instructions[i] = *place;
    }
    return instructions;
}

static void
print_unknown(const struct instruction *const *instructions, size_t count)
{
    uint32_t seen[SHOWN];
    unsigned kinds = 0;
    size_t unknown = 0;

    for (size_t i = 0; i < count; i++) {
        unsigned k = 0;

        if (instructions[i]->known)
            continue;
        unknown++;
        while (k < kinds && seen[k] != instructions[i]->opcode)
            k++;
        if (k == kinds && kinds < SHOWN)
            seen[kinds++] = instructions[i]->opcode;
    }
    printf("\"unknown\": %zu, \"unknown_opcodes\": [", unknown);
    for (unsigned k = 0; k < kinds; k++)
        printf("%s\"%08" PRIx32 "\"", k != 0 ? ", " : "", seen[k]);
    printf("]");
}

/* Instructions for a vector pipe, and of these for the multiplier, which is in one alone. */
static void
print_kinds(const struct instruction *const *instructions, size_t count)
{
    size_t vectors = 0, multiplications = 0;

    for (size_t i = 0; i < count; i++) {
        unsigned pipes = 0, multiplies = 0;

        for (unsigned u = 0; u < instructions[i]->uops; u++) {
            pipes |= instructions[i]->uop[u].pipes;
            multiplies |= instructions[i]->uop[u].pipes == 1 << PIPE_F0;
        }
        vectors += (pipes & (1 << PIPE_F0 | 1 << PIPE_F1)) != 0;
        multiplications += multiplies;
    }
    printf(", \"vectors\": %zu, \"multiplications\": %zu", vectors, multiplications);
}

static void
model(const char *name)
{
    size_t count;
    const struct step *steps = map_trace(name, &count);
    const struct instruction **instructions = decode_all(steps, count);
    size_t repeats = ENOUGH / count + 1; /* an empty file cannot be mapped */

    printf("{\"instructions\": %zu, ", count);
    print_unknown(instructions, count);
    print_kinds(instructions, count);
    printf(", \"corners\": [");
    for (int c = 0; c < 2; c++) {
        struct outcome outcome = run_pipeline(&corners[c], steps, instructions, count,
                                              repeats < MOST_REPEATS ? (unsigned)repeats : MOST_REPEATS);

        printf("%s{\"cycles\": %.2f, \"mispredictions\": %.2f, \"forwarded\": %.2f}", c != 0 ? ", " : "",
               outcome.cycles, outcome.mispredictions, outcome.forwarded);
    }
    printf("]}");
    free(instructions);
    munmap((void *)steps, count * sizeof *steps);
}

int
main(int argc, char **argv)
{
    printf("[");
    for (int i = 1; i < argc; i++) {
        printf(i > 1 ? ",\n" : "");
        model(argv[i]);
    }
    printf("]\n");
    return 0;
}
