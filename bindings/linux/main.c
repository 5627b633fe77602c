// SPDX-License-Identifier: MIT
/* The module: self-tests, then registration of single-block ciphers, modes and GCM.
 *
 * Single-block ciphers serve the kernel's templates (cmac(lea), essiv, lrw(aria) and
 * others), which call them in any context: always portable code. */

#define pr_fmt(format) KBUILD_MODNAME ": " format

#include <linux/crypto.h>
#include <linux/module.h>
#include <linux/stringify.h>

#include "narae/version.h"

#include "algorithms.h"
#include "modes.h"

#define VERSION \
    __stringify(NARAE_VERSION_MAJOR) "." __stringify(NARAE_VERSION_MINOR) "." __stringify(NARAE_VERSION_PATCH)

struct single {
    const struct narae_cipher *cipher;
    struct crypto_alg alg;
};

static const struct narae_cipher *
cipher_of(struct crypto_tfm *tfm)
{
    return container_of(tfm->__crt_alg, struct single, alg)->cipher;
}

static int
set_key(struct crypto_tfm *tfm, const u8 *key, unsigned size)
{
    return narae_set_key(cipher_of(tfm), crypto_tfm_ctx(tfm), key, size);
}

static void
encrypt(struct crypto_tfm *tfm, u8 *out, const u8 *in)
{
    const struct narae_key *key = crypto_tfm_ctx(tfm);

    cipher_of(tfm)->scalar.kernels.encrypt(key->narrow, out, in, 1);
}

static void
decrypt(struct crypto_tfm *tfm, u8 *out, const u8 *in)
{
    const struct narae_key *key = crypto_tfm_ctx(tfm);

    cipher_of(tfm)->scalar.kernels.decrypt(key->narrow, out, in, 1);
}

#define SINGLE(id, ID, size, key1, key2, key3)                                     \
    {                                                                              \
        .cipher = &narae_cipher_##id,                                              \
        .alg =                                                                     \
            {                                                                      \
                NARAE_NAMES(#id, #id),                                             \
                .cra_flags = CRYPTO_ALG_TYPE_CIPHER,                               \
                .cra_blocksize = (size),                                           \
                .cra_ctxsize = sizeof(struct narae_key),                           \
                .cra_u = {.cipher = {.cia_min_keysize = (key1),                    \
                                     .cia_max_keysize = NARAE_LARGEST(key1, key3), \
                                     .cia_setkey = set_key,                        \
                                     .cia_encrypt = encrypt,                       \
                                     .cia_decrypt = decrypt}},                     \
            },                                                                     \
    },

static struct single singles[] = {NARAE_LINUX_CIPHERS(SINGLE)};

static void
unregister_first(size_t n)
{
    while (n-- != 0)
        crypto_unregister_alg(&singles[n].alg);
}

static int
register_singles(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(singles); i++) {
        int err;

        singles[i].alg.cra_priority = narae_priority();
        err = crypto_register_alg(&singles[i].alg);
        if (err) {
            unregister_first(i);
            return err;
        }
    }
    return 0;
}

static int __init
narae_init(void)
{
    int err = narae_cpu_init();

    if (!err)
        err = narae_self_test_modes();
    if (!err)
        err = register_singles();
    if (err)
        return err;
    err = narae_register_skciphers();
    if (err)
        goto no_skciphers;
    err = narae_register_aeads();
    if (err)
        goto no_aeads;
    pr_info("version " VERSION ", kernels for %s, self-tests passed\n", narae_cpu_level());
    return 0;

no_aeads:
    narae_unregister_skciphers();
no_skciphers:
    unregister_first(ARRAY_SIZE(singles));
    return err;
}

static void __exit
narae_exit(void)
{
    narae_unregister_aeads();
    narae_unregister_skciphers();
    unregister_first(ARRAY_SIZE(singles));
}

module_init(narae_init);
module_exit(narae_exit);

MODULE_DESCRIPTION("LEA, ARIA, SEED and HIGHT in constant time, with vector kernels");
MODULE_LICENSE("Dual MIT/GPL");
MODULE_VERSION(VERSION);
#define ALIAS(id, ...) MODULE_ALIAS_CRYPTO(#id);
NARAE_LINUX_CIPHERS(ALIAS)
