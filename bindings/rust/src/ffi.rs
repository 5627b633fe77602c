// SPDX-License-Identifier: MIT
//! What is used of include/narae/*.h, where every function says what it needs. `int` is i32: bounds.c.

use core::ffi::c_void;

/// narae_block_cipher: known to the modes, opaque here.
#[repr(C)]
pub struct Descriptor {
    private: [u8; 0],
}

pub(crate) const OK: i32 = 0;

pub(crate) type SetKey = unsafe extern "C" fn(schedule: *mut c_void, key: *const u8, key_bytes: usize) -> i32;
pub(crate) type Blocks =
    unsafe extern "C" fn(schedule: *const c_void, out: *mut u8, input: *const u8, nblocks: usize) -> i32;

macro_rules! block_ciphers {
    ($($descriptor:ident $set_key:ident $encrypt:ident $decrypt:ident)*) => {
        extern "C" {
            $(
                pub(crate) static $descriptor: Descriptor;
                pub(crate) fn $set_key(schedule: *mut c_void, key: *const u8, key_bytes: usize) -> i32;
                pub(crate) fn $encrypt(schedule: *const c_void, out: *mut u8, input: *const u8, nblocks: usize) -> i32;
                pub(crate) fn $decrypt(schedule: *const c_void, out: *mut u8, input: *const u8, nblocks: usize) -> i32;
            )*
        }
    };
}

block_ciphers! {
    narae_lea narae_lea_set_key narae_lea_encrypt narae_lea_decrypt
    narae_aria narae_aria_set_key narae_aria_encrypt narae_aria_decrypt
    narae_hight narae_hight_set_key narae_hight_encrypt narae_hight_decrypt
    narae_seed narae_seed_set_key narae_seed_encrypt narae_seed_decrypt
    narae_pipo narae_pipo_set_key narae_pipo_encrypt narae_pipo_decrypt
}

macro_rules! aeads {
    ($($init:ident $seal:ident $open:ident)*) => {
        extern "C" {
            $(
                pub(crate) fn $init(ctx: *mut c_void, cipher: *const Descriptor, key: *const u8, key_bytes: usize) -> i32;
                pub(crate) fn $seal(
                    ctx: *const c_void,
                    out: *mut u8,
                    tag: *mut u8,
                    tag_bytes: usize,
                    nonce: *const u8,
                    nonce_bytes: usize,
                    ad: *const u8,
                    ad_bytes: usize,
                    input: *const u8,
                    bytes: usize,
                ) -> i32;
                pub(crate) fn $open(
                    ctx: *const c_void,
                    out: *mut u8,
                    nonce: *const u8,
                    nonce_bytes: usize,
                    ad: *const u8,
                    ad_bytes: usize,
                    input: *const u8,
                    bytes: usize,
                    tag: *const u8,
                    tag_bytes: usize,
                ) -> i32;
            )*
        }
    };
}

aeads! {
    narae_rust_gcm_init narae_gcm_seal narae_gcm_open
    narae_rust_ccm_init narae_ccm_seal narae_ccm_open
}

extern "C" {
    pub(crate) fn narae_rust_ctr_init(ctx: *mut c_void, cipher: *const Descriptor, key: *const u8, key_bytes: usize) -> i32;
    pub(crate) fn narae_ctr_start(ctx: *mut c_void, counter: *const u8, counter_bytes: usize, counter_bits: u32)
        -> i32;
    pub(crate) fn narae_ctr_crypt(ctx: *mut c_void, out: *mut u8, input: *const u8, bytes: usize) -> i32;
    pub(crate) fn narae_wipe(object: *mut c_void, bytes: usize);
}
