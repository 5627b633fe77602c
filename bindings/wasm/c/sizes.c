/* SPDX-License-Identifier: MIT */
/* Sizes of contexts in bytes, for JavaScript, which allocates them. */
#include <narae/narae.h>

#define SIZE(name, type)                     \
    extern const uint32_t narae_size_##name; \
    const uint32_t narae_size_##name = sizeof(type);

/* clang-format off */
SIZE(cbc, narae_cbc)
SIZE(ccm, narae_ccm)
SIZE(cfb, narae_cfb)
SIZE(cmac, narae_cmac)
SIZE(ctr, narae_ctr)
SIZE(gcm, narae_gcm)
SIZE(gmac, narae_gmac)
SIZE(kw, narae_kw)
SIZE(ofb, narae_ofb)
SIZE(xts, narae_xts)
SIZE(hmac, narae_hmac)
SIZE(hmac_states, ((narae_hmac *)0)->states)
SIZE(chacha, narae_chacha)
SIZE(chacha20_poly1305, narae_chacha20_poly1305)
SIZE(ascon_aead128, narae_ascon_aead128)
SIZE(ascon_xof128, narae_ascon_xof128)
SIZE(shake, narae_sha3)
SIZE(schedule, uint32_t[NARAE_MODE_SCHEDULE_BYTES / 4])
SIZE(kbkdf_input, narae_kbkdf_input)
