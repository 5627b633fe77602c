// SPDX-License-Identifier: MIT
//! What is used of include/narae/*.h, where every function says what it needs. `int` is i32: bounds.c.

use core::ffi::c_void;

/// narae_block_cipher, opaque.
#[repr(C)]
pub struct Descriptor {
    private: [u8; 0],
}

/// narae_hash.
#[repr(C)]
pub struct HashDescriptor {
    private: [u8; 0],
}

/// narae_kbkdf_input.
#[repr(C)]
pub(crate) struct KbkdfInput {
    pub(crate) label: *const u8,
    pub(crate) context: *const u8,
    pub(crate) label_bytes: usize,
    pub(crate) context_bytes: usize,
    pub(crate) before: *const u8,
    pub(crate) before_bytes: usize,
    pub(crate) iv: *const u8,
    pub(crate) iv_bytes: usize,
    pub(crate) counter_bytes: u8,
    pub(crate) length_bytes: u8,
}

pub(crate) const OK: i32 = 0;

/// The static C string at `p`.
pub(crate) unsafe fn text(p: *const u8) -> &'static str {
    let bytes = (0..).take_while(|&i| *p.add(i) != 0).count();
    core::str::from_utf8_unchecked(core::slice::from_raw_parts(p, bytes))
}

/// Declares functions that return a status; a list of arguments serves many.
macro_rules! functions {
    ($($arguments:tt: $($name:ident)*;)*) => {
        extern "C" { $(functions!(@all $arguments $($name)*);)* }
    };
    (@all $arguments:tt $($name:ident)*) => { $(functions!(@one $arguments $name);)* };
    (@one ($($argument:ident: $type:ty),*) $name:ident) => {
        pub(crate) fn $name($($argument: $type),*) -> i32;
    };
}

pub(crate) type Blocks = unsafe extern "C" fn(*const Descriptor, *const c_void, *mut u8, *const u8, usize) -> i32;
pub(crate) type Cbc =
    unsafe extern "C" fn(*const c_void, *mut u8, *mut usize, *const u8, usize, i32, *const u8, usize) -> i32;
pub(crate) type Init = unsafe extern "C" fn(*mut c_void, usize, *const Descriptor, *const u8, usize) -> i32;

