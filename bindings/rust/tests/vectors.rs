// SPDX-License-Identifier: MIT
//! The repository's vectors (vectors/README.md) through the crate's types, and a valid answer from every type.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use narae::aead::{AeadInPlace, KeyInit, Nonce, Tag};
use narae::cipher::{
    consts::{U16, U8},
    generic_array::GenericArray,
    Block, BlockDecrypt, BlockEncrypt, KeyIvInit, StreamCipher, StreamCipherSeek,
};
use narae::digest::{Digest, ExtendableOutput, FixedOutputReset, Mac, XofReader};
use narae::*;

type Vector = BTreeMap<String, String>;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// The vectors of one folder: an object a line, of strings and a few numbers, without escapes.
fn vectors(folder: &str) -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(folder);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let text: String = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    text.lines().filter(|line| line.trim_start().starts_with("{\"id\"")).map(parse).collect()
}

fn parse(line: &str) -> Vector {
    let mut vector = Vector::new();
    let mut rest = line;
    while let Some((name, after)) = rest.split_once('"').and_then(|(_, at)| at.split_once("\": ")) {
        let (value, next) = match after.strip_prefix('"') {
            Some(text) => text.split_once('"').unwrap(),
            None => after.split_at(after.find(&[',', '}'][..]).unwrap()),
        };
        vector.insert(name.to_string(), value.to_string());
        rest = next;
    }
    vector
}

/// What a vector says, and what the operation gave; on a difference its place.
struct Case<'a>(&'a Vector);

impl Case<'_> {
    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn get(&self, name: &str) -> Vec<u8> {
        hex(self.0.get(name).map_or("", |value| value))
    }

    fn is_valid(&self) -> bool {
        !self.has("result")
    }

    fn equal(&self, name: &str, got: &[u8]) {
        assert_eq!(got == self.get(name), self.is_valid(), "{:?}: {name}", self.0);
    }

    fn right(&self, right: bool) {
        assert_eq!(right, self.is_valid(), "{:?}", self.0);
    }
}

fn block<C: KeyInit + BlockEncrypt + BlockDecrypt>(case: &Case) -> bool {
    let cipher = match C::new_from_slice(&case.get("key")) {
        Ok(cipher) => cipher,
        Err(_) => return false,
    };
    let size = C::block_size();
    let mut text: Vec<Block<C>> =
        case.get("plaintext").chunks_exact(size).map(GenericArray::clone_from_slice).collect();
    cipher.encrypt_blocks(&mut text);
    case.equal("ciphertext", &text.concat());
    cipher.decrypt_blocks(&mut text);
    assert_eq!(text.concat(), case.get("plaintext"));
    true
}

fn stream<S: KeyIvInit + StreamCipher>(case: &Case) -> bool {
    let (key, iv) = (case.get("key"), case.get("nonce"));
    let mut stream = match S::new_from_slices(&key, &iv) {
        Ok(stream) => stream,
        Err(_) => return false,
    };
    let mut text = case.get("plaintext");
    for piece in text.chunks_mut(37) {
        stream.apply_keystream(piece);
    }
    case.equal("ciphertext", &text);
    true
}

fn ctr<C: Cipher>(case: &Case) -> bool {
    seeking::<Ctr<C>>(case)
}

fn seeking<S: KeyIvInit + StreamCipher + StreamCipherSeek>(case: &Case) -> bool {
    if !stream::<S>(case) {
        return false;
    }
    let mut stream = S::new_from_slices(&case.get("key"), &case.get("nonce")).unwrap();
    let mut text = case.get("plaintext");
    let middle = text.len() / 2;
    stream.seek(middle);
    stream.apply_keystream(&mut text[middle..]);
    assert_eq!(stream.current_pos::<usize>(), text.len());
    stream.seek(0);
    stream.apply_keystream(&mut text[..middle]);
    assert_eq!(stream.current_pos::<usize>(), middle);
    case.equal("ciphertext", &text);
    true
}

