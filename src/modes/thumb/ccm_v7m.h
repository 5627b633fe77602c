/* SPDX-License-Identifier: MIT */
/* CCM of a whole message on ARMv7-M, without a context.
 *
 * Cycles of 64 bytes with LEA-128 on M4: five pairs of blocks 3195, their counters, XOR and wiping 585,
 * arguments, checks, the first block and the tag 448: 4228.  Each further pair takes 639, and 72 for its
 * counter, the call, two texts and the chain: 11 % more, with AES-128 3 %.
 *
 * Time depends on lengths alone. */
#ifndef NARAE_MODES_THUMB_CCM_V7M_H
#define NARAE_MODES_THUMB_CCM_V7M_H

#include "core/bytes.h"
#include "modes/ccm_internal.h"

/* A ccm_message_fn. */
static inline void
ccm_message_v7m(mode_cipher c, uint8_t x[16], uint8_t *out, size_t tag_bytes, const uint8_t *nonce,
                size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes, const uint8_t *in, size_t bytes,
                int decrypt)
{
    const size_t whole = bytes & ~(size_t)15, rest = bytes & 15;
    uint8_t counter[16] __attribute__((aligned(4))) = {0}, last[16] __attribute__((aligned(4))) = {0};

    /* A_0 and B_0 differ in their first byte and at the end, where B_0 has the length. */
    counter[0] = (uint8_t)(14 - nonce_bytes);
    narae_copy(counter + 1, nonce, nonce_bytes);
    copy_block(x, counter, 16);
    x[0] = ccm_first_byte(15 - (unsigned)nonce_bytes, ad_bytes, tag_bytes);
    store32_be(x + 12, load32_be(x + 12) | (uint32_t)bytes);
    if (ad_bytes != 0) {
        uint8_t header[10], at = 16;

        narae_mode_mac(c, x, &at, header, narae_ccm_encode_ad_bytes(header, ad_bytes));
        narae_mode_mac(c, x, &at, ad, ad_bytes);
    }

    /* No counter carries out of its last word: its field has space for the message. */
    counter[15]++;
    if (whole != 0)
        narae_ccm_blocks(narae_kernels_of(c.cipher)->encrypt, c.schedule, x, out, in, whole / 16, counter,
                         decrypt);
    if (rest != 0) {
        store32_be(counter + 12, load32_be(counter + 12) + (uint32_t)(whole / 16));
        narae_copy(last, in + whole, rest);
        narae_ccm_blocks(narae_kernels_of(c.cipher)->encrypt, c.schedule, x, last, last, 1, counter, 0);
        if (decrypt) {
            /* the chain has the ciphertext */
            narae_xor(x, x, in + whole, rest);
            narae_xor(x, x, last, rest);
        }
        narae_copy(out + whole, last, rest);
    }
    /* a block whose chain is the tag's mask */
    narae_zero(counter + 1 + nonce_bytes, 15 - nonce_bytes);
    if (rest != 0)
        narae_zero(last, sizeof last);
    narae_ccm_blocks(narae_kernels_of(c.cipher)->encrypt, c.schedule, x, last, last, 1, counter, 1);
    wipe_few(last, sizeof last);
}

#endif
