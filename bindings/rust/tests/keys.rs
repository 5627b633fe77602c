// SPDX-License-Identifier: MIT
//! Key derivation, generators and self-tests: published answers, those of tests/c, and refusals.

use narae::*;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

/// RFC 7914, 11.
#[test]
fn pbkdf2_gives_the_answer_of_the_rfc() {
    let mut key = [0; 64];
    pbkdf2::<Sha256>(&mut key, b"passwd", b"salt", 1).unwrap();
    let answer = "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef31\
                  7c71b845b1e30bd509112041d3a19783";
    assert_eq!(key.to_vec(), hex(answer));
    assert_eq!(pbkdf2::<Sha256>(&mut key, b"passwd", b"salt", 0), Err(Error::Rounds));
}

/// As `openssl kdf KBKDF` computes it.
#[test]
fn kbkdf_is_that_of_openssl() {
    let key: Vec<u8> = (0..16).collect();
    let iv: Vec<u8> = (0xf0..=0xff).cycle().take(32).collect();
    let mut input = Kbkdf { label: b"narae", context: b"wing", iv: &iv, ..Kbkdf::default() };
    let mut out = [0; 70];
    input.feedback_hmac::<Sha256>(&mut out, &key).unwrap();
    let answer = "7de961147082e9839994cfe28d899a9745f7f8b2e40c3a2f973d6f9f15f9f664b89e4d588fb3aa73f6c501e793d3a7dd\
                  8051844cd81f010ee416352229a62b67bec169eef7f9";
    assert_eq!(out.to_vec(), hex(answer));
    input.counter_hmac::<Sha256>(&mut out, &key).unwrap();
    let answer = "382ffd75686d2d475ea29b12a7c28447bade4a84b426ddcb0f77ca7cb33436b124c205aa5d6c943d6fdc559af82540b6\
                  a982c3573efb9cba7c87823ceffd21007c700308813a";
    assert_eq!(out.to_vec(), hex(answer));
    input.iv = &iv[..16];
    input.feedback_cmac::<Aes128>(&mut out[..40], &key).unwrap();
    let answer = "df573bcdc9139de37162693e8507a8d68012af62066830e8367947564af589337443aeb36fbd89e6";
    assert_eq!(out[..40].to_vec(), hex(answer));

    assert_eq!(input.counter_cmac::<Aes256>(&mut out, &key), Err(Error::KeySize));
    input.counter_bytes = 5;
    assert_eq!(input.counter_hmac::<Sha256>(&mut out, &key), Err(Error::Length));
}

/// NIST CAVP, KBKDF in counter mode with CMAC and AES-128, and fixed data after the counter.
#[test]
fn kbkdf_gives_the_answer_of_nist() {
    let data = hex("24acb8e9227b180f2ccebea48051cbdbcd1be2bf94400d1e92945fe9b887585a295f46c469036107697813a3e12c45ae\
                    2ffde9a940f8f8c181018a93");
    let input = Kbkdf { label: &data, counter_bytes: 1, length_bytes: 0, ..Kbkdf::default() };
    let mut out = [0; 40];
    input.counter_cmac::<Aes128>(&mut out, &hex("e91e0d06ab23a4e495bbcc430efddcaf")).unwrap();
    let answer = "e81ef2483729d4165aaa4866c17f26496e6c6924e2fe34f608efef0c35835f86df29a1e19ce166a8";
    assert_eq!(out.to_vec(), hex(answer));
}

