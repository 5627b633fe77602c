// SPDX-License-Identifier: MIT
//! What the feature `std` adds: messages in vectors, and errors that `?` turns into others.
#![cfg(feature = "std")]

use narae::aead::{Aead, KeyInit, Payload};
use narae::{pbkdf2, ChaCha20Poly1305, Gcm, Lea128, Lsh256_256, Xts};

type Anything<T> = Result<T, Box<dyn std::error::Error>>;

fn opened(sealed: &[u8]) -> Anything<Vec<u8>> {
    let gcm = Gcm::<Lea128>::new_from_slice(&[1; 16])?;
    Ok(gcm.decrypt(&[2; 12].into(), Payload { msg: sealed, aad: b"header" })?)
}

#[test]
fn messages_are_vectors() -> Anything<()> {
    let payload = Payload { msg: b"wing", aad: b"header" };
    let mut sealed = Gcm::<Lea128>::new(&[1; 16].into()).encrypt(&[2; 12].into(), payload)?;
    assert_eq!(sealed.len(), 4 + 16);
    assert_eq!(opened(&sealed)?, b"wing");
    sealed[0] ^= 1;
    assert!(opened(&sealed).is_err());

    let chacha = ChaCha20Poly1305::new(&[1; 32].into());
    let nonce = [2; 12].into();
    assert_eq!(chacha.decrypt(&nonce, &*chacha.encrypt(&nonce, &b"wing"[..])?)?, b"wing");
    Ok(())
}

#[test]
fn errors_are_those_of_std() {
    fn key(iterations: u32) -> Anything<[u8; 32]> {
        let mut key = [0; 32];
        pbkdf2::<Lsh256_256>(&mut key, b"password", b"salt", iterations)?;
        Ok(key)
    }
    assert!(key(1).is_ok());
    assert_eq!(key(0).unwrap_err().to_string(), narae::Error::Rounds.to_string());
    assert!((|| -> Anything<_> { Ok(Xts::<Lea128>::new(&[0; 32])?) })().is_err());
}
