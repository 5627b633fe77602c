// SPDX-License-Identifier: MIT
/* See modes.h.
 *
 * The library's own modes take a message from one buffer and choose kernels by the CPU
 * alone.  Here it comes in the pieces of a scatterlist, and the engine depends on whether
 * vector registers may be used.
 *
 * GCM and XTS do not use the kernels for one pass: LEA's for GCM keeps 5,760 bytes on the
 * stack, of which the kernel has 16 KiB. */

#include <crypto/algapi.h>
#include <crypto/internal/simd.h>
#include <linux/string.h>

#include <asm/unaligned.h>
#ifdef CONFIG_X86_64
#    include <asm/fpu/api.h>
#    include <asm/simd.h>
#elif defined(CONFIG_ARM64)
#    include <asm/neon.h>
#    include <asm/simd.h>
#endif

#include "core/check.h"
#include "ghash/ghash_internal.h"
#include "modes/xts_internal.h"

#include NARAE_KERNELS(modes)
#include "modes/portable/kernels.h"

#include "cpu.h"
#include "ghash_scalar.h"
#include "modes.h"

/* Blocks of CBC that are decrypted in one call, and of key stream without a kernel for it. */
enum { CHAINED = 64, STREAM = 16 };

#ifdef NARAE_LINUX_VECTORS

#    ifdef CONFIG_ARM64
#        define kernel_fpu_begin kernel_neon_begin
#        define kernel_fpu_end kernel_neon_end
#    endif

static bool
begin_vectors(void)
{
    if (!narae_cpu_has_vectors() || !crypto_simd_usable())
        return false;
    kernel_fpu_begin();
    return true;
}

static void
end_vectors(void)
{
    kernel_fpu_end();
}

static const void *
schedule_of(const struct narae_key *key, bool vector)
{
    return vector ? key->wide : key->narrow;
}

static void
set_wide_key(const struct narae_cipher *cipher, struct narae_key *key, const u8 *bytes, unsigned size)
{
    key->vector = begin_vectors();
    if (key->vector) {
        narae_kernels_of(cipher->vector)->set_key(key->wide, bytes, size);
        end_vectors();
    }
}

static void
set_powers(struct narae_gcm_key *key)
{
    if (!key->key.vector)
        return;
    key->key.vector = begin_vectors();
    if (key->key.vector) {
        narae_ghash_best()->powers(&key->hash);
        end_vectors();
    }
}

static void
ghash_blocks(const struct narae_run *run, u8 y[16], const narae_ghash_key *key, const u8 *in, size_t nblocks)
{
    (run->vector ? narae_ghash_best()->blocks : narae_ghash_blocks_portable)(y, key, in, nblocks);
}

static void
whiten(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 t[16])
{
    (run->vector ? narae_xts_whiten_kernel : narae_xts_whiten_portable)(out, in, nblocks, t);
}

#else

static bool
begin_vectors(void)
{
    return false;
}

static void
end_vectors(void)
{
}

static const void *
schedule_of(const struct narae_key *key, bool vector)
{
    return key->narrow;
}

static void
set_wide_key(const struct narae_cipher *cipher, struct narae_key *key, const u8 *bytes, unsigned size)
{
    key->vector = false;
}

static void
set_powers(struct narae_gcm_key *key)
{
}

static void
ghash_blocks(const struct narae_run *run, u8 y[16], const narae_ghash_key *key, const u8 *in, size_t nblocks)
{
    narae_ghash_blocks_portable(y, key, in, nblocks);
}

static void
whiten(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 t[16])
{
    narae_xts_whiten_portable(out, in, nblocks, t);
}

#endif

int
narae_set_key(const struct narae_cipher *cipher, struct narae_key *key, const u8 *bytes, unsigned size)
{
    const u8 *sizes = cipher->scalar.key_bytes;

    if (size == 0 || (size != sizes[0] && size != sizes[1] && size != sizes[2]))
        return -EINVAL;
    cipher->scalar.kernels.set_key(key->narrow, bytes, size);
    set_wide_key(cipher, key, bytes, size);
    return 0;
}

struct narae_run
narae_begin(const struct narae_cipher *cipher, const struct narae_key *key)
{
    const bool vector = key->vector && begin_vectors();

    return (struct narae_run){vector ? cipher->vector : &cipher->scalar, schedule_of(key, vector), vector};
}

