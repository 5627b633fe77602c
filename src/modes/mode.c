/* SPDX-License-Identifier: MIT */
/* Common to all modes; see mode_internal.h.
 *
 * Time depends on lengths alone. */

#include "mode_internal.h"

#include "core/family.h"

int
narae_mode_init(narae_mode_key *mode_key, uint32_t *schedule, size_t schedule_bytes,
                const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes, unsigned block_bytes)
{
    mode_key->room = room_of(schedule_bytes); /* first, as _clear may follow an error */
    if (cipher == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (block_bytes != 0 && cipher->block_bytes != block_bytes)
        return NARAE_ERROR_BLOCK_SIZE;

    const size_t needed = schedule_bytes_of(cipher, key_bytes);

    if (needed == 0 || needed > schedule_bytes)
        return NARAE_ERROR_KEY_SIZE;
    narae_kernels_of(cipher)->set_key(schedule, key, key_bytes);
    mode_key->cipher = cipher;
    mode_key->shared = NULL;
    return NARAE_OK;
}

int
narae_mode_init_schedule(narae_mode_key *mode_key, const narae_block_cipher *cipher, const void *schedule,
                         unsigned block_bytes)
{
    if (cipher == NULL || schedule == NULL)
        return NARAE_ERROR_NULL;
    if (block_bytes != 0 && cipher->block_bytes != block_bytes)
        return NARAE_ERROR_BLOCK_SIZE;

    int status = check_cipher((mode_cipher){cipher, schedule});

    if (status == NARAE_OK) {
        mode_key->cipher = cipher;
        mode_key->shared = schedule;
        if (!is_recorded(mode_key->room)) /* else it is that of a key before */
            mode_key->room = room_of(0);
    }
    return status;
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
#if UINTPTR_MAX > 0xffffffffu
        if (*at == 0 && bytes > size) {
            const size_t before_last = size == 16 ? (bytes - 1) / 16 : (bytes - 1) / 8;

            if (chain_blocks(c, x, NULL, in, before_last)) {
                in += before_last * size;
                bytes -= before_last * size;
            }
        }
#endif

        size_t room = size - *at, n = bytes < room ? bytes : room;

#ifdef NARAE_BLOCKS_IN_LINE
        if (n == size)
            xor_block(x, x, in, size);
        else
#endif
            narae_xor(x + *at, x + *at, in, n);
        *at = (uint8_t)(*at + n);
        in += n;
        bytes -= n;
    }
}
