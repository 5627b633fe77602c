// SPDX-License-Identifier: MIT
//! A peer in Rust: peer.h over a crate.  A program has one cipher, so there is one static object.  The crate that
//! includes this file as a module defines `PEERS`, a list of ciphers and modes.

use core::ffi::{c_char, c_int, CStr};
use core::{ptr, slice};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// A message from `input` to `out`, which may be equal.
pub struct Message<'a> {
    pub out: *mut u8,
    pub input: *const u8,
    pub bytes: usize,
    pub nonce: &'a [u8],
    pub ad: &'a [u8],
}

impl<'a> Message<'a> {
    /// The text copied to `out`, for crates that work in place only.
    #[allow(dead_code)] // not used by all crates
    pub fn in_place(&self) -> &'a mut [u8] {
        if self.bytes == 0 {
            return &mut [];
        }
        // SAFETY: the bench's buffers have this size and are equal or disjoint; `copy` allows both.
        unsafe {
            ptr::copy(self.input, self.out, self.bytes);
            slice::from_raw_parts_mut(self.out, self.bytes)
        }
    }
}

pub trait Instance: Sized {
    fn new(key: &[u8]) -> Option<Self>;

    fn set_key(&mut self, key: &[u8]) -> bool {
        Self::new(key).map(|fresh| *self = fresh).is_some()
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool;

    fn open(&mut self, message: Message, _: &[u8]) -> bool {
        self.seal(message, &mut [])
    }
}

static OBJECT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// SAFETY, here and below: the bench's pointers are null only if the length is 0, it calls from one thread, and it
/// sets a key first; `peer_find` creates objects without a key.
unsafe fn bytes<'a>(at: *const u8, n: usize) -> &'a [u8] {
    if n == 0 {
        &[]
    } else {
        slice::from_raw_parts(at, n)
    }
}

unsafe fn object<'a, C: Instance>() -> Option<&'a mut C> {
    OBJECT.load(Relaxed).cast::<C>().as_mut()
}

unsafe extern "C" fn set_key<C: Instance>(key: *const u8, key_bytes: usize) -> c_int {
    let key = bytes(key, key_bytes);
    if let Some(object) = object::<C>() {
        return object.set_key(key).into();
    }
    match C::new(key) {
        Some(object) => {
            OBJECT.store(Box::into_raw(Box::new(object)).cast(), Relaxed);
            1
        }
        None => 0,
    }
}

unsafe extern "C" fn seal<C: Instance>(
    out: *mut u8,
    tag: *mut u8,
    tag_bytes: usize,
    nonce: *const u8,
    nonce_bytes: usize,
    ad: *const u8,
    ad_bytes: usize,
    input: *const u8,
    n: usize,
) -> c_int {
    let message = Message {
        out,
        input,
        bytes: n,
        nonce: bytes(nonce, nonce_bytes),
        ad: bytes(ad, ad_bytes),
    };
    let tag = if tag_bytes == 0 {
        &mut []
    } else {
        slice::from_raw_parts_mut(tag, tag_bytes)
    };
    object::<C>()
        .is_some_and(|object| object.seal(message, tag))
        .into()
}

unsafe extern "C" fn open<C: Instance>(
    out: *mut u8,
    nonce: *const u8,
    nonce_bytes: usize,
    ad: *const u8,
    ad_bytes: usize,
    input: *const u8,
    n: usize,
    tag: *const u8,
    tag_bytes: usize,
) -> c_int {
    let message = Message {
        out,
        input,
        bytes: n,
        nonce: bytes(nonce, nonce_bytes),
        ad: bytes(ad, ad_bytes),
    };
    let tag = bytes(tag, tag_bytes);
    object::<C>()
        .is_some_and(|object| object.open(message, tag))
        .into()
}

type Seal = unsafe extern "C" fn(
    *mut u8,
    *mut u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
) -> c_int;
type Open = unsafe extern "C" fn(
    *mut u8,
    *const u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
) -> c_int;

/// `struct peer` of peer.h.
#[repr(C)]
pub struct Peer {
    set_key: unsafe extern "C" fn(*const u8, usize) -> c_int,
    seal: Seal,
    open: Open,
}

impl Peer {
    pub const fn of<C: Instance>() -> Self {
        Self {
            set_key: set_key::<C>,
            seal: seal::<C>,
            open: open::<C>,
        }
    }
}

/// Cipher, mode and implementation.
pub type Entry = (&'static str, &'static str, Peer);

/// # Safety
/// Both are C strings.
#[no_mangle]
pub unsafe extern "C" fn peer_find(cipher: *const c_char, mode: *const c_char) -> *const Peer {
    let name = (
        CStr::from_ptr(cipher).to_bytes(),
        CStr::from_ptr(mode).to_bytes(),
    );
    let entry = crate::PEERS
        .iter()
        .find(|(cipher, mode, _)| (cipher.as_bytes(), mode.as_bytes()) == name);
    let Some((_, _, peer)) = entry else {
        return ptr::null();
    };
    (peer.set_key)(ptr::null(), 0); // rejected by algorithms with a key
    peer
}
