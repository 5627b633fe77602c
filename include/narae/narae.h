/* narae/narae.h: everything.
 *
 *     #include <narae/narae.h>
 *
 * Including all headers links nothing: a program gets the ciphers and modes
 * that it names.  This list is also what the shared library exports. */
#ifndef NARAE_NARAE_H
#define NARAE_NARAE_H

/* what everything has in common */
#include "narae/status.h"
#include "narae/version.h"
#include "narae/wipe.h"

/* block ciphers */
#include "narae/aes.h"
#include "narae/aria.h"
#include "narae/block_cipher.h"
#include "narae/lea.h"
#include "narae/pipo.h"

/* modes of operation of any block cipher */
#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cmac.h"
#include "narae/configuration.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/ghash.h"
#include "narae/mode.h"

/* stream cipher and authenticator */
#include "narae/chacha.h"
#include "narae/chacha20_poly1305.h"
#include "narae/poly1305.h"

/* permutations and what is built on them */
#include "narae/ascon.h"
#include "narae/keccak.h"
#include "narae/kernels.h"
#include "narae/sha3.h"

#endif
