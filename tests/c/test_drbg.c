/* SPDX-License-Identifier: MIT */
/* The DRBGs of SP 800-90A: NIST's answers, limits, and refusals. */

#include "test_support.h"

#include "block_ciphers.h"
#include "hashes.h"
#include "narae/drbg.h"

enum { HASH, HMAC, CTR, CTR_NO_DF };

/* NIST CAVP, drbgtestvectors (CAVS 14.3), as carried in the Python package hdrbg
 * 1.1.1, the JavaScript package hmac-drbg 1.0.1, OpenSSL's evprand.txt and, without derivation
 * function, OpenWeave's and Mocana's tests.  A generator
 * is seeded, reseeded if there is entropy for it, and called twice, with prediction
 * resistance if there is entropy for that; the answer is the second output. */
static const struct known {
    int kind;
    const narae_hash *hash;
    const narae_block_cipher *cipher;
    size_t key_bytes;
    const char *entropy, *nonce, *personalization, *entropy_reseed, *additional_reseed, *additional[2],
        *fresh[2], *out;
} known[] = {
    {HASH,
     &narae_sha224,
     NULL,
     0,
     "184cbf7f1c462f27fc640ccf2aac1b26174ee41e42dcceaa",
     "09f9d8acd06aba74b9f849f7",
     "5a5afe330e898ca94fad05b0e6b3f8146f46c90379a0b1eb",
     "b5eb44d3515c74d2cbd28c4ac5edb5fb95846e74e8398ce5",
     "a793fefe0f2ab3e9a0d1ddbc058d78369b03597f44099a81",
     {"930ef8531a344fef957660cbb401583afa0f016b7023a9db", "2ee03b7314fb00e1e2616799c144cd58f051cde370588d70"},
     {"", ""},
     "22b856603db40f1b6d439d5b88fbe4734f7fdee15f4df47dfd418b362f23e48fef0f48f03d1a7b7b0de607c2a8288b1a"
     "aa01bc84646c322a88b2351855d7fa1b66b0b12baccbaa5ad6cc71833998f8998712bddf54ab8af329c55791b7576cf3"
     "6ade4b921009ffe32a8d22ecf4747571"},
    {HASH,
     &narae_sha256,
     NULL,
     0,
     "6c623aea73bc8a59e28c6cd9c7c7ec8ca2e75190bd5dcae5978cf0c199c23f4f",
     "e55db067a0ed537e66886b7cda02f772",
     "1e59d798810083d1ff848e90b25c9927e3dfb55a0888b0339566a9f9ca7542dc",
     "9ab40164744c7d00c78b4196f6f917ec33d70030a0812cd4606c5a25387568a9",
     "4e8bead7cbba7a7bc9ae1e1617222c4139661347599950e7225d1e2faa5d57f5",
     {"dcb22a5d9f149858636f3ede2253e419816fb7b1103194451ed6a573a8fe6271",
      "8f9d5c78cdabc32e71ac3b3c49239caddf96053250f4fd92056efbd0be487d36"},
     {"", ""},
     "6e98a3b1f686f6ffa79355c9d8a5ab7f93312159d52659a2298315f10007c71adabc0b5ccb4164c0949fbdb221b43acd"
     "b62bed3099596f2d7bd5d0048173dd2360a543b234ab61a441ddb9299af84ca45c6e618fd521366dbf509d4ec06174da"
     "924361d642b107e5564ac1b32340dd2f3158bf4c00bcb4dcf12c6d67af4b74ee"},
    {HASH,
     &narae_sha384,
     NULL,
     0,
     "f411e1feeccf01c0d4bde61ca2384a2640b41e383a055b374e0acfa8170c2f28",
     "7cf75b960dcd0a0a9d2a4e7e8d5e47d3",
     "25d6dfee3e74d3b6a9f459094203fc76e0e589fa879cc445008c80e3736fc0a9",
     "d222df563773906b875d55dc1aef90337ff59fc3ca5ed0af5e46d306d630c7e3",
     "07a576624662253737789e543734d7c35ded8d74a3b53919b1c28c21a2b5ebc5",
     {"2561c8591281f0682d3811387d0cdc16c137edfcc9527134212701f73550c572",
      "870441d9435f2cbf16f1168f50e32d9b8811be7adc10a5070c5eb993372c5732"},
     {"", ""},
     "9107af002a8bc3e0f0394eb0db3a801ca73844db0600873d1d576ccfbdd88dfc3eaa101e52e4c4ad9958d9d0e5f1eb55"
     "5cd0d93ad2745a1302dfead60c42ef28e7211740b1dc694fdf72dd066d1d66a58aceeb9a8c6a9c67a75326f97b742b85"
     "e7abdc853b01bd799bb9f3e8e6b5f2a41919543b17c0da4e4e25f04e1c2859a56466689ab85c46cb9f593abff0f058f7"
     "d26f2c09e379e5e0b6e123f24fb9bcfba9a468dcb38a9577d63251d20f09b8d2b4dad74fb52e1e8dbdde6e0436563d66"},
    {HASH,
     &narae_sha512,
     NULL,
     0,
     "4b23595b0a3640cfabb0ec34df6a613308b0448488a5d9ff99da4278e072eb34",
     "8e696bffd9ca3a71d2e2f05e600c8364",
     "010ba93ea68a3d4a200e5145859e299c5b5349b7645fb5bbcad687aba7d67313",
     "04de4babdbe143bde99aa4452f9aa43b0a164eb927555c0496aa0fc9328a521c",
     "2b0c7c3efb36b71b917a44086d168313675b426b17c5ab3d0eb6af753f6040e0",
     {"d0b7d1d12ab15d3bba8f4eba07fee0974838962b247be480683b8e3d4a91033a",
      "66c78ca12e45bdca003b49cb6440b977dd85b167e7c803890ed1a73666eaa869"},
     {"", ""},
     "4008cbd8281dc82fd6c368f650ef2609bb771e80c63d478a77fa938248dcbb8b79e54ead0265f6ff1ebfafe4e387c6e2"
     "7df9f03e4a5225e86a4436e56ebf03b3be2cfbcb49c89c92ec1dfa5ee445dd4f6f64e02a2423a0b18ebd02eec52f5cc2"
     "1bc3565e796b3ded6552f1b5a574a201c3b11018222806f9618d23d77fd02db879cf87fe24ed7ba11b3b108b559633db"
     "1f95c5121b28011aa4dd20399bd4978e1f8b8880c333a47ff1750679bf28d329347b26d347aae90ee562ae8029579cbe"
     "0336e066d6b8ba5e0169fec804c30189a4434c1bf8a5b0a249951d3d89554da38ff0751b8b1fef9ae18a0aa2bc477736"
     "d199a06f61d400039a4cc03869bb10ca"},
    {HASH,
     &narae_sha512_256,
     NULL,
     0,
     "6990734750a4e9b5c59374ea4f2ff4695817ffc94d166ce780206caf9f8032ce",
     "9167fb62fb5bf1b1c32392adeb3117cd",
     "1f7e7245fea86f9abb1999f6638a2e5a4bd1121f52960db80dcef970b6696f1c",
     "85727d6e385d55878dc10b84d38937db6a7530cea27530d6e3f41c30e60defd9",
     "34471bfc6854d46d5da8d624680f2d9e7ea7a2e7e47652245b1a3569066d5e41",
     {"2a02ffe392da0577f3a10eb5a86be2ea8a7e1cc2ee69be0570beba7ce672bc9b",
      "79b451e4e97b14610ff6a8a80ebc9fe05b0fcc847f327416b8f5dfcebdaff3f9"},
     {"", ""},
     "08a1a80fa014eeede9f74af9232c65e32605ab2bdcb5402386b04abd6b839fdf78d5c86b970f99c3e48bb83a9dcb60f1"
     "08910c3026efea635e3b5cb1513ffc3e6d7601b0e4f9c7a1a2d8bc7b287aaf9cb441fdf5d57a8fc9c37a61be19a20632"
     "078ab2ae36bfc243934feef7e3d670bbc7df3d4f08458be0102f648ae23c8ce4"},
    {HMAC,
     &narae_sha256,
     NULL,
     0,
     "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
     "659ba96c601dc69fc902940805ec0ca8",
     "",
     "",
     "",
     {"", ""},
     {"", ""},
     "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460"
     "b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
     "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"},
    {HMAC,
     &narae_sha256,
     NULL,
     0,
     "d3cc4d1acf3dde0c4bd2290d262337042dc632948223d3a2eaab87da44295fbd",
     "0109b0e729f457328aa18569a9224921",
     "",
     "",
     "",
     {"3c311848183c9a212a26f27f8c6647e40375e466a0857cc39c4e47575d53f1f6",
      "fcb9abd19ccfbccef88c9c39bfb3dd7b1c12266c9808992e305bc3cff566e4e4"},
     {"", ""},
     "9c7b758b212cd0fcecd5daa489821712e3cdea4467b560ef5ddc24ab47749a1f1ffdbbb118f4e62fcfca3371b8fbfc5b"
     "0646b83e06bfbbab5fac30ea09ea2bc76f1ea568c9be0444b2cc90517b20ca825f2d0eccd88e7175538b85d90ab39018"
     "3ca6395535d34473af6b5a5b88f5a59ee7561573337ea819da0dcc3573a22974"},
    {HMAC,
     &narae_sha512_256,
     NULL,
     0,
     "357bd51273ed2c6793a54fc80aa7408c8b4a1d05361cb2bafdac4b9b0766e41b",
     "fb2b5bc9daa5916c8efc7d37b37a5616",
     "",
     "",
     "",
     {"6c7a8651e3bc3964c637c505cdbc42c09f6d8fe9b2665cc0c7d6986ee2c25f4e",
      "256f3a8be801f4834bc7602237cae595f7a2111084ee7db807d060376a53efe3"},
     {"a70d6af35c38df355757322109b4c6917059472fb43a0c5d160987758640fc5c",
      "935eb63c82b190e521c3ddaea4fae9106f59eca716efe4250ca18b2976054980"},
     "1771021fbfde38f3dac9144d642f22f7b93f449a92f99e6b33b05dd30ddf0ed493f7848c04550bd2641dde0d64fbb7f2"
     "cb7683d1653e94610497b6213a068bb00806aa8fb23d3c86d483c77ef5752a5f17edb747aea4c04178659d4369a6683b"
     "fe14df8ed9edf783db4a4dc5bd8d726d8c4870fb5f018a0361e4d593364fce0f"},
    {CTR,
     NULL,
     &narae_aes,
     16,
     "890eb067acf7382eff80b0c73bc872c6",
     "aad471ef3ef1d203",
     "",
     "",
     "",
     {"", ""},
     {"", ""},
     "a5514ed7095f64f3d0d3a5760394ab42062f373a25072a6ea6bcfd8489e94af6cf18659fea22ed1ca0a9e33f718b115e"
     "e536b12809c31b72b08ddd8be1910fa3"},
    {CTR,
     NULL,
     &narae_aes,
     16,
     "cae48dd80d298103ef1ec0bf1bb96270",
     "d827f91613e0b47f",
     "cc928f3d2df31a29f4e444f3df08be21",
     "",
     "",
     {"7eaa1bbec79393a7f4a8227b691ecb68", "6869c6c7b9e6653b3977f0789e94478a"},
     {"", ""},
     "920132cd284695b868b5bc4b703afea4d996624a8f57e9fbf5e793b509cb15b4beaf702dac28712d249ae75090a91fd3"
     "5775294bf24ddebfd24e45d13f4a1748"},
    {CTR,
     NULL,
     &narae_aes,
     24,
     "22ed7a66c9e9f494c8d2b8f81d0d49bcdd0c03863ff5979212211efe3e945758b6228cdd9e9eec5f7984aef7212699f3",
     "5bf245b95f8e1377d5a17eb331aabcd9",
     "",
     "",
     "",
     {"", ""},
     {"c0535acd3d715a0b1453ab3447d53d9131c939aee1d9ca24a75b285cf58d79403a4111e2f3dee011154d31d646d93001",
      "9fbc48890273fcafca1904b6486d1877cad91eb601e979259506f93ba462ac17d8676c570b2231d4d98ec617c4826573"},
     "19ced57563d065b606da27dd5e8de83b93bb7c8f8b02d0288f475550c3f44b77"},
    {CTR_NO_DF,
     NULL,
     &narae_aes,
     16,
     "ed1e7f21ef66ea5d8e2a85b9337245445b71d6393a4eecb0e63c193d0f72f9a9",
     "",
     "",
     "303fb519f0a4e17d6df0b6426aa0ecb2a36079bd48be47ad2a8dbfe48da3efad",
     "",
     {"", ""},
     {"", ""},
     "f80111d08e874672f32f42997133a5210f7a9375e22cea70587f9cfafebe0f6a6aa2eb68e7dd9164536d53fa020fcab2"
     "0f54caddfab7d6d91e5ffec1dfd8deaa"},
    {CTR_NO_DF,
     NULL,
     &narae_aes,
     32,
     "7e833fa639dccb38176aa359a98c1f50d3db34dda43965e4771708574904bd685c7d2aee0cf2fb16ef16184d326a266c",
     "",
     "c0541ea593d98b2b43152c072625c708f0b34b4496fec7c56427aa785bbc4051ce896bc13f9ca05c759824c5e13e86db",
     "",
     "",
     {"0ee30f0790e2de20b6f76fef87dc7fc40d9d053191878c9a1953d2f82091a0ef9759ea121b2f29747635f7715a96ebbc",
      "f12435a68c93287e84ea3d274418c9137349b983791529532fef4306e7cb5c0f9f104c607fbf0c379be49426e53bf563"},
     {"37269aa628e035781242445c55bcc8b61f24f332880269a7ed1db74d8b4412215e6053963bb9317f2a87bf3c07bb2722",
      "dc914811637b7941368c4fe2c984049cdc5b6c8d6152eafa923bb4364c064ad1b18e3203fda4f75aa65c63a1b996fa12"},
     "1cbafd480ff48563d67d9114ef676b7f"},
};

