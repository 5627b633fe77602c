/* Seal and open of Ascon's AEAD for NARAE_SMALL: one function for both, without
 * a context, one byte at a time.  Included by ascon_aead.h. */

static void
absorb(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t bytes, uint8_t opening)
{
    uint8_t used = 0;

    for (; bytes != 0; bytes--) {
        uint8_t byte = *in++, x = ascon_xor_byte(state, used, byte, WORDS_BIG_ENDIAN);

        if (opening)
            ascon_xor_byte(state, used, x ^ byte, WORDS_BIG_ENDIAN);
        if (out != NULL)
            *out++ = x;
        if (++used == RATE) {
            ascon_permute(state, ROUNDS);
            used = 0;
        }
    }
    ascon_xor_byte(state, used, WORDS_BIG_ENDIAN ? 0x80 : 0x01, WORDS_BIG_ENDIAN);
}

static inline int
too_many(uint64_t ad_bytes, uint64_t bytes)
{
    return ad_bytes > MOST_BYTES || bytes > MOST_BYTES - ad_bytes;
}

static int
message(uint8_t opening, uint8_t *out, const uint8_t *key, const uint8_t *nonce, size_t nonce_bytes,
        const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes, uint8_t *tag, size_t tag_bytes)
{
    uint64_t state[5], key_words[2];
    int status = NARAE_OK;

    if (tag == NULL || key == NULL || nonce == NULL || missing(ad, ad_bytes))
        return NARAE_ERROR_NULL;
    if (tag_bytes < LEAST_TAG_BYTES || tag_bytes > 16)
        return NARAE_ERROR_TAG_SIZE;
    if (touches(tag, tag_bytes, out, bytes))
        return NARAE_ERROR_OVERLAP;
    if (nonce_bytes != 16)
        return NARAE_ERROR_NONCE_SIZE;
    status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;
    if (too_many(ad_bytes, bytes))
        return NARAE_ERROR_LENGTH;

    state[0] = IV;
    load_words(key_words, key);
    load_words(state + 1, key);
    load_words(state + 3, nonce);
    ascon_permute(state, 12);
    xor_words(state + 3, key_words);
    if (ad_bytes != 0) {
        absorb(state, NULL, ad, ad_bytes, 0);
        ascon_permute(state, ROUNDS);
    }
    ascon_xor_byte(state, 39, WORDS_BIG_ENDIAN ? 0x01 : 0x80, WORDS_BIG_ENDIAN);
    absorb(state, out, in, bytes, opening);
    xor_words(state + RATE / 8, key_words);
    ascon_permute(state, 12);
    xor_words(key_words, state + 3);
    store_words((uint8_t *)state, key_words);
    if (!opening) {
        memcpy(tag, state, tag_bytes);
    } else {
        status = narae_compare_tags((const uint8_t *)state, tag, tag_bytes);
        if (status != NARAE_OK && bytes != 0)
            memset(out, 0, bytes);
    }
    narae_wipe(state, sizeof state);
    narae_wipe(key_words, sizeof key_words);
    return status;
}

int
NAME(seal)(uint8_t *out, uint8_t *tag, size_t tag_bytes, const uint8_t key[16], const uint8_t *nonce,
           size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes)
{
    return message(0, out, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, tag, tag_bytes);
}

int
NAME(open)(uint8_t *out, const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes, const uint8_t *ad,
           size_t ad_bytes, const uint8_t *in, size_t bytes, const uint8_t *tag, size_t tag_bytes)
{
    return message(1, out, key, nonce, nonce_bytes, ad, ad_bytes, in, bytes, (uint8_t *)tag, tag_bytes);
}
