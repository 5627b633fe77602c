/* SPDX-License-Identifier: MIT */
/* XTS.  IEEE 1619-2018, clause 5; SP 800-38E.
 *
 *     t[0] = E2(tweak)    t[j] = x t[j - 1] in GF(2^128), the first byte the lowest
 *     c[j] = E1(p[j] ^ t[j]) ^ t[j]
 *
 * A cipher may have a kernel for XTS; without one, see xts_blocks.c.
 *
 * Ciphertext stealing: a last block of r < 16 bytes is completed with the end of the
 * ciphertext of the block before it.  In decryption t' is used before t:
 *
 *     cc = E1(p[m - 1] ^ t) ^ t                 c[m] = the first r bytes of cc
 *     c[m - 1] = E1(pp ^ t') ^ t'               pp = p[m] and the rest of cc
 *
 * Time depends on lengths alone. */

#include "narae/xts.h"

#include "mode_internal.h"

#include "core/bytes.h"

#include "xts_internal.h"

#include NARAE_KERNELS(modes)
#include "modes/portable/kernels.h"

static mode_cipher
tweak_cipher(const narae_xts *ctx)
{
    return (mode_cipher){ctx->key.cipher, ctx->key.shared != NULL ? ctx->shared_tweak
                                                                  : ctx->schedule + ctx->key.room.bytes / 4};
}

/* The largest space that a context can record, more than any schedule needs. */
static size_t
within_word(size_t schedule_bytes)
{
    return schedule_bytes < UINT16_MAX ? schedule_bytes : UINT16_MAX;
}

static int
check_keys(const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    const size_t half = key_bytes / 2;

    if (cipher == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (cipher->block_bytes != 16)
        return NARAE_ERROR_BLOCK_SIZE;
    if (key_bytes % 2 != 0 || narae_block_cipher_schedule_bytes(cipher, half) == 0)
        return NARAE_ERROR_KEY_SIZE;
    return narae_compare_tags(key, key + half, half) == NARAE_OK ? NARAE_ERROR_WEAK_KEY : NARAE_OK;
}

/* Not those of init.inc: there are two keys, which must differ, and two schedules. */
int
narae_xts_init_sized(narae_xts *ctx, size_t schedule_bytes, const narae_block_cipher *cipher,
                     const uint8_t *key, size_t key_bytes)
{
    const size_t half = key_bytes / 2, room = within_word(schedule_bytes);
    int status;

    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    status = check_keys(cipher, key, key_bytes);
    if (status != NARAE_OK)
        return without_other_room(&ctx->key.room, room, status);
    status = narae_mode_init(&ctx->key, ctx->schedule, room, cipher, key, half, 16);
    if (status == NARAE_OK) {
        ctx->shared_tweak = NULL;
        narae_kernels_of(cipher)->set_key(ctx->schedule + room / 4, key + half, half);
    }
    return status;
}

int
narae_xts_init_schedule(narae_xts *ctx, const narae_block_cipher *cipher, const void *schedule,
                        const void *tweak_schedule)
{
    uint8_t one[16] = {0}, other[16] = {0};
    int status;

    if (ctx == NULL || tweak_schedule == NULL)
        return NARAE_ERROR_NULL;
    ctx->key.cipher = NULL;
    status = narae_mode_init_schedule(&ctx->key, cipher, schedule, 16);
    if (status == NARAE_OK)
        status = check_cipher((mode_cipher){cipher, tweak_schedule});
    if (status == NARAE_OK) {
        /* the keys differ if they encrypt zeros differently */
        encrypt_blocks((mode_cipher){cipher, schedule}, one, one, 1);
        encrypt_blocks((mode_cipher){cipher, tweak_schedule}, other, other, 1);
        if (narae_compare_tags(one, other, sizeof one) == NARAE_OK)
            status = NARAE_ERROR_WEAK_KEY;
        narae_wipe(one, sizeof one);
        narae_wipe(other, sizeof other);
    }
    ctx->shared_tweak = tweak_schedule;
    if (status != NARAE_OK)
        ctx->key.cipher = NULL;
    return status;
}

/* Whole blocks; `t` becomes the tweak of the next. */
static void
crypt_blocks(mode_cipher c, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16], int decrypt)
{
    const narae_block_kernels *const kernels = narae_kernels_of(c.cipher);

#if UINTPTR_MAX > 0xffffffffu
    if (kernels->xts != NULL) {
        kernels->xts(c.schedule, out, in, nblocks, t, decrypt);
        return;
    }
#endif
    narae_xts_crypt_blocks(decrypt ? kernels->decrypt : kernels->encrypt, c.schedule, out, in, nblocks, t);
}

/* The last block and the `rest` bytes behind it. */
static void
steal(mode_cipher c, uint8_t *out, const uint8_t *in, size_t rest, uint8_t t[16], int decrypt)
{
    uint8_t first[16], second[16], next[16];

    copy_block(next, t, 16);
    if (decrypt) /* the tweak of the short block comes first */
        narae_xts_whiten_kernel(first, in, 1, t);
    crypt_blocks(c, first, in, 1, t, decrypt);
    narae_copy(second, in + 16, rest);
    narae_copy(second + rest, first + rest, 16 - rest);
    narae_copy(out + 16, first, rest);
    crypt_blocks(c, out, second, 1, decrypt ? next : t, decrypt);
    narae_wipe(first, sizeof first);
    narae_wipe(second, sizeof second);
    narae_wipe(next, sizeof next);
}

