/* SPDX-License-Identifier: MIT */
/* The heap of a microcontroller, which has none: whatever a user's code or its C library calls to
 * get memory is this function, and lab/build refuses a program that contains it.  Memory of a heap
 * would be missing in the RAM of a row, and on a board without operating system there is no memory
 * to give.  Code that brings its own malloc() uses that. */

void narae_no_heap(void);

void
narae_no_heap(void)
{
    __builtin_trap();
}

#define CALLED(name) void name(void) __attribute__((weak, alias("narae_no_heap")));
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"

CALLED(malloc)
CALLED(calloc)
CALLED(realloc)
CALLED(free)
CALLED(sbrk)
CALLED(aligned_alloc)
CALLED(memalign)
CALLED(posix_memalign)
CALLED(reallocarray)
/* operator new and new[], with std::nothrow and with an alignment */
CALLED(_Znwj)
CALLED(_ZnwjRKSt9nothrow_t)
CALLED(_ZnwjSt11align_val_t)
CALLED(_Znaj)
CALLED(_ZnajRKSt9nothrow_t)
CALLED(_ZnajSt11align_val_t)
