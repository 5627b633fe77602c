/* SPDX-License-Identifier: MIT */
/* narae/mode.h: common to all modes of operation.
 *
 * A mode works with any block cipher of the library: its _init takes the
 * cipher's descriptor and a key.
 *
 *     narae_gcm gcm;
 *     int status = narae_gcm_init(&gcm, &narae_lea, key, 16);
 *
 * Contexts.  A context is the caller's memory.  It holds the cipher, the
 * state of the message under way, and at its end the key schedule:
 *
 *   - Functions that take a const context only read it.  Once initialised,
 *     many threads can use a context concurrently for these one-shot calls.
 *   - The incremental functions process one message, kept in the context.
 *   - A context may be copied with memcpy; the copies are independent.
 *   - A failed _init ends the message under way and keeps the key that was there;
 *     only narae_xts_init_schedule() may then leave none.
 *   - The _clear of each mode wipes the whole context.
 *
 * RAM.  NARAE_MODE_SCHEDULE_BYTES is the space for the schedule, by default
 * enough for any key of any cipher.  Where RAM is tight, define it before
 * the first narae header is included, or on the compiler's command line, as
 * the largest schedule that the program uses:
 *
 *     #define NARAE_MODE_SCHEDULE_BYTES NARAE_LEA_SCHEDULE_BYTES(16)
 *
 * and include the cipher's header before the mode's, which takes the value;
 * narae/narae.h does.
 *
 * The library need not be compiled with the same value: _init passes it the size of
 * the space, all other members precede the schedule, and set-key writes no more than
 * the given key needs.  A key whose schedule does not fit is rejected with
 * NARAE_ERROR_KEY_SIZE.  _init also records that size, even if it fails, and _clear
 * wipes as much: sources compiled with different values may share a context that is
 * declared, initialised and copied in one of them.  A context that no _init has been
 * given may be cleared only if its memory is zeros.
 *
 * Shared schedules.  Each mode's _init_schedule takes a schedule that the caller has
 * set and that must outlive the context; many contexts may share one.  Their own
 * space is then unused and may be defined as 4 bytes.
 *
 * Wiped schedules.  Every function that needs the cipher returns
 * NARAE_ERROR_STATE and writes nothing if the schedule does not begin like one
 * of that cipher: narae/block_cipher.h. */
#ifndef NARAE_MODE_H
#define NARAE_MODE_H

#include "narae/block_cipher.h"
#include "narae/configuration.h"
#include "narae/wipe.h"

/* The largest schedules: ARIA-256 on x86-64, AES-256 on other 64-bit chips and
 * on RV32 with its kernels, LEA-256 on the rest. */
#ifndef NARAE_MODE_SCHEDULE_BYTES
#    ifdef __x86_64__
#        define NARAE_MODE_SCHEDULE_BYTES 1364
#    elif defined(__aarch64__) || defined(__wasm_simd128__)
#        define NARAE_MODE_SCHEDULE_BYTES 1924
#    elif defined(NARAE_WORDS64)
#        define NARAE_MODE_SCHEDULE_BYTES 964
#    elif defined(__riscv) && __riscv_xlen == 32 && !defined(NARAE_PORTABLE) && !defined(NARAE_SMALL) && \
        !defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY)
#        define NARAE_MODE_SCHEDULE_BYTES 2404
#    else
#        define NARAE_MODE_SCHEDULE_BYTES 772
#    endif
#endif

/* The key of a mode.  The first member of each context. */
typedef struct narae_mode_key {
    const narae_block_cipher *cipher; /* null: not initialised, or cleared */
    const void *shared;               /* the caller's schedule, or null for the context's own */
    narae_room room;                  /* for the context's own schedule */
} narae_mode_key;

/* The key stream of CTR, GCM and CCM. */
typedef struct narae_mode_stream {
    uint8_t counter[16];   /* the next counter block */
    uint8_t keystream[16]; /* the last block made; its last `left` bytes are unused */
    uint8_t left;
} narae_mode_stream;

#endif
