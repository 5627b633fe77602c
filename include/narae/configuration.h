/* narae/configuration.h: macros that a library and its programs must share.
 *
 *     NARAE_PORTABLE                           no hand-written kernels
 *     NARAE_SMALL                              the smaller of two forms of a kernel
 *     NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY   constants lie in memory without a
 *                                              cache: tables are allowed there
 *
 * On AVR and RV32 they change the sizes of schedules and hash keys, so a program
 * that was compiled otherwise than its library would corrupt memory.  It does
 * not link: functions and descriptors with such types have other names then,
 *
 *     undefined reference to `narae_gcm_init_sized_with_NARAE_SMALL'
 *
 * which say what the program, or in their absence the library, was compiled
 * with.  This is so on every machine.  The targets of CMake and pkg-config pass
 * the macros of their library on. */
#ifndef NARAE_CONFIGURATION_H
#define NARAE_CONFIGURATION_H

#if defined(NARAE_PORTABLE)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_PORTABLE
#elif defined(NARAE_SMALL)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_SMALL
#elif defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY)
#    define NARAE_CONFIGURED(name) name##_with_NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY
#endif

#ifdef NARAE_CONFIGURED
#    define narae_aes NARAE_CONFIGURED(narae_aes)
#    define narae_aes_set_key NARAE_CONFIGURED(narae_aes_set_key)
#    define narae_gcm_init_schedule NARAE_CONFIGURED(narae_gcm_init_schedule)
#    define narae_gcm_init_sized NARAE_CONFIGURED(narae_gcm_init_sized)
#    define narae_ghash_set_key NARAE_CONFIGURED(narae_ghash_set_key)
#    define narae_pipo NARAE_CONFIGURED(narae_pipo)
#    define narae_pipo_set_key NARAE_CONFIGURED(narae_pipo_set_key)
#endif

#endif
