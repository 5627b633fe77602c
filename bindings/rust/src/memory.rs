// SPDX-License-Identifier: MIT
//! Memory for the library's schedules and contexts, which are plain bytes: they may be moved and copied. What is
//! dropped is wiped first.

use core::ffi::c_void;

use crate::ffi;

/// `N` bytes, at least as many as the C type has: bounds.c.
#[derive(Clone)]
#[repr(C, align(16))]
pub(crate) struct Memory<const N: usize>([u8; N]);

impl<const N: usize> Memory<N> {
    pub(crate) const fn new() -> Self {
        Self([0; N])
    }

    pub(crate) fn ptr(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }

    pub(crate) fn mut_ptr(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}

impl<const N: usize> Drop for Memory<N> {
    fn drop(&mut self) {
        // SAFETY: these are N bytes.
        unsafe { ffi::narae_wipe(self.mut_ptr(), N) }
    }
}
