/* SPDX-License-Identifier: MIT */
/* narae/status.h: status codes.
 *
 * Every function that can fail returns an int: NARAE_OK (0) or one of the
 * negative codes below.  Arguments are checked before they are dereferenced,
 * and unless documented otherwise nothing is written on failure; a number of bytes
 * that a function writes through a pointer, such as *out_bytes, is then 0.
 *
 *     int status = narae_lea_set_key(&schedule, key, sizeof key);
 *     if (status != NARAE_OK)
 *         report(narae_status_text(status));
 *
 * Of several calls, keep the first error, or join them with `||` as the examples of
 * these headers do.  Codes cannot be joined with `|`: NARAE_ERROR_KEY_SIZE |
 * NARAE_ERROR_NONCE_SIZE is NARAE_ERROR_NULL.
 *
 * Overlap.  `out` may be `in` where a function says so; where they overlap otherwise,
 * or `out` and a tag, the call is refused.  Keys, nonces and associated data must not be
 * in the memory that a call writes: this is not checked, and the result may be wrong.
 *
 * Unverified plaintext.  AEAD open releases plaintext only with NARAE_OK: on
 * NARAE_ERROR_AUTHENTICATION `out` is zeroed, on any other error unchanged.
 * Until open returns, `out` is undefined; keep it from other threads, interrupts
 * and devices.  GCM and ChaCha20-Poly1305 verify before they write; CCM and Ascon
 * need the plaintext to compute the tag and hold it in `out` meanwhile: hiding it
 * would take a second pass of counter mode, or of all of Ascon.  What _decrypt
 * writes for an incremental message must not be used before _verify has returned
 * NARAE_OK. */
#ifndef NARAE_STATUS_H
#define NARAE_STATUS_H

/* Marks a status that must be checked: compilers warn if it is ignored. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#    define NARAE_MUST_CHECK [[nodiscard]]
#elif defined(__GNUC__)
#    define NARAE_MUST_CHECK __attribute__((warn_unused_result))
#else
#    define NARAE_MUST_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum narae_status {
    NARAE_OK = 0,
    NARAE_ERROR_NULL = -1,           /* a pointer is null though its length is not zero */
    NARAE_ERROR_KEY_SIZE = -2,       /* the cipher has no key of this many bytes */
    NARAE_ERROR_NONCE_SIZE = -3,     /* the standard has no nonce of this many bytes */
    NARAE_ERROR_TAG_SIZE = -4,       /* the standard has no tag of this many bytes */
    NARAE_ERROR_LENGTH = -5,         /* too long for the standard's limit, or not whole blocks */
    NARAE_ERROR_OVERLAP = -6,        /* input and output overlap without being the same buffer */
    NARAE_ERROR_AUTHENTICATION = -7, /* the tag is wrong; the output was zeroed */
    NARAE_ERROR_STATE = -8,          /* out of order, after the end, or with a wiped schedule */
    NARAE_ERROR_BLOCK_SIZE = -9,     /* the mode is not defined for this cipher's block size */
    NARAE_ERROR_PADDING = -10,       /* the padding is wrong */
    NARAE_ERROR_ROUNDS = -11,        /* the cipher has no variant with this many rounds */
    NARAE_ERROR_WEAK_KEY = -12,      /* the standard forbids this key: the two of XTS are equal */
    NARAE_ERROR_SELF_TEST = -13      /* a self-test failed: use nothing of what it tests */
};

/* A short English sentence for a status code; never null, never freed.
 * Unknown codes give "unknown status". */
const char *narae_status_text(int status);

#ifdef __cplusplus
}
#endif
#endif
