/* SPDX-License-Identifier: MIT */
/* Runs test vectors against the library.
 *
 *     flatten.py . aes/x.json;  vectors_runner [--skip cipher]... vectors_aes.txt...
 *
 * Each line is a vector (see flatten.py).  All of it is checked that can be:
 * both directions, one shot and pieces, in place and not, and that what must
 * be refused is refused.  A cipher or mode that is not in the tables fails,
 * unless the cipher is named by --skip. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narae/kernels.h"
#include "../block_ciphers.h"

#include "vector.h"

/* Block ciphers, by their name up to the '-'. */
#define NAMED(with, cipher, CIPHER, block, key1, key2, key3) {#cipher, &narae_##cipher},
static const struct {
    const char *name;
    const narae_block_cipher *cipher;
} block_ciphers[] = {NARAE_BLOCK_CIPHERS(NAMED, )};

/* What is checked for any block cipher, */
static const struct {
    const char *mode;
    check_fn *check;
} block_modes[] = {
    {"block", check_block}, {"ctr", check_ctr},   {"cbc", check_cbc}, {"cbc-pkcs7", check_cbc},
    {"cfb", check_cfb},     {"cfb8", check_cfb},  {"ofb", check_ofb}, {"xts", check_xts},
    {"kw", check_kw},       {"kwp", check_kwp},   {"gcm", check_gcm}, {"ccm", check_ccm},
    {"cmac", check_cmac},   {"gmac", check_gmac},
};

/* and for any hash or block cipher. */
static const char *const derived_modes[] = {"pbkdf2", "kbkdf", "hash-drbg", "hmac-drbg", "ctr-drbg"};

/* Everything else, by its full name: streams, hashes, permutations, AEADs. */
static const struct {
    const char *cipher, *mode;
    check_fn *check;
} others[] = {
    {"chacha20", "stream", check_chacha},
    {"chacha12", "stream", check_chacha},
    {"chacha8", "stream", check_chacha},
    {"xchacha20", "stream", check_chacha},
    {"poly1305", "poly1305", check_poly1305},
    {"keccak-f1600", "permutation", check_permutation},
    {"ascon-p12", "permutation", check_permutation},
    {"ascon-p8", "permutation", check_permutation},
    {"ascon-p6", "permutation", check_permutation},
    {"sha-224", "hash", check_hash},
    {"sha-256", "hash", check_hash},
    {"sha-384", "hash", check_hash},
    {"sha-512", "hash", check_hash},
    {"sha-512/224", "hash", check_hash},
    {"sha-512/256", "hash", check_hash},
    {"sha3-224", "hash", check_hash},
    {"sha3-256", "hash", check_hash},
    {"sha3-384", "hash", check_hash},
    {"sha3-512", "hash", check_hash},
    {"shake128", "hash", check_hash},
    {"shake256", "hash", check_hash},
    {"lsh-256-224", "hash", check_hash},
    {"lsh-256-256", "hash", check_hash},
    {"lsh-512-224", "hash", check_hash},
    {"lsh-512-256", "hash", check_hash},
    {"lsh-512-384", "hash", check_hash},
    {"lsh-512-512", "hash", check_hash},
    {"ascon-hash256", "hash", check_hash},
    {"ascon-xof128", "hash", check_hash},
    {"ascon-cxof128", "hash", check_hash},
    {"chacha20-poly1305", "aead", check_chacha20_poly1305},
    {"xchacha20-poly1305", "aead", check_chacha20_poly1305},
    {"ascon-aead128", "aead", check_ascon_aead128},
};

static check_fn *
find_check(vector *v)
{
    size_t family = strcspn(v->cipher, "-");

    if (strcmp(v->mode, "hmac") == 0)
        return check_hmac;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(v->cipher, others[i].cipher) == 0 && strcmp(v->mode, others[i].mode) == 0)
            return others[i].check;
    for (size_t i = 0; i < sizeof block_ciphers / sizeof *block_ciphers; i++)
        if (strlen(block_ciphers[i].name) == family && strncmp(v->cipher, block_ciphers[i].name, family) == 0)
            v->block_cipher = block_ciphers[i].cipher;
    for (size_t i = 0; i < sizeof derived_modes / sizeof *derived_modes; i++)
        if (strcmp(v->mode, derived_modes[i]) == 0 && (v->block_cipher != NULL || hash_of(v) != NULL))
            return check_derived;
    for (size_t i = 0; v->block_cipher != NULL && i < sizeof block_modes / sizeof *block_modes; i++)
        if (strcmp(v->mode, block_modes[i].mode) == 0)
            return block_modes[i].check;
    return NULL;
}

/* --skip aes skips aes-128 and so on, --skip chacha20 only itself. */
static bool
skipped(const vector *v, char **names, int n)
{
    for (int i = 0; i < n; i++) {
        size_t length = strlen(names[i]);

        if (strncmp(v->cipher, names[i], length) == 0 &&
            (v->cipher[length] == '\0' || v->cipher[length] == '-'))
            return true;
    }
    return false;
}

static char *
read_line(FILE *file)
{
    size_t room = 4096, n = 0;
    char *line = malloc(room);

    while (line != NULL && fgets(line + n, (int)(room - n), file) != NULL) {
        n += strlen(line + n);
        if (n != 0 && line[n - 1] == '\n') {
            line[n - 1] = '\0';
            return line;
        }
        room *= 2;
        line = realloc(line, room);
    }
    if (line == NULL)
        abort();
    if (n != 0)
        return line;
    free(line);
    return NULL;
}

static unsigned passed, failed, left_out;

static void
run(char *line, char **skip, int nskip)
{
    vector v;
    const char *wrong = vector_read(&v, line);
    check_fn *check = find_check(&v);

    if (wrong == NULL && check == NULL && skipped(&v, skip, nskip)) {
        left_out++;
    } else {
        if (wrong == NULL)
            wrong = check != NULL ? check(&v) : "unknown cipher or mode";
        if (wrong == NULL)
            passed++;
        else {
            failed++;
            printf("FAIL %s (%s %s): %s\n", v.id, v.cipher, v.mode, wrong);
        }
    }
    vector_free(&v);
}

int
main(int argc, char **argv)
{
    char **skip = calloc((size_t)argc, sizeof *skip);
    int nskip = 0;

    if (skip == NULL)
        abort();
    if (narae_kernels_status() != NARAE_OK) {
        fprintf(stderr, "NARAE_CPU=%s names no kernels of this CPU\n", getenv("NARAE_CPU"));
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--skip") == 0 && i + 1 < argc) {
            skip[nskip++] = argv[++i];
            continue;
        }

        FILE *file = fopen(argv[i], "r");

        if (file == NULL) {
            perror(argv[i]);
            return 2;
        }
        for (char *line; (line = read_line(file)) != NULL; free(line))
            run(line, skip, nskip);
        fclose(file);
    }
    free(skip);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, left_out);
    return failed != 0 || passed + left_out == 0;
}
