/* SPDX-License-Identifier: MIT */
/* Kernels of x86-64 that self_test_faults.c breaks, one at a time; CMake reads the
 * list, so that the linker puts the broken one in its place (--wrap).
 *
 *     X(kind of its arguments, name) */

/* clang-format off */
#define FAULTS(X) \
    X(BLOCKS, narae_aes_encrypt_portable) \
    X(BLOCKS, narae_aes_decrypt_portable) \
    X(BLOCKS, narae_aes_encrypt_aesni) \
    X(BLOCKS, narae_aes_decrypt_vaes) \
    X(BLOCKS, narae_aes_encrypt_vaes512) \
    X(CTR, narae_aes_ctr_aesni) \
    X(CTR, narae_aes_ctr_vaes512) \
    X(GCM, narae_aes_gcm_vaes512) \
    X(GCM_MESSAGE, narae_aes_gcm_message_vaes512) \
    X(BLOCKS, narae_aria_encrypt_portable) \
    X(BLOCKS, narae_aria_decrypt_portable) \
    X(BLOCKS, narae_aria_encrypt_aesni) \
    X(BLOCKS, narae_aria_decrypt_gfni512) \
    X(CTR, narae_aria_ctr_avx2) \
    X(GCM, narae_aria_gcm_gfni512) \
    X(BLOCKS, narae_lea_encrypt_portable) \
    X(BLOCKS, narae_lea_decrypt_portable) \
    X(BLOCKS, narae_lea_encrypt_words) \
    X(BLOCKS, narae_lea_decrypt_sse2) \
    X(BLOCKS, narae_lea_encrypt_avx512) \
    X(CTR, narae_lea_ctr_avx2) \
    X(GCM, narae_lea_gcm_avx512) \
    X(BLOCKS, narae_pipo_encrypt_portable) \
    X(BLOCKS, narae_pipo_decrypt_sse2) \
    X(BLOCKS, narae_pipo_encrypt_avx2) \
    X(BLOCKS, narae_hight_encrypt_portable) \
    X(BLOCKS, narae_hight_decrypt_sse2) \
    X(CTR, narae_hight_ctr_gfni512) \
    X(BLOCKS, narae_seed_encrypt_portable) \
    X(BLOCKS, narae_seed_decrypt_aesni) \
    X(BLOCKS, narae_seed_encrypt_few_gfni) \
    X(CTR, narae_seed_ctr_few_gfni512) \
    X(CTR, narae_seed_ctr_gfni512) \
    X(XTS, narae_aes_xts_aesni) \
    X(XTS, narae_aes_xts_vaes) \
    X(XTS, narae_aes_xts_vaes512) \
    X(XTS, narae_lea_xts_avx2) \
    X(XTS, narae_lea_xts_avx512) \
    X(WHITEN, narae_xts_whiten_portable) \
    X(WHITEN, narae_xts_whiten_pclmul) \
    X(WHITEN, narae_xts_whiten_avx2) \
    X(WHITEN, narae_xts_whiten_avx512) \
    X(SHA256, narae_sha256_blocks_portable) \
    X(SHA256, narae_sha256_blocks_avx2) \
    X(SHA256, narae_sha256_blocks_shani) \
    X(SHA512, narae_sha512_blocks_portable) \
    X(SHA512, narae_sha512_blocks_avx2) \
    X(LSH256, narae_lsh256_blocks_portable) \
    X(LSH256, narae_lsh256_blocks_ssse3) \
    X(LSH256, narae_lsh256_blocks_avx2) \
    X(LSH256, narae_lsh256_blocks_avx512) \
    X(LSH512, narae_lsh512_blocks_portable) \
    X(LSH512, narae_lsh512_blocks_avx2) \
    X(LSH512, narae_lsh512_blocks_avx512)
/* clang-format on */
