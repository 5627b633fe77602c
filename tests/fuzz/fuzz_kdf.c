/* SPDX-License-Identifier: MIT */
/* KBKDF and PBKDF2 with every hash and cipher: shorter outputs are prefixes; errors write
 * nothing. */

#include "fuzz.h"

#include "../c/hashes.h"

static const narae_hash *const hashes[] = {ALL_HASHES};

enum { COUNTER_HMAC, FEEDBACK_HMAC, COUNTER_CMAC, FEEDBACK_CMAC, PASSWORD, KINDS };

typedef struct question {
    unsigned kind;
    const narae_hash *hash;
    const narae_block_cipher *cipher;
    const uint8_t *key, *salt;
    size_t key_bytes, salt_bytes;
    uint32_t iterations;
    narae_kbkdf_input input;
} question;

static int
derive(const question *q, uint8_t *out, size_t n)
{
    switch (q->kind) {
    case COUNTER_HMAC:
        return narae_kbkdf_counter_hmac(out, n, q->hash, q->key, q->key_bytes, &q->input);
    case FEEDBACK_HMAC:
        return narae_kbkdf_feedback_hmac(out, n, q->hash, q->key, q->key_bytes, &q->input);
    case COUNTER_CMAC:
        return narae_kbkdf_counter_cmac(out, n, q->cipher, q->key, q->key_bytes, &q->input);
    case FEEDBACK_CMAC:
        return narae_kbkdf_feedback_cmac(out, n, q->cipher, q->key, q->key_bytes, &q->input);
    default:
        return narae_pbkdf2(out, n, q->hash, q->key, q->key_bytes, q->salt, q->salt_bytes, q->iterations);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    input in = {data, bytes};
    const size_t label = take_upto(&in, 40), context = take_upto(&in, 40), before = take_upto(&in, 40),
                 iv = take_upto(&in, 70), n = take_upto(&in, 700), less = take_upto(&in, n);
    question q = {
        .kind = (unsigned)take_upto(&in, KINDS - 1),
        .hash = hashes[take_upto(&in, sizeof hashes / sizeof *hashes - 1)],
        .cipher = take_cipher(&in),
        .iterations = (uint32_t)take_upto(&in, 3),
        .salt_bytes = label,
    };
    uint8_t *parts[4] = {take_bytes(&in, label), take_bytes(&in, context), take_bytes(&in, before),
                         take_bytes(&in, iv)};
    uint8_t *out[2] = {fresh(n), fresh(less)};
    int status[2];

    q.key_bytes =
        q.kind == COUNTER_CMAC || q.kind == FEEDBACK_CMAC ? take_key_bytes(&in) : take_upto(&in, 300);
    q.key = take_bytes(&in, q.key_bytes);
    q.salt = parts[0];
    q.input = (narae_kbkdf_input){
        .label = parts[0],
        .label_bytes = label,
        .context = parts[1],
        .context_bytes = context,
        .before = parts[2],
        .before_bytes = before,
        .iv = parts[3],
        .iv_bytes = iv,
        .counter_bytes = (uint8_t)take_upto(&in, 5),
    };
    status[0] = derive(&q, out[0], n);
    status[1] = derive(&q, out[1], less);
    if (status[0] == NARAE_OK)
        PROMISE(status[1] == NARAE_OK && memcmp(out[0], out[1], less) == 0);
    else
        PROMISE(all(out[0], UNTOUCHED, n));
    if (status[1] != NARAE_OK)
        PROMISE(all(out[1], UNTOUCHED, less));
    return free_all();
}
