// SPDX-License-Identifier: MIT
//! Rust's crates behind peer.h.  A program has one cipher, so one key is kept,
//! as the type that the crate makes of it.
//!
//! What the crates transform from one buffer to another, or in place, they are
//! given so; `lea` and the older `ascon-aead` work in place only, and there a
//! message is copied to its place first.

use core::ffi::{c_char, c_int, CStr};
use core::{ptr, slice};
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use aes::cipher::consts::{U12, U16};
use aes::cipher::inout::InOutBuf;
use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit, StreamCipher};
use ascon_aead::aead::{self, AeadInOut};
use ascon_aead_v12::aead as aead_v12;
use lea::cipher as cipher_v3;

/// A message on its way from `input` to `out`, which may be the same place.
struct Message<'a> {
    out: *mut u8,
    input: *const u8,
    bytes: usize,
    nonce: &'a [u8],
    ad: &'a [u8],
}

impl<'a> Message<'a> {
    fn text(&self) -> InOutBuf<'a, 'a, u8> {
        if self.bytes == 0 {
            return InOutBuf::from(&mut [][..]);
        }
        // SAFETY: the bench gives buffers of this size that are the same or apart.
        unsafe { InOutBuf::from_raw(self.input, self.out, self.bytes) }
    }

    fn in_place(&self) -> &'a mut [u8] {
        if self.bytes == 0 {
            return &mut [];
        }
        // SAFETY: as above; `copy` allows the same place.
        unsafe {
            ptr::copy(self.input, self.out, self.bytes);
            slice::from_raw_parts_mut(self.out, self.bytes)
        }
    }
}

trait Kept: Sized {
    fn new(key: &[u8]) -> Option<Self>;
    fn seal(&self, message: Message, tag: &mut [u8]) -> bool;
    fn open(&self, message: Message, tag: &[u8]) -> bool;
}

struct Blocks<C>(C);

impl<C> Kept for Blocks<C>
where
    C: KeyInit + BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt,
{
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&self, message: Message, _: &mut [u8]) -> bool {
        self.0.encrypt_blocks_inout(message.text().into_chunks().0);
        true
    }

    fn open(&self, message: Message, _: &[u8]) -> bool {
        self.0.decrypt_blocks_inout(message.text().into_chunks().0);
        true
    }
}

struct LeaBlocks<C>(C);

impl<C> LeaBlocks<C>
where
    C: cipher_v3::BlockCipher<BlockSize = cipher_v3::consts::U16>,
{
    fn split<'a>(message: &Message<'a>) -> &'a mut [cipher_v3::Block<C>] {
        let text = message.in_place();
        // SAFETY: a block is an array of 16 bytes.
        unsafe { slice::from_raw_parts_mut(text.as_mut_ptr().cast(), text.len() / 16) }
    }
}

impl<C> Kept for LeaBlocks<C>
where
    C: cipher_v3::NewBlockCipher
        + cipher_v3::BlockCipher<BlockSize = cipher_v3::consts::U16>
        + cipher_v3::BlockEncrypt
        + cipher_v3::BlockDecrypt,
{
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&self, message: Message, _: &mut [u8]) -> bool {
        self.0.encrypt_blocks(Self::split(&message));
        true
    }

    fn open(&self, message: Message, _: &[u8]) -> bool {
        self.0.decrypt_blocks(Self::split(&message));
        true
    }
}

/// A stream cipher takes its key with each message; a nonce of 8 bytes leaves the counter more room.
struct Stream<C: KeyIvInit>(aes::cipher::Key<C>);

impl<C: KeyIvInit<IvSize = U12> + StreamCipher> Kept for Stream<C> {
    fn new(key: &[u8]) -> Option<Self> {
        key.try_into().ok().map(Self)
    }

    fn seal(&self, message: Message, _: &mut [u8]) -> bool {
        let mut nonce = [0; 12];
        nonce[12 - message.nonce.len()..].copy_from_slice(message.nonce);
        C::new(&self.0, &nonce.into())
            .try_apply_keystream_inout(message.text())
            .is_ok()
    }

    fn open(&self, message: Message, _: &[u8]) -> bool {
        self.seal(message, &mut [])
    }
}

struct Aead<C>(C);

