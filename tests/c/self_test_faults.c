/* SPDX-License-Identifier: MIT */
/* Self-tests detect a single wrong bit of each kernel, at every level of this CPU. */

#include "self_test_faults.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "test_support.h"

#include "narae/descriptor.h"
#include "narae/kernels.h"
#include "narae/self_test.h"

#include "core/cpu.h"
#include "core/family.h"
#include "lsh/lsh_internal.h"
#include "modes/xts_internal.h"
#include "sha2/sha2_internal.h"

#ifdef NARAE_X86_KERNELS

#    define NUMBERED(kind, name) FAULT_##name,
enum { NO_FAULT, FAULTS(NUMBERED) FAULTS_END };

static int fault;
static bool called[FAULTS_END];

static void
flip(int number, uint8_t *byte)
{
    called[number] = true;
    if (number == fault)
        *byte ^= 1;
}

#    define BLOCKS(name)                                                                          \
        narae_blocks_fn __real_##name, __wrap_##name;                                             \
        void __wrap_##name(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks) \
        {                                                                                         \
            __real_##name(schedule, out, in, nblocks);                                            \
            if (nblocks != 0)                                                                     \
                flip(FAULT_##name, out);                                                          \
        }
#    define CTR(name)                                                                                      \
        narae_ctr_fn __real_##name, __wrap_##name;                                                         \
        void __wrap_##name(const void *schedule, uint8_t *out, const uint8_t *in, size_t n, uint8_t *next) \
        {                                                                                                  \
            __real_##name(schedule, out, in, n, next);                                                     \
            if (n != 0)                                                                                    \
                flip(FAULT_##name, out);                                                                   \
        }
#    define GCM(name)                                                                                   \
        narae_gcm_fn __real_##name, __wrap_##name;                                                      \
        void __wrap_##name(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, \
                           size_t n, uint8_t *counter, uint8_t *y, int decrypt)                         \
        {                                                                                               \
            __real_##name(schedule, hash_key, out, in, n, counter, y, decrypt);                         \
            flip(FAULT_##name, y);                                                                      \
        }
#    define GCM_MESSAGE(name)                                                                           \
        narae_gcm_message_fn __real_##name, __wrap_##name;                                              \
        void __wrap_##name(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, \
                           size_t bytes, const uint8_t *counter, uint8_t *y, const uint8_t *lengths,    \
                           int decrypt)                                                                 \
        {                                                                                               \
            __real_##name(schedule, hash_key, out, in, bytes, counter, y, lengths, decrypt);            \
            flip(FAULT_##name, y);                                                                      \
        }
#    define XTS(name)                                                                                       \
        narae_xts_fn __real_##name, __wrap_##name;                                                          \
        void __wrap_##name(const void *schedule, uint8_t *out, const uint8_t *in, size_t n, uint8_t *tweak, \
                           int decrypt)                                                                     \
        {                                                                                                   \
            __real_##name(schedule, out, in, n, tweak, decrypt);                                            \
            flip(FAULT_##name, tweak); /* decryption would undo it */                                       \
        }
#    define WHITEN(name)                                                              \
        xts_whiten_fn __real_##name, __wrap_##name;                                   \
        void __wrap_##name(uint8_t *out, const uint8_t *in, size_t n, uint8_t *tweak) \
        {                                                                             \
            __real_##name(out, in, n, tweak);                                         \
            if (n != 0)                                                               \
                flip(FAULT_##name, out);                                              \
        }
#    define HASH(type, word, name)                                         \
        type __real_##name, __wrap_##name;                                 \
        void __wrap_##name(word *chain, const uint8_t *in, size_t nblocks) \
        {                                                                  \
            __real_##name(chain, in, nblocks);                             \
            if (nblocks != 0)                                              \
                flip(FAULT_##name, (uint8_t *)chain);                      \
        }
#    define SHA256(name) HASH(narae_hash32_fn, uint32_t, name)
#    define SHA512(name) HASH(narae_hash64_fn, uint64_t, name)
#    define LSH256(name) HASH(narae_hash32_fn, uint32_t, name)
#    define LSH512(name) HASH(narae_hash64_fn, uint64_t, name)
#    define WRAPPED(kind, name) kind(name)
FAULTS(WRAPPED)

#    define NAMED(kind, name) #name,
static const char *const names[] = {"", FAULTS(NAMED)};

/* The number of broken kernels that run at the current level. */
static unsigned
caught(void)
{
    const char *failed;
    unsigned count = 0;
    bool runs[FAULTS_END];

    memset(called, 0, sizeof called);
    assert_int_equal(narae_self_test(narae_known_answers(), &failed), NARAE_OK);
    memcpy(runs, called, sizeof runs);
    for (fault = NO_FAULT + 1; fault < FAULTS_END; fault++) {
        if (!runs[fault])
            continue;
        if (narae_self_test(narae_known_answers(), &failed) != NARAE_ERROR_SELF_TEST)
            fail_msg("%s, broken, is not noticed at level %s", names[fault], narae_kernels());
        count++;
    }
    fault = NO_FAULT;
    return count;
}

static void
a_broken_kernel_is_caught(void **state)
{
    (void)state;
    for (const cpu_limit *level = narae_cpu_limits; level->name[0] != 0; level++) {
        if ((narae_cpu_look_up() & level->features) != level->features)
            continue;
        assert_int_equal(setenv("NARAE_CPU", level->name, 1), 0);
        narae_cpu_detect();
        if (caught() < 2)
            fail_msg("fewer than two of the broken kernels run at level %s", level->name);
    }
    assert_int_equal(unsetenv("NARAE_CPU"), 0);
    narae_cpu_detect();
}

#else

static void
a_broken_kernel_is_caught(void **state)
{
    (void)state;
    skip(); /* no kernels in this build */
}

#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_broken_kernel_is_caught)};

    return cmocka_run_group_tests_name("self_test_faults", tests, NULL, NULL);
}
