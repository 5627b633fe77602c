/* SPDX-License-Identifier: MIT */
/* Included before every source of the library: the kernel defines an attribute's name as a
 * macro. */
#undef noinline

/* Kernels that do a message in one pass, which the module leaves out: modes.c. */
#define narae_lea_gcm_avx512 narae_gcm_left_out
#define narae_lea_xts_avx2 narae_xts_left_out
#define narae_lea_xts_avx512 narae_xts_left_out
#define narae_aria_gcm_gfni512 narae_gcm_left_out
#define narae_aria_xts_gfni512 narae_xts_left_out
