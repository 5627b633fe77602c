/* SPDX-License-Identifier: MIT */
/* Runs known-answer tests. */

#include "self_test_internal.h"

int
narae_self_test(const narae_known_answer *const *tests, const char **failed)
{
    if (failed != NULL)
        *failed = NULL;
    if (tests == NULL)
        return NARAE_ERROR_NULL;
    for (; *tests != NULL; tests++)
        if ((*tests)->run(*tests) != NARAE_OK) {
            if (failed != NULL)
                *failed = (*tests)->name;
            return NARAE_ERROR_SELF_TEST;
        }
    return NARAE_OK;
}
