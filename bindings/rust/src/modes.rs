// SPDX-License-Identifier: MIT
//! Modes without a trait of RustCrypto: CBC, CFB, XTS, KW and KWP.

use core::marker::PhantomData;

use cipher::consts::U16;
use cipher::{Iv, IvSizeUser, Key, KeyInit, KeyIvInit, KeySizeUser, Unsigned};

use crate::block::Cipher;
use crate::error::{check, Error};
use crate::ffi;
use crate::memory::{Memory, SCHEDULE};

/// A context that holds nothing but a key.
macro_rules! keyed {
    ([$($bound:tt)+] $name:ident $init:ident $text:literal) => {
        #[doc = $text]
        #[derive(Clone, Debug)]
        pub struct $name<C> {
            context: Memory<{ SCHEDULE + 80 }>,
            cipher: PhantomData<C>,
        }

        impl<C: $($bound)+> KeySizeUser for $name<C> {
            type KeySize = C::KeySize;
        }

        impl<C: $($bound)+> KeyInit for $name<C> {
            fn new(key: &Key<Self>) -> Self {
                let context = Memory::keyed::<C>(ffi::$init, key).expect("a key of the cipher's size");
                Self { context, cipher: PhantomData }
            }
        }
    };
}

keyed!([Cipher] Cbc narae_cbc_init_sized
    "CBC with any cipher of this crate: NIST SP 800-38A. IVs must be unpredictable. Check a code over IV and \
     ciphertext before decrypting: who learns which paddings are right can decrypt.");

keyed!([Cipher<BlockSize = U16>] Kw narae_kw_init_sized
    "Wraps keys, with any cipher of this crate that has blocks of 16 bytes: KW and, with padding, KWP of NIST SP \
     800-38F; RFC 3394, RFC 5649.");

/// `exact` bytes of `out`, or an error.
fn output(out: &mut [u8], exact: Option<usize>) -> Result<*mut u8, Error> {
    if Some(out.len()) == exact {
        Ok(out.as_mut_ptr())
    } else {
        Err(Error::Length)
    }
}

impl<C: Cipher> Cbc<C> {
    /// Encrypts with PKCS #7's padding into `out`, which has 1 to a block's bytes more than `text`: as many as make
    /// it whole blocks.
    pub fn encrypt_padded(&self, out: &mut [u8], iv: &cipher::Block<C>, text: &[u8]) -> Result<(), Error> {
        let whole = (text.len() / C::BlockSize::USIZE).checked_add(1).and_then(|n| n.checked_mul(C::BlockSize::USIZE));
        let out = output(out, whole)?;
        self.crypt(ffi::narae_cbc_encrypt_message, out, iv, 1, text).map(|_| ())
    }

    /// Decrypts into `out`, which has as many bytes as `text`, and gives the number of those before the padding; the
    /// others are zeros.
    pub fn decrypt_padded(&self, out: &mut [u8], iv: &cipher::Block<C>, text: &[u8]) -> Result<usize, Error> {
        let out = output(out, Some(text.len()))?;
        self.crypt(ffi::narae_cbc_decrypt_message, out, iv, 1, text)
    }

    /// Encrypts whole blocks into `out`, which has as many bytes.
    pub fn encrypt_blocks(&self, out: &mut [u8], iv: &cipher::Block<C>, text: &[u8]) -> Result<(), Error> {
        let out = output(out, Some(text.len()))?;
        self.crypt(ffi::narae_cbc_encrypt_message, out, iv, 0, text).map(|_| ())
    }

    /// Decrypts whole blocks.
    pub fn decrypt_blocks(&self, out: &mut [u8], iv: &cipher::Block<C>, text: &[u8]) -> Result<(), Error> {
        let out = output(out, Some(text.len()))?;
        self.crypt(ffi::narae_cbc_decrypt_message, out, iv, 0, text).map(|_| ())
    }

    fn crypt(
        &self,
        function: ffi::Cbc,
        out: *mut u8,
        iv: &cipher::Block<C>,
        padding: i32,
        text: &[u8],
    ) -> Result<usize, Error> {
        let mut n = 0;
        let (input, bytes) = (text.as_ptr(), text.len());
        // SAFETY: the callers give an output of the size that the function writes.
        check(unsafe { function(self.context.ptr(), out, &mut n, iv.as_ptr(), iv.len(), padding, input, bytes) })?;
        Ok(n)
    }
}

impl<C: Cipher<BlockSize = U16>> Kw<C> {
    /// Wraps `key`, whole 8 bytes and 16 or more, into `out`, which has 8 bytes more.
    pub fn wrap(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        let out = output(out, key.len().checked_add(8))?;
        // SAFETY: the output has the size that the function writes, here and below.
        check(unsafe { ffi::narae_kw_wrap(self.context.ptr(), out, key.as_ptr(), key.len()) })
    }

    /// Unwraps into `out`, which has 8 bytes less than `wrapped`. With [`Error::Authentication`] it has zeros.
    pub fn unwrap(&self, out: &mut [u8], wrapped: &[u8]) -> Result<(), Error> {
        let out = output(out, wrapped.len().checked_sub(8))?;
        // SAFETY: as above.
        check(unsafe { ffi::narae_kw_unwrap(self.context.ptr(), out, wrapped.as_ptr(), wrapped.len()) })
    }

