// SPDX-License-Identifier: MIT
//! Key streams: CTR and OFB of block ciphers, and ChaCha.

use core::marker::PhantomData;

use cipher::consts::{U12, U24, U32, U8};
use cipher::generic_array::ArrayLength;
use cipher::inout::InOutBuf;
use cipher::{
    Iv, IvSizeUser, Key, KeyIvInit, KeySizeUser, OverflowError, SeekNum, StreamCipher, StreamCipherError,
    StreamCipherSeek, Unsigned,
};

use crate::block::Cipher;
use crate::error::check;
use crate::ffi;
use crate::memory::{Memory, SCHEDULE};

/// The context's function makes `buf` of the key stream.
macro_rules! crypt {
    ($function:ident, $self:ident, $buf:ident) => {{
        let n = $buf.len();
        let (input, out) = $buf.into_raw();
        // SAFETY: the buffers have n bytes and are the same or apart.
        check(unsafe { ffi::$function($self.context.mut_ptr(), out, input, n) }).map_err(|_| StreamCipherError)
    }};
}

/// A position in blocks of `size` bytes, as the trait counts them: also a block that was begun.
fn position_in<T: SeekNum>(position: u128, size: u8) -> Result<T, OverflowError> {
    let byte = position % u128::from(size);
    T::from_block_byte(position / u128::from(size) + u128::from(byte != 0), byte as u8, size)
}

/// In bytes, below 2^64.
fn offset_of<T: SeekNum>(position: T, size: u8) -> Result<u64, StreamCipherError> {
    let (block, byte) = position.into_block_byte::<u128>(size).map_err(|_| StreamCipherError)?;
    if byte >= size {
        return Err(StreamCipherError); // of a negative number
    }
    let offset = block.checked_mul(size.into()).and_then(|at| at.checked_add(byte.into()));
    offset.and_then(|at| u64::try_from(at).ok()).ok_or(StreamCipherError)
}

/// CTR with any cipher of this crate: the IV is the first counter block, and all of it counts, big-endian. It is the
/// same as `ctr::Ctr128BE` or, for blocks of 8 bytes, `ctr::Ctr64BE`, but by the library's kernels in one pass.
///
/// A block of key stream never repeats: its end is an error. Seeking costs a block.
#[derive(Clone, Debug)]
pub struct Ctr<C> {
    context: Memory<{ SCHEDULE + 80 }>,
    position: u128,
    cipher: PhantomData<C>,
}

impl<C: Cipher> KeySizeUser for Ctr<C> {
    type KeySize = C::KeySize;
}

impl<C: Cipher> IvSizeUser for Ctr<C> {
    type IvSize = C::BlockSize;
}

impl<C: Cipher> KeyIvInit for Ctr<C> {
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        let mut context = Memory::keyed::<C>(ffi::narae_ctr_init_sized, key).expect("a key of the cipher's size");
        // SAFETY: the IV has the block's size.
        check(unsafe { ffi::narae_ctr_start(context.mut_ptr(), iv.as_ptr(), iv.len(), 0) }).expect("a whole block");
        Self { context, position: 0, cipher: PhantomData }
    }
}

impl<C: Cipher> StreamCipher for Ctr<C> {
    fn try_apply_keystream_inout(&mut self, buf: InOutBuf<'_, '_, u8>) -> Result<(), StreamCipherError> {
        let bytes = buf.len() as u128;
        crypt!(narae_ctr_crypt, self, buf)?;
        self.position += bytes;
        Ok(())
    }
}

/// Offsets are in bytes and below 2^64.
impl<C: Cipher> StreamCipherSeek for Ctr<C> {
    fn try_current_pos<T: SeekNum>(&self) -> Result<T, OverflowError> {
        position_in(self.position, C::BlockSize::U8)
    }

    fn try_seek<T: SeekNum>(&mut self, position: T) -> Result<(), StreamCipherError> {
        let offset = offset_of(position, C::BlockSize::U8)?;
        // SAFETY: the context is started.
        check(unsafe { ffi::narae_ctr_seek(self.context.mut_ptr(), offset) }).map_err(|_| StreamCipherError)?;
        self.position = offset.into();
        Ok(())
    }
}

/// OFB with any cipher of this crate. CTR gives the same and is many times as fast.
#[derive(Clone, Debug)]
pub struct Ofb<C> {
    context: Memory<{ SCHEDULE + 80 }>,
    cipher: PhantomData<C>,
}

impl<C: Cipher> KeySizeUser for Ofb<C> {
    type KeySize = C::KeySize;
}

impl<C: Cipher> IvSizeUser for Ofb<C> {
    type IvSize = C::BlockSize;
}

impl<C: Cipher> KeyIvInit for Ofb<C> {
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        let mut context = Memory::keyed::<C>(ffi::narae_ofb_init_sized, key).expect("a key of the cipher's size");
        // SAFETY: the IV has the block's size.
        check(unsafe { ffi::narae_ofb_start(context.mut_ptr(), iv.as_ptr(), iv.len()) }).expect("a whole block");
        Self { context, cipher: PhantomData }
    }
}

