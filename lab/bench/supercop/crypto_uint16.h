/* SPDX-License-Identifier: MIT */
#include "crypto_ints.h"