    /// Wraps a key of any length, 1 byte or more, into `out`, whose bytes are those of the key, made whole 8, and 8.
    pub fn wrap_with_padding(&self, out: &mut [u8], key: &[u8]) -> Result<(), Error> {
        let padded = key.len().checked_add(15).map(|n| n / 8 * 8);
        let out = output(out, padded)?;
        // SAFETY: as above.
        check(unsafe { ffi::narae_kwp_wrap(self.context.ptr(), out, key.as_ptr(), key.len()) })
    }

    /// Unwraps into `out`, which has 8 bytes less than `wrapped`, and gives the number of those that are the key; the
    /// others are zeros.
    pub fn unwrap_with_padding(&self, out: &mut [u8], wrapped: &[u8]) -> Result<usize, Error> {
        let out = output(out, wrapped.len().checked_sub(8))?;
        let mut n = 0;
        // SAFETY: as above.
        check(unsafe { ffi::narae_kwp_unwrap(self.context.ptr(), out, &mut n, wrapped.as_ptr(), wrapped.len()) })?;
        Ok(n)
    }
}

/// CFB with any cipher of this crate: NIST SP 800-38A. Segments have `SEGMENT_BITS` bits, a multiple of 8, or 0 for a
/// whole block. A message is encrypted or decrypted, in any pieces, not both.
#[derive(Clone, Debug)]
pub struct Cfb<C, const SEGMENT_BITS: u32 = 0> {
    context: Memory<{ SCHEDULE + 80 }>,
    cipher: PhantomData<C>,
}

impl<C: Cipher, const SEGMENT_BITS: u32> KeySizeUser for Cfb<C, SEGMENT_BITS> {
    type KeySize = C::KeySize;
}

impl<C: Cipher, const SEGMENT_BITS: u32> IvSizeUser for Cfb<C, SEGMENT_BITS> {
    type IvSize = C::BlockSize;
}

impl<C: Cipher, const SEGMENT_BITS: u32> KeyIvInit for Cfb<C, SEGMENT_BITS> {
    /// Panics if the cipher's blocks have no such segment.
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        let mut context = Memory::keyed::<C>(ffi::narae_cfb_init_sized, key).expect("a key of the cipher's size");
        // SAFETY: the IV has the block's size.
        let status = unsafe { ffi::narae_cfb_start(context.mut_ptr(), iv.as_ptr(), iv.len(), SEGMENT_BITS) };
        assert_eq!(status, ffi::OK, "no segment of a block has {} bits", SEGMENT_BITS);
        Self { context, cipher: PhantomData }
    }
}

impl<C: Cipher, const SEGMENT_BITS: u32> Cfb<C, SEGMENT_BITS> {
    /// Encrypts the next bytes in place; [`Error::State`] after decryption.
    pub fn encrypt(&mut self, text: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (text.as_mut_ptr(), text.len());
        // SAFETY: input and output are the same n bytes.
        check(unsafe { ffi::narae_cfb_encrypt(self.context.mut_ptr(), p, p, n) })
    }

    /// Decrypts the next bytes in place; [`Error::State`] after encryption.
    pub fn decrypt(&mut self, text: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (text.as_mut_ptr(), text.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_cfb_decrypt(self.context.mut_ptr(), p, p, n) })
    }
}

/// XTS with any cipher of this crate that has blocks of 16 bytes: IEEE 1619, NIST SP 800-38E. For storage without
/// space for a tag; it does not authenticate. A data unit has 16 bytes to 16 MiB.
#[derive(Clone, Debug)]
pub struct Xts<C> {
    context: Memory<{ 2 * SCHEDULE + 80 }>,
    cipher: PhantomData<C>,
}

impl<C: Cipher<BlockSize = U16>> Xts<C> {
    /// Takes two keys of the cipher, for data and for tweaks. [`Error::WeakKey`] if they are equal.
    pub fn new(keys: &[u8]) -> Result<Self, Error> {
        if keys.len() != 2 * C::KeySize::USIZE {
            return Err(Error::KeySize);
        }
        Ok(Self { context: Memory::keyed::<C>(ffi::narae_xts_init_sized, keys)?, cipher: PhantomData })
    }

    /// Encrypts a data unit in place; `tweak` is its number, little-endian.
    pub fn encrypt_unit(&self, tweak: &[u8; 16], unit: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (unit.as_mut_ptr(), unit.len());
        // SAFETY: input and output are the same n bytes, here and below.
        check(unsafe { ffi::narae_xts_encrypt_unit(self.context.ptr(), p, tweak.as_ptr(), 16, p, n) })
    }

    /// Decrypts a data unit in place.
    pub fn decrypt_unit(&self, tweak: &[u8; 16], unit: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (unit.as_mut_ptr(), unit.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_xts_decrypt_unit(self.context.ptr(), p, tweak.as_ptr(), 16, p, n) })
    }

    /// Encrypts consecutive sectors of `sector_bytes` bytes in place, the first with number `sector`.
    pub fn encrypt_sectors(&self, sector: u64, sector_bytes: usize, sectors: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (sectors.as_mut_ptr(), sectors.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_xts_encrypt_sectors(self.context.ptr(), p, sector, sector_bytes, p, n) })
    }

    /// Decrypts consecutive sectors in place.
    pub fn decrypt_sectors(&self, sector: u64, sector_bytes: usize, sectors: &mut [u8]) -> Result<(), Error> {
        let (p, n) = (sectors.as_mut_ptr(), sectors.len());
        // SAFETY: as above.
        check(unsafe { ffi::narae_xts_decrypt_sectors(self.context.ptr(), p, sector, sector_bytes, p, n) })
    }
}