impl<C: KeyInit + AeadInOut> Kept for Aead<C> {
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&self, message: Message, tag: &mut [u8]) -> bool {
        let Ok(nonce) = message.nonce.try_into() else {
            return false;
        };
        match self
            .0
            .encrypt_inout_detached(nonce, message.ad, message.text())
        {
            Ok(made) => {
                tag.copy_from_slice(&made);
                true
            }
            Err(aead::Error) => false,
        }
    }

    fn open(&self, message: Message, tag: &[u8]) -> bool {
        let (Ok(nonce), Ok(tag)) = (message.nonce.try_into(), tag.try_into()) else {
            return false;
        };
        self.0
            .decrypt_inout_detached(nonce, message.ad, message.text(), tag)
            .is_ok()
    }
}

struct AeadV12<C>(C);

impl<C: aead_v12::KeyInit + aead_v12::AeadInPlace> Kept for AeadV12<C> {
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&self, message: Message, tag: &mut [u8]) -> bool {
        match self
            .0
            .encrypt_in_place_detached(message.nonce.into(), message.ad, message.in_place())
        {
            Ok(made) => {
                tag.copy_from_slice(&made);
                true
            }
            Err(aead_v12::Error) => false,
        }
    }

    fn open(&self, message: Message, tag: &[u8]) -> bool {
        self.0
            .decrypt_in_place_detached(
                message.nonce.into(),
                message.ad,
                message.in_place(),
                tag.into(),
            )
            .is_ok()
    }
}

static KEPT: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

/// SAFETY, here and below: the bench's pointers are null only where nothing is, it calls from
/// one thread, and it sets a key before it does anything else.
unsafe fn bytes<'a>(at: *const u8, n: usize) -> &'a [u8] {
    if n == 0 {
        &[]
    } else {
        slice::from_raw_parts(at, n)
    }
}

unsafe extern "C" fn set_key<C: Kept>(key: *const u8, key_bytes: usize) -> c_int {
    let Some(made) = C::new(bytes(key, key_bytes)) else {
        return 0;
    };
    let kept = KEPT.load(Relaxed).cast::<C>();
    if kept.is_null() {
        KEPT.store(Box::into_raw(Box::new(made)).cast(), Relaxed);
    } else {
        *kept = made;
    }
    1
}

unsafe extern "C" fn seal<C: Kept>(
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
    c_int::from((*KEPT.load(Relaxed).cast::<C>()).seal(message, tag))
}

unsafe extern "C" fn open<C: Kept>(
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
    c_int::from((*KEPT.load(Relaxed).cast::<C>()).open(message, bytes(tag, tag_bytes)))
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
    const fn of<C: Kept>() -> Self {
        Self {
            set_key: set_key::<C>,
            seal: seal::<C>,
            open: open::<C>,
        }
    }
}

static PEERS: [(&str, &str, Peer); 13] = [
    ("aes-128", "block", Peer::of::<Blocks<aes::Aes128>>()),
    ("aes-256", "block", Peer::of::<Blocks<aes::Aes256>>()),
    ("aria-128", "block", Peer::of::<Blocks<aria::Aria128>>()),
    ("aria-256", "block", Peer::of::<Blocks<aria::Aria256>>()),
    ("lea-128", "block", Peer::of::<LeaBlocks<lea::Lea128>>()),
    ("lea-256", "block", Peer::of::<LeaBlocks<lea::Lea256>>()),
    (
        "chacha20",
        "stream",
        Peer::of::<Stream<chacha20::ChaCha20>>(),
    ),
    (
        "chacha12",
        "stream",
        Peer::of::<Stream<chacha20::ChaCha12>>(),
    ),
    ("chacha8", "stream", Peer::of::<Stream<chacha20::ChaCha8>>()),
    (
        "chacha20",
        "poly1305",
        Peer::of::<Aead<chacha20poly1305::ChaCha20Poly1305>>(),
    ),
    (
        "ascon-aead128",
        "aead",
        Peer::of::<Aead<ascon_aead::AsconAead128>>(),
    ),
    (
        "ascon-128",
        "aead",
        Peer::of::<AeadV12<ascon_aead_v12::Ascon128>>(),
    ),
    (
        "ascon-128a",
        "aead",
        Peer::of::<AeadV12<ascon_aead_v12::Ascon128a>>(),
    ),
];

/// # Safety
/// Both are strings of C.
#[no_mangle]
pub unsafe extern "C" fn peer_find(cipher: *const c_char, mode: *const c_char) -> *const Peer {
    let wanted = (
        CStr::from_ptr(cipher).to_bytes(),
        CStr::from_ptr(mode).to_bytes(),
    );
    PEERS
        .iter()
        .find(|(cipher, mode, _)| (cipher.as_bytes(), mode.as_bytes()) == wanted)
        .map_or(ptr::null(), |(_, _, peer)| peer)
}
