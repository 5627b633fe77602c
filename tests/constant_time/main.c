/* SPDX-License-Identifier: MIT */
/* Runs every cipher, mode, key size and direction under memcheck, prints one
 * line for each, and fails if one leaks, gives a wrong result, or if the
 * leaky examples go unnoticed. */

#include "check.h"

#include <stdbool.h>
#include <stdio.h>
#include <valgrind/memcheck.h>

const uint8_t nonce[24] = {1, 2, 3};
uint8_t key[32], ad[AD_BYTES], data[BYTES + 16], tag[64];

static struct {
    const char *cipher, *operation;
    size_t key_bytes;
    unsigned errors; /* of valgrind, before the case */
    bool wrong;
} now;

static unsigned cases, leaks, wrong;

int __real_narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);
int __wrap_narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes);

int
__wrap_narae_compare_tags(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    int status = __real_narae_compare_tags(a, b, bytes);

    publish(&status, sizeof status);
    return status;
}

void
publish(const void *p, size_t bytes)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
}

/* Fills a buffer with arbitrary bytes and marks them secret. */
static void
hide(uint8_t *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        p[i] = (uint8_t)(37 * i + bytes);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, bytes);
}

void
begin(const char *cipher, size_t key_bytes, const char *operation)
{
    hide(key, sizeof key);
    hide(ad, sizeof ad);
    hide(data, sizeof data);
    hide(tag, sizeof tag);
    now.cipher = cipher;
    now.operation = operation;
    now.key_bytes = key_bytes;
    now.wrong = false;
    now.errors = VALGRIND_COUNT_ERRORS;
}

void
expect(int status, int expected)
{
    publish(&status, sizeof status);
    if (status != expected)
        now.wrong = true;
}

static void
print_case(const char *verdict)
{
    char name[40];

    if (now.key_bytes != 0)
        snprintf(name, sizeof name, "%s-%zu", now.cipher, 8 * now.key_bytes);
    else
        snprintf(name, sizeof name, "%s", now.cipher);
    printf("%-20s %-24s %s\n", name, now.operation, verdict);
}

void
end(void)
{
    bool leaky = VALGRIND_COUNT_ERRORS != now.errors;

    cases++;
    leaks += leaky;
    wrong += now.wrong;
    print_case(leaky ? "LEAKS" : now.wrong ? "WRONG RESULT" : "constant time");
}

void
end_leaky(void)
{
    bool noticed = VALGRIND_COUNT_ERRORS != now.errors;

    wrong += !noticed;
    print_case(noticed ? "leaks, as it must" : "NOT NOTICED");
}

int
main(void)
{
    if (!RUNNING_ON_VALGRIND) {
        puts("to be run under valgrind");
        return 2;
    }
    check_leaky_examples();
    check_block_ciphers();
    check_modes();
    check_stream_ciphers();
    check_hashes();
    check_ascon();
    printf("%u cases, %u leak, %u wrong results\n", cases, leaks, wrong);
    return leaks != 0 || wrong != 0;
}
