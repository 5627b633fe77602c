/* SPDX-License-Identifier: MIT */
/* D9: the keystream is written over the block function's input but one byte. */
#define BEFORE_MESSAGE uint8_t both[BLOCK + 1];
#define BEFORE_BLOCK memcpy(both + WRONG, next, BLOCK);
#define ENCRYPT(to, from)                                                             \
    narae_kernels_of(ctx->key.cipher)->encrypt(ctx->schedule, both, both + WRONG, 1); \
    memcpy(to, both, BLOCK)