typedef struct bytes {
    uint8_t p[128];
    size_t n;
} bytes;

static bytes
of_hex(const char *hex)
{
    bytes b = {{0}, 0};

    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        b.p[b.n++] = (uint8_t)byte;
    return b;
}

static union {
    narae_drbg_hash hash;
    narae_drbg_hmac hmac;
    narae_drbg_ctr ctr;
} drbg;

static int
init(const struct known *k, const bytes *e, const bytes *n, const bytes *p)
{
    return k->kind == HASH   ? narae_drbg_hash_init(&drbg.hash, k->hash, e->p, e->n, n->p, n->n, p->p, p->n)
           : k->kind == HMAC ? narae_drbg_hmac_init(&drbg.hmac, k->hash, e->p, e->n, n->p, n->n, p->p, p->n)
           : k->kind == CTR
               ? narae_drbg_ctr_init(&drbg.ctr, k->cipher, k->key_bytes, e->p, e->n, n->p, n->n, p->p, p->n)
               : narae_drbg_ctr_init_no_df(&drbg.ctr, k->cipher, k->key_bytes, e->p, e->n, p->p, p->n);
}

static int
reseed(int kind, const bytes *e, const bytes *a)
{
    return kind == HASH   ? narae_drbg_hash_reseed(&drbg.hash, e->p, e->n, a->p, a->n)
           : kind == HMAC ? narae_drbg_hmac_reseed(&drbg.hmac, e->p, e->n, a->p, a->n)
                          : narae_drbg_ctr_reseed(&drbg.ctr, e->p, e->n, a->p, a->n);
}

