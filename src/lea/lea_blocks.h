/* The kernels of LEA's descriptor over lea_vector.h, for any number of blocks.  The
 * including file defines CODE, the attributes of a function.
 *
 * Time depends on the number of blocks and the key size alone. */

/* Runs of as many groups as fit, then one of just those that are left, the
 * last of them in part. */
#define RUN(some, most, ...)                                       \
    do {                                                           \
        for (; nblocks >= most * LANES; nblocks -= most * LANES) { \
            some(most, most * LANES, __VA_ARGS__);                 \
            in += 16 * most * LANES;                               \
            out += 16 * most * LANES;                              \
        }                                                          \
        if (most > 4 && nblocks > 4 * LANES)                       \
            some(most > 4 ? 5 : most, nblocks, __VA_ARGS__);       \
        else if (most > 3 && nblocks > 3 * LANES)                  \
            some(most > 3 ? 4 : most, nblocks, __VA_ARGS__);       \
        else if (most > 2 && nblocks > 2 * LANES)                  \
            some(most > 2 ? 3 : most, nblocks, __VA_ARGS__);       \
        else if (nblocks > LANES)                                  \
            some(2, nblocks, __VA_ARGS__);                         \
        else if (nblocks != 0)                                     \
            some(1, nblocks, __VA_ARGS__);                         \
    } while (0)

#define ENCRYPT_SOME(groups, n, words) NAME(encrypt_some)(s, words, groups, out, in, n)
#define DECRYPT_SOME(groups, n, words) NAME(decrypt_some)(s, words, groups, out, in, n)
#define CTR_SOME(groups, n, words) \
    (NAME(ctr_some)(s, f, words, groups, out, in, n, low), low += (uint32_t)(n))

CODE void
NAME(narae_lea_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;

    if (s->rounds == 24)
        RUN(ENCRYPT_SOME, ENCRYPT_GROUPS, 4);
    else
        RUN(ENCRYPT_SOME, ENCRYPT_GROUPS, 6);
}

CODE void
NAME(narae_lea_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;

    if (s->rounds == 24)
        RUN(DECRYPT_SOME, DECRYPT_GROUPS, 4);
    else
        RUN(DECRYPT_SOME, DECRYPT_GROUPS, 6);
}

CODE void
NAME(narae_lea_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const lea_schedule *s = schedule;
    uint32_t low = load32_be(counter + 12);

    store32_be(counter + 12, low + (uint32_t)nblocks);
    if (s->rounds == 24) {
        const NAME(fixed) f = NAME(fix)(s->rk, 4, counter);
        RUN(CTR_SOME, ENCRYPT_GROUPS, 4);
    } else {
        const NAME(fixed) f = NAME(fix)(s->rk, 6, counter);
        RUN(CTR_SOME, ENCRYPT_GROUPS, 6);
    }
}
