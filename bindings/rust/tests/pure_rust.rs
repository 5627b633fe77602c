// SPDX-License-Identifier: MIT
//! Against the crates that are Rust throughout: `aria` and `lea` for blocks, and `ctr`, `aes-gcm` and `ccm` over them
//! or over our own blocks. They take long to compile: RUSTFLAGS="--cfg narae_pure_rust" cargo test

#![cfg(narae_pure_rust)]

use aead::{AeadInPlace, KeyInit, Nonce, Tag};
use cipher::consts::{U12, U13, U16, U4, U7, U8};
use cipher::{BlockCipher, BlockDecrypt, BlockEncrypt, KeyIvInit, StreamCipher};
use narae::{
    aead, cipher, Aria128, Aria192, Aria256, Ccm, Cipher, Ctr, Gcm, Hight, Lea128, Lea192, Lea256, Pipo128, Pipo256,
    Seed,
};

/// Random bytes that repeat with the seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.below(256) as u8).collect()
    }

    /// Mostly short, at times beyond what a kernel takes at once.
    fn length(&mut self) -> usize {
        let most = [20, 70, 300, 2500][self.below(4)];
        self.below(most)
    }
}

fn blocks_agree<Ours, Theirs>()
where
    Ours: KeyInit + BlockEncrypt + BlockDecrypt + BlockCipher<BlockSize = U16>,
    Theirs: KeyInit + BlockEncrypt + BlockDecrypt + BlockCipher<BlockSize = U16>,
{
    let mut random = Random(1);
    for n in 0..150 {
        let key = random.bytes(Ours::key_size());
        let (ours, theirs) = (Ours::new_from_slice(&key).unwrap(), Theirs::new_from_slice(&key).unwrap());
        let text: Vec<cipher::Block<Ours>> =
            (0..n).map(|_| *cipher::Block::<Ours>::from_slice(&random.bytes(16))).collect();
        let (mut x, mut y) = (text.clone(), text.clone());
        ours.encrypt_blocks(&mut x);
        theirs.encrypt_blocks(&mut y);
        assert_eq!(x, y);
        ours.decrypt_blocks(&mut x);
        assert_eq!(x, text);
        let mut apart = text.clone();
        ours.encrypt_blocks_b2b(&text, &mut apart).unwrap();
        assert_eq!(apart, y);
    }
}

#[test]
fn aria_is_that_of_the_crate() {
    blocks_agree::<Aria128, aria::Aria128>();
    blocks_agree::<Aria192, aria::Aria192>();
    blocks_agree::<Aria256, aria::Aria256>();
}

/// `lea` has the traits of an older `cipher`.
macro_rules! lea_agrees {
    ($ours:ty, $theirs:ty) => {{
        use lea::prelude::{BlockDecrypt as _, BlockEncrypt as _, NewBlockCipher as _};
        let mut random = Random(2);
        for _ in 0..300 {
            let key = random.bytes(<$ours>::key_size());
            let text = random.bytes(16);
            let ours = <$ours as KeyInit>::new_from_slice(&key).unwrap();
            let theirs = <$theirs>::new_from_slice(&key).unwrap();
            let mut x = *cipher::Block::<$ours>::from_slice(&text);
            let mut y = x;
            BlockEncrypt::encrypt_block(&ours, &mut x);
            theirs.encrypt_block(&mut y);
            assert_eq!(x, y);
            theirs.decrypt_block(&mut y);
            BlockDecrypt::decrypt_block(&ours, &mut x);
            assert_eq!((x, y.as_slice()), (y, text.as_slice()));
        }
    }};
}

#[test]
fn lea_is_that_of_the_crate() {
    use cipher::KeySizeUser;
    lea_agrees!(Lea128, lea::Lea128);
    lea_agrees!(Lea192, lea::Lea192);
    lea_agrees!(Lea256, lea::Lea256);
}

/// In random pieces; and a counter that wraps.
fn streams_agree<Ours: KeyIvInit + StreamCipher, Theirs: KeyIvInit + StreamCipher>() {
    let mut random = Random(3);
    for round in 0..100 {
        let key = random.bytes(Ours::key_size());
        let iv = if round % 3 == 0 { vec![0xff; Ours::iv_size()] } else { random.bytes(Ours::iv_size()) };
        let n = random.length();
        let text = random.bytes(n);
        let (mut x, mut y) = (text.clone(), text);
        let mut ours = Ours::new_from_slices(&key, &iv).unwrap();
        for piece in x.chunks_mut(1 + random.below(600)) {
            ours.apply_keystream(piece);
        }
        Theirs::new_from_slices(&key, &iv).unwrap().apply_keystream(&mut y);
        assert_eq!(x, y);
    }
}