static int
generate(int kind, uint8_t *out, size_t n, const bytes *a)
{
    return kind == HASH   ? narae_drbg_hash_generate(&drbg.hash, out, n, a->p, a->n)
           : kind == HMAC ? narae_drbg_hmac_generate(&drbg.hmac, out, n, a->p, a->n)
                          : narae_drbg_ctr_generate(&drbg.ctr, out, n, a->p, a->n);
}

static int
generate_fresh(int kind, uint8_t *out, size_t n, const bytes *e, const bytes *a)
{
    return kind == HASH   ? narae_drbg_hash_generate_fresh(&drbg.hash, out, n, e->p, e->n, a->p, a->n)
           : kind == HMAC ? narae_drbg_hmac_generate_fresh(&drbg.hmac, out, n, e->p, e->n, a->p, a->n)
                          : narae_drbg_ctr_generate_fresh(&drbg.ctr, out, n, e->p, e->n, a->p, a->n);
}

static void
set_requests(int kind, uint64_t requests)
{
    *(kind == HASH   ? &drbg.hash.requests
      : kind == HMAC ? &drbg.hmac.requests
                     : &drbg.ctr.requests) = requests;
}

#define FOR_EACH_KNOWN(k) for (const struct known *k = known; k != known + sizeof known / sizeof *known; k++)

