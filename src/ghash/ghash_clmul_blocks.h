/* GHASH of any number of blocks, by the steps of ghash_clmul.h. */

CODE void
NAME(narae_ghash_blocks)(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    const uint8_t *powers = key->powers + 16 * (NARAE_GHASH_POWERS - NAME(STEP));
    V sum = v_bytes(v_first(y));

    if (nblocks >= 2 * NAME(STEP)) {
        V power[8];

        FOR_EACH(i, VECTORS, power[i] = v_broadcast(powers + 16 * BLOCKS * i););
        for (; nblocks >= 2 * NAME(STEP); nblocks -= NAME(STEP), in += 16 * NAME(STEP)) {
            NAME(sums) s = {0};

            FOR_EACH(i, VECTORS, V x = v_bytes(v_load(in + 16 * BLOCKS * i, BLOCKS));
                     NAME(multiply_add)(&s, i == 0 ? x ^ sum : x, power[i]););
            sum = NAME(reduce)(s);
        }
    }
    if (nblocks >= NAME(STEP)) {
        NAME(last_step)(y, sum, key, in, NAME(STEP));
        nblocks -= NAME(STEP);
        in += 16 * NAME(STEP);
        sum = v_bytes(v_first(y));
    }
    if (nblocks != 0)
        NAME(last_step)(y, sum, key, in, nblocks);
}
