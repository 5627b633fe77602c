/* SPDX-License-Identifier: MIT */
#include "crypto_auth.h"