static void
seed_known(const struct known *k)
{
    const bytes e = of_hex(k->entropy), n = of_hex(k->nonce), p = of_hex(k->personalization);

    memset(&drbg, 0xc5, sizeof drbg);
    assert_int_equal(init(k, &e, &n, &p), NARAE_OK);
}

static void
gives_the_answers_of_nist(void **state)
{
    uint8_t out[300];

    (void)state;
    FOR_EACH_KNOWN(k)
    {
        const size_t size = strlen(k->out) / 2;

        seed_known(k);
        if (k->entropy_reseed[0] != 0) {
            const bytes e = of_hex(k->entropy_reseed), a = of_hex(k->additional_reseed);

            assert_int_equal(reseed(k->kind, &e, &a), NARAE_OK);
        }
        for (unsigned i = 0; i < 2; i++) {
            const bytes a = of_hex(k->additional[i]), e = of_hex(k->fresh[i]);

            memset(out, 0xc5, sizeof out);
            assert_int_equal(e.n != 0 ? generate_fresh(k->kind, out, size, &e, &a)
                                      : generate(k->kind, out, size, &a),
                             NARAE_OK);
        }
        assert_hex(out, k->out);
        assert_untouched(out + size, sizeof out - size);
    }
}

/* Output in the memory of the additional input, or in part of it, leaves the same state. */
static void
writes_over_additional_input(void **state)
{
    enum { BYTES = 100, SHIFT = 7 };
    const bytes none = {{0}, 0};
    uint8_t first[2][BYTES], next[2][BYTES];

    (void)state;
    FOR_EACH_KNOWN(k)
    {
        for (size_t at = 0; at <= SHIFT; at += SHIFT) {
            bytes a = {{1, 2, 3}, 32};

            seed_known(k);
            assert_int_equal(generate(k->kind, first[0], BYTES, &a), NARAE_OK);
            assert_int_equal(generate(k->kind, next[0], BYTES, &none), NARAE_OK);
            seed_known(k);
            assert_int_equal(generate(k->kind, a.p + at, BYTES, &a), NARAE_OK);
            memcpy(first[1], a.p + at, BYTES);
            assert_int_equal(generate(k->kind, next[1], BYTES, &none), NARAE_OK);
            assert_memory_equal(first[0], first[1], BYTES);
            assert_memory_equal(next[0], next[1], BYTES);
        }
    }
}

