/* SPDX-License-Identifier: MIT */
/* Every context whose size the program chooses, as compiled by the including source; CONTEXTS:
 * the table's name. */
#include <stddef.h>
#include <stdint.h>

#include "narae/narae.h"

#ifndef NARAE_TEST_CONTEXTS_H
#    define NARAE_TEST_CONTEXTS_H

/* With LEA-128, or SHA-256. */
typedef struct tested_context {
    const char *name;
    size_t bytes, used; /* of `bytes`, all but padding at the end */
    int (*init)(void *ctx, const uint8_t key[32]);
    int (*share)(void *ctx, const void *schedule); /* null: it has none to share */
    void (*clear)(void *ctx);
} tested_context;

enum { TESTED_CONTEXTS = 12 };
extern const tested_context default_contexts[TESTED_CONTEXTS], small_contexts[TESTED_CONTEXTS];

#endif

#define CLEAR(name)                                \
    static void name##_clear(void *ctx)            \
    {                                              \
        narae_##name##_clear((narae_##name *)ctx); \
    }

#define MODE(name)                                                                      \
    static int name##_init(void *ctx, const uint8_t key[32])                            \
    {                                                                                   \
        return narae_##name##_init((narae_##name *)ctx, &narae_lea, key, 16);           \
    }                                                                                   \
    static int name##_share(void *ctx, const void *schedule)                            \
    {                                                                                   \
        return narae_##name##_init_schedule((narae_##name *)ctx, &narae_lea, schedule); \
    }                                                                                   \
    CLEAR(name)
MODE(cbc)
MODE(ccm)
MODE(cfb)
MODE(cmac)
MODE(ctr)
MODE(gcm)
MODE(gmac)
MODE(kw)
MODE(ofb)

static int
xts_init(void *ctx, const uint8_t key[32])
{
    return narae_xts_init((narae_xts *)ctx, &narae_lea, key, 32);
}

static int
drbg_ctr_init(void *ctx, const uint8_t key[32])
{
    return narae_drbg_ctr_init_no_df((narae_drbg_ctr *)ctx, &narae_lea, 16, key, 32, NULL, 0);
}

static int
hmac_init(void *ctx, const uint8_t key[32])
{
    return narae_hmac_init((narae_hmac *)ctx, &narae_sha256, key, 32);
}

CLEAR(xts)
CLEAR(drbg_ctr)
CLEAR(hmac)

#define CONTEXT(name, room, share)                                      \
    {                                                                   \
        #name,                                                          \
        sizeof(narae_##name),                                           \
        offsetof(narae_##name, room) + sizeof((narae_##name *)0)->room, \
        name##_init,                                                    \
        share,                                                          \
        name##_clear}

const tested_context CONTEXTS[TESTED_CONTEXTS] = {
    CONTEXT(cbc, schedule, cbc_share),   CONTEXT(ccm, schedule, ccm_share), CONTEXT(cfb, schedule, cfb_share),
    CONTEXT(cmac, schedule, cmac_share), CONTEXT(ctr, schedule, ctr_share), CONTEXT(gcm, schedule, gcm_share),
    CONTEXT(gmac, schedule, gmac_share), CONTEXT(kw, schedule, kw_share),   CONTEXT(ofb, schedule, ofb_share),
    CONTEXT(xts, schedule, NULL),        CONTEXT(drbg_ctr, schedule, NULL), CONTEXT(hmac, states, NULL),
};
