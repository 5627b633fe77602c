// SPDX-License-Identifier: MIT
//! Hashes and functions of any output length.

use core::ptr::addr_of;

use cipher::consts::{U104, U128, U136, U144, U256, U28, U32, U48, U64, U72};
use digest::crypto_common::BlockSizeUser;
use digest::{
    ExtendableOutput, FixedOutput, FixedOutputReset, HashMarker, Output, OutputSizeUser, Reset, Update, XofReader,
};

use crate::error::{check, Error};
use crate::ffi::{self, HashDescriptor};
use crate::memory::Memory;

/// NARAE_HASH_CONTEXT_BYTES.
const CONTEXT: usize = 416;

pub(crate) mod sealed {
    pub trait Sealed {
        /// The descriptor for HMAC and others.
        fn descriptor() -> *const super::HashDescriptor;
    }
}

/// A hash of the library, for HMAC, key derivation and generators.
pub trait Hash: sealed::Sealed + BlockSizeUser + OutputSizeUser + Clone {}

/// A hash by its functions: closures over its context.
macro_rules! hash {
    ($name:ident $text:literal $digest:ty, $start:expr, $update:expr, $finish:expr) => {
        #[doc = $text]
        #[derive(Clone, Debug)]
        pub struct $name(Memory<CONTEXT>);

        impl Default for $name {
            fn default() -> Self {
                let mut hash = Self(Memory::new());
                hash.reset();
                hash
            }
        }

        impl Reset for $name {
            fn reset(&mut self) {
                // SAFETY: the memory holds the context.
                check(unsafe { ($start)(self.0.mut_ptr()) }).expect("a context that fits");
            }
        }

        impl Update for $name {
            /// Panics beyond the standard's limit, 2^61 bytes or more.
            fn update(&mut self, data: &[u8]) {
                // SAFETY: the context is started; the pointer goes with its length.
                check(unsafe { ($update)(self.0.mut_ptr(), data.as_ptr(), data.len()) })
                    .expect("a message of the hash");
            }
        }

        impl OutputSizeUser for $name {
            type OutputSize = $digest;
        }

        impl FixedOutputReset for $name {
            fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                // SAFETY: the context is started; the digest has its size.
                check(unsafe { ($finish)(self.0.mut_ptr(), out.as_mut_ptr(), out.len()) }).expect("a started hash");
                self.reset();
            }
        }

        impl FixedOutput for $name {
            fn finalize_into(mut self, out: &mut Output<Self>) {
                self.finalize_into_reset(out);
            }
        }

        impl HashMarker for $name {}
    };
}

macro_rules! hashes {
    ($($name:ident $descriptor:ident $digest:ident $block:ident $text:literal;)*) => {$(
        hash!($name $text $digest,
            |ctx| ffi::narae_hash_start(<Self as sealed::Sealed>::descriptor(), ctx, CONTEXT),
            |ctx, data, n| ffi::narae_hash_update(<Self as sealed::Sealed>::descriptor(), ctx, data, n),
            |ctx, out, n| ffi::narae_hash_finish(<Self as sealed::Sealed>::descriptor(), ctx, out, n));

        impl sealed::Sealed for $name {
            #[allow(unused_unsafe)] // needed before Rust 1.82
            fn descriptor() -> *const HashDescriptor {
                // SAFETY: only its address is taken.
                unsafe { addr_of!(ffi::$descriptor) }
            }
        }

        impl BlockSizeUser for $name {
            type BlockSize = $block;
        }

        impl Hash for $name {}
    )*};
}

