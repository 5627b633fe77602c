/* SYSV in a declaration: this function is in assembly and follows the System V
 * ABI, on Windows too. */
#ifndef NARAE_CORE_SYSV_H
#define NARAE_CORE_SYSV_H

#define SYSV __attribute__((sysv_abi))

#endif
