/* Do the modes branch on a secret, or use one as an address?
 *
 * Run under valgrind: keys, plaintexts, associated data and ciphertexts are
 * marked undefined, and memcheck reports each jump and each address that
 * depends on them.  Public is what a mode tells its caller: outputs, and
 * whether a tag or a padding is right; for tags that becomes public in
 * narae_mode_compare_tags, which the linker wraps here.
 *
 * With the argument "leak" the program branches on a secret, to show that
 * this would be seen. */

#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/lea.h"
#include "narae/pipo.h"

int __real_narae_mode_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);
int __wrap_narae_mode_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);

static void
publish(const void *p, size_t bytes)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
}

static void
hide(const void *p, size_t bytes)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, bytes);
}

int
__wrap_narae_mode_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    int status = __real_narae_mode_compare_tags(a, b, bytes);

    publish(&status, sizeof status);
    return status;
}

enum { BYTES = 1000, AD_BYTES = 50 };

static const uint8_t nonce[16] = {1, 2, 3};
static uint8_t key[32], ad[AD_BYTES], data[BYTES + 16], tag[16];
static unsigned wrong;

static void
hide_all(void)
{
    hide(key, sizeof key);
    hide(ad, sizeof ad);
    hide(data, sizeof data);
    hide(tag, sizeof tag);
}

static void
expect(int status, int expected)
{
    publish(&status, sizeof status);
    wrong += status != expected;
}

static void
use_ctr_and_cbc(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_ctr ctr;
    narae_cbc cbc;
    size_t n;

    hide_all();
    expect(narae_ctr_init(&ctr, cipher, key, key_bytes), NARAE_OK);
    expect(
        narae_ctr_crypt_message(&ctr, data, nonce, cipher->block_bytes, NARAE_CTR_WHOLE_BLOCK, data, BYTES),
        NARAE_OK);
    hide_all();
    expect(narae_cbc_init(&cbc, cipher, key, key_bytes), NARAE_OK);
    expect(
        narae_cbc_encrypt_message(&cbc, data, &n, nonce, cipher->block_bytes, NARAE_CBC_PKCS7, data, BYTES),
        NARAE_OK);
    expect(narae_cbc_start(&cbc, nonce, cipher->block_bytes, NARAE_CBC_PKCS7), NARAE_OK);
    expect(narae_cbc_decrypt(&cbc, data, &n, data, n), NARAE_OK);
    expect(narae_cbc_decrypt_finish(&cbc, data + n, &n), NARAE_OK);
    publish(&n, sizeof n);
    wrong += n != BYTES % cipher->block_bytes;
}

static void
use_cmac(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_cmac cmac;

    hide_all();
    expect(narae_cmac_init(&cmac, cipher, key, key_bytes), NARAE_OK);
    expect(narae_cmac_tag_message(&cmac, tag, cipher->block_bytes, data, BYTES), NARAE_OK);
    expect(narae_cmac_verify_message(&cmac, data, BYTES, tag, cipher->block_bytes), NARAE_OK);
    expect(narae_cmac_verify_message(&cmac, data, BYTES - 1, tag, cipher->block_bytes),
           NARAE_ERROR_AUTHENTICATION);
}

static void
use_gcm_and_ccm(const narae_block_cipher *cipher, size_t key_bytes)
{
    narae_gcm gcm;
    narae_ccm ccm;

    hide_all();
    expect(narae_gcm_init(&gcm, cipher, key, key_bytes), NARAE_OK);
    expect(narae_gcm_seal(&gcm, data, tag, 16, nonce, 16, ad, AD_BYTES, data, BYTES), NARAE_OK);
    expect(narae_gcm_open(&gcm, data, nonce, 16, ad, AD_BYTES, data, BYTES, tag, 16), NARAE_OK);
    expect(narae_gcm_open(&gcm, data, nonce, 16, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_ERROR_AUTHENTICATION);
    hide_all();
    expect(narae_ccm_init(&ccm, cipher, key, key_bytes), NARAE_OK);
    expect(narae_ccm_seal(&ccm, data, tag, 16, nonce, 12, ad, AD_BYTES, data, BYTES), NARAE_OK);
    expect(narae_ccm_open(&ccm, data, nonce, 12, ad, AD_BYTES, data, BYTES, tag, 16), NARAE_OK);
    expect(narae_ccm_open(&ccm, data, nonce, 12, ad, AD_BYTES, data, BYTES, tag, 16),
           NARAE_ERROR_AUTHENTICATION);
}

int
main(int argc, char **argv)
{
    static const narae_block_cipher *const ciphers[] = {&narae_aes, &narae_aria, &narae_lea, &narae_pipo};

    hide_all();
    if (argc > 1 && strcmp(argv[1], "leak") == 0 && key[0] == 0)
        puts("leak");
    for (size_t key_bytes = 16; key_bytes <= 32; key_bytes += 16) {
        for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
            use_ctr_and_cbc(ciphers[i], key_bytes);
            use_cmac(ciphers[i], key_bytes);
            if (ciphers[i]->block_bytes == 16)
                use_gcm_and_ccm(ciphers[i], key_bytes);
        }
    }
    printf("%u wrong results\n", wrong);
    return wrong != 0;
}
