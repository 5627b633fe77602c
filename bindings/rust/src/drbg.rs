// SPDX-License-Identifier: MIT
//! Random bit generators, seeded by the caller: NIST SP 800-90A.

use core::ffi::c_void;
use core::marker::PhantomData;

use cipher::Unsigned;

use crate::block::Cipher;
use crate::error::{check, Error};
use crate::ffi;
use crate::hash::Hash;
use crate::memory::{Memory, SCHEDULE};

macro_rules! drbg {
    ($name:ident<$subject:ident: $bound:path>, $bytes:expr, $init:expr, $reseed:ident, $generate:ident, $fresh:ident,
     $text:literal) => {
        #[doc = $text]
        ///
        /// Entropy comes from a source that was evaluated for the purpose, an operating system's or a chip's, and has at
        /// least as many bytes as the security strength; the nonce has at least half as many. A request has 65,536
        /// bytes at most.
        #[derive(Debug)]
        pub struct $name<$subject> {
            context: Memory<{ $bytes }>,
            subject: PhantomData<$subject>,
        }

        impl<$subject: $bound> $name<$subject> {
            /// Seeds a generator. [`Error::Length`] or [`Error::NonceSize`]: too little entropy, or too short a nonce.
            pub fn new(entropy: &[u8], nonce: &[u8], personalization: &[u8]) -> Result<Self, Error> {
                let mut context = Memory::new();
                // SAFETY: the memory holds the context; each pointer goes with its length, here and below.
                check(unsafe { ($init)(context.mut_ptr(), entropy, nonce, personalization) })?;
                Ok(Self { context, subject: PhantomData })
            }

            /// Takes new entropy into the state.
            pub fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), Error> {
                let (input, bytes) = (additional.as_ptr(), additional.len());
                // SAFETY: as above.
                check(unsafe { ffi::$reseed(self.context.mut_ptr(), entropy.as_ptr(), entropy.len(), input, bytes) })
            }

            /// Fills `out`. [`Error::State`]: the generator must be reseeded.
            pub fn generate(&mut self, out: &mut [u8], additional: &[u8]) -> Result<(), Error> {
                let (p, n) = (out.as_mut_ptr(), out.len());
                let (input, bytes) = (additional.as_ptr(), additional.len());
                // SAFETY: as above.
                check(unsafe { ffi::$generate(self.context.mut_ptr(), p, n, input, bytes) })
            }

            /// The same after reseeding: prediction resistance.
            pub fn generate_fresh(&mut self, out: &mut [u8], entropy: &[u8], additional: &[u8]) -> Result<(), Error> {
                let (p, n) = (out.as_mut_ptr(), out.len());
                let (input, bytes) = (additional.as_ptr(), additional.len());
                let ctx = self.context.mut_ptr();
                // SAFETY: as above.
                check(unsafe { ffi::$fresh(ctx, p, n, entropy.as_ptr(), entropy.len(), input, bytes) })
            }
        }
    };
}

macro_rules! hash_init {
    ($init:ident) => {
        |ctx: *mut c_void, e: &[u8], n: &[u8], p: &[u8]| {
            ffi::$init(ctx, H::descriptor(), e.as_ptr(), e.len(), n.as_ptr(), n.len(), p.as_ptr(), p.len())
        }
    };
}

drbg!(
    HashDrbg<H: Hash>,
    256,
    hash_init!(narae_drbg_hash_init),
    narae_drbg_hash_reseed,
    narae_drbg_hash_generate,
    narae_drbg_hash_generate_fresh,
    "Hash_DRBG."
);
drbg!(
    HmacDrbg<H: Hash>,
    160,
    hash_init!(narae_drbg_hmac_init),
    narae_drbg_hmac_reseed,
    narae_drbg_hmac_generate,
    narae_drbg_hmac_generate_fresh,
    "HMAC_DRBG."
);
drbg!(
    CtrDrbg<C: Cipher>,
    SCHEDULE + 80,
    |ctx: *mut c_void, e: &[u8], n: &[u8], p: &[u8]| {
        let (cipher, key) = (C::descriptor(), C::KeySize::USIZE);
        let (e, e_bytes, n, n_bytes) = (e.as_ptr(), e.len(), n.as_ptr(), n.len());
        ffi::narae_drbg_ctr_init_sized(ctx, SCHEDULE, cipher, key, e, e_bytes, n, n_bytes, p.as_ptr(), p.len())
    },
    narae_drbg_ctr_reseed,
    narae_drbg_ctr_generate,
    narae_drbg_ctr_generate_fresh,
    "CTR_DRBG; with blocks of 8 bytes a request has 1,024 at most."
);

impl<C: Cipher> CtrDrbg<C> {
    /// Without derivation function: `entropy` is exactly a key and a block, each bit of it random, at each reseeding,
    /// too, and `personalization` has no more bytes than that. [`Error::Length`]: they have.
    pub fn without_derivation(entropy: &[u8], personalization: &[u8]) -> Result<Self, Error> {
        let mut context = Memory::new();
        let (cipher, key) = (C::descriptor(), C::KeySize::USIZE);
        let (e, e_bytes, p, p_bytes) =
            (entropy.as_ptr(), entropy.len(), personalization.as_ptr(), personalization.len());
        // SAFETY: the memory holds the context; each pointer goes with its length.
        check(unsafe {
            ffi::narae_drbg_ctr_init_no_df_sized(context.mut_ptr(), SCHEDULE, cipher, key, e, e_bytes, p, p_bytes)
        })?;
        Ok(Self { context, subject: PhantomData })
    }
}
