/* SPDX-License-Identifier: MIT */
#ifndef NARAE_LINUX_STDBOOL_H
#define NARAE_LINUX_STDBOOL_H

#include <linux/stddef.h>
#include <linux/types.h>

#endif