/* SP 800-90A, tables 2 and 3. */
static void
keeps_the_limits(void **state)
{
    static uint8_t out[65537];
    const bytes none = {{0}, 0};

    (void)state;
    FOR_EACH_KNOWN(k)
    {
        const bytes e = of_hex(k->entropy), n = of_hex(k->nonce);
        bytes few = e, short_nonce = n;

        memset(out, 0xc5, sizeof out);
        memset(&drbg, 0, sizeof drbg);
        few.n = (k->kind == CTR_NO_DF          ? k->key_bytes + 16
                 : k->kind == CTR              ? k->key_bytes
                 : k->hash->digest_bytes >= 32 ? 32
                                               : 24) -
                1;
        short_nonce.n = (few.n + 1) / 2 - 1;
        assert_int_equal(init(k, &few, &n, &none), NARAE_ERROR_LENGTH);
        if (k->kind != CTR_NO_DF)
            assert_int_equal(init(k, &e, &short_nonce, &none), NARAE_ERROR_NONCE_SIZE);
        assert_all((const uint8_t *)&drbg, 0, sizeof drbg);
        assert_int_equal(reseed(k->kind, &e, &none), NARAE_ERROR_STATE);
        assert_int_equal(generate(k->kind, out, 1, &none), NARAE_ERROR_STATE);
        assert_int_equal(generate_fresh(k->kind, out, 1, &e, &none), NARAE_ERROR_STATE);

        seed_known(k);
        assert_int_equal(reseed(k->kind, &few, &none), NARAE_ERROR_LENGTH);
        assert_int_equal(generate(k->kind, out, 65537, &none), NARAE_ERROR_LENGTH);
        assert_int_equal(generate(k->kind, NULL, 1, &none), NARAE_ERROR_NULL);
        assert_int_equal(generate_fresh(k->kind, out, 1, &few, &none), NARAE_ERROR_LENGTH);
        assert_int_equal(generate_fresh(k->kind, out, 65537, &e, &none), NARAE_ERROR_LENGTH);
        set_requests(k->kind, ((uint64_t)1 << 48) + 1);
        assert_int_equal(generate(k->kind, out, 1, &none), NARAE_ERROR_STATE);
        assert_untouched(out, sizeof out);
        set_requests(k->kind, (uint64_t)1 << 48);
        assert_int_equal(generate(k->kind, out, 65536, &none), NARAE_OK);
        assert_untouched(out + 65536, 1);
        assert_int_equal(generate(k->kind, out, 1, &none), NARAE_ERROR_STATE);
        assert_int_equal(generate_fresh(k->kind, out, 1, &e, &none), NARAE_OK);
        assert_int_equal(generate(k->kind, out, 1, &none), NARAE_OK);
        set_requests(k->kind, ((uint64_t)1 << 48) + 1);
        assert_int_equal(reseed(k->kind, &e, &none), NARAE_OK);
        assert_int_equal(generate(k->kind, out, 1, &none), NARAE_OK);
    }
}

