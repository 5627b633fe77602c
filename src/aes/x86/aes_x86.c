/* SPDX-License-Identifier: MIT */
/* AES on x86-64: its implementations. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"
#    include "modes/xts_internal.h"

#    include "kernels.h"

/* One or two blocks have a lower latency in vectors of one block, because a
 * block just stored can be forwarded to the load. */
enum { FEW = 2 };

static void
encrypt_vaes(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_aes_encrypt_aesni : narae_aes_encrypt_vaes)(schedule, out, in, nblocks);
}

static void
decrypt_vaes(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_aes_decrypt_aesni : narae_aes_decrypt_vaes)(schedule, out, in, nblocks);
}

static void
ctr_vaes(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    (nblocks <= FEW ? narae_aes_ctr_aesni : narae_aes_ctr_vaes)(schedule, out, in, nblocks, counter);
}

static void
encrypt_vaes512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_aes_encrypt_aesni : narae_aes_encrypt_vaes512)(schedule, out, in, nblocks);
}

static void
decrypt_vaes512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    (nblocks <= FEW ? narae_aes_decrypt_aesni : narae_aes_decrypt_vaes512)(schedule, out, in, nblocks);
}

static void
ctr_vaes512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    (nblocks <= FEW ? narae_aes_ctr_aesni : narae_aes_ctr_vaes512)(schedule, out, in, nblocks, counter);
}

static void
xts_vaes512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
            int decrypt)
{
    xts_in_runs(narae_aes_xts_vaes512, 32, 32, decrypt ? decrypt_vaes512 : encrypt_vaes512, schedule, out, in,
                nblocks, tweak, decrypt);
}

static void
xts_vaes(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
         int decrypt)
{
    xts_in_runs(narae_aes_xts_vaes, 16, 16, decrypt ? decrypt_vaes : encrypt_vaes, schedule, out, in, nblocks,
                tweak, decrypt);
}

static void
xts_aesni(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
          int decrypt)
{
    xts_in_runs(narae_aes_xts_aesni, 8, 8, decrypt ? narae_aes_decrypt_aesni : narae_aes_encrypt_aesni,
                schedule, out, in, nblocks, tweak, decrypt);
}

static const narae_block_kernels vaes512_short = {
    .name = "vaes512 of short chains",
    .needs = CPU_AES | CPU_VAES | CPU_AVX512 | CPU_SHORT_CHAINS,
    .set_key = narae_aes_set_key_aesni,
    .encrypt = encrypt_vaes512,
    .decrypt = decrypt_vaes512,
    .ctr = ctr_vaes512,
    .chain = narae_aes_chain_aesni,
    .ccm = narae_aes_ccm_aesni,
    .gcm = narae_aes_gcm_vaes512,
    .gcm_message = narae_aes_gcm_message_vaes512,
    .xts = xts_vaes512,
};

static const narae_block_kernels vaes512 = {
    .name = "vaes512",
    .needs = CPU_AES | CPU_VAES | CPU_AVX512,
    .set_key = narae_aes_set_key_aesni,
    .encrypt = encrypt_vaes512,
    .decrypt = decrypt_vaes512,
    .ctr = ctr_vaes512,
    .chain = narae_aes_chain_aesni,
    .ccm = narae_aes_ccm_aesni,
    .gcm = narae_aes_gcm_vaes512,
    .xts = xts_vaes512,
};

static const narae_block_kernels vaes = {
    .name = "vaes",
    .needs = CPU_AES | CPU_VAES,
    .set_key = narae_aes_set_key_aesni,
    .encrypt = encrypt_vaes,
    .decrypt = decrypt_vaes,
    .ctr = ctr_vaes,
    .chain = narae_aes_chain_aesni,
    .ccm = narae_aes_ccm_aesni,
    .gcm = narae_aes_gcm_vaes,
    .xts = xts_vaes,
};

static const narae_block_kernels aesni = {
    .name = "aesni",
    .needs = CPU_AES,
    .set_key = narae_aes_set_key_aesni,
    .encrypt = narae_aes_encrypt_aesni,
    .decrypt = narae_aes_decrypt_aesni,
    .ctr = narae_aes_ctr_aesni,
    .chain = narae_aes_chain_aesni,
    .ccm = narae_aes_ccm_aesni,
    .xts = xts_aesni,
};

static const narae_block_kernels portable = {
    .name = "portable",
    .set_key = narae_aes_set_key_portable,
    .encrypt = narae_aes_encrypt_portable,
    .decrypt = narae_aes_decrypt_portable,
};

const narae_block_kernels *const narae_aes_implementations[] = {&vaes512_short, &vaes512,  &vaes,
                                                                &aesni,         &portable, NULL};

DISPATCH(narae_block_kernels, aes)

#endif
