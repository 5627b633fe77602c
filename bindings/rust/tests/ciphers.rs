// SPDX-License-Identifier: MIT
//! Published answers of the block ciphers, refusals, and what threads may share.

use aead::{AeadInPlace, KeyInit};
use cipher::consts::U13;
use cipher::{BlockDecrypt, BlockEncrypt, KeyIvInit, StreamCipher, StreamCipherSeek};
use narae::{aead, cipher, Aria128, Aria256, Ccm, ChaCha20, Ctr, Gcm, Hight, Lea128, Pipo128, Pipo256, Seed};

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

fn known_answer<C>(key: &str, plaintext: &str, ciphertext: &str)
where
    C: BlockEncrypt + BlockDecrypt + KeyInit,
{
    let block_cipher = C::new_from_slice(&hex(key)).unwrap();
    let mut block = cipher::Block::<C>::clone_from_slice(&hex(plaintext));
    block_cipher.encrypt_block(&mut block);
    assert_eq!(block.to_vec(), hex(ciphertext));
    block_cipher.decrypt_block(&mut block);
    assert_eq!(block.to_vec(), hex(plaintext));
}

/// vectors/hight/ttas_ko_12_0040.json.
#[test]
fn hight_gives_the_published_answers() {
    known_answer::<Hight>("ffeeddccbbaa99887766554433221100", "0000000000000000", "f2034fd9ae18f400");
    known_answer::<Hight>("00112233445566778899aabbccddeeff", "7766554433221100", "d8e643e5729fce23");
}

/// vectors/seed/rfc4269.json.
#[test]
fn seed_gives_the_published_answers() {
    known_answer::<Seed>(
        "4706480851e61be85d74bfb3fd956185",
        "83a2f8a288641fb9a4e9a5cc2f131c7d",
        "ee54d13ebcae706d226bc3142cd40d4a",
    );
}

/// vectors/pipo/icisc2020.json.
#[test]
fn pipo_gives_the_published_answers() {
    known_answer::<Pipo128>("9722152ead201d7ed2289477dd16c46d", "2600271ef6528509", "27035dad81296b6b");
    known_answer::<Pipo256>(
        "9722152ead201d7ed2289477dd16c46d3356d1260612a754b56da976a43a9a00",
        "2600271ef6528509",
        "893852b66fae6d81",
    );
}

#[test]
fn a_message_too_long_for_the_nonce_is_an_error() {
    let ccm = Ccm::<Lea128, U13>::new(&[0; 16].into());
    assert!(ccm.encrypt_in_place_detached(&[0; 13].into(), b"", &mut vec![0; 65536]).is_err());
    assert!(ccm.encrypt_in_place_detached(&[0; 13].into(), b"", &mut vec![0; 65535]).is_ok());
}

/// What threads share and what may be cloned in the middle.
#[test]
fn contexts_can_be_shared_and_cloned() {
    fn shared<T: Send + Sync>() {}
    shared::<(Lea128, Ctr<Pipo128>, Gcm<Aria128>, Ccm<Aria256>)>();

    let mut ctr = Ctr::<Lea128>::new(&[1; 16].into(), &[2; 16].into());
    let (mut x, mut y) = ([0; 50], [0; 50]);
    ctr.apply_keystream(&mut x[..7]);
    y[..7].copy_from_slice(&x[..7]);
    ctr.clone().apply_keystream(&mut x[7..]);
    ctr.apply_keystream(&mut y[7..]);
    assert_eq!(x, y);
    assert_ne!(x[..25], x[25..]);
}

/// A number's remainder is negative, too, and must not become the byte of a block.
fn refuses_other_positions<S: KeyIvInit + StreamCipher + StreamCipherSeek + Clone>() {
    let mut stream = S::new(&Default::default(), &Default::default());
    stream.apply_keystream(&mut [0; 10]);
    let mut expected = stream.clone();
    for position in [-1, -7, -16, -17, -64, i32::MIN] {
        assert!(stream.try_seek(position).is_err(), "{position}");
    }
    assert!(stream.try_seek(u128::MAX).is_err());
    assert_eq!(stream.current_pos::<u64>(), 10);
    let (mut next, mut other) = ([0; 10], [0; 10]);
    stream.apply_keystream(&mut next);
    expected.apply_keystream(&mut other);
    assert_eq!(next, other);
}

#[test]
fn a_seek_that_is_refused_changes_nothing() {
    refuses_other_positions::<Ctr<Lea128>>();
    refuses_other_positions::<Ctr<Hight>>();
    refuses_other_positions::<ChaCha20>();
}
