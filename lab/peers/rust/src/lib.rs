// SPDX-License-Identifier: MIT
//! RustCrypto's crates.  `lea` and the older `ascon-aead` work in place only: messages are copied to `out` first.

#[path = "../../peer.rs"]
mod peer;

use core::slice;

use aes::cipher::consts::{U12, U16};
use aes::cipher::inout::InOutBuf;
use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit, StreamCipher};
use ascon_aead::aead::{self, AeadInOut};
use ascon_aead_v12::aead as aead_v12;
use lea::cipher as cipher_v3;
use peer::{Entry, Instance, Message, Peer};

fn text<'a>(message: &Message<'a>) -> InOutBuf<'a, 'a, u8> {
    if message.bytes == 0 {
        return InOutBuf::from(&mut [][..]);
    }
    // SAFETY: the bench's buffers have this size and are equal or disjoint.
    unsafe { InOutBuf::from_raw(message.input, message.out, message.bytes) }
}

struct Blocks<C>(C);

impl<C> Instance for Blocks<C>
where
    C: KeyInit + BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt,
{
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&mut self, message: Message, _: &mut [u8]) -> bool {
        self.0.encrypt_blocks_inout(text(&message).into_chunks().0);
        true
    }

    fn open(&mut self, message: Message, _: &[u8]) -> bool {
        self.0.decrypt_blocks_inout(text(&message).into_chunks().0);
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

impl<C> Instance for LeaBlocks<C>
where
    C: cipher_v3::NewBlockCipher
        + cipher_v3::BlockCipher<BlockSize = cipher_v3::consts::U16>
        + cipher_v3::BlockEncrypt
        + cipher_v3::BlockDecrypt,
{
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&mut self, message: Message, _: &mut [u8]) -> bool {
        self.0.encrypt_blocks(Self::split(&message));
        true
    }

    fn open(&mut self, message: Message, _: &[u8]) -> bool {
        self.0.decrypt_blocks(Self::split(&message));
        true
    }
}

/// A stream cipher gets its key with each message; with a nonce of 8 bytes the counter is longer.
struct Stream<C: KeyIvInit>(aes::cipher::Key<C>);

impl<C: KeyIvInit<IvSize = U12> + StreamCipher> Instance for Stream<C> {
    fn new(key: &[u8]) -> Option<Self> {
        key.try_into().ok().map(Self)
    }

    fn seal(&mut self, message: Message, _: &mut [u8]) -> bool {
        let mut nonce = [0; 12];
        nonce[12 - message.nonce.len()..].copy_from_slice(message.nonce);
        C::new(&self.0, &nonce.into())
            .try_apply_keystream_inout(text(&message))
            .is_ok()
    }
}

struct Aead<C>(C);

impl<C: KeyInit + AeadInOut> Instance for Aead<C> {
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        let Ok(nonce) = message.nonce.try_into() else {
            return false;
        };
        match self
            .0
            .encrypt_inout_detached(nonce, message.ad, text(&message))
        {
            Ok(computed) => {
                tag.copy_from_slice(&computed);
                true
            }
            Err(aead::Error) => false,
        }
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
        let (Ok(nonce), Ok(tag)) = (message.nonce.try_into(), tag.try_into()) else {
            return false;
        };
        self.0
            .decrypt_inout_detached(nonce, message.ad, text(&message), tag)
            .is_ok()
    }
}

struct AeadV12<C>(C);

impl<C: aead_v12::KeyInit + aead_v12::AeadInPlace> Instance for AeadV12<C> {
    fn new(key: &[u8]) -> Option<Self> {
        C::new_from_slice(key).ok().map(Self)
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        match self
            .0
            .encrypt_in_place_detached(message.nonce.into(), message.ad, message.in_place())
        {
            Ok(computed) => {
                tag.copy_from_slice(&computed);
                true
            }
            Err(aead_v12::Error) => false,
        }
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
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

static PEERS: &[Entry] = &[
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
