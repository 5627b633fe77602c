// SPDX-License-Identifier: MIT
//! GCM and CCM of block ciphers; ChaCha20-Poly1305 and Ascon-AEAD128.

use core::marker::PhantomData;

use aead::generic_array::ArrayLength;
use aead::{AeadCore, AeadInPlace, Error, Key, KeyInit, KeySizeUser, Nonce, Tag};
use cipher::consts::{U0, U10, U11, U12, U13, U14, U15, U16, U24, U32, U4, U5, U6, U7, U8, U9};

use crate::block::Cipher;
use crate::error::check;
use crate::ffi;
use crate::memory::{Memory, SCHEDULE};

/// Bytes of GCM's context before the schedule.
pub(crate) const GCM: usize = 1456;

macro_rules! sizes {
    ($name:ident, $text:literal, $($size:ty)*) => {
        #[doc = $text]
        pub trait $name: ArrayLength<u8> {}
        $(impl $name for $size {})*
    };
}

sizes!(GcmTagSize, "The sizes of GCM's tags: NIST SP 800-38D, without those that need special care.", U12 U13 U14 U15 U16);
sizes!(CcmTagSize, "The sizes of CCM's tags: NIST SP 800-38C.", U4 U6 U8 U10 U12 U14 U16);
sizes!(ShortTagSize, "The sizes of Ascon's tags: NIST SP 800-232; below 8 bytes, limit the number of failures.", U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 U16);
sizes!(CcmNonceSize, "The sizes of CCM's nonces; a message has less than 2^(8 (15 - N)) bytes.", U7 U8 U9 U10 U11 U12 U13);

macro_rules! aead {
    ($name:ident, $text:literal, $bytes:expr, $nonce:path, $tag:path, $init:ident, $seal:ident, $open:ident) => {
        #[doc = $text]
        ///
        /// A nonce must never be used for two messages under one key.
        #[derive(Clone, Debug)]
        pub struct $name<C, N = U12, T = U16> {
            context: Memory<{ SCHEDULE + $bytes }>,
            sizes: PhantomData<(C, N, T)>,
        }

        impl<C: Cipher<BlockSize = U16>, N, T> KeySizeUser for $name<C, N, T> {
            type KeySize = C::KeySize;
        }

        impl<C: Cipher<BlockSize = U16>, N, T> KeyInit for $name<C, N, T> {
            fn new(key: &Key<Self>) -> Self {
                let context = Memory::keyed::<C>(ffi::$init, key).expect("a key of the cipher's size");
                Self { context, sizes: PhantomData }
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
                check(status).map(|()| tag).map_err(|_| Error)
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
                check(status).map_err(|_| Error)
            }
        }
    };
}

aead!(
    Gcm,
    "GCM with any cipher of this crate that has blocks of 16 bytes, nonces of `N` bytes and tags of `T`.",
    GCM,
    ArrayLength<u8>,
    GcmTagSize,
    narae_gcm_init_sized,
    narae_gcm_seal,
    narae_gcm_open
);
aead!(
    Ccm,
    "CCM with any cipher of this crate that has blocks of 16 bytes, nonces of `N` bytes and tags of `T`.",
    112,
    CcmNonceSize,
    CcmTagSize,
    narae_ccm_init_sized,
    narae_ccm_seal,
    narae_ccm_open
);

/// An AEAD whose functions take the key itself.
macro_rules! keyed_aead {
    ($name:ident $(<$t:ident: $tag:path>)?, $text:literal, $key:ty, $nonce:ty, $tag_size:ty, $seal:expr, $open:ident) => {
        #[doc = $text]
        ///
        /// A nonce must never be used for two messages under one key.
        #[derive(Clone, Debug)]
        pub struct $name$(<$t = U16>)? {
            key: Memory<32>,
            $(tag: PhantomData<$t>,)?
        }

        impl$(<$t>)? KeySizeUser for $name$(<$t>)? {
            type KeySize = $key;
        }

        impl$(<$t>)? KeyInit for $name$(<$t>)? {
            fn new(key: &Key<Self>) -> Self {
                Self { key: Memory::with(key), $(tag: PhantomData::<$t>)? }
            }
        }

        impl$(<$t: $tag>)? AeadCore for $name$(<$t>)? {
            type NonceSize = $nonce;
            type TagSize = $tag_size;
            type CiphertextOverhead = U0;
        }

        impl$(<$t: $tag>)? AeadInPlace for $name$(<$t>)? {
            fn encrypt_in_place_detached(
                &self,
                nonce: &Nonce<Self>,
                ad: &[u8],
                buffer: &mut [u8],
            ) -> Result<Tag<Self>, Error> {
                let mut tag = Tag::<Self>::default();
                let seal = $seal;
                // SAFETY: each pointer goes with its length; `tag` is no part of `buffer`.
                let status = unsafe { seal(self.key.ptr().cast(), &mut *tag, &**nonce, ad, buffer) };
                check(status).map(|()| tag).map_err(|_| Error)
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
                        text,
                        self.key.ptr().cast(),
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
                check(status).map_err(|_| Error)
            }
        }
    };
}

unsafe fn chacha_seal(key: *const u8, tag: &mut [u8], nonce: &[u8], ad: &[u8], text: &mut [u8]) -> i32 {
    let (p, n) = (text.as_mut_ptr(), text.len());
    let tag = tag.as_mut_ptr();
    ffi::narae_chacha20_poly1305_seal(p, tag, key, nonce.as_ptr(), nonce.len(), ad.as_ptr(), ad.len(), p, n)
}

unsafe fn ascon_seal(key: *const u8, tag: &mut [u8], nonce: &[u8], ad: &[u8], text: &mut [u8]) -> i32 {
    let (p, n) = (text.as_mut_ptr(), text.len());
    let (tag, t, nonce, nonce_bytes) = (tag.as_mut_ptr(), tag.len(), nonce.as_ptr(), nonce.len());
    ffi::narae_ascon_aead128_seal(p, tag, t, key, nonce, nonce_bytes, ad.as_ptr(), ad.len(), p, n)
}

keyed_aead!(
    ChaCha20Poly1305,
    "ChaCha20-Poly1305: RFC 8439; nonces of 12 bytes.",
    U32,
    U12,
    U16,
    chacha_seal,
    narae_chacha20_poly1305_open
);
keyed_aead!(
    XChaCha20Poly1305,
    "XChaCha20-Poly1305: nonces of 24 bytes, which may be random.",
    U32,
    U24,
    U16,
    chacha_seal,
    narae_chacha20_poly1305_open
);
keyed_aead!(
    AsconAead128<T: ShortTagSize>,
    "Ascon-AEAD128: NIST SP 800-232; nonces of 16 bytes, tags of `T`.",
    U16,
    U16,
    T,
    ascon_seal,
    narae_ascon_aead128_open
);
