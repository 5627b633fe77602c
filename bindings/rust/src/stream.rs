// SPDX-License-Identifier: MIT
//! Counter mode.

use core::marker::PhantomData;

use cipher::inout::InOutBuf;
use cipher::{Iv, IvSizeUser, Key, KeyIvInit, KeySizeUser, StreamCipher, StreamCipherError};

use crate::block::Cipher;
use crate::ffi;
use crate::memory::Memory;

/// CTR with any cipher of this crate: the IV is the first counter block, and all of it counts, big-endian. It is the
/// same as `ctr::Ctr128BE` or, for HIGHT and PIPO, `ctr::Ctr64BE`, but made by the library's kernels in one pass.
///
/// A block of key stream never repeats: asking for more than there is is an error.
#[derive(Clone)]
pub struct Ctr<C> {
    context: Memory<1992>,
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
        let mut made = Self { context: Memory::new(), cipher: PhantomData };
        let context = made.context.mut_ptr();
        // SAFETY: the memory holds a narae_ctr; the sizes are those of the cipher.
        let status = unsafe {
            match ffi::narae_rust_ctr_init(context, C::descriptor(), key.as_ptr(), key.len()) {
                ffi::OK => ffi::narae_ctr_start(context, iv.as_ptr(), iv.len(), 0),
                error => error,
            }
        };
        debug_assert_eq!(status, ffi::OK);
        made
    }
}

impl<C: Cipher> StreamCipher for Ctr<C> {
    fn try_apply_keystream_inout(&mut self, buf: InOutBuf<'_, '_, u8>) -> Result<(), StreamCipherError> {
        let n = buf.len();
        let (input, out) = buf.into_raw();
        // SAFETY: the buffers have n bytes and are the same or apart.
        match unsafe { ffi::narae_ctr_crypt(self.context.mut_ptr(), out, input, n) } {
            ffi::OK => Ok(()),
            _ => Err(StreamCipherError),
        }
    }
}