fn cfb<C: Cipher, const BITS: u32>(case: &Case) -> bool {
    let new = || Cfb::<C, BITS>::new_from_slices(&case.get("key"), &case.get("nonce"));
    let mut cfb = match new() {
        Ok(cfb) => cfb,
        Err(_) => return false,
    };
    let mut text = case.get("plaintext");
    for piece in text.chunks_mut(5) {
        cfb.encrypt(piece).unwrap();
    }
    case.equal("ciphertext", &text);
    new().unwrap().decrypt(&mut text).unwrap();
    assert_eq!(text, case.get("plaintext"));
    assert_eq!(cfb.decrypt(&mut [0]), if text.is_empty() { Ok(()) } else { Err(Error::State) });
    true
}

fn cbc<C: Cipher>(case: &Case, padded: bool) -> bool {
    let (iv, text, sealed) = (case.get("nonce"), case.get("plaintext"), case.get("ciphertext"));
    let cbc = match Cbc::<C>::new_from_slice(&case.get("key")) {
        Ok(cbc) if iv.len() == C::block_size() => cbc,
        _ => return false,
    };
    let iv = GenericArray::from_slice(&iv);
    let mut out = vec![0; sealed.len()];
    if padded {
        match cbc.decrypt_padded(&mut out, iv, &sealed) {
            Ok(n) => case.equal("plaintext", &out[..n]),
            Err(_) => return !case.is_valid(),
        }
        cbc.encrypt_padded(&mut out, iv, &text).unwrap();
    } else {
        cbc.decrypt_blocks(&mut out, iv, &sealed).unwrap();
        case.equal("plaintext", &out);
        cbc.encrypt_blocks(&mut out, iv, &text).unwrap();
    }
    case.equal("ciphertext", &out);
    true
}

fn xts<C: Cipher<BlockSize = U16>>(case: &Case) -> bool {
    let tweak: [u8; 16] = match case.get("nonce").try_into() {
        Ok(tweak) => tweak,
        Err(_) => return false,
    };
    let mut text = case.get("plaintext");
    let xts = match Xts::<C>::new(&case.get("key")) {
        Ok(xts) => xts,
        Err(_) => {
            case.right(false);
            return true;
        }
    };
    if xts.encrypt_unit(&tweak, &mut text).is_err() {
        case.right(false);
        return true;
    }
    case.equal("ciphertext", &text);
    xts.decrypt_unit(&tweak, &mut text).unwrap();
    assert_eq!(text, case.get("plaintext"));

    let sector = u64::from_le_bytes(tweak[..8].try_into().unwrap());
    if tweak[8..] == [0; 8] && sector != u64::MAX {
        let mut sectors = [text.clone(), text.clone()].concat();
        xts.encrypt_sectors(sector, text.len(), &mut sectors).unwrap();
        case.equal("ciphertext", &sectors[..text.len()]);
        xts.decrypt_sectors(sector, text.len(), &mut sectors).unwrap();
        assert_eq!(sectors, [text.clone(), text].concat());
    }
    true
}

fn wrap<C: Cipher<BlockSize = U16>>(case: &Case, padded: bool) -> bool {
    let kw = match Kw::<C>::new_from_slice(&case.get("key")) {
        Ok(kw) => kw,
        Err(_) => return false,
    };
    let (text, sealed) = (case.get("plaintext"), case.get("ciphertext"));
    let mut out = vec![0xaa; sealed.len().saturating_sub(8)];
    let opened = if padded {
        kw.unwrap_with_padding(&mut out, &sealed)
    } else {
        kw.unwrap(&mut out, &sealed).map(|()| text.len())
    };
    case.right(opened.is_ok());
    match opened {
        Ok(n) => assert_eq!(out[..n], text),
        Err(Error::Authentication) => assert!(out.iter().all(|&b| b == 0)),
        Err(error) => assert_eq!(error, Error::Length),
    }
    if case.is_valid() {
        let mut out = vec![0; sealed.len()];
        if padded {
            kw.wrap_with_padding(&mut out, &text).unwrap();
        } else {
            kw.wrap(&mut out, &text).unwrap();
        }
        assert_eq!(out, sealed);
    }
    true
}