void
narae_end(const struct narae_run *run)
{
    if (run->vector)
        end_vectors();
}

struct narae_run
narae_other_key(const struct narae_run *run, const struct narae_key *key)
{
    return (struct narae_run){run->cipher, schedule_of(key, run->vector), run->vector};
}

void
narae_ecb_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, bool decrypt)
{
    const narae_block_kernels *kernels = narae_kernels_of(run->cipher);

    (decrypt ? kernels->decrypt : kernels->encrypt)(run->schedule, out, in, nblocks);
}

static void
cbc_encrypt(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *iv)
{
    const narae_block_kernels *kernels = narae_kernels_of(run->cipher);
    const size_t size = run->cipher->block_bytes;

#ifdef NARAE_LINUX_VECTORS
    if (kernels->chain != NULL) {
        kernels->chain(run->schedule, iv, out, in, nblocks);
        return;
    }
#endif
    for (; nblocks != 0; nblocks--, in += size, out += size) {
        crypto_xor(iv, in, size);
        kernels->encrypt(run->schedule, iv, iv, 1);
        memcpy(out, iv, size);
    }
}

static void
cbc_decrypt(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *iv)
{
    const size_t size = run->cipher->block_bytes;
    u8 before[16 * CHAINED];

    while (nblocks != 0) {
        const size_t n = min_t(size_t, nblocks, CHAINED), bytes = n * size;

        memcpy(before, iv, size);
        memcpy(before + size, in, bytes - size);
        memcpy(iv, in + bytes - size, size);
        narae_kernels_of(run->cipher)->decrypt(run->schedule, out, in, n);
        crypto_xor(out, before, bytes);
        nblocks -= n;
        in += bytes;
        out += bytes;
    }
}

void
narae_cbc_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *iv, bool decrypt)
{
    (decrypt ? cbc_decrypt : cbc_encrypt)(run, out, in, nblocks, iv);
}

/* By counter blocks. */
static void
ctr_scalar(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *counter)
{
    const size_t size = run->cipher->block_bytes;
    u8 stream[16 * STREAM];

    while (nblocks != 0) {
        const size_t n = min_t(size_t, nblocks, STREAM);

        for (size_t i = 0; i < n; i++) {
            memcpy(stream + i * size, counter, size);
            crypto_inc(counter, size);
        }
        narae_kernels_of(run->cipher)->encrypt(run->schedule, stream, stream, n);
        crypto_xor_cpy(out, in, stream, n * size);
        nblocks -= n;
        in += n * size;
        out += n * size;
    }
    memzero_explicit(stream, sizeof stream);
}

/* A kernel increments only the last word of the block: runs end where that wraps. */
static void
ctr_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 *counter)
{
    const size_t size = run->cipher->block_bytes;

    if (narae_kernels_of(run->cipher)->ctr == NULL) {
        ctr_scalar(run, out, in, nblocks, counter);
        return;
    }
    while (nblocks != 0) {
        const u64 room = (1ull << 32) - get_unaligned_be32(counter + size - 4);
        const size_t n = min_t(u64, nblocks, room);

        narae_kernels_of(run->cipher)->ctr(run->schedule, out, in, n, counter);
        if (n == room)
            crypto_inc(counter, size - 4);
        nblocks -= n;
        in += n * size;
        out += n * size;
    }
}

void
narae_ctr_bytes(const struct narae_run *run, u8 *out, const u8 *in, size_t bytes, u8 *counter)
{
    const size_t size = run->cipher->block_bytes, rest = bytes & (size - 1), whole = bytes - rest;
    u8 last[16] = {0};

    ctr_blocks(run, out, in, whole / size, counter);
    if (rest != 0) {
        ctr_blocks(run, last, last, 1, counter);
        crypto_xor_cpy(out + whole, in + whole, last, rest);
        memzero_explicit(last, sizeof last);
    }
}

void
narae_xts_blocks(const struct narae_run *run, u8 *out, const u8 *in, size_t nblocks, u8 t[16], bool decrypt)
{
    u8 before[16];

    memcpy(before, t, sizeof before);
    whiten(run, out, in, nblocks, before);
    narae_ecb_blocks(run, out, out, nblocks, decrypt);
    whiten(run, out, out, nblocks, t);
    memzero_explicit(before, sizeof before);
}