#[test]
fn ctr_is_that_of_the_crate() {
    streams_agree::<Ctr<Aria128>, ctr::Ctr128BE<aria::Aria128>>();
    streams_agree::<Ctr<Aria192>, ctr::Ctr128BE<aria::Aria192>>();
    streams_agree::<Ctr<Aria256>, ctr::Ctr128BE<aria::Aria256>>();
    streams_agree::<Ctr<Lea128>, ctr::Ctr128BE<Lea128>>();
    streams_agree::<Ctr<Lea192>, ctr::Ctr128BE<Lea192>>();
    streams_agree::<Ctr<Lea256>, ctr::Ctr128BE<Lea256>>();
    streams_agree::<Ctr<Hight>, ctr::Ctr64BE<Hight>>();
    streams_agree::<Ctr<Pipo128>, ctr::Ctr64BE<Pipo128>>();
    streams_agree::<Ctr<Pipo256>, ctr::Ctr64BE<Pipo256>>();
}

/// Seals with both, opens, and forges: tag, text, and associated data.
fn aeads_agree<Ours: AeadInPlace + KeyInit, Theirs: AeadInPlace + KeyInit>() {
    let mut random = Random(4);
    for _ in 0..30 {
        let key = random.bytes(Ours::key_size());
        let (n, ad_bytes) = (random.length(), random.below(50));
        let (text, ad) = (random.bytes(n), random.bytes(ad_bytes));
        let nonce = random.bytes(Nonce::<Ours>::default().len());
        let (ours, theirs) = (Ours::new_from_slice(&key).unwrap(), Theirs::new_from_slice(&key).unwrap());
        let (mut x, mut y) = (text.clone(), text.clone());
        let nonce_of_ours = Nonce::<Ours>::from_slice(&nonce);
        let tag = ours.encrypt_in_place_detached(nonce_of_ours, &ad, &mut x).unwrap();
        let same = theirs.encrypt_in_place_detached(Nonce::<Theirs>::from_slice(&nonce), &ad, &mut y).unwrap();
        assert_eq!((&x, tag.as_slice()), (&y, same.as_slice()));

        let open = |text: &mut [u8], ad: &[u8], tag: &[u8]| {
            ours.decrypt_in_place_detached(nonce_of_ours, ad, text, Tag::<Ours>::from_slice(tag))
        };
        open(&mut x, &ad, &tag).unwrap();
        assert_eq!(x, text);

        let mut other_tag = tag.to_vec();
        let at = random.below(other_tag.len());
        other_tag[at] ^= 1 << random.below(8);
        let mut forged = y.clone();
        open(&mut forged, &ad, &other_tag).unwrap_err();
        assert!(forged.iter().all(|&b| b == 0));
        open(&mut y.clone(), &[&ad[..], b"x"].concat(), &tag).unwrap_err();
        if n != 0 {
            y[random.below(n)] ^= 1;
            open(&mut y, &ad, &tag).unwrap_err();
        }
    }
}

fn all_aeads_agree<Ours, Theirs>()
where
    Ours: Cipher<BlockSize = U16> + KeyInit,
    Theirs: BlockCipher<BlockSize = U16> + BlockEncrypt + KeyInit,
{
    aeads_agree::<Gcm<Ours>, aes_gcm::AesGcm<Theirs, U12>>();
    aeads_agree::<Gcm<Ours, U16, U12>, aes_gcm::AesGcm<Theirs, U16, U12>>();
    aeads_agree::<Ccm<Ours>, ccm::Ccm<Theirs, U16, U12>>();
    aeads_agree::<Ccm<Ours, U13, U8>, ccm::Ccm<Theirs, U8, U13>>();
    aeads_agree::<Ccm<Ours, U7, U4>, ccm::Ccm<Theirs, U4, U7>>();
}

#[test]
fn gcm_and_ccm_are_those_of_the_crates() {
    all_aeads_agree::<Aria128, aria::Aria128>();
    all_aeads_agree::<Aria192, aria::Aria192>();
    all_aeads_agree::<Aria256, aria::Aria256>();
    all_aeads_agree::<Lea128, Lea128>();
    all_aeads_agree::<Lea192, Lea192>();
    all_aeads_agree::<Lea256, Lea256>();
}
