// SPDX-License-Identifier: MIT
//! Message authentication codes: HMAC, CMAC, GMAC and Poly1305.

use core::marker::PhantomData;

use aead::generic_array::{ArrayLength, GenericArray};
use cipher::consts::{U12, U16, U32};
use cipher::{InvalidLength, Key, KeyInit, KeySizeUser};
use digest::{FixedOutput, FixedOutputReset, MacMarker, Output, OutputSizeUser, Reset, Update};

use crate::aeads::GcmTagSize;
use crate::block::Cipher;
use crate::error::{check, Error};
use crate::ffi;
use crate::hash::Hash;
use crate::memory::{Memory, SCHEDULE};

/// NARAE_HMAC_STATES_BYTES.
const STATES: usize = 752;

/// A code without nonces, for `Mac`.
macro_rules! mac {
    ($name:ident<$subject:ident: $bound:path>, $bytes:expr, $output:ty, $start:ident, $update:ident, $finish:ident,
     $text:literal) => {
        #[doc = $text]
        #[derive(Clone, Debug)]
        pub struct $name<$subject> {
            context: Memory<{ $bytes }>,
            subject: PhantomData<$subject>,
        }

        impl<$subject: $bound> $name<$subject> {
            fn started(context: Memory<{ $bytes }>) -> Self {
                let mut mac = Self { context, subject: PhantomData };
                mac.reset();
                mac
            }
        }

        impl<$subject: $bound> Reset for $name<$subject> {
            fn reset(&mut self) {
                // SAFETY: the context has a key.
                check(unsafe { ffi::$start(self.context.mut_ptr()) }).expect("a key");
            }
        }

        impl<$subject: $bound> Update for $name<$subject> {
            fn update(&mut self, data: &[u8]) {
                // SAFETY: the context is started; the pointer goes with its length.
                check(unsafe { ffi::$update(self.context.mut_ptr(), data.as_ptr(), data.len()) })
                    .expect("a message within the hash's limit");
            }
        }

        impl<$subject: $bound> OutputSizeUser for $name<$subject> {
            type OutputSize = $output;
        }

        impl<$subject: $bound> FixedOutputReset for $name<$subject> {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                // SAFETY: the context is started; the tag has its size.
                check(unsafe { ffi::$finish(self.context.mut_ptr(), out.as_mut_ptr(), out.len()) })
                    .expect("a started message");
                self.reset();
            }
        }

        impl<$subject: $bound> FixedOutput for $name<$subject> {
            fn finalize_into(mut self, out: &mut Output<Self>) {
                self.finalize_into_reset(out);
            }
        }

        impl<$subject: $bound> MacMarker for $name<$subject> {}
    };
}

mac!(
    Hmac<H: Hash>,
    STATES + 16,
    H::OutputSize,
    narae_hmac_start,
    narae_hmac_update,
    narae_hmac_finish,
    "HMAC over any hash of this crate but Ascon's: RFC 2104, FIPS 198-1. `new_from_slice` takes keys of any length."
);
mac!(
    Cmac<C: Cipher>,
    SCHEDULE + 64,
    C::BlockSize,
    narae_cmac_start,
    narae_cmac_update,
    narae_cmac_finish,
    "CMAC with any cipher of this crate: NIST SP 800-38B."
);

impl<H: Hash> KeySizeUser for Hmac<H> {
    type KeySize = H::BlockSize;
}

impl<H: Hash> KeyInit for Hmac<H> {
    fn new(key: &Key<Self>) -> Self {
        Self::new_from_slice(key).expect("any length")
    }

    fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
        let mut context = Memory::new();
        let ctx = context.mut_ptr();
        // SAFETY: the memory holds the states of any hash; the pointer goes with its length.
        let status = unsafe { ffi::narae_hmac_init_sized(ctx, STATES, H::descriptor(), key.as_ptr(), key.len()) };
        check(status).expect("a hash that fits");
        Ok(Self::started(context))
    }
}

