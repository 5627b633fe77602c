/* GHASH by carry-less multiplication, for vectors of 1, 2 or 4 blocks.
 * SP 800-38D, 6.3 and 6.4; the mirrored product as in ghash_mul64.c.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, BLOCKS, VECTORS   vector of BLOCKS x 2 words of 64 bits, with ^; how
 *                        many of them are multiplied before one reduction
 *     v_load(p, n)       the first n <= BLOCKS blocks, the rest zero
 *     v_broadcast(p), v_first(p)   16 bytes in every block, in the first alone
 *     v_low(word)        a word in the low half of every block
 *     v_bytes(x)         bytes of each block in the other order
 *     v_halves(x), v_up(x), v_down(x)   the words of each block: exchanged,
 *                        moved to the high half, to the low half
 *     v_multiply(x, y), v_multiply_high(x, y)   products of the words
 *     v_sum(p, x)        stores the sum of the blocks
 *
 * A step multiplies its n blocks by h^n ... h^1, adds the products up and
 * reduces once: 3 multiplications a block (Karatsuba's) and 2 a step.  Vectors
 * of several blocks run that many sums side by side, each of every fourth
 * block, or every second: all steps but the last multiply whole vectors by h^32,
 * h^28, ..., h^4; the last brings the sums together.
 *
 * Time depends on the number of blocks alone. */

#include "core/bytes.h"
#include "core/for_each.h"

enum { NAME(STEP) = BLOCKS * VECTORS };

/* Sums of products of low words, of high words, and of the sums of both. */
typedef struct NAME(sums) {
    V low, high, both;
} NAME(sums);

/* `both` is the sum of the power's halves, in each. */
KERNEL void
NAME(multiply_add_both)(NAME(sums) * s, V x, V power, V both)
{
    s->low ^= v_multiply(x, power);
    s->high ^= v_multiply_high(x, power);
    s->both ^= v_multiply(x ^ v_halves(x), both);
}

KERNEL void
NAME(multiply_add)(NAME(sums) * s, V x, V power)
{
    NAME(multiply_add_both)(s, x, power, power ^ v_halves(power));
}

/* Takes the lowest word z off by adding z (1 + x + x^2 + x^7), mirrored, to
 * the three words above it; then the next. */
KERNEL V
NAME(reduce)(NAME(sums) s)
{
    const V polynomial = v_low(0xc200000000000000), middle = s.both ^ s.low ^ s.high;
    V low = s.low ^ v_up(middle), high = s.high ^ v_down(middle);

    low = v_halves(low) ^ v_multiply(low, polynomial);
    return high ^ v_halves(low) ^ v_multiply(low, polynomial);
}

KERNEL V
NAME(product)(V x, V power)
{
    NAME(sums) s = {0};

    NAME(multiply_add)(&s, x, power);
    return NAME(reduce)(s);
}

/* How many of n <= STEP blocks are in vector i. */
static inline size_t
NAME(share)(size_t n, unsigned i)
{
    const size_t before = (size_t)BLOCKS * i;

    return n <= before ? 0 : n - before < BLOCKS ? n - before : BLOCKS;
}

/* A step that ends with one sum. */
KERNEL void
NAME(last_step)(uint8_t y[16], V sum, const narae_ghash_key *key, const uint8_t *in, size_t n)
{
    const uint8_t *powers = key->powers + 16 * (NARAE_GHASH_POWERS - n);
    NAME(sums) s = {0};

    FOR_EACH(
        i, VECTORS, const size_t at = 16 * BLOCKS * i, blocks = NAME(share)(n, i); if (blocks != 0) {
            V x = v_bytes(v_load(in + at, blocks));

            NAME(multiply_add)(&s, i == 0 ? x ^ sum : x, v_load(powers + at, blocks));
        });
    v_sum(y, NAME(reduce)(s));
}
