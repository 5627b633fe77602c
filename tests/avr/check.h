/* SPDX-License-Identifier: MIT */
/* The interface of a primitive's check: a vector in RAM, and the line of a failure. */
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

enum { MAX_BYTES = 100 };

/* Returns 0, or the line of the step that failed. */
int check(const vector *v);

/* Work space, so that the stack figure is the library's own. */
extern uint8_t work[MAX_BYTES + 16], tag[16];

#define REQUIRE(x)           \
    do {                     \
        if (!(x))            \
            return __LINE__; \
    } while (0)

/* EXPAND(CIPHER, _set_key) is narae_lea_set_key if CIPHER is narae_lea. */
#define JOIN(a, b) a##b
#define EXPAND(a, b) JOIN(a, b)

#endif
