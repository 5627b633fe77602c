/* The powers of the key that a step of ghash_clmul.h wants, on x86-64.
 *
 *     v_last_powers(h)   of h in every block: h^BLOCKS ... h^1
 *     v_highest(x)       the first block in all
 *     v_store(p, x)      the blocks */

/* From one vector of powers to two, four and eight, a chain of three products behind
 * v_last_powers(); four at most are kept, so that registers hold them. */
CODE void
NAME(narae_ghash_powers)(narae_ghash_key *key)
{
    uint8_t *powers = key->powers + 16 * (NARAE_GHASH_POWERS - NAME(STEP));
    V power[4];

    power[3] = v_last_powers(v_bytes(v_broadcast(key->h)));
    power[2] = NAME(product)(power[3], v_highest(power[3]));
    FOR_EACH(i, 2, power[i] = NAME(product)(power[2 + i], v_highest(power[2])););
    FOR_EACH(i, 4, v_store(powers + 16 * BLOCKS * (4 + i), power[i]););
    FOR_EACH(i, 4, v_store(powers + 16 * BLOCKS * i, NAME(product)(power[i], v_highest(power[0]))););
}
