/* SPDX-License-Identifier: MIT */
/* What a check of one primitive sees: a vector in RAM, and a way to say which
 * step went wrong. */
#ifndef NARAE_AVR_CHECK_H
#define NARAE_AVR_CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "narae/status.h"

typedef struct field {
    uint8_t *p;
    uint8_t n;
} field;

/* Absent fields are empty.  A message is a plaintext, and a digest, an output
 * or the tag of a MAC is a ciphertext or a tag, as test_avr.py says. */
typedef struct vector {
    field key, nonce, ad, plaintext, ciphertext, tag;
} vector;

enum { MOST_BYTES = 100 };

/* Returns 0, or the line of the step that failed. */
int check(const vector *v);

/* Work space, so that the stack figure is the library's own. */
extern uint8_t work[MOST_BYTES + 16], tag[16];

#define REQUIRE(x)           \
    do {                     \
        if (!(x))            \
            return __LINE__; \
    } while (0)

/* EXPAND(CIPHER, _set_key) is narae_lea_set_key if CIPHER is narae_lea. */
#define JOIN(a, b) a##b
#define EXPAND(a, b) JOIN(a, b)

#endif
