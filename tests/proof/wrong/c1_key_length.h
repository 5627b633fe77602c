/* SPDX-License-Identifier: MIT */
/* C1: key setup is told of another length. */
#define BEFORE_KEY key_bytes += WRONG;
