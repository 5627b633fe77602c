#![doc = include_str!("../README.md")]
// SPDX-License-Identifier: MIT
#![no_std]
#![warn(missing_docs)]

mod aeads;
mod block;
mod ffi;
mod memory;
mod stream;

pub use aead;
pub use cipher;

pub use aeads::{Ccm, CcmNonceSize, CcmTagSize, Gcm, GcmTagSize};
pub use block::{Aria128, Aria192, Aria256, Cipher, Hight, Lea128, Lea192, Lea256, Pipo128, Pipo256, Seed};
pub use stream::Ctr;
