/* SPDX-License-Identifier: MIT */
/* The messages of the status codes.
 *
 * They are arrays, because gcc for AVR puts the literals of a program into one
 * section, which is in RAM whether the messages are used or not. */

#include "narae/status.h"

#define TEXT(code, text)                 \
    case code: {                         \
        static const char what[] = text; \
        return what;                     \
    }

const char *
narae_status_text(int status)
{
    switch (status) {
        TEXT(NARAE_OK, "success")
        TEXT(NARAE_ERROR_NULL, "a pointer is null though its length is not zero")
        TEXT(NARAE_ERROR_KEY_SIZE, "the cipher has no key of this size")
        TEXT(NARAE_ERROR_NONCE_SIZE, "the nonce size is not allowed")
        TEXT(NARAE_ERROR_TAG_SIZE, "the tag size is not allowed")
        TEXT(NARAE_ERROR_LENGTH, "too long or short, or not whole blocks")
        TEXT(NARAE_ERROR_OVERLAP, "input and output overlap without being the same buffer")
        TEXT(NARAE_ERROR_AUTHENTICATION, "the tag is wrong")
        TEXT(NARAE_ERROR_STATE, "called out of order")
        TEXT(NARAE_ERROR_BLOCK_SIZE, "the mode is not defined for this block size")
        TEXT(NARAE_ERROR_PADDING, "the padding is wrong")
        TEXT(NARAE_ERROR_ROUNDS, "the cipher has no variant with this many rounds")
        TEXT(NARAE_ERROR_SELF_TEST, "a self-test failed")
        TEXT(NARAE_ERROR_WEAK_KEY, "a forbidden key")
    default:
        return "unknown status";
    }
}
