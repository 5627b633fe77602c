#![doc = include_str!("../README.md")]
// SPDX-License-Identifier: MIT
#![no_std]
#![warn(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

mod aeads;
mod block;
mod drbg;
mod error;
mod ffi;
mod hash;
mod kdf;
mod mac;
mod memory;
mod modes;
mod stream;

pub use aead;
pub use cipher;
pub use digest;

pub use aeads::{
    AsconAead128, Ccm, CcmNonceSize, CcmTagSize, ChaCha20Poly1305, Gcm, GcmTagSize, ShortTagSize, XChaCha20Poly1305,
};
pub use block::*;
pub use drbg::{CtrDrbg, HashDrbg, HmacDrbg};
pub use error::Error;
pub use hash::{
    AsconCxof128, AsconCxof128Reader, AsconHash256, AsconXof128, AsconXof128Reader, Hash, Lsh256_224, Lsh256_256,
    Lsh512_224, Lsh512_256, Lsh512_384, Lsh512_512, Sha224, Sha256, Sha384, Sha3_224, Sha3_256, Sha3_384, Sha3_512,
    Sha512, Sha512_224, Sha512_256, Shake128, Shake128Reader, Shake256, Shake256Reader,
};
pub use kdf::{pbkdf2, Kbkdf};
pub use mac::{Cmac, Gmac, Hmac, Poly1305};
pub use modes::{Cbc, Cfb, Kw, Xts};
pub use stream::{ChaCha, ChaCha20, ChaChaNonceSize, Ctr, Ofb, XChaCha20};

/// The name of the kernels that were selected for this CPU, such as `avx2`.
pub fn kernels() -> &'static str {
    // SAFETY: the library's text.
    unsafe { ffi::text(ffi::narae_kernels()) }
}

/// Runs, and links, the known-answer tests of all algorithms; the error is the name of the first that fails.
pub fn self_test() -> Result<(), &'static str> {
    let mut failed = core::ptr::null();
    // SAFETY: the library's own list; `failed` is a text if the status is not OK.
    match unsafe { ffi::narae_self_test(ffi::narae_known_answers(), &mut failed) } {
        ffi::OK => Ok(()),
        _ => Err(unsafe { ffi::text(failed) }),
    }
}
