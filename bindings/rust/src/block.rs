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

use crate::error::check;
use crate::ffi::{self, Blocks, Descriptor};
use crate::memory::{Memory, SCHEDULE};

pub(crate) mod sealed {
    pub trait Sealed {
        /// The descriptor for the modes.
        fn descriptor() -> *const super::Descriptor;
    }
}

use sealed::Sealed;

/// A block cipher of the library, for its modes.
pub trait Cipher: Sealed + BlockCipher + BlockEncrypt + BlockDecrypt + KeyInit + Clone {}

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
    ($name:ident, $text:literal, $block:ty, $key:ty, $bytes:tt, $descriptor:ident) => {
        #[doc = $text]
        #[derive(Clone)]
        pub struct $name(Memory<$bytes>);

        impl $name {
            fn blocks(&self, function: Blocks, out: *mut u8, input: *const u8, nblocks: usize) {
                // SAFETY: the key is set; the callers give `nblocks` blocks that are the same or apart.
                let status = unsafe { function(Self::descriptor(), self.0.ptr(), out, input, nblocks) };
                debug_assert_eq!(status, ffi::OK);
            }
        }

        impl Sealed for $name {
            #[allow(unused_unsafe)] // needed before Rust 1.82
            fn descriptor() -> *const Descriptor {
                extern "C" {
                    static $descriptor: Descriptor;
                }
                // SAFETY: only its address is taken.
                unsafe { addr_of!($descriptor) }
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
                let (mut memory, descriptor) = (Memory::new(), Self::descriptor());
                // SAFETY: the memory has these bytes, which the function compares with those of the schedule.
                check(unsafe {
                    ffi::narae_block_cipher_set_key(descriptor, memory.mut_ptr(), $bytes, key.as_ptr(), key.len())
                })
                .expect("a schedule that fits");
                Self(memory)
            }
        }

        impl BlockEncrypt for $name {
            fn encrypt_with_backend(&self, f: impl BlockClosure<BlockSize = Self::BlockSize>) {
                f.call(&mut Direction {
                    cipher: self,
                    blocks: |c, out, input, n| c.blocks(ffi::narae_block_cipher_encrypt, out, input, n),
                })
            }
        }

        impl BlockDecrypt for $name {
            fn decrypt_with_backend(&self, f: impl BlockClosure<BlockSize = Self::BlockSize>) {
                f.call(&mut Direction {
                    cipher: self,
                    blocks: |c, out, input, n| c.blocks(ffi::narae_block_cipher_decrypt, out, input, n),
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

macro_rules! block_ciphers {
    ($d:tt $($name:ident $block:ident $key:ident $bytes:tt $descriptor:ident $text:literal;)*) => {
        $(block_cipher!($name, $text, $block, $key, $bytes, $descriptor);)*

        /// `with!(Lea128 U16)` and so on: each cipher with the size of its blocks, for tests.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! each_block_cipher {
            ($d with:ident) => { $($d with!($name $block);)* };
        }
    };
}

// Name, bytes of a block and a key, bytes of the largest schedule on any chip, descriptor in C.
block_ciphers! { $
    Aes128 U16 U16 SCHEDULE narae_aes "AES with a key of 128 bits: FIPS 197.";
    Aes192 U16 U24 SCHEDULE narae_aes "AES with a key of 192 bits.";
    Aes256 U16 U32 SCHEDULE narae_aes "AES with a key of 256 bits.";
    Lea128 U16 U16 772 narae_lea "LEA with a key of 128 bits: KS X 3246, ISO/IEC 29192-2.";
    Lea192 U16 U24 772 narae_lea "LEA with a key of 192 bits.";
    Lea256 U16 U32 772 narae_lea "LEA with a key of 256 bits.";
    Aria128 U16 U16 1364 narae_aria "ARIA with a key of 128 bits: KS X 1213-1, RFC 5794.";
    Aria192 U16 U24 1364 narae_aria "ARIA with a key of 192 bits.";
    Aria256 U16 U32 1364 narae_aria "ARIA with a key of 256 bits.";
    Hight U8 U16 684 narae_hight "HIGHT: TTAS.KO-12.0040/R1, ISO/IEC 18033-3; blocks of 64 bits, so change the key after 8 MiB.";
    Seed U16 U16 132 narae_seed "SEED: RFC 4269, TTAS.KO-12.0004, ISO/IEC 18033-3.";
    Pipo128 U8 U16 372 narae_pipo "PIPO-64/128: blocks of 64 bits, so change the key after 8 MiB.";
    Pipo256 U8 U32 372 narae_pipo "PIPO-64/256: blocks of 64 bits, so change the key after 8 MiB.";
}