impl<C: Cipher> KeySizeUser for Cmac<C> {
    type KeySize = C::KeySize;
}

impl<C: Cipher> KeyInit for Cmac<C> {
    fn new(key: &Key<Self>) -> Self {
        Self::started(Memory::keyed::<C>(ffi::narae_cmac_init_sized, key).expect("a key of the cipher's size"))
    }
}

/// GMAC with any cipher of this crate that has blocks of 16 bytes: NIST SP 800-38D. Nonces have `N` bytes and tags
/// `T`; a nonce must never be used for two messages under one key.
#[derive(Clone, Debug)]
pub struct Gmac<C, N = U12, T = U16> {
    context: Memory<{ SCHEDULE + crate::aeads::GCM }>,
    sizes: PhantomData<(C, N, T)>,
}

impl<C: Cipher<BlockSize = U16>, N, T> KeySizeUser for Gmac<C, N, T> {
    type KeySize = C::KeySize;
}

impl<C: Cipher<BlockSize = U16>, N, T> KeyInit for Gmac<C, N, T> {
    fn new(key: &Key<Self>) -> Self {
        let context = Memory::keyed::<C>(ffi::narae_gcm_init_sized, key).expect("a key of the cipher's size");
        Self { context, sizes: PhantomData }
    }
}

impl<C: Cipher<BlockSize = U16>, N: ArrayLength<u8>, T: GcmTagSize> Gmac<C, N, T> {
    /// The tag of a message.
    pub fn tag(&self, nonce: &GenericArray<u8, N>, message: &[u8]) -> Result<GenericArray<u8, T>, Error> {
        let mut tag = GenericArray::<u8, T>::default();
        let (out, n) = (tag.as_mut_ptr(), tag.len());
        let (input, bytes) = (message.as_ptr(), message.len());
        // SAFETY: each pointer goes with its length.
        check(unsafe {
            ffi::narae_gmac_tag_message(self.context.ptr(), out, n, nonce.as_ptr(), nonce.len(), input, bytes)
        })?;
        Ok(tag)
    }

    /// [`Error::Authentication`] unless the tag is the message's.
    pub fn verify(&self, nonce: &GenericArray<u8, N>, message: &[u8], tag: &GenericArray<u8, T>) -> Result<(), Error> {
        let (input, bytes) = (message.as_ptr(), message.len());
        // SAFETY: each pointer goes with its length.
        check(unsafe {
            let ctx = self.context.ptr();
            ffi::narae_gmac_verify_message(ctx, nonce.as_ptr(), nonce.len(), input, bytes, tag.as_ptr(), tag.len())
        })
    }
}

/// Poly1305: RFC 8439, 2.5. A key must never be used for two messages, so that it is started once and not reset.
#[derive(Clone, Debug)]
pub struct Poly1305(Memory<128>);

impl KeySizeUser for Poly1305 {
    type KeySize = U32;
}

impl KeyInit for Poly1305 {
    fn new(key: &Key<Self>) -> Self {
        let mut context = Memory::new();
        // SAFETY: the memory holds a narae_poly1305; the key has its size.
        check(unsafe { ffi::narae_poly1305_start(context.mut_ptr(), key.as_ptr()) }).expect("a key");
        Self(context)
    }
}

impl Update for Poly1305 {
    fn update(&mut self, data: &[u8]) {
        // SAFETY: the context is started; the pointer goes with its length.
        check(unsafe { ffi::narae_poly1305_update(self.0.mut_ptr(), data.as_ptr(), data.len()) }).expect("a message");
    }
}

impl OutputSizeUser for Poly1305 {
    type OutputSize = U16;
}

impl FixedOutput for Poly1305 {
    fn finalize_into(mut self, out: &mut Output<Self>) {
        // SAFETY: the context is started; the tag has its size.
        check(unsafe { ffi::narae_poly1305_finish(self.0.mut_ptr(), out.as_mut_ptr()) }).expect("a started message");
    }
}

impl MacMarker for Poly1305 {}
