// SPDX-License-Identifier: MIT
//! Keys from keys and from passwords.

use cipher::{KeySizeUser, Unsigned};

use crate::block::Cipher;
use crate::error::{check, Error};
use crate::ffi;
use crate::hash::Hash;

/// PBKDF2 with HMAC over `H`: RFC 8018, NIST SP 800-132. Use as many iterations as acceptable; salts are random,
/// 16 bytes or more.
pub fn pbkdf2<H: Hash>(out: &mut [u8], password: &[u8], salt: &[u8], iterations: u32) -> Result<(), Error> {
    let (p, n) = (out.as_mut_ptr(), out.len());
    let (password, password_bytes) = (password.as_ptr(), password.len());
    // SAFETY: each pointer goes with its length.
    check(unsafe {
        ffi::narae_pbkdf2(p, n, H::descriptor(), password, password_bytes, salt.as_ptr(), salt.len(), iterations)
    })
}

/// KBKDF, keys from a key: NIST SP 800-108. The fields are the inputs besides the key.
#[derive(Clone, Debug)]
pub struct Kbkdf<'a> {
    /// What the keys are for.
    pub label: &'a [u8],
    /// Who shares them.
    pub context: &'a [u8],
    /// Fixed data in front of the counter.
    pub before: &'a [u8],
    /// Of feedback mode alone.
    pub iv: &'a [u8],
    /// Bytes of the counter: 1 to 4; in feedback mode also 0.
    pub counter_bytes: u8,
    /// Bytes of the output's length: 1 to 4; or 0, also without the zero byte after the label.
    pub length_bytes: u8,
}

impl Default for Kbkdf<'_> {
    fn default() -> Self {
        Self { label: b"", context: b"", before: b"", iv: b"", counter_bytes: 4, length_bytes: 4 }
    }
}

impl Kbkdf<'_> {
    fn input(&self) -> ffi::KbkdfInput {
        ffi::KbkdfInput {
            label: self.label.as_ptr(),
            context: self.context.as_ptr(),
            label_bytes: self.label.len(),
            context_bytes: self.context.len(),
            before: self.before.as_ptr(),
            before_bytes: self.before.len(),
            iv: self.iv.as_ptr(),
            iv_bytes: self.iv.len(),
            counter_bytes: self.counter_bytes,
            length_bytes: self.length_bytes,
        }
    }

    /// Counter mode with HMAC.
    pub fn counter_hmac<H: Hash>(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        let (p, n) = (out.as_mut_ptr(), out.len());
        // SAFETY: each pointer goes with its length, here and below.
        check(unsafe { ffi::narae_kbkdf_counter_hmac(p, n, H::descriptor(), key.as_ptr(), key.len(), &self.input()) })
    }

    /// Feedback mode with HMAC.
    pub fn feedback_hmac<H: Hash>(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        let (p, n) = (out.as_mut_ptr(), out.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_kbkdf_feedback_hmac(p, n, H::descriptor(), key.as_ptr(), key.len(), &self.input()) })
    }

    /// Counter mode with CMAC.
    pub fn counter_cmac<C: Cipher>(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        of_cipher::<C>(key)?;
        let (p, n) = (out.as_mut_ptr(), out.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_kbkdf_counter_cmac(p, n, C::descriptor(), key.as_ptr(), key.len(), &self.input()) })
    }

    /// Feedback mode with CMAC.
    pub fn feedback_cmac<C: Cipher>(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        of_cipher::<C>(key)?;
        let (p, n) = (out.as_mut_ptr(), out.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_kbkdf_feedback_cmac(p, n, C::descriptor(), key.as_ptr(), key.len(), &self.input()) })
    }
}

/// A descriptor serves every key size of its cipher, a type only one.
fn of_cipher<C: KeySizeUser>(key: &[u8]) -> Result<(), Error> {
    if key.len() == C::KeySize::USIZE {
        Ok(())
    } else {
        Err(Error::KeySize)
    }
}