functions! {
    // block ciphers
    (cipher: *const Descriptor, schedule: *mut c_void, schedule_bytes: usize, key: *const u8, key_bytes: usize):
        narae_block_cipher_set_key;
    (cipher: *const Descriptor, schedule: *const c_void, out: *mut u8, input: *const u8, nblocks: usize):
        narae_block_cipher_encrypt narae_block_cipher_decrypt;

    // modes
    (ctx: *mut c_void, schedule_bytes: usize, cipher: *const Descriptor, key: *const u8, key_bytes: usize):
        narae_cbc_init_sized narae_ccm_init_sized narae_cfb_init_sized narae_cmac_init_sized narae_ctr_init_sized
        narae_gcm_init_sized narae_kw_init_sized narae_ofb_init_sized narae_xts_init_sized;
    (ctx: *const c_void, out: *mut u8, tag: *mut u8, tag_bytes: usize, nonce: *const u8, nonce_bytes: usize,
     ad: *const u8, ad_bytes: usize, input: *const u8, bytes: usize):
        narae_ccm_seal narae_gcm_seal;
    (ctx: *const c_void, out: *mut u8, nonce: *const u8, nonce_bytes: usize, ad: *const u8, ad_bytes: usize,
     input: *const u8, bytes: usize, tag: *const u8, tag_bytes: usize):
        narae_ccm_open narae_gcm_open;
    (ctx: *mut c_void, counter: *const u8, counter_bytes: usize, bits: u32): narae_ctr_start narae_cfb_start;
    (ctx: *mut c_void, iv: *const u8, iv_bytes: usize): narae_ofb_start;
    (ctx: *mut c_void, out: *mut u8, input: *const u8, bytes: usize):
        narae_cfb_decrypt narae_cfb_encrypt narae_chacha_crypt narae_ctr_crypt narae_ofb_crypt;
    (ctx: *mut c_void, offset: u64): narae_ctr_seek;
    (ctx: *const c_void, out: *mut u8, out_bytes: *mut usize, iv: *const u8, iv_bytes: usize, padding: i32,
     input: *const u8, bytes: usize):
        narae_cbc_decrypt_message narae_cbc_encrypt_message;
    (ctx: *const c_void, out: *mut u8, tweak: *const u8, tweak_bytes: usize, input: *const u8, bytes: usize):
        narae_xts_decrypt_unit narae_xts_encrypt_unit;
    (ctx: *const c_void, out: *mut u8, sector: u64, sector_bytes: usize, input: *const u8, bytes: usize):
        narae_xts_decrypt_sectors narae_xts_encrypt_sectors;
    (ctx: *const c_void, out: *mut u8, input: *const u8, bytes: usize):
        narae_kw_unwrap narae_kw_wrap narae_kwp_wrap;
    (ctx: *const c_void, out: *mut u8, out_bytes: *mut usize, input: *const u8, bytes: usize): narae_kwp_unwrap;
    (ctx: *const c_void, tag: *mut u8, tag_bytes: usize, nonce: *const u8, nonce_bytes: usize, input: *const u8,
     bytes: usize):
        narae_gmac_tag_message;
    (ctx: *const c_void, nonce: *const u8, nonce_bytes: usize, input: *const u8, bytes: usize, tag: *const u8,
     tag_bytes: usize):
        narae_gmac_verify_message;

    // ChaCha and Ascon
    (ctx: *mut c_void, rounds: u32, key: *const u8, key_bytes: usize, nonce: *const u8, nonce_bytes: usize,
     counter: u64):
        narae_chacha_start;
    (out: *mut u8, tag: *mut u8, key: *const u8, nonce: *const u8, nonce_bytes: usize, ad: *const u8,
     ad_bytes: usize, input: *const u8, bytes: usize):
        narae_chacha20_poly1305_seal;
    (out: *mut u8, tag: *mut u8, tag_bytes: usize, key: *const u8, nonce: *const u8, nonce_bytes: usize,
     ad: *const u8, ad_bytes: usize, input: *const u8, bytes: usize):
        narae_ascon_aead128_seal;
    (out: *mut u8, key: *const u8, nonce: *const u8, nonce_bytes: usize, ad: *const u8, ad_bytes: usize,
     input: *const u8, bytes: usize, tag: *const u8, tag_bytes: usize):
        narae_ascon_aead128_open narae_chacha20_poly1305_open;

    // hashes and codes
    (hash: *const HashDescriptor, ctx: *mut c_void, ctx_bytes: usize): narae_hash_start;
    (hash: *const HashDescriptor, ctx: *mut c_void, input: *const u8, bytes: usize): narae_hash_update;
    (hash: *const HashDescriptor, ctx: *mut c_void, digest: *mut u8, digest_bytes: usize): narae_hash_finish;
    (ctx: *mut c_void):
        narae_ascon_hash256_start narae_ascon_xof128_start narae_cmac_start narae_hmac_start narae_shake128_start
        narae_shake256_start;
    (ctx: *mut c_void, input: *const u8, bytes: usize):
        narae_ascon_cxof128_start narae_ascon_cxof128_update narae_ascon_hash256_update narae_ascon_xof128_update
        narae_cmac_update narae_hmac_update narae_poly1305_update narae_sha3_update;
    (ctx: *mut c_void, digest: *mut u8): narae_ascon_hash256_finish narae_poly1305_finish;
    (ctx: *mut c_void, key: *const u8): narae_poly1305_start;
    (ctx: *mut c_void, out: *mut u8, bytes: usize):
        narae_ascon_cxof128_squeeze narae_ascon_xof128_squeeze narae_cmac_finish narae_hmac_finish
        narae_shake_squeeze;
    (ctx: *mut c_void, states_bytes: usize, hash: *const HashDescriptor, key: *const u8, key_bytes: usize):
        narae_hmac_init_sized;

    // keys and random bits
    (out: *mut u8, out_bytes: usize, hash: *const HashDescriptor, password: *const u8, password_bytes: usize,
     salt: *const u8, salt_bytes: usize, iterations: u32):
        narae_pbkdf2;
    (out: *mut u8, out_bytes: usize, hash: *const HashDescriptor, key: *const u8, key_bytes: usize,
     input: *const KbkdfInput):
        narae_kbkdf_counter_hmac narae_kbkdf_feedback_hmac;
    (out: *mut u8, out_bytes: usize, cipher: *const Descriptor, key: *const u8, key_bytes: usize,
     input: *const KbkdfInput):
        narae_kbkdf_counter_cmac narae_kbkdf_feedback_cmac;
    (ctx: *mut c_void, hash: *const HashDescriptor, entropy: *const u8, entropy_bytes: usize, nonce: *const u8,
     nonce_bytes: usize, personalization: *const u8, personalization_bytes: usize):
        narae_drbg_hash_init narae_drbg_hmac_init;
    (ctx: *mut c_void, schedule_bytes: usize, cipher: *const Descriptor, key_bytes: usize, entropy: *const u8,
     entropy_bytes: usize, nonce: *const u8, nonce_bytes: usize, personalization: *const u8,
     personalization_bytes: usize):
        narae_drbg_ctr_init_sized;
    (ctx: *mut c_void, schedule_bytes: usize, cipher: *const Descriptor, key_bytes: usize, entropy: *const u8,
     entropy_bytes: usize, personalization: *const u8, personalization_bytes: usize):
        narae_drbg_ctr_init_no_df_sized;
    (ctx: *mut c_void, entropy: *const u8, entropy_bytes: usize, additional: *const u8, additional_bytes: usize):
        narae_drbg_ctr_reseed narae_drbg_hash_reseed narae_drbg_hmac_reseed;
    (ctx: *mut c_void, out: *mut u8, bytes: usize, additional: *const u8, additional_bytes: usize):
        narae_drbg_ctr_generate narae_drbg_hash_generate narae_drbg_hmac_generate;
    (ctx: *mut c_void, out: *mut u8, bytes: usize, entropy: *const u8, entropy_bytes: usize, additional: *const u8,
     additional_bytes: usize):
        narae_drbg_ctr_generate_fresh narae_drbg_hash_generate_fresh narae_drbg_hmac_generate_fresh;

    // self-tests
    (tests: *const *const c_void, failed: *mut *const u8): narae_self_test;
}