impl<C: Cipher> StreamCipher for Ofb<C> {
    fn try_apply_keystream_inout(&mut self, buf: InOutBuf<'_, '_, u8>) -> Result<(), StreamCipherError> {
        crypt!(narae_ofb_crypt, self, buf)
    }
}

/// The sizes of ChaCha's nonces: 12 bytes of RFC 8439; 24 of XChaCha, which may be random; 8 of the original.
pub trait ChaChaNonceSize: ArrayLength<u8> {}
impl ChaChaNonceSize for U8 {}
impl ChaChaNonceSize for U12 {}
impl ChaChaNonceSize for U24 {}

/// ChaCha with 20, 12 or 8 rounds from block 0 on: RFC 8439. It ends, with an error, before its block counter repeats.
/// Seeking takes the time of a block.
#[derive(Clone, Debug)]
pub struct ChaCha<const ROUNDS: u32, N = U12> {
    context: Memory<160>,
    start: Memory<64>, // key and nonce, to start again
    position: u128,
    nonce: PhantomData<N>,
}

/// ChaCha20 with nonces of 12 bytes.
pub type ChaCha20 = ChaCha<20>;
/// ChaCha20 with nonces of 24 bytes.
pub type XChaCha20 = ChaCha<20, U24>;

impl<const ROUNDS: u32, N: ChaChaNonceSize> KeySizeUser for ChaCha<ROUNDS, N> {
    type KeySize = U32;
}

impl<const ROUNDS: u32, N: ChaChaNonceSize> IvSizeUser for ChaCha<ROUNDS, N> {
    type IvSize = N;
}

const CHACHA_KEY: usize = 32;
const CHACHA_BLOCK: usize = 64;

impl<const ROUNDS: u32, N: ChaChaNonceSize> ChaCha<ROUNDS, N> {
    fn start(&mut self, block: u64) -> i32 {
        let key: *const u8 = self.start.ptr().cast();
        // SAFETY: the memory holds a narae_chacha, and behind a key a nonce.
        unsafe {
            let ctx = self.context.mut_ptr();
            ffi::narae_chacha_start(ctx, ROUNDS, key, CHACHA_KEY, key.add(CHACHA_KEY), N::USIZE, block)
        }
    }
}

impl<const ROUNDS: u32, N: ChaChaNonceSize> KeyIvInit for ChaCha<ROUNDS, N> {
    /// Panics unless the rounds are 20, 12 or 8.
    fn new(key: &Key<Self>, iv: &Iv<Self>) -> Self {
        let mut start = [0; CHACHA_KEY + 24];
        start[..CHACHA_KEY].copy_from_slice(key);
        start[CHACHA_KEY..][..N::USIZE].copy_from_slice(iv);
        let mut stream = Self { context: Memory::new(), start: Memory::with(&start), position: 0, nonce: PhantomData };
        // SAFETY: these are the bytes of `start`.
        unsafe { ffi::narae_wipe(start.as_mut_ptr().cast(), start.len()) };
        check(stream.start(0)).expect("20, 12 or 8 rounds");
        stream
    }
}

impl<const ROUNDS: u32, N: ChaChaNonceSize> StreamCipher for ChaCha<ROUNDS, N> {
    fn try_apply_keystream_inout(&mut self, buf: InOutBuf<'_, '_, u8>) -> Result<(), StreamCipherError> {
        let bytes = buf.len() as u128;
        crypt!(narae_chacha_crypt, self, buf)?;
        self.position += bytes;
        Ok(())
    }
}

/// Offsets are in bytes and below 2^64, and within the stream.
impl<const ROUNDS: u32, N: ChaChaNonceSize> StreamCipherSeek for ChaCha<ROUNDS, N> {
    fn try_current_pos<T: SeekNum>(&self) -> Result<T, OverflowError> {
        position_in(self.position, CHACHA_BLOCK as u8)
    }

    fn try_seek<T: SeekNum>(&mut self, position: T) -> Result<(), StreamCipherError> {
        let offset = offset_of(position, CHACHA_BLOCK as u8)?;
        let (block, byte) = (offset / CHACHA_BLOCK as u64, offset as usize % CHACHA_BLOCK);
        check(self.start(block)).map_err(|_| StreamCipherError)?;
        let mut skipped = Memory::<CHACHA_BLOCK>::new();
        let p: *mut u8 = skipped.mut_ptr().cast();
        // SAFETY: the context is started; `byte` is less than a block.
        check(unsafe { ffi::narae_chacha_crypt(self.context.mut_ptr(), p, p, byte) })
            .map_err(|_| StreamCipherError)?;
        self.position = offset.into();
        Ok(())
    }
}
