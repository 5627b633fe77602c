/* SPDX-License-Identifier: MIT */
/* Where the S-boxes of AVR are: in flash, or in RAM, which is faster and takes
 * 512 bytes (-DNARAE_AES_SBOX_IN_RAM). */
#ifndef NARAE_AES_PORTABLE_TABLES_H
#define NARAE_AES_PORTABLE_TABLES_H

#include "core/family.h"

#ifdef NARAE_WORDS8

#    ifdef NARAE_AES_SBOX_IN_RAM
#        define AES_TABLE_SECTION ".data"
#        define aes_table_read(table, x) ((table)[x])
#    else
#        include "core/flash.h"
#        define AES_TABLE_SECTION ".progmem.data"
#        define aes_table_read(table, x) table_read8(table, &(table)[x])
#    endif

extern const uint8_t narae_aes_sbox[256], narae_aes_inv_sbox[256];

#endif
#endif
