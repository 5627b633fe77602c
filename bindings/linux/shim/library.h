/* SPDX-License-Identifier: MIT */
/* Included before every source of the library.  The kernel has a macro for what is an
 * attribute's name in the library. */
#undef noinline
