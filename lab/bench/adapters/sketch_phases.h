/* SPDX-License-Identifier: MIT */
/* The phases of an AEAD as sketches know them, whose functions return nothing
 * but whether a tag is right: BENCH_PREFIX_set_key, _set_iv, _add_ad,
 * _encrypt, _decrypt, _compute_tag, _check_tag.  BENCH_NONCE_BYTES is the size
 * of its nonces. */

#define ADAPTER_KEY_BYTES 16
#define ADAPTER_KEY_SETUP 1
#define ADAPTER_NONCE_BYTES BENCH_NONCE_BYTES
#define ADAPTER_TAG_BYTES 16
#define ADAPTER_TEXT 1
#define ADAPTER_OPENS 1
#define ADAPTER_UNIT 1

typedef BENCH_PREFIX adapter_context;

#define adapter_set_key(ctx, key) (ADAPTER_NAME(BENCH_PREFIX, set_key)(ctx, key), NARAE_OK)
#define adapter_start(ctx, nonce, bytes) \
    ((void)(bytes), ADAPTER_NAME(BENCH_PREFIX, set_iv)(ctx, nonce), NARAE_OK)
#define adapter_ad(ctx, ad, bytes) (ADAPTER_NAME(BENCH_PREFIX, add_ad)(ctx, ad, bytes), NARAE_OK)
#define adapter_encrypt(ctx, out, in, bytes) \
    (ADAPTER_NAME(BENCH_PREFIX, encrypt)(ctx, out, in, bytes), NARAE_OK)
#define adapter_decrypt(ctx, out, in, bytes) \
    (ADAPTER_NAME(BENCH_PREFIX, decrypt)(ctx, out, in, bytes), NARAE_OK)
#define adapter_finish(ctx, tag, bytes) (ADAPTER_NAME(BENCH_PREFIX, compute_tag)(ctx, tag, bytes), NARAE_OK)
#define adapter_verify(ctx, tag, bytes) \
    (ADAPTER_NAME(BENCH_PREFIX, check_tag)(ctx, tag, bytes) ? NARAE_OK : NARAE_ERROR_AUTHENTICATION)
