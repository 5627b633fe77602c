/* SPDX-License-Identifier: MIT */
/* C6: the block to be encrypted lies below the stack pointer, where the block function has its own. */
#define BELOW(pointer) ((uint8_t *)(PLACE(pointer) - 200))
static void NOT_INLINE
copy_below(uint8_t *to, const uint8_t *from)
{
    for (unsigned i = 0; i < BLOCK; i++)
        ((volatile uint8_t *)to)[i] = from[i];
}
#define BEFORE_BLOCK                                                  \
    uint8_t *const place = RIGHT ? (uint8_t[BLOCK]){0} : BELOW(next); \
    copy_below(place, next);
#define ENCRYPT(to, from) narae_kernels_of(ctx->key.cipher)->encrypt(ctx->schedule, to, place, 1)
