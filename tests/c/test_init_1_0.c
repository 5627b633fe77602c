/* Programs that were compiled with the headers of version 1.0.0 call functions
 * that are inline today. */

#include "test_support.h"

#include "narae/cbc.h"
#include "narae/ccm.h"
#include "narae/cmac.h"
#include "narae/configuration.h"
#include "narae/ctr.h"
#include "narae/gcm.h"
#include "narae/lea.h"

#if defined(__ELF__) && defined(__unix__) && !defined(NARAE_CONFIGURED)

/* As the headers of 1.0.0 declared them; the names are taken in C. */
#    define FORMER(mode)                                                                             \
        int mode##_init_1_0(narae_##mode *ctx, const narae_block_cipher *cipher, const uint8_t *key, \
                            size_t key_bytes) __asm__("narae_" #mode "_init");                       \
        static int mode##_agrees(const uint8_t *key)                                                 \
        {                                                                                            \
            static narae_##mode former, today;                                                       \
                                                                                                     \
            return mode##_init_1_0(&former, &narae_lea, key, 32) == NARAE_OK &&                      \
                   narae_##mode##_init_sized(&today, sizeof today.schedule, &narae_lea, key, 32) ==  \
                       NARAE_OK &&                                                                   \
                   memcmp(&former, &today, sizeof today) == 0 &&                                     \
                   mode##_init_1_0(&former, &narae_lea, key, 17) == NARAE_ERROR_KEY_SIZE &&          \
                   mode##_init_1_0(NULL, &narae_lea, key, 32) == NARAE_ERROR_NULL;                   \
        }

FORMER(cbc)
FORMER(ccm)
FORMER(cmac)
FORMER(ctr)
FORMER(gcm)

static void
an_older_program_sets_a_key(void **state)
{
    static const uint8_t key[32] = {1};

    (void)state;
    assert_true(cbc_agrees(key));
    assert_true(ccm_agrees(key));
    assert_true(cmac_agrees(key));
    assert_true(ctr_agrees(key));
    assert_true(gcm_agrees(key));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_older_program_sets_a_key)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
    return 0;
}

#endif