/* Every cipher with every key size, and every hash: other input, other output; and
 * the narrower limits of blocks of 8 bytes. */
static void
works_with_any_descriptor(void **state)
{
    static const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    static const narae_hash *const hashes[] = {ALL_HASHES};
    static uint8_t large[65537];
    uint8_t entropy[32] = {1}, out[2][70];

    (void)state;
    for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++) {
        const size_t limit = narae_block_cipher_block_bytes(ciphers[c]) == 8 ? 1024 : 65536;

        for (unsigned i = 0; i < 3 && ciphers[c]->key_bytes[i] != 0; i++) {
            const size_t key_bytes = ciphers[c]->key_bytes[i];

            for (uint8_t run = 0; run < 2; run++) {
                assert_int_equal(narae_drbg_ctr_init(&drbg.ctr, ciphers[c], key_bytes, entropy, key_bytes,
                                                     entropy, 16, &run, 1),
                                 NARAE_OK);
                assert_int_equal(narae_drbg_ctr_generate(&drbg.ctr, out[run], 70, NULL, 0), NARAE_OK);
            }
            assert_memory_not_equal(out[0], out[1], 70);
        }
        assert_int_equal(narae_drbg_ctr_generate(&drbg.ctr, large, limit + 1, NULL, 0), NARAE_ERROR_LENGTH);
        drbg.ctr.requests = (uint64_t)1 << (limit == 1024 ? 32 : 48);
        assert_int_equal(narae_drbg_ctr_generate(&drbg.ctr, large, limit, NULL, 0), NARAE_OK);
        assert_int_equal(narae_drbg_ctr_generate(&drbg.ctr, large, 1, NULL, 0), NARAE_ERROR_STATE);
        assert_int_equal(narae_drbg_ctr_init(&drbg.ctr, ciphers[c], 15, entropy, 32, entropy, 16, NULL, 0),
                         NARAE_ERROR_KEY_SIZE);
        narae_drbg_ctr_clear(&drbg.ctr);
        assert_wiped(drbg.ctr);
    }
    for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++) {
        for (uint8_t run = 0; run < 2; run++) {
            entropy[31] = run;
            assert_int_equal(narae_drbg_hash_init(&drbg.hash, hashes[h], entropy, 32, entropy, 16, NULL, 0),
                             NARAE_OK);
            assert_int_equal(narae_drbg_hash_generate(&drbg.hash, out[run], 70, NULL, 0), NARAE_OK);
        }
        assert_memory_not_equal(out[0], out[1], 70);
        narae_drbg_hash_clear(&drbg.hash);
        assert_all((const uint8_t *)&drbg.hash, 0, sizeof drbg.hash);
        for (uint8_t run = 0; run < 2; run++) {
            assert_int_equal(narae_drbg_hmac_init(&drbg.hmac, hashes[h], entropy, 32, entropy, 16, NULL, 0),
                             NARAE_OK);
            assert_int_equal(narae_drbg_hmac_generate(&drbg.hmac, out[run], 70, &run, run), NARAE_OK);
        }
        assert_memory_not_equal(out[0], out[1], 70);
        narae_drbg_hmac_clear(&drbg.hmac);
        assert_all((const uint8_t *)&drbg.hmac, 0, sizeof drbg.hmac);
    }
}

/* Without derivation function the seed is E(1) || E(2) ... ^ entropy ^ personalization, so that
 * these two may be exchanged, and nothing may be longer or shorter than it has to be. */
