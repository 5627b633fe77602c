/* SPDX-License-Identifier: MIT */
#ifndef NARAE_LINUX_STDDEF_H
#define NARAE_LINUX_STDDEF_H

#include <linux/stddef.h>
#include <linux/types.h>

#endif
