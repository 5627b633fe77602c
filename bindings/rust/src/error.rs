// SPDX-License-Identifier: MIT
//! What a call can answer: the codes of narae/status.h that safe code can meet.

use core::fmt;

use crate::ffi;

macro_rules! errors {
    ($($name:ident = $code:literal, $text:literal;)*) => {
        /// Why a call failed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Error {
            $(#[doc = $text] $name = $code,)*
        }

        /// A status of the library as a result.
        pub(crate) fn check(status: i32) -> Result<(), Error> {
            match status {
                ffi::OK => Ok(()),
                $($code => Err(Error::$name),)*
                other => unreachable!("status {}", other),
            }
        }
    };
}

errors! {
    KeySize = -2, "The cipher has no key of this many bytes.";
    NonceSize = -3, "The standard has no nonce, IV or tweak of this many bytes.";
    TagSize = -4, "The standard has no tag of this many bytes.";
    Length = -5, "Too long or too short for the standard, not whole blocks, or an output of another size.";
    Authentication = -7, "The tag is wrong; the output was zeroed.";
    State = -8, "Out of order; or a generator that must be reseeded.";
    Padding = -10, "The padding is wrong.";
    Rounds = -11, "No iterations.";
    WeakKey = -12, "The standard forbids this key: the two of XTS are equal.";
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the library has a text for any status.
        f.write_str(unsafe { ffi::text(ffi::narae_status_text(*self as i32)) })
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}