/* A data unit, whose first tweak is `t`. */
static void
crypt_unit(mode_cipher c, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t t[16], int decrypt)
{
    const size_t rest = bytes & 15, nblocks = bytes / 16 - (rest != 0);

    crypt_blocks(c, out, in, nblocks, t, decrypt);
    if (rest != 0)
        steal(c, out + 16 * nblocks, in + 16 * nblocks, rest, t, decrypt);
}

/* uint64_t avoids always-false warnings where size_t is narrow. */
static int
is_unit(uint64_t bytes)
{
    return bytes >= NARAE_XTS_MIN_BYTES && bytes <= NARAE_XTS_MAX_BYTES;
}

/* All functions for data begin here. */
static int
check(const narae_xts *ctx, const uint8_t *out, const uint8_t *in, size_t bytes, size_t unit_bytes)
{
    int status = check_cipher(MODE_CIPHER(ctx));

    if (status == NARAE_OK)
        status = check_cipher(tweak_cipher(ctx));
    if (status != NARAE_OK)
        return status;
    if (!is_unit(unit_bytes))
        return NARAE_ERROR_LENGTH;
    return check_stream(out, in, bytes);
}

static int
crypt(const narae_xts *ctx, uint8_t *out, const uint8_t *tweak, size_t tweak_bytes, const uint8_t *in,
      size_t bytes, int decrypt)
{
    int status;

    if (ctx == NULL || tweak == NULL)
        return NARAE_ERROR_NULL;
    if ((status = check(ctx, out, in, bytes, bytes)) != NARAE_OK)
        return status;
    if (tweak_bytes != NARAE_XTS_TWEAK_BYTES)
        return NARAE_ERROR_NONCE_SIZE;

    uint8_t t[16] __attribute__((aligned(4)));

    encrypt_blocks(tweak_cipher(ctx), t, tweak, 1);
    crypt_unit(MODE_CIPHER(ctx), out, in, bytes, t, decrypt);
    WIPE_BLOCK(t);
    return NARAE_OK;
}

static int
crypt_sectors(const narae_xts *ctx, uint8_t *out, uint64_t sector, size_t sector_bytes, const uint8_t *in,
              size_t bytes, int decrypt)
{
    int status = ctx == NULL ? NARAE_ERROR_NULL : check(ctx, out, in, bytes, sector_bytes);

    if (status != NARAE_OK)
        return status;

    size_t nsectors = bytes / sector_bytes;
    uint32_t words[CIPHER_BATCH * 4]; /* aligned */
    uint8_t *const tweaks = (uint8_t *)words;
    const size_t used = nsectors < CIPHER_BATCH ? 16 * nsectors : sizeof words;

    if (bytes % sector_bytes != 0 || (nsectors != 0 && nsectors - 1 > UINT64_MAX - sector))
        return NARAE_ERROR_LENGTH;
    while (nsectors != 0) {
        const size_t n = nsectors < CIPHER_BATCH ? nsectors : (size_t)CIPHER_BATCH;

        narae_zero(tweaks, 16 * n);
        for (size_t i = 0; i < n; i++)
            store64_le(tweaks + 16 * i, sector++);
        encrypt_blocks(tweak_cipher(ctx), tweaks, tweaks, n);
        for (size_t i = 0; i < n; i++, out += sector_bytes, in += sector_bytes)
            crypt_unit(MODE_CIPHER(ctx), out, in, sector_bytes, tweaks + 16 * i, decrypt);
        nsectors -= n;
    }
    narae_wipe(tweaks, used);
    return NARAE_OK;
}

int
narae_xts_encrypt_unit(const narae_xts *ctx, uint8_t *out, const uint8_t *tweak, size_t tweak_bytes,
                       const uint8_t *in, size_t bytes)
{
    return crypt(ctx, out, tweak, tweak_bytes, in, bytes, 0);
}

int
narae_xts_decrypt_unit(const narae_xts *ctx, uint8_t *out, const uint8_t *tweak, size_t tweak_bytes,
                       const uint8_t *in, size_t bytes)
{
    return crypt(ctx, out, tweak, tweak_bytes, in, bytes, 1);
}

int
narae_xts_encrypt_sectors(const narae_xts *ctx, uint8_t *out, uint64_t sector, size_t sector_bytes,
                          const uint8_t *in, size_t bytes)
{
    return crypt_sectors(ctx, out, sector, sector_bytes, in, bytes, 0);
}

int
narae_xts_decrypt_sectors(const narae_xts *ctx, uint8_t *out, uint64_t sector, size_t sector_bytes,
                          const uint8_t *in, size_t bytes)
{
    return crypt_sectors(ctx, out, sector, sector_bytes, in, bytes, 1);
}
