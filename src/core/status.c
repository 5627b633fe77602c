/* SPDX-License-Identifier: MIT */
/* The messages of the status codes. */

#include "narae/status.h"

const char *
narae_status_text(int status)
{
    switch (status) {
    case NARAE_OK:
        return "success";
    case NARAE_ERROR_NULL:
        return "a pointer is null though its length is not zero";
    case NARAE_ERROR_KEY_SIZE:
        return "the cipher has no key of this size";
    case NARAE_ERROR_NONCE_SIZE:
        return "the nonce size is not allowed";
    case NARAE_ERROR_TAG_SIZE:
        return "the tag size is not allowed";
    case NARAE_ERROR_LENGTH:
        return "too long or short, or not whole blocks";
    case NARAE_ERROR_OVERLAP:
        return "input and output overlap without being the same buffer";
    case NARAE_ERROR_AUTHENTICATION:
        return "the tag is wrong";
    case NARAE_ERROR_STATE:
        return "called out of order";
    case NARAE_ERROR_BLOCK_SIZE:
        return "the mode is not defined for this block size";
    case NARAE_ERROR_PADDING:
        return "the padding is wrong";
    case NARAE_ERROR_ROUNDS:
        return "the cipher has no variant with this many rounds";
    case NARAE_ERROR_SELF_TEST:
        return "a self-test failed";
    case NARAE_ERROR_WEAK_KEY:
        return "a forbidden key";
    default:
        return "unknown status";
    }
}
