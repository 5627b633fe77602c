/* SPDX-License-Identifier: MIT */
/* Sums for Welch's t-test of two groups of traces, at each point, of first and of second order
 * (Schneider, Moradi: Leakage Assessment Methodology, CHES 2015, section 4): of x, x^2, x^3, x^4, where x is
 * a sample minus the sample of a reference trace.  No trace is kept.  Small integers are summed exactly; sums
 * of parts of a run are added.  welch.py computes t from them. */
#ifndef NARAE_LAB_LEAK_WELCH_H
#define NARAE_LAB_LEAK_WELCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { POWERS = 4 };

struct sums {
    uint64_t count;               /* of traces */
    double *restrict sum[POWERS]; /* of each point */
};

static void
empty_sums(struct sums *s, size_t points)
{
    s->count = 0;
    for (unsigned p = 0; p < POWERS; p++) {
        free(s->sum[p]);
        s->sum[p] = calloc(points + 1, sizeof *s->sum[p]);
        if (s->sum[p] == NULL)
            exit(2);
    }
}

static void
add_trace(struct sums *s, const float *restrict trace, const float *restrict reference, size_t points)
{
    double *restrict s1 = s->sum[0], *restrict s2 = s->sum[1], *restrict s3 = s->sum[2],
                     *restrict s4 = s->sum[3];

    s->count++;
    for (size_t i = 0; i < points; i++) {
        double x = (double)trace[i] - (double)reference[i], square = x * x;

        s1[i] += x;
        s2[i] += square;
        s3[i] += square * x;
        s4[i] += square * square;
    }
}

/* The count as 8 bytes, then the sums, power by power. */
static bool
write_sums(const struct sums *s, size_t points, FILE *out)
{
    bool good = fwrite(&s->count, sizeof s->count, 1, out) == 1;

    for (unsigned p = 0; p < POWERS; p++)
        good &= fwrite(s->sum[p], sizeof *s->sum[p], points, out) == points;
    return good;
}

#endif