fn aead<A: KeyInit + AeadInPlace>(case: &Case) -> bool {
    let (key, nonce, tag) = (case.get("key"), case.get("nonce"), case.get("tag"));
    let aead = match A::new_from_slice(&key) {
        Ok(aead) if nonce.len() == Nonce::<A>::default().len() && tag.len() == Tag::<A>::default().len() => aead,
        _ => return false,
    };
    let nonce = Nonce::<A>::from_slice(&nonce);
    let mut text = case.get("ciphertext");
    let opened = aead.decrypt_in_place_detached(nonce, &case.get("ad"), &mut text, Tag::<A>::from_slice(&tag));
    case.right(opened.is_ok());
    if opened.is_err() {
        assert!(text.iter().all(|&b| b == 0));
        return true;
    }
    assert_eq!(text, case.get("plaintext"));
    let tag = aead.encrypt_in_place_detached(nonce, &case.get("ad"), &mut text).unwrap();
    case.equal("tag", &tag);
    case.equal("ciphertext", &text);
    true
}

fn mac<M: Mac + KeyInit + Clone>(case: &Case) -> bool {
    let mut mac = match <M as KeyInit>::new_from_slice(&case.get("key")) {
        Ok(mac) => mac,
        Err(_) => return false,
    };
    for piece in case.get("message").chunks(23) {
        mac.update(piece);
    }
    let tag = case.get("tag");
    case.right(mac.clone().verify_truncated_left(&tag).is_ok());
    case.equal("tag", &mac.finalize().into_bytes()[..tag.len()]);
    true
}

fn gmac<C: Cipher<BlockSize = U16>>(case: &Case) -> bool {
    let (nonce, tag) = (case.get("nonce"), case.get("tag"));
    let gmac = match Gmac::<C>::new_from_slice(&case.get("key")) {
        Ok(gmac) if nonce.len() == 12 && tag.len() == 16 => gmac,
        _ => return false,
    };
    let (nonce, tag) = (GenericArray::from_slice(&nonce), GenericArray::from_slice(&tag));
    let checked = gmac.verify(nonce, &case.get("message"), tag);
    case.right(checked.is_ok());
    assert!(matches!(checked, Ok(()) | Err(Error::Authentication)));
    case.equal("tag", &gmac.tag(nonce, &case.get("message")).unwrap());
    true
}

fn hash<H: Digest + FixedOutputReset>(case: &Case) -> bool {
    let mut hash = H::new();
    for _ in 0..2 {
        for piece in case.get("message").chunks(61) {
            Digest::update(&mut hash, piece);
        }
        case.equal("digest", &hash.finalize_reset());
    }
    true
}

fn xof<X: ExtendableOutput>(hash: X, case: &Case) -> bool {
    let mut xof = hash;
    for piece in case.get("message").chunks(61) {
        xof.update(piece);
    }
    let mut out = vec![0; case.get("digest").len()];
    let mut reader = xof.finalize_xof();
    for piece in out.chunks_mut(13) {
        reader.read(piece);
    }
    case.equal("digest", &out);
    true
}

/// Modes of any block cipher, and of those with blocks of 16 bytes. False: a type does not take these sizes.
fn any_block<C: Cipher>(mode: &str, case: &Case) -> bool {
    match mode {
        "block" => block::<C>(case),
        "ctr" => ctr::<C>(case),
        "ofb" => stream::<Ofb<C>>(case),
        "cfb" => cfb::<C, 0>(case),
        "cfb8" => cfb::<C, 8>(case),
        "cbc" => cbc::<C>(case, false),
        "cbc-pkcs7" => cbc::<C>(case, true),
        "cmac" => mac::<Cmac<C>>(case),
        _ => false,
    }
}

