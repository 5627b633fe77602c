// SPDX-License-Identifier: MIT
//! The block ciphers.

use core::fmt;
use core::ptr::addr_of;

use cipher::consts::{U16, U24, U32, U8};
use cipher::inout::{InOut, InOutBuf};
use cipher::{
    AlgorithmName, Block, BlockBackend, BlockCipher, BlockClosure, BlockDecrypt, BlockEncrypt, BlockSizeUser, Key,
    KeyInit, KeySizeUser, ParBlocks, ParBlocksSizeUser,
};

use crate::ffi::{self, Blocks, Descriptor, SetKey};
use crate::memory::Memory;

pub(crate) mod sealed {
    pub trait Sealed {
        /// How the modes know the cipher.
        fn descriptor() -> *const super::Descriptor;
    }
}

/// A block cipher of the library, for its modes.
pub trait Cipher: sealed::Sealed + BlockCipher + KeySizeUser {}

/// One direction of a cipher: a kernel takes any number of blocks at a time.
struct Direction<'a, C: BlockSizeUser> {
    cipher: &'a C,
    blocks: fn(&C, *mut u8, *const u8, usize),
}

impl<C: BlockSizeUser> BlockSizeUser for Direction<'_, C> {
    type BlockSize = C::BlockSize;
}

impl<C: BlockSizeUser> ParBlocksSizeUser for Direction<'_, C> {
    type ParBlocksSize = U32;
}

impl<C: BlockSizeUser> BlockBackend for Direction<'_, C> {
    fn proc_block(&mut self, block: InOut<'_, '_, Block<Self>>) {
        let (input, out) = block.into_raw();
        (self.blocks)(self.cipher, out.cast(), input.cast(), 1);
    }

    fn proc_par_blocks(&mut self, blocks: InOut<'_, '_, ParBlocks<Self>>) {
        let (input, out) = blocks.into_raw();
        (self.blocks)(self.cipher, out.cast(), input.cast(), 32);
    }

    fn proc_tail_blocks(&mut self, blocks: InOutBuf<'_, '_, Block<Self>>) {
        let n = blocks.len();
        let (input, out) = blocks.into_raw();
        (self.blocks)(self.cipher, out.cast(), input.cast(), n);
    }
}

macro_rules! block_cipher {
    ($name:ident, $text:literal, $block:ty, $key:ty, $bytes:literal, $descriptor:ident, $set_key:ident, $encrypt:ident,
     $decrypt:ident) => {
        #[doc = $text]
        #[derive(Clone)]
        pub struct $name(Memory<$bytes>);

        impl $name {
            fn blocks(&self, function: Blocks, out: *mut u8, input: *const u8, nblocks: usize) {
                // SAFETY: the key is set; the callers give `nblocks` blocks that are the same or apart.
                let status = unsafe { function(self.0.ptr(), out, input, nblocks) };
                debug_assert_eq!(status, ffi::OK);
            }
        }

        impl sealed::Sealed for $name {
            #[allow(unused_unsafe)] // needed before Rust 1.82
            fn descriptor() -> *const Descriptor {
                // SAFETY: only its address is taken.
                unsafe { addr_of!(ffi::$descriptor) }
            }
        }

        impl Cipher for $name {}

        impl BlockCipher for $name {}

        impl BlockSizeUser for $name {
            type BlockSize = $block;
        }

        impl KeySizeUser for $name {
            type KeySize = $key;
        }

        impl KeyInit for $name {
            fn new(key: &Key<Self>) -> Self {
                let mut made = Self(Memory::new());
                let set_key: SetKey = ffi::$set_key;
                // SAFETY: the memory holds any schedule of this cipher.
                let status = unsafe { set_key(made.0.mut_ptr(), key.as_ptr(), key.len()) };
                debug_assert_eq!(status, ffi::OK);
                made
            }
        }

        impl BlockEncrypt for $name {
            fn encrypt_with_backend(&self, f: impl BlockClosure<BlockSize = Self::BlockSize>) {
                f.call(&mut Direction {
                    cipher: self,
                    blocks: |c, out, input, n| c.blocks(ffi::$encrypt, out, input, n),
                })
            }
        }

        impl BlockDecrypt for $name {
            fn decrypt_with_backend(&self, f: impl BlockClosure<BlockSize = Self::BlockSize>) {
                f.call(&mut Direction {
                    cipher: self,
                    blocks: |c, out, input, n| c.blocks(ffi::$decrypt, out, input, n),
                })
            }
        }

        impl AlgorithmName for $name {
            fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), " { ... }"))
            }
        }
    };
}

macro_rules! lea {
    ($name:ident, $text:literal, $key:ty) => {
        block_cipher!($name, $text, U16, $key, 772, narae_lea, narae_lea_set_key, narae_lea_encrypt, narae_lea_decrypt);
    };
}

macro_rules! aria {
    ($name:ident, $text:literal, $key:ty) => {
        block_cipher!(
            $name,
            $text,
            U16,
            $key,
            1364,
            narae_aria,
            narae_aria_set_key,
            narae_aria_encrypt,
            narae_aria_decrypt
        );
    };
}

macro_rules! hight {
    ($name:ident, $text:literal, $key:ty) => {
        block_cipher!(
            $name,
            $text,
            U8,
            $key,
            684,
            narae_hight,
            narae_hight_set_key,
            narae_hight_encrypt,
            narae_hight_decrypt
        );
    };
}

macro_rules! seed {
    ($name:ident, $text:literal, $key:ty) => {
        block_cipher!(
            $name,
            $text,
            U16,
            $key,
            132,
            narae_seed,
            narae_seed_set_key,
            narae_seed_encrypt,
            narae_seed_decrypt
        );
    };
}

macro_rules! pipo {
    ($name:ident, $text:literal, $key:ty) => {
        block_cipher!(
            $name,
            $text,
            U8,
            $key,
            372,
            narae_pipo,
            narae_pipo_set_key,
            narae_pipo_encrypt,
            narae_pipo_decrypt
        );
    };
}

lea!(Lea128, "LEA with a key of 128 bits: KS X 3246, ISO/IEC 29192-2.", U16);
lea!(Lea192, "LEA with a key of 192 bits.", U24);
lea!(Lea256, "LEA with a key of 256 bits.", U32);
aria!(Aria128, "ARIA with a key of 128 bits: KS X 1213-1, RFC 5794.", U16);
aria!(Aria192, "ARIA with a key of 192 bits.", U24);
aria!(Aria256, "ARIA with a key of 256 bits.", U32);
hight!(Hight, "HIGHT: TTAS.KO-12.0040, ISO/IEC 18033-3; blocks of 64 bits, so change the key after 8 MiB.", U16);
seed!(Seed, "SEED: RFC 4269, TTAS.KO-12.0004, ISO/IEC 18033-3.", U16);
pipo!(Pipo128, "PIPO-64/128: blocks of 64 bits, so change the key after 8 MiB.", U16);
pipo!(Pipo256, "PIPO-64/256: blocks of 64 bits, so change the key after 8 MiB.", U32);
