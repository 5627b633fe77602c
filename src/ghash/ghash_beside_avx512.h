/* GHASH with VPCLMULQDQ and AVX-512 beside something else that a kernel does: in
 * halves of a step, four vectors, 16 blocks each.  The kernel's own vectors have
 * other types and names, so only what begins with `beside` stays.
 *
 * Time depends on the number of blocks alone. */

#define CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#define V beside_vector
#define v_load v_load_hashed
#include "ghash_vpclmul.h"

enum { BESIDE_STEP_BYTES = 16 * STEP_vpclmul };

typedef struct beside {
    const uint8_t *in; /* what is hashed next */
    V sum;             /* of all steps before */
    sums_vpclmul products;
    V power[8], both[8]; /* h^32 to h^4 in all lanes, and the sums of their halves */
} beside;

KERNEL void
beside_start(beside *h, const uint8_t y[16], const narae_ghash_key *key, const uint8_t *in)
{
    const uint8_t *const powers = key->powers + 16 * (NARAE_GHASH_POWERS - STEP_vpclmul);

    h->in = in;
    h->sum = v_bytes(v_first(y));
    FOR_EACH(i, 8, h->power[i] = v_broadcast(powers + 64 * i);
             h->both[i] = h->power[i] ^ v_halves(h->power[i]););
}

/* The last half of a step, which waits for nothing. */
KERNEL void
beside_begin_step(beside *h)
{
    h->products = (sums_vpclmul){0};
    FOR_EACH(i, 4,
             multiply_add_both_vpclmul(&h->products, v_bytes(v_load(h->in + 64 * (i + 4), 4)),
                                       h->power[i + 4], h->both[i + 4]););
}

KERNEL void
beside_end_step(beside *h)
{
    FOR_EACH(i, 4, const unsigned n = (i + 1) & 3; V x = v_bytes(v_load(h->in + 64 * n, 4));
             multiply_add_both_vpclmul(&h->products, n == 0 ? x ^ h->sum : x, h->power[n], h->both[n]););
    h->sum = reduce_vpclmul(h->products);
    h->in += BESIDE_STEP_BYTES;
}

/* The last two steps; y = the hash. */
KERNEL void
beside_finish(beside *h, uint8_t y[16], const narae_ghash_key *key)
{
    beside_begin_step(h);
    beside_end_step(h);
    last_step_vpclmul(y, h->sum, key, h->in, STEP_vpclmul);
}

#undef CODE
#undef KERNEL
#undef NAME
#undef V
#undef v_load
