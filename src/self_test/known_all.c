/* SPDX-License-Identifier: MIT */
/* All known-answer tests; linked only into programs that refer to the list. */

#include "self_test_internal.h"

#define ADDRESS(name) &narae_known_answer_##name,
static const narae_known_answer *const all[] = {NARAE_KNOWN_ANSWERS(ADDRESS) NULL};

const narae_known_answer *const *
narae_known_answers(void)
{
    return all;
}