extern "C" {
    pub(crate) static narae_lsh256_224: HashDescriptor;
    pub(crate) static narae_lsh256_256: HashDescriptor;
    pub(crate) static narae_lsh512_224: HashDescriptor;
    pub(crate) static narae_lsh512_256: HashDescriptor;
    pub(crate) static narae_lsh512_384: HashDescriptor;
    pub(crate) static narae_lsh512_512: HashDescriptor;
    pub(crate) static narae_sha224: HashDescriptor;
    pub(crate) static narae_sha256: HashDescriptor;
    pub(crate) static narae_sha384: HashDescriptor;
    pub(crate) static narae_sha512: HashDescriptor;
    pub(crate) static narae_sha512_224: HashDescriptor;
    pub(crate) static narae_sha512_256: HashDescriptor;
    pub(crate) static narae_sha3_224: HashDescriptor;
    pub(crate) static narae_sha3_256: HashDescriptor;
    pub(crate) static narae_sha3_384: HashDescriptor;
    pub(crate) static narae_sha3_512: HashDescriptor;
    pub(crate) fn narae_known_answers() -> *const *const c_void;
    pub(crate) fn narae_kernels() -> *const u8;
    pub(crate) fn narae_status_text(status: i32) -> *const u8;
    pub(crate) fn narae_wipe(object: *mut c_void, bytes: usize);
}