fn wide<C: Cipher<BlockSize = U16>>(mode: &str, case: &Case) -> bool {
    match mode {
        "gcm" => aead::<Gcm<C>>(case),
        "ccm" => aead::<Ccm<C>>(case),
        "xts" => xts::<C>(case),
        "kw" => wrap::<C>(case, false),
        "kwp" => wrap::<C>(case, true),
        "gmac" => gmac::<C>(case),
        _ => any_block::<C>(mode, case),
    }
}

/// Is a vector's cipher, such as `pipo-64/128`, this type, `Pipo128`, or without other sizes of keys `Pipo`?
fn is_named(name: &str, cipher: &str) -> bool {
    let (family, bits) = (cipher.split('-').next().unwrap(), cipher.rsplit(['-', '/']).next().unwrap());
    name.to_lowercase().strip_prefix(family).map_or(false, |rest| rest.is_empty() || rest == bits)
}

fn run(vector: &Vector) -> bool {
    let (case, mode) = (Case(vector), vector["mode"].as_str());
    if case.has("counter") {
        return false; // streams of the crate start at block 0
    }
    macro_rules! of_cipher {
        ($name:ident U8) => {
            if is_named(stringify!($name), &vector["cipher"]) {
                return any_block::<narae::$name>(mode, &case);
            }
        };
        ($name:ident U16) => {
            if is_named(stringify!($name), &vector["cipher"]) {
                return wide::<narae::$name>(mode, &case);
            }
        };
    }
    narae::each_block_cipher!(of_cipher);
    match (vector["cipher"].as_str(), mode) {
        ("chacha20", "stream") if case.get("nonce").len() == 12 => seeking::<ChaCha20>(&case),
        ("chacha20", "stream") => seeking::<ChaCha<20, U8>>(&case),
        ("xchacha20", "stream") => seeking::<XChaCha20>(&case),
        ("chacha12", "stream") => seeking::<ChaCha<12, U8>>(&case),
        ("chacha8", "stream") => seeking::<ChaCha<8, U8>>(&case),
        ("poly1305", "poly1305") => mac::<Poly1305>(&case),
        ("chacha20-poly1305", "aead") => aead::<ChaCha20Poly1305>(&case),
        ("xchacha20-poly1305", "aead") => aead::<XChaCha20Poly1305>(&case),
        ("ascon-aead128", "aead") => aead::<AsconAead128>(&case),
        ("sha-224", "hash") => hash::<Sha224>(&case),
        ("sha-256", "hash") => hash::<Sha256>(&case),
        ("sha-384", "hash") => hash::<Sha384>(&case),
        ("sha-512", "hash") => hash::<Sha512>(&case),
        ("sha-512/224", "hash") => hash::<Sha512_224>(&case),
        ("sha-512/256", "hash") => hash::<Sha512_256>(&case),
        ("sha3-224", "hash") => hash::<Sha3_224>(&case),
        ("sha3-256", "hash") => hash::<Sha3_256>(&case),
        ("sha3-384", "hash") => hash::<Sha3_384>(&case),
        ("sha3-512", "hash") => hash::<Sha3_512>(&case),
        ("lsh-256-224", "hash") => hash::<Lsh256_224>(&case),
        ("lsh-256-256", "hash") => hash::<Lsh256_256>(&case),
        ("lsh-512-224", "hash") => hash::<Lsh512_224>(&case),
        ("lsh-512-256", "hash") => hash::<Lsh512_256>(&case),
        ("lsh-512-384", "hash") => hash::<Lsh512_384>(&case),
        ("lsh-512-512", "hash") => hash::<Lsh512_512>(&case),
        ("ascon-hash256", "hash") => hash::<AsconHash256>(&case),
        ("shake128", "hash") => xof(Shake128::default(), &case),
        ("shake256", "hash") => xof(Shake256::default(), &case),
        ("ascon-xof128", "hash") => xof(AsconXof128::default(), &case),
        ("ascon-cxof128", "hash") => xof(AsconCxof128::new(&case.get("custom")).unwrap(), &case),
        ("sha-224", "hmac") => mac::<Hmac<Sha224>>(&case),
        ("sha-256", "hmac") => mac::<Hmac<Sha256>>(&case),
        ("sha-384", "hmac") => mac::<Hmac<Sha384>>(&case),
        ("sha-512", "hmac") => mac::<Hmac<Sha512>>(&case),
        ("sha-512/224", "hmac") => mac::<Hmac<Sha512_224>>(&case),
        ("sha-512/256", "hmac") => mac::<Hmac<Sha512_256>>(&case),
        ("sha3-224", "hmac") => mac::<Hmac<Sha3_224>>(&case),
        ("sha3-256", "hmac") => mac::<Hmac<Sha3_256>>(&case),
        ("sha3-384", "hmac") => mac::<Hmac<Sha3_384>>(&case),
        ("sha3-512", "hmac") => mac::<Hmac<Sha3_512>>(&case),
        ("lsh-256-224", "hmac") => mac::<Hmac<Lsh256_224>>(&case),
        ("lsh-256-256", "hmac") => mac::<Hmac<Lsh256_256>>(&case),
        ("lsh-512-224", "hmac") => mac::<Hmac<Lsh512_224>>(&case),
        ("lsh-512-256", "hmac") => mac::<Hmac<Lsh512_256>>(&case),
        ("lsh-512-384", "hmac") => mac::<Hmac<Lsh512_384>>(&case),
        ("lsh-512-512", "hmac") => mac::<Hmac<Lsh512_512>>(&case),
        _ => false,
    }
}

