/* SPDX-License-Identifier: MIT */
/* The Monte Carlo tests of AES: AESAVS (NIST, 2002), 6.4.1 and 6.4.2.
 *
 * 100 keys of 1000 blocks, each derived from the previous outputs, so that any wrong bit
 * changes the last block, which is compared.  Start and end
 * of CBC are those of NIST's CBCMCT128/192/256.rsp.  The ends of ECB, from
 * the same start, were computed with OpenSSL 3.0. */

#include "test_support.h"

#include "narae/aes.h"

static const struct {
    const char *key, *iv, *first;
    int encrypt;
    const char *cbc_last, *ecb_last;
} chains[] = {
    {"8809e7dd3a959ee5d8dbb13f501f2274", "e5c0bb535d7d54572ad06d170a0e58ae",
     "1fd4ee65603e6130cfc2a82ab3d56c24", 1, "7bed7671c8913aa1330f193761523e67",
     "c9ed7fd70812d9dea49b81e4d6857c84"},
    {"287b07c78f8e3e1be7c41b3d96c04e6e", "41b461f9464fd515d25413b4241002b8",
     "7c54923b0490a9d4de4ec1ce6790aa4d", 0, "4769317b0562c45949c18b3855f8bf4a",
     "e4d94253cdc628d4d51db64183c36c2f"},
    {"dea64f83cfe6a0a183ddbe865cfca059b3c615c1623d63fc", "426fbc087b50b395c0fc81ef9fd6d1aa",
     "cd0b8c8a8179ecb171b64c894a4d60fd", 1, "e6457bfc3433e80299c52b2be418f582",
     "e6614f5a938daecea35faf45433d68bd"},
    {"a24ebd4d7a080c28caae984b5098a9ea38cf7280e2c5f122", "c5aeb9b51ad5108371c59d0b90816310",
     "eb2c4e2712591ff13b8ac7870c9c404c", 0, "836424eadf8155aaf9a9a51391a1cf7e",
     "96ad1f94af4b6d231492a4ad04cc99d2"},
    {"632bac4fe4db44cfcf18cfa90b43f86f378611b8d968595eb89e7ae98624564a", "ff8127621be616803e3f002377730185",
     "90ed17475f0a62bc381ba1f3ffbfff33", 1, "bade1667b42f537f0cb3f5573a949aaa",
     "f7bb73caf1045217fafc3eeb4b0d2c38"},
    {"31397ad8cc79c519e0f46e0f70303587e38958d70723b771552336b7771f6311", "4139cb54eeac3fcf36ed72941122c40f",
     "27a1d5c10fe45b801d15f56e654a70f0", 0, "9be831799a79b0955241f308f0d5b2e1",
     "ad13a8f21d29ea2ca5409bb5a869157a"},
};

enum { CHAINS = sizeof chains / sizeof *chains };

static void
unhex(uint8_t *out, const char *hex)
{
    for (unsigned byte; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        *out++ = (uint8_t)byte;
}

static void
xor_block(uint8_t *x, const uint8_t *y)
{
    for (unsigned i = 0; i < 16; i++)
        x[i] ^= y[i];
}

/* One block of CBC; `chain` is the ciphertext before it. */
static void
cbc_step(const narae_aes_key *schedule, int encrypt, uint8_t chain[16], uint8_t out[16], const uint8_t in[16])
{
    memcpy(out, in, 16);
    if (encrypt) {
        xor_block(out, chain);
        assert_int_equal(narae_aes_encrypt(schedule, out, out, 1), NARAE_OK);
        memcpy(chain, out, 16);
    } else {
        assert_int_equal(narae_aes_decrypt(schedule, out, out, 1), NARAE_OK);
        xor_block(out, chain);
        memcpy(chain, in, 16);
    }
}

static void
run_chain(unsigned number, int cbc, uint8_t last[16])
{
    const size_t key_bytes = strlen(chains[number].key) / 2;
    const int encrypt = chains[number].encrypt;
    uint8_t key[32], iv[16], in[16], outputs[32]; /* the last two */
    uint8_t *before = outputs, *out = outputs + 16;

    unhex(key, chains[number].key);
    unhex(iv, chains[number].iv);
    unhex(in, chains[number].first);
    for (unsigned i = 0; i < 100; i++) {
        narae_aes_key schedule;
        uint8_t chain[16];

        assert_int_equal(narae_aes_set_key(&schedule, key, key_bytes), NARAE_OK);
        memcpy(chain, iv, 16);
        memcpy(out, iv, 16);
        for (unsigned j = 0; j < 1000; j++) {
            memcpy(before, out, 16);
            if (cbc) {
                cbc_step(&schedule, encrypt, chain, out, in);
                memcpy(in, before, 16);
            } else {
                assert_int_equal((encrypt ? narae_aes_encrypt : narae_aes_decrypt)(&schedule, out, in, 1),
                                 NARAE_OK);
                memcpy(in, out, 16);
            }
        }
        for (size_t k = 0; k < key_bytes; k++)
            key[k] ^= outputs[32 - key_bytes + k];
        memcpy(iv, out, 16);
    }
    memcpy(last, out, 16);
}

static void
cbc_ends_where_nist_says(void **state)
{
    uint8_t last[16];

    (void)state;
    for (unsigned i = 0; i < CHAINS; i++) {
        run_chain(i, 1, last);
        assert_hex(last, chains[i].cbc_last);
    }
}

static void
ecb_ends_where_openssl_does(void **state)
{
    uint8_t last[16];

    (void)state;
    for (unsigned i = 0; i < CHAINS; i++) {
        run_chain(i, 0, last);
        assert_hex(last, chains[i].ecb_last);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cbc_ends_where_nist_says),
        cmocka_unit_test(ecb_ends_where_openssl_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