hashes! {
    Sha224 narae_sha224 U28 U64 "SHA-224: FIPS 180-4.";
    Sha256 narae_sha256 U32 U64 "SHA-256: FIPS 180-4.";
    Sha384 narae_sha384 U48 U128 "SHA-384: FIPS 180-4.";
    Sha512 narae_sha512 U64 U128 "SHA-512: FIPS 180-4.";
    Sha512_224 narae_sha512_224 U28 U128 "SHA-512/224: FIPS 180-4.";
    Sha512_256 narae_sha512_256 U32 U128 "SHA-512/256: FIPS 180-4.";
    Sha3_224 narae_sha3_224 U28 U144 "SHA3-224: FIPS 202.";
    Sha3_256 narae_sha3_256 U32 U136 "SHA3-256: FIPS 202.";
    Sha3_384 narae_sha3_384 U48 U104 "SHA3-384: FIPS 202.";
    Sha3_512 narae_sha3_512 U64 U72 "SHA3-512: FIPS 202.";
    Lsh256_224 narae_lsh256_224 U28 U128 "LSH-256-224: KS X 3262.";
    Lsh256_256 narae_lsh256_256 U32 U128 "LSH-256-256: KS X 3262.";
    Lsh512_224 narae_lsh512_224 U28 U256 "LSH-512-224: KS X 3262.";
    Lsh512_256 narae_lsh512_256 U32 U256 "LSH-512-256: KS X 3262.";
    Lsh512_384 narae_lsh512_384 U48 U256 "LSH-512-384: KS X 3262.";
    Lsh512_512 narae_lsh512_512 U64 U256 "LSH-512-512: KS X 3262.";
}

hash!(AsconHash256 "Ascon-Hash256: NIST SP 800-232." U32,
    |ctx| ffi::narae_ascon_hash256_start(ctx),
    |ctx, data, n| ffi::narae_ascon_hash256_update(ctx, data, n),
    |ctx, out, _| ffi::narae_ascon_hash256_finish(ctx, out));

/// A function with output of any length, and its reader.
macro_rules! xof {
    ($name:ident $reader:ident $update:ident $squeeze:ident $text:literal $output:literal) => {
        #[doc = $text]
        #[derive(Clone, Debug)]
        pub struct $name(Memory<CONTEXT>);

        #[doc = $output]
        #[derive(Clone, Debug)]
        pub struct $reader($name);

        impl Update for $name {
            fn update(&mut self, data: &[u8]) {
                // SAFETY: the context is started; the pointer goes with its length.
                check(unsafe { ffi::$update(self.0.mut_ptr(), data.as_ptr(), data.len()) }).expect("a started hash");
            }
        }

        impl ExtendableOutput for $name {
            type Reader = $reader;

            fn finalize_xof(self) -> Self::Reader {
                $reader(self)
            }
        }

        impl XofReader for $reader {
            fn read(&mut self, buffer: &mut [u8]) {
                // SAFETY: as above.
                check(unsafe { ffi::$squeeze(self.0 .0.mut_ptr(), buffer.as_mut_ptr(), buffer.len()) })
                    .expect("a started hash");
            }
        }
    };
}

macro_rules! xofs {
    ($($name:ident $reader:ident $start:ident $update:ident $squeeze:ident $text:literal $output:literal;)*) => {$(
        xof!($name $reader $update $squeeze $text $output);

        impl Default for $name {
            fn default() -> Self {
                let mut hash = Self(Memory::new());
                hash.reset();
                hash
            }
        }

        impl Reset for $name {
            fn reset(&mut self) {
                // SAFETY: the memory holds the context.
                check(unsafe { ffi::$start(self.0.mut_ptr()) }).expect("a context");
            }
        }
    )*};
}

xofs! {
    Shake128 Shake128Reader narae_shake128_start narae_sha3_update narae_shake_squeeze
        "SHAKE128: FIPS 202." "The output of [`Shake128`].";
    Shake256 Shake256Reader narae_shake256_start narae_sha3_update narae_shake_squeeze
        "SHAKE256: FIPS 202." "The output of [`Shake256`].";
    AsconXof128 AsconXof128Reader narae_ascon_xof128_start narae_ascon_xof128_update narae_ascon_xof128_squeeze
        "Ascon-XOF128: NIST SP 800-232." "The output of [`AsconXof128`].";
}

xof!(AsconCxof128 AsconCxof128Reader narae_ascon_cxof128_update narae_ascon_cxof128_squeeze
    "Ascon-CXOF128: NIST SP 800-232, with a customization string." "The output of [`AsconCxof128`].");

impl AsconCxof128 {
    /// Starts with a customization string of 256 bytes or less; else [`Error::Length`].
    pub fn new(custom: &[u8]) -> Result<Self, Error> {
        let mut hash = Self(Memory::new());
        // SAFETY: the memory holds the context; the pointer goes with its length.
        check(unsafe { ffi::narae_ascon_cxof128_start(hash.0.mut_ptr(), custom.as_ptr(), custom.len()) })?;
        Ok(hash)
    }
}