/* IEEE 1619-2018, 5.3.2 and 5.4.2; src/modes/xts.c has the formula. */
void
narae_xts_steal(const struct narae_run *run, u8 *end, size_t rest, u8 t[16], bool decrypt)
{
    u8 whole[16], other[16], next[16];

    memcpy(next, t, sizeof next);
    if (decrypt) /* the tweak of the short block comes first */
        whiten(run, whole, end, 1, t);
    narae_xts_blocks(run, whole, end, 1, t, decrypt);
    memcpy(other, end + 16, rest);
    memcpy(other + rest, whole + rest, sizeof other - rest);
    memcpy(end + 16, whole, rest);
    narae_xts_blocks(run, end, other, 1, decrypt ? next : t, decrypt);
    memzero_explicit(whole, sizeof whole);
    memzero_explicit(other, sizeof other);
    memzero_explicit(next, sizeof next);
}

int
narae_gcm_set_key(const struct narae_cipher *cipher, struct narae_gcm_key *key, const u8 *bytes,
                  unsigned size)
{
    u8 h[16] = {0};
    int err = narae_set_key(cipher, &key->key, bytes, size);

    if (err)
        return err;
    cipher->scalar.kernels.encrypt(key->key.narrow, h, h, 1);
    cannot_fail(narae_ghash_set_key_with_NARAE_PORTABLE(&key->hash, h));
    memzero_explicit(h, sizeof h);
    set_powers(key);
    return 0;
}

void
narae_gcm_begin(const struct narae_run *run, struct narae_gcm_message *m, const u8 nonce[12])
{
    memset(m, 0, sizeof *m);
    memcpy(m->counter, nonce, 12);
    m->counter[15] = 1;
    ctr_blocks(run, m->mask, m->mask, 1, m->counter);
}

/* Adds `bytes` bytes to a hash of `before` bytes.  A block that is full is multiplied. */
static void
take(const struct narae_run *run, const narae_ghash_key *key, u8 y[16], u64 before, const u8 *in,
     size_t bytes)
{
    static const u8 zero[16];
    const size_t at = before & 15;

    if (at != 0) {
        const size_t n = min_t(size_t, bytes, 16 - at);

        crypto_xor(y + at, in, n);
        if (at + n == 16)
            ghash_blocks(run, y, key, zero, 1);
        in += n;
        bytes -= n;
    }
    ghash_blocks(run, y, key, in, bytes / 16);
    crypto_xor(y, in + (bytes & ~(size_t)15), bytes & 15);
}

/* Fills the last block with zeros. */
static void
pad(const struct narae_run *run, const narae_ghash_key *key, u8 y[16], u64 bytes)
{
    static const u8 zero[16];

    if ((bytes & 15) != 0)
        ghash_blocks(run, y, key, zero, 1);
}

void
narae_gcm_take_ad(const struct narae_run *run, const struct narae_gcm_key *key, struct narae_gcm_message *m,
                  const u8 *ad, size_t bytes)
{
    take(run, &key->hash, m->y, m->ad_bytes, ad, bytes);
    m->ad_bytes += bytes;
}

void
narae_gcm_piece(const struct narae_run *run, const struct narae_gcm_key *key, struct narae_gcm_message *m,
                u8 *out, const u8 *in, size_t bytes, bool decrypt)
{
    if (m->bytes == 0)
        pad(run, &key->hash, m->y, m->ad_bytes);
    m->bytes += bytes;
    if (decrypt)
        take(run, &key->hash, m->y, 0, in, bytes);
    narae_ctr_bytes(run, out, in, bytes, m->counter);
    if (!decrypt)
        take(run, &key->hash, m->y, 0, out, bytes);
}

void
narae_gcm_tag(const struct narae_run *run, const struct narae_gcm_key *key, struct narae_gcm_message *m,
              u8 tag[16])
{
    u8 lengths[16];

    pad(run, &key->hash, m->y, m->bytes == 0 ? m->ad_bytes : m->bytes);
    put_unaligned_be64(8 * m->ad_bytes, lengths);
    put_unaligned_be64(8 * m->bytes, lengths + 8);
    ghash_blocks(run, m->y, &key->hash, lengths, 1);
    crypto_xor_cpy(tag, m->y, m->mask, 16);
}
