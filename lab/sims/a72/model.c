/* Cycles of a traced window on a modelled Cortex-A72, as one line of JSON.
 *
 *     a72_model FILE.trace...
 *
 * For each trace: how many instructions it has, how many of them the decoder
 * does not know and which, and what the two corners of the assumptions give
 * when the trace runs again and again with warm caches and predictor. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pipeline.h"

enum { CACHED = 1 << 16, ENOUGH = 20000, MOST_REPEATS = 64, SHOWN = 8 };

/* Arm publishes neither; 15 cycles is the depth of the pipeline, and store
 * forwarding is taken between a hit in the cache and twice that. */
static const struct assumptions corners[2] = {
    {.mispredicts = false, .penalty = 15, .queue = 16, .forwarding = 4, .blocked_forward = 10},
    {.mispredicts = true, .penalty = 15, .queue = 8, .forwarding = 7, .blocked_forward = 18},
};

static struct step *
read_trace(const char *name, size_t *count)
{
    FILE *stream = fopen(name, "rb");
    struct step *steps = NULL;
    long bytes = -1;

    if (stream != NULL && fseek(stream, 0, SEEK_END) == 0)
        bytes = ftell(stream);
    if (bytes >= 0 && bytes % (long)sizeof *steps == 0 && fseek(stream, 0, SEEK_SET) == 0)
        steps = malloc((size_t)bytes + 1);
    *count = (size_t)bytes / sizeof *steps;
    if (steps == NULL || fread(steps, sizeof *steps, *count, stream) != *count) {
        fprintf(stderr, "a72_model: %s is not a trace\n", name);
        exit(2);
    }
    fclose(stream);
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

static void
model(const char *name)
{
    size_t count;
    struct step *steps = read_trace(name, &count);
    const struct instruction **instructions = decode_all(steps, count);
    size_t repeats = count != 0 ? ENOUGH / count + 1 : 1;

    printf("{\"instructions\": %zu, ", count);
    print_unknown(instructions, count);
    printf(", \"corners\": [");
    for (int c = 0; c < 2; c++) {
        struct outcome found = run_pipeline(&corners[c], steps, instructions, count,
                                            repeats < MOST_REPEATS ? (unsigned)repeats : MOST_REPEATS);

        printf("%s{\"cycles\": %.2f, \"mispredictions\": %.2f, \"forwarded\": %.2f}", c != 0 ? ", " : "",
               found.cycles, found.mispredictions, found.forwarded);
    }
    printf("]}");
    free(instructions);
    free(steps);
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
