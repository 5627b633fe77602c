/* SPDX-License-Identifier: MIT */
/* Runs known-answer tests. */

#include "self_test_internal.h"

static int
run(const narae_known_answer *test)
{
#ifdef NARAE_FAR_FLASH
    narae_known_answer near = *test;
    uint8_t answer[LONGEST_ANSWER];

    test->copy(answer);
    near.answer = answer;
    return near.run(&near);
#else
    return test->run(test);
#endif
}

int
narae_self_test(const narae_known_answer *const *tests, const char **failed)
{
    int status = NARAE_ERROR_SELF_TEST; /* for an empty list */

    if (failed != NULL)
        *failed = NULL;
    if (tests == NULL)
        return NARAE_ERROR_NULL;
    for (; *tests != NULL; tests++) {
        if (run(*tests) != NARAE_OK) {
            if (failed != NULL)
                *failed = (*tests)->name;
            return NARAE_ERROR_SELF_TEST;
        }
        status = NARAE_OK;
    }
    return status;
}
