// SPDX-License-Identifier: MIT
//! ring.  It works in place only: messages are copied to `out` first.

#[path = "../../peer.rs"]
mod peer;

use peer::{Entry, Instance, Message, Peer};
use ring::aead::{Aad, Algorithm, LessSafeKey, Nonce, Tag, UnboundKey};
use ring::aead::{AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305};

/// An algorithm for each key size.
trait Cipher {
    const ALGORITHMS: &'static [&'static Algorithm];
}

struct Gcm;

impl Cipher for Gcm {
    const ALGORITHMS: &'static [&'static Algorithm] = &[&AES_128_GCM, &AES_256_GCM];
}

struct ChaCha20Poly1305;

impl Cipher for ChaCha20Poly1305 {
    const ALGORITHMS: &'static [&'static Algorithm] = &[&CHACHA20_POLY1305];
}

struct Aead<C>(LessSafeKey, core::marker::PhantomData<C>);

impl<C: Cipher> Instance for Aead<C> {
    fn new(key: &[u8]) -> Option<Self> {
        let algorithm = C::ALGORITHMS.iter().find(|a| a.key_len() == key.len())?;
        let key = UnboundKey::new(algorithm, key).ok()?;
        Some(Self(LessSafeKey::new(key), core::marker::PhantomData))
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        let Ok(nonce) = Nonce::try_assume_unique_for_key(message.nonce) else {
            return false;
        };
        let ad = Aad::from(message.ad);
        match self
            .0
            .seal_in_place_separate_tag(nonce, ad, message.in_place())
        {
            Ok(computed) => {
                tag.copy_from_slice(computed.as_ref());
                true
            }
            Err(ring::error::Unspecified) => false,
        }
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
        let (Ok(nonce), Ok(tag)) = (
            Nonce::try_assume_unique_for_key(message.nonce),
            Tag::try_from(tag),
        ) else {
            return false;
        };
        let ad = Aad::from(message.ad);
        self.0
            .open_in_place_separate_tag(nonce, ad, tag, message.in_place(), 0..)
            .is_ok()
    }
}

static PEERS: &[Entry] = &[
    ("aes-128", "gcm", Peer::of::<Aead<Gcm>>()),
    ("aes-256", "gcm", Peer::of::<Aead<Gcm>>()),
    ("chacha20", "poly1305", Peer::of::<Aead<ChaCha20Poly1305>>()),
];