static void
seeds_without_a_derivation_function(void **state)
{
    static const narae_block_cipher *const ciphers[] = {ALL_BLOCK_CIPHERS};
    uint8_t a[49], b[49], out[3][70];

    (void)state;
    memset(a, 0x5a, sizeof a);
    memset(b, 0xc3, sizeof b);
    for (size_t c = 0; c < sizeof ciphers / sizeof *ciphers; c++) {
        for (unsigned i = 0; i < 3 && ciphers[c]->key_bytes[i] != 0; i++) {
            const size_t key_bytes = ciphers[c]->key_bytes[i],
                         n = key_bytes + narae_block_cipher_block_bytes(ciphers[c]);
            narae_drbg_ctr *const ctx = &drbg.ctr;

            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, a, n, b, n), NARAE_OK);
            assert_int_equal(narae_drbg_ctr_generate(ctx, out[0], 70, NULL, 0), NARAE_OK);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, b, n, a, n), NARAE_OK);
            assert_int_equal(narae_drbg_ctr_generate(ctx, out[1], 70, NULL, 0), NARAE_OK);
            assert_memory_equal(out[0], out[1], 70);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, a, n, b, n - 1), NARAE_OK);
            assert_int_equal(narae_drbg_ctr_generate(ctx, out[2], 70, a, n), NARAE_OK);
            assert_memory_not_equal(out[0], out[2], 70);

            assert_int_equal(narae_drbg_ctr_generate(ctx, out[0], 70, a, n + 1), NARAE_ERROR_LENGTH);
            assert_int_equal(narae_drbg_ctr_reseed(ctx, a, n, b, n + 1), NARAE_ERROR_LENGTH);
            assert_int_equal(narae_drbg_ctr_reseed(ctx, a, n + 1, NULL, 0), NARAE_ERROR_LENGTH);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, a, n + 1, NULL, 0),
                             NARAE_ERROR_LENGTH);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, a, n, b, n + 1),
                             NARAE_ERROR_LENGTH);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], key_bytes, a, n, NULL, n),
                             NARAE_ERROR_NULL);
            assert_int_equal(narae_drbg_ctr_init_no_df(ctx, ciphers[c], 15, a, n, NULL, 0),
                             NARAE_ERROR_KEY_SIZE);
        }
    }
    assert_int_equal(narae_drbg_ctr_init_no_df_sized(NULL, 400, &narae_aes, 16, a, 32, NULL, 0),
                     NARAE_ERROR_NULL);
}

static void
names_what_is_wrong(void **state)
{
    const narae_hash *const hash = &narae_sha256;
    const uint8_t p[32] = {0};
    narae_hash large = *hash;
    uint8_t out[1];

    (void)state;
    large.context_bytes = NARAE_HASH_CONTEXT_BYTES + 8;
    assert_int_equal(narae_drbg_hash_init(&drbg.hash, &large, p, 32, p, 16, p, 1), NARAE_ERROR_LENGTH);
    assert_int_equal(narae_drbg_hash_init(NULL, hash, p, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_init(NULL, hash, p, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_init_sized(NULL, 4, &narae_aes, 16, p, 32, p, 16, p, 1),
                     NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hash_init(&drbg.hash, NULL, p, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_init(&drbg.hmac, NULL, p, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_init(&drbg.ctr, NULL, 16, p, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hash_init(&drbg.hash, hash, NULL, 32, p, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_init(&drbg.hmac, hash, p, 32, NULL, 16, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_init(&drbg.ctr, &narae_aes, 16, p, 32, p, 16, NULL, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_init_sized(&drbg.ctr, 4, &narae_aes, 16, p, 32, p, 16, p, 1),
                     NARAE_ERROR_KEY_SIZE);
    assert_int_equal(narae_drbg_hash_reseed(NULL, p, 32, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_reseed(NULL, p, 32, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_reseed(NULL, p, 32, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hash_generate(NULL, out, 1, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_generate(NULL, out, 1, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_generate(NULL, out, 1, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hash_generate_fresh(NULL, out, 1, p, 32, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_hmac_generate_fresh(NULL, out, 1, p, 32, p, 1), NARAE_ERROR_NULL);
    assert_int_equal(narae_drbg_ctr_generate_fresh(NULL, out, 1, p, 32, p, 1), NARAE_ERROR_NULL);
    if (sizeof(size_t) > 4)
        assert_int_equal(narae_drbg_hash_init(&drbg.hash, hash, p, SIZE_MAX, p, 16, NULL, 0),
                         NARAE_ERROR_LENGTH);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_answers_of_nist),
        cmocka_unit_test(writes_over_additional_input),
        cmocka_unit_test(keeps_the_limits),
        cmocka_unit_test(works_with_any_descriptor),
        cmocka_unit_test(seeds_without_a_derivation_function),
        cmocka_unit_test(names_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
