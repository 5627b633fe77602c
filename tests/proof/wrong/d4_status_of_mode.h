/* SPDX-License-Identifier: MIT */
/* D4: a message that is whole is said to be too long. */
#define AFTER_MESSAGE \
    if (WRONG)        \
        return NARAE_ERROR_LENGTH;
