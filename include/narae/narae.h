/* SPDX-License-Identifier: MIT */
/* narae/narae.h: everything.
 *
 *     #include <narae/narae.h>
 *
 * Including all headers links nothing extra: only what a program uses is
 * linked.  The shared library exports what these headers declare. */
#ifndef NARAE_NARAE_H
#define NARAE_NARAE_H

/* common */
#include "narae/status.h"
#include "narae/version.h"
#include "narae/wipe.h"

/* tests at start */
#include "narae/self_test.h"

/* block ciphers */
#include "narae/block_cipher.h"
#include "narae/block_ciphers.h"

/* modes of operation of any block cipher */
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cfb.h"
#include "narae/cmac.h"
#include "narae/configuration.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/ghash.h"
#include "narae/gmac.h"
#include "narae/kw.h"
#include "narae/masked.h"
#include "narae/mode.h"
#include "narae/ofb.h"
#include "narae/xts.h"

/* stream cipher and authenticator */
#include "narae/chacha.h"
#include "narae/chacha20_poly1305.h"
#include "narae/poly1305.h"

/* permutations, hashing and AEADs built on them */
#include "narae/ascon.h"
#include "narae/hash.h"
#include "narae/keccak.h"
#include "narae/kernels.h"
#include "narae/lsh.h"
#include "narae/sha2.h"
#include "narae/sha3.h"

/* built on any hash; after the hashes, whose contexts NARAE_HASH_CONTEXT_BYTES may name */
#include "narae/drbg.h"
#include "narae/hmac.h"
#include "narae/kbkdf.h"
#include "narae/pbkdf2.h"

#endif
