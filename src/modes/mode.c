/* What the modes share; see mode_internal.h.
 *
 * Time depends on lengths alone. */

#include "mode_internal.h"

#include "core/kernels.h"

int
narae_mode_init(narae_mode_key *mode_key, uint32_t *schedule, const narae_block_cipher *cipher,
                const uint8_t *key, size_t key_bytes, unsigned block_bytes)
{
    if (cipher == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (block_bytes != 0 && cipher->block_bytes != block_bytes)
        return NARAE_ERROR_BLOCK_SIZE;

    int status = cipher->set_key(schedule, key, key_bytes);

    if (status == NARAE_OK) {
        mode_key->cipher = cipher;
        mode_key->shared = NULL;
    }
    return status;
}

int
narae_mode_init_schedule(narae_mode_key *mode_key, const narae_block_cipher *cipher, const void *schedule,
                         unsigned block_bytes)
{
    if (cipher == NULL || schedule == NULL)
        return NARAE_ERROR_NULL;
    if (block_bytes != 0 && cipher->block_bytes != block_bytes)
        return NARAE_ERROR_BLOCK_SIZE;
    mode_key->cipher = cipher;
    mode_key->shared = schedule;
    return NARAE_OK;
}

void
narae_mode_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes)
{
#if UINTPTR_MAX > 0xffffffffu
    for (; bytes >= 8; bytes -= 8, out += 8, a += 8, b += 8) {
        uint64_t x, y;

        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
    }
#elif defined(NARAE_RV32_KERNELS)
    if ((((uintptr_t)out | (uintptr_t)a | (uintptr_t)b) & 3) == 0)
        for (; bytes >= 4; bytes -= 4, out += 4, a += 4, b += 4) {
            uint32_t x, y;

            memcpy(&x, __builtin_assume_aligned(a, 4), 4);
            memcpy(&y, __builtin_assume_aligned(b, 4), 4);
            x ^= y;
            memcpy(__builtin_assume_aligned(out, 4), &x, 4);
        }
#endif
    while (bytes-- != 0)
        *out++ = *a++ ^ *b++;
}

void
narae_mode_mac(mode_cipher c, uint8_t *x, uint8_t *at, const uint8_t *in, size_t bytes)
{
    const unsigned size = c.cipher->block_bytes;

    while (bytes != 0) {
        if (*at == size) {
            encrypt_blocks(c, x, x, 1);
            *at = 0;
        }

        size_t room = size - *at, n = bytes < room ? bytes : room;

        narae_mode_xor(x + *at, x + *at, in, n);
        *at = (uint8_t)(*at + n);
        in += n;
        bytes -= n;
    }
}
