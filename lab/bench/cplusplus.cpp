/* SPDX-License-Identifier: MIT */
/* What compiled C++ refers to although a user's code never gets there: a virtual destructor
 * can end an object of the heap, and a function of an abstract class has no body.  There is no
 * operator new: the boards have no heap. */

#include <stddef.h>

void
operator delete(void *) noexcept
{
    __builtin_trap();
}

void
operator delete(void *, size_t) noexcept
{
    __builtin_trap();
}

extern "C" void
__cxa_pure_virtual(void)
{
    __builtin_trap();
}