/// NIST CAVP, drbgtestvectors, as in tests/c/test_drbg.c: one of each kind, with reseeding, additional input,
/// prediction resistance and personalization between them.
#[test]
fn drbgs_give_the_answers_of_nist() {
    let mut out = [0; 112];
    let mut drbg = HashDrbg::<Sha224>::new(
        &hex("184cbf7f1c462f27fc640ccf2aac1b26174ee41e42dcceaa"),
        &hex("09f9d8acd06aba74b9f849f7"),
        &hex("5a5afe330e898ca94fad05b0e6b3f8146f46c90379a0b1eb"),
    )
    .unwrap();
    drbg.reseed(
        &hex("b5eb44d3515c74d2cbd28c4ac5edb5fb95846e74e8398ce5"),
        &hex("a793fefe0f2ab3e9a0d1ddbc058d78369b03597f44099a81"),
    )
    .unwrap();
    drbg.generate(&mut out, &hex("930ef8531a344fef957660cbb401583afa0f016b7023a9db")).unwrap();
    drbg.generate(&mut out, &hex("2ee03b7314fb00e1e2616799c144cd58f051cde370588d70")).unwrap();
    let answer = "22b856603db40f1b6d439d5b88fbe4734f7fdee15f4df47dfd418b362f23e48fef0f48f03d1a7b7b0de607c2a8288b1a\
                  aa01bc84646c322a88b2351855d7fa1b66b0b12baccbaa5ad6cc71833998f8998712bddf54ab8af329c55791b7576cf3\
                  6ade4b921009ffe32a8d22ecf4747571";
    assert_eq!(out.to_vec(), hex(answer));

    let mut out = [0; 128];
    let mut drbg = HmacDrbg::<Sha512_256>::new(
        &hex("357bd51273ed2c6793a54fc80aa7408c8b4a1d05361cb2bafdac4b9b0766e41b"),
        &hex("fb2b5bc9daa5916c8efc7d37b37a5616"),
        b"",
    )
    .unwrap();
    for (fresh, additional) in [
        (
            "a70d6af35c38df355757322109b4c6917059472fb43a0c5d160987758640fc5c",
            "6c7a8651e3bc3964c637c505cdbc42c09f6d8fe9b2665cc0c7d6986ee2c25f4e",
        ),
        (
            "935eb63c82b190e521c3ddaea4fae9106f59eca716efe4250ca18b2976054980",
            "256f3a8be801f4834bc7602237cae595f7a2111084ee7db807d060376a53efe3",
        ),
    ] {
        drbg.generate_fresh(&mut out, &hex(fresh), &hex(additional)).unwrap();
    }
    let answer = "1771021fbfde38f3dac9144d642f22f7b93f449a92f99e6b33b05dd30ddf0ed493f7848c04550bd2641dde0d64fbb7f2\
                  cb7683d1653e94610497b6213a068bb00806aa8fb23d3c86d483c77ef5752a5f17edb747aea4c04178659d4369a6683b\
                  fe14df8ed9edf783db4a4dc5bd8d726d8c4870fb5f018a0361e4d593364fce0f";
    assert_eq!(out.to_vec(), hex(answer));

    let mut out = [0; 64];
    let (entropy, nonce) = (hex("890eb067acf7382eff80b0c73bc872c6"), hex("aad471ef3ef1d203"));
    let mut drbg = CtrDrbg::<Aes128>::new(&entropy, &nonce, b"").unwrap();
    drbg.generate(&mut out, b"").unwrap();
    drbg.generate(&mut out, b"").unwrap();
    let answer = "a5514ed7095f64f3d0d3a5760394ab42062f373a25072a6ea6bcfd8489e94af6cf18659fea22ed1ca0a9e33f718b115e\
                  e536b12809c31b72b08ddd8be1910fa3";
    assert_eq!(out.to_vec(), hex(answer));

    let entropy = hex("ed1e7f21ef66ea5d8e2a85b9337245445b71d6393a4eecb0e63c193d0f72f9a9");
    let mut drbg = CtrDrbg::<Aes128>::without_derivation(&entropy, b"").unwrap();
    drbg.reseed(&hex("303fb519f0a4e17d6df0b6426aa0ecb2a36079bd48be47ad2a8dbfe48da3efad"), b"").unwrap();
    drbg.generate(&mut out, b"").unwrap();
    drbg.generate(&mut out, b"").unwrap();
    let answer = "f80111d08e874672f32f42997133a5210f7a9375e22cea70587f9cfafebe0f6a6aa2eb68e7dd9164536d53fa020fcab2\
                  0f54caddfab7d6d91e5ffec1dfd8deaa";
    assert_eq!(out.to_vec(), hex(answer));
    assert_eq!(CtrDrbg::<Aes128>::without_derivation(&entropy[1..], b"").unwrap_err(), Error::Length);
}

#[test]
fn generators_refuse_what_the_standard_does_not_allow() {
    assert_eq!(HashDrbg::<Sha256>::new(&[1; 31], &[2; 16], b"").unwrap_err(), Error::Length);
    assert_eq!(HmacDrbg::<Sha256>::new(&[1; 32], &[2; 15], b"").unwrap_err(), Error::NonceSize);
    let mut drbg = CtrDrbg::<Lea256>::new(&[1; 32], &[2; 16], b"").unwrap();
    let mut out = vec![0; 65537];
    assert_eq!(drbg.generate(&mut out, b"").unwrap_err(), Error::Length);
    drbg.generate(&mut out[1..], b"").unwrap();
    assert_eq!(drbg.reseed(&[1; 31], b"").unwrap_err(), Error::Length);
}

#[test]
fn self_tests_pass_and_kernels_have_a_name() {
    assert_eq!(self_test(), Ok(()));
    assert!(!kernels().is_empty());
}

#[test]
fn modes_refuse_outputs_of_another_size() {
    use narae::cipher::KeyInit;
    let kw = Kw::<Aria128>::new(&[1; 16].into());
    assert_eq!(kw.wrap(&mut [0; 23], &[0; 16]), Err(Error::Length));
    assert_eq!(kw.unwrap(&mut [0; 16], &[0; 7]), Err(Error::Length));
    assert_eq!(kw.wrap_with_padding(&mut [0; 8], &[]), Err(Error::Length));
    let cbc = Cbc::<Seed>::new(&[1; 16].into());
    assert_eq!(cbc.encrypt_padded(&mut [0; 16], &[0; 16].into(), &[0; 16]), Err(Error::Length));
    assert_eq!(cbc.encrypt_blocks(&mut [0; 15], &[0; 16].into(), &[0; 15]), Err(Error::Length));
    assert_eq!(Xts::<Lea128>::new(&[7; 32]).unwrap_err(), Error::WeakKey);
    assert_eq!(Xts::<Lea128>::new(&[7; 31]).unwrap_err(), Error::KeySize);
    assert_eq!(Error::WeakKey.to_string(), "a forbidden key");
}
