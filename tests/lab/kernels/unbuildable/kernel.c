/* SPDX-License-Identifier: MIT */
/* Does not compile. */

#include "there_is_no_such_header.h"
