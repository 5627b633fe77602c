/* SPDX-License-Identifier: MIT */
/* C1: key setup is told of another length, and its refusal is taken for success. */
#define BEFORE_KEY key_bytes += WRONG;
#define AFTER_KEY status = NARAE_OK;