/// Every cipher and mode that has vectors is run with one of them at least; names the rest.
fn run_folder(folder: &str, without_a_type: &[&str]) {
    let (mut run_kinds, mut all_kinds) = (BTreeSet::new(), BTreeSet::new());
    for vector in vectors(folder) {
        let kind = format!("{} {}", vector["cipher"], vector["mode"]);
        if run(&vector) {
            run_kinds.insert(kind.clone());
        }
        if Case(&vector).is_valid() {
            all_kinds.insert(kind);
        }
    }
    let missing: Vec<_> = all_kinds.difference(&run_kinds).map(String::as_str).collect();
    assert_eq!(missing, without_a_type, "kinds of vectors/{folder} without a type");
    assert!(!run_kinds.is_empty());
}

#[test]
fn block_ciphers_and_their_modes() {
    macro_rules! folder {
        ($name:ident $block:ident) => {
            run_folder(stringify!($name).to_lowercase().trim_end_matches(char::is_numeric), &[]);
        };
    }
    narae::each_block_cipher!(folder);
}

#[test]
fn chacha20_seeks_to_the_end_of_its_stream_and_not_beyond() {
    let mut chacha = ChaCha20::new(&[1; 32].into(), &[2; 12].into());
    let end = 64u64 << 32;
    let (mut last, mut again) = ([0; 65], [0; 1]);
    chacha.seek(end - 65);
    chacha.apply_keystream(&mut last);
    assert_eq!(chacha.current_pos::<u64>(), end);
    assert!(chacha.try_apply_keystream(&mut again).is_err());
    assert!(chacha.try_seek(end + 64).is_err());
    chacha.seek(end - 1);
    chacha.apply_keystream(&mut again);
    assert_eq!(again[0], last[64]);
}

#[test]
fn chacha_and_ascon() {
    run_folder("chacha", &[]);
    run_folder("ascon", &["ascon-p12 permutation", "ascon-p6 permutation", "ascon-p8 permutation"]);
}

#[test]
fn hashes_and_hmac() {
    run_folder("sha2", &[]);
    run_folder("keccak", &["keccak-f1600 permutation"]);
    run_folder("lsh", &[]);
    run_folder("hmac", &[]);
}
