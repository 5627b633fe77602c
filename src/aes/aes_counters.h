/* The counter blocks of AES in runs of N blocks, eight vectors, N a power of two:
 * each with the first key added.  SP 800-38D, 6.5.
 *
 * A sum, a shuffle of bytes and the key are three operations for a vector.  With an
 * operation of three inputs, v_choose, it is one.  Let the counter be N q + r when a
 * run begins: r is the same in all runs.  Block j has the counter
 *
 *     N (q + 1) + r + j - N     if r + j >= N
 *     N q + r + j               if not.
 *
 * The word r + j - N says both: its low bits are those of the counter; the others are
 * all 0 where N (q + 1) is right and all 1 where N q is.  So, with the first key K and
 * everything in the order of bytes of a block,
 *
 *     block ^ K = next ^ ((r + j - N) & mask),   next = N (q + 1) ^ K
 *                                                mask = (N q ^ N (q + 1)) | (N - 1)
 *
 * where only `next` and `mask` change from run to run.  On Emerald Rapids a run of
 * AES-128-GCM takes 87 cycles instead of 92.  With two inputs, on 256 bits, where v_choose
 * is two operations, nothing is gained.
 *
 * The including file has KERNEL, NAME, V, BLOCKS, and says
 *
 *     RUN_BLOCKS              N
 *     v_add32(x, y)           sums of words of 32 bits
 *     v_numbers, v_last(n)    the block's number in its last word, n in each
 *     v_swap(x)               bytes of the last words in the other order
 *     v_choose(x, y, mask)    x ^ (y & mask), or nothing of it and of
 *     v_differ(x, y, low)     (x ^ y) | low
 *
 * Time depends on nothing: not on r, which comes from the hash key if a nonce of GCM
 * has not 12 bytes. */

#include "core/for_each.h"

#ifdef v_choose

typedef struct NAME(counters) {
    V high, next; /* N q with its last words in the CPU's byte order */
    V choices[8]; /* r + j - N */
} NAME(counters);

/* `first` has the first counter of the first run, whose last word is `low`, in each block. */
KERNEL void
NAME(counters_start)(NAME(counters) * c, V first, uint32_t low, V key)
{
    const uint32_t r = low % RUN_BLOCKS;

    c->high = v_add32(first, v_last(0 - r));
    c->next = v_swap(c->high) ^ key;
    FOR_EACH(i, 8, c->choices[i] = v_swap(v_add32(v_numbers, v_last(r - RUN_BLOCKS + BLOCKS * i))););
}

KERNEL void
NAME(counters_next)(NAME(counters) * c, V x[8], V key)
{
    const V before = c->next;

    c->high = v_add32(c->high, v_last(RUN_BLOCKS));
    c->next = v_swap(c->high) ^ key;

    const V mask = v_differ(before, c->next, v_swap(v_last(RUN_BLOCKS - 1)));

    FOR_EACH(i, 8, x[i] = v_choose(c->next, c->choices[i], mask););
}

#else

typedef struct NAME(counters) {
    V first;
} NAME(counters);

KERNEL void
NAME(counters_start)(NAME(counters) * c, V first, uint32_t low, V key)
{
    (void)low, (void)key;
    c->first = v_add32(first, v_numbers);
}

KERNEL void
NAME(counters_next)(NAME(counters) * c, V x[8], V key)
{
    FOR_EACH(i, 8, x[i] = v_swap(v_add32(c->first, v_last(BLOCKS * i))) ^ key;);
    c->first = v_add32(c->first, v_last(RUN_BLOCKS));
}

#endif
