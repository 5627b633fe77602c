// SPDX-License-Identifier: MIT
//! Memory for the library's schedules and contexts, which are plain bytes: they may be moved and copied. What is
//! dropped is wiped first.

use core::ffi::c_void;
use core::fmt;

use crate::block::Cipher;
use crate::error::{check, Error};
use crate::ffi;

/// Bytes of the largest schedule on this chip: NARAE_MODE_SCHEDULE_BYTES of narae/mode.h. A mode is told how many
/// it has and refuses a key that needs more.
pub(crate) const SCHEDULE: usize = if cfg!(target_arch = "x86_64") {
    1364
} else if cfg!(target_arch = "aarch64") {
    1924
} else if cfg!(target_pointer_width = "64") {
    964
} else {
    2404
};

/// `N` bytes, at least as many as the C type has: bounds.c.
#[derive(Clone)]
#[repr(C, align(16))]
pub(crate) struct Memory<const N: usize>([u8; N]);

impl<const N: usize> Memory<N> {
    pub(crate) const fn new() -> Self {
        Self([0; N])
    }

    /// A key of at most `N` bytes.
    pub(crate) fn with(key: &[u8]) -> Self {
        let mut memory = Self::new();
        memory.0[..key.len()].copy_from_slice(key);
        memory
    }

    /// A mode's context with a key.
    pub(crate) fn keyed<C: Cipher>(init: ffi::Init, key: &[u8]) -> Result<Self, Error> {
        let mut memory = Self::new();
        // SAFETY: N is the bytes of the mode itself and its schedules.
        check(unsafe { init(memory.mut_ptr(), SCHEDULE, C::descriptor(), key.as_ptr(), key.len()) })?;
        Ok(memory)
    }

    pub(crate) fn ptr(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }

    pub(crate) fn mut_ptr(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}

/// Nothing of what it holds.
impl<const N: usize> fmt::Debug for Memory<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("...")
    }
}

impl<const N: usize> Drop for Memory<N> {
    fn drop(&mut self) {
        // SAFETY: these are N bytes.
        unsafe { ffi::narae_wipe(self.mut_ptr(), N) }
    }
}
