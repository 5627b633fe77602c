// SPDX-License-Identifier: MIT
//! GCM and CCM.

use core::marker::PhantomData;

use aead::generic_array::ArrayLength;
use aead::{AeadCore, AeadInPlace, Error, Key, KeyInit, KeySizeUser, Nonce, Tag};
use cipher::consts::{U0, U10, U11, U12, U13, U14, U15, U16, U4, U6, U7, U8, U9};

use crate::block::Cipher;
use crate::ffi;
use crate::memory::Memory;

macro_rules! sizes {
    ($name:ident, $text:literal, $($size:ty)*) => {
        #[doc = $text]
        pub trait $name: ArrayLength<u8> {}
        $(impl $name for $size {})*
    };
}

sizes!(GcmTagSize, "The sizes of GCM's tags: NIST SP 800-38D, without those that need special care.", U12 U13 U14 U15 U16);
sizes!(CcmTagSize, "The sizes of CCM's tags: NIST SP 800-38C.", U4 U6 U8 U10 U12 U14 U16);
sizes!(CcmNonceSize, "The sizes of CCM's nonces; a message has less than 2^(8 (15 - N)) bytes.", U7 U8 U9 U10 U11 U12 U13);

macro_rules! aead {
    ($name:ident, $text:literal, $bytes:literal, $nonce:path, $tag:path, $init:ident, $seal:ident, $open:ident) => {
        #[doc = $text]
        ///
        /// A nonce must never be used for two messages under one key.
        #[derive(Clone)]
        pub struct $name<C, N = U12, T = U16> {
            context: Memory<$bytes>,
            sizes: PhantomData<(C, N, T)>,
        }

        impl<C: Cipher<BlockSize = U16>, N, T> KeySizeUser for $name<C, N, T> {
            type KeySize = C::KeySize;
        }

        impl<C: Cipher<BlockSize = U16>, N, T> KeyInit for $name<C, N, T> {
            fn new(key: &Key<Self>) -> Self {
                let mut made = Self { context: Memory::new(), sizes: PhantomData };
                // SAFETY: the memory holds the context; the size is that of the cipher.
                let status = unsafe { ffi::$init(made.context.mut_ptr(), C::descriptor(), key.as_ptr(), key.len()) };
                debug_assert_eq!(status, ffi::OK);
                made
            }
        }

        impl<C, N: $nonce, T: $tag> AeadCore for $name<C, N, T> {
            type NonceSize = N;
            type TagSize = T;
            type CiphertextOverhead = U0;
        }

        impl<C, N: $nonce, T: $tag> AeadInPlace for $name<C, N, T> {
            fn encrypt_in_place_detached(
                &self,
                nonce: &Nonce<Self>,
                ad: &[u8],
                buffer: &mut [u8],
            ) -> Result<Tag<Self>, Error> {
                let (text, n) = (buffer.as_mut_ptr(), buffer.len());
                let mut tag = Tag::<Self>::default();
                let tag_bytes = tag.len();
                // SAFETY: each pointer goes with its length; `tag` is no part of `buffer`.
                let status = unsafe {
                    ffi::$seal(
                        self.context.ptr(),
                        text,
                        tag.as_mut_ptr(),
                        tag_bytes,
                        nonce.as_ptr(),
                        nonce.len(),
                        ad.as_ptr(),
                        ad.len(),
                        text,
                        n,
                    )
                };
                if status == ffi::OK {
                    Ok(tag)
                } else {
                    Err(Error)
                }
            }

            /// A forged message leaves zeros in the buffer.
            fn decrypt_in_place_detached(
                &self,
                nonce: &Nonce<Self>,
                ad: &[u8],
                buffer: &mut [u8],
                tag: &Tag<Self>,
            ) -> Result<(), Error> {
                let (text, n) = (buffer.as_mut_ptr(), buffer.len());
                // SAFETY: as above.
                let status = unsafe {
                    ffi::$open(
                        self.context.ptr(),
                        text,
                        nonce.as_ptr(),
                        nonce.len(),
                        ad.as_ptr(),
                        ad.len(),
                        text,
                        n,
                        tag.as_ptr(),
                        tag.len(),
                    )
                };
                if status == ffi::OK {
                    Ok(())
                } else {
                    Err(Error)
                }
            }
        }
    };
}

aead!(
    Gcm,
    "GCM with any cipher of this crate that has blocks of 16 bytes, nonces of `N` bytes and tags of `T`.",
    2816,
    ArrayLength<u8>,
    GcmTagSize,
    narae_rust_gcm_init,
    narae_gcm_seal,
    narae_gcm_open
);
aead!(
    Ccm,
    "CCM with any cipher of this crate that has blocks of 16 bytes, nonces of `N` bytes and tags of `T`.",
    2016,
    CcmNonceSize,
    CcmTagSize,
    narae_rust_ccm_init,
    narae_ccm_seal,
    narae_ccm_open
);
