/* The _init functions of version 1.0.0, for programs that were linked with its
 * shared library.  Since then they are inline and tell how much room a context
 * has; these vouch for it, as the programs did.  Not where the names say how the
 * library was compiled: narae/configuration.h. */

#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cmac.h"
#include "narae/ctr.h"
#include "narae/gcm.h"

#if defined(__ELF__) && __STDC_HOSTED__ && defined(__unix__) && !defined(NARAE_CONFIGURED)

/* narae_MODE_init is taken by the inline function: another name in C, that one in the object. */
#    define INIT_1_0(mode)                                                                                   \
        __attribute__((visibility("default"))) int narae_##mode##_init_1_0(                                  \
            narae_##mode *ctx, const narae_block_cipher *cipher, const uint8_t *key,                         \
            size_t key_bytes) __asm__("narae_" #mode "_init");                                               \
        int narae_##mode##_init_1_0(narae_##mode *ctx, const narae_block_cipher *cipher, const uint8_t *key, \
                                    size_t key_bytes)                                                        \
        {                                                                                                    \
            return narae_##mode##_init_sized(ctx, SIZE_MAX, cipher, key, key_bytes);                         \
        }

INIT_1_0(cbc)
INIT_1_0(ccm)
INIT_1_0(cmac)
INIT_1_0(ctr)
INIT_1_0(gcm)

#endif
