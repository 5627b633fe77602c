// SPDX-License-Identifier: MIT
//! AWS-LC through its C interface, as its crate declares it: AEADs through EVP_AEAD, which its documents recommend,
//! AES in other modes through EVP.  Contexts are kept; each message initialises its own with the nonce alone.

#[path = "../../peer.rs"]
mod peer;

use core::ffi::{c_int, c_void};
use core::marker::PhantomData;
use core::ptr::{null, null_mut};

use aws_lc_sys::*;
use peer::{Entry, Instance, Message, Peer};

/// Algorithms by key size in bytes.
type Sizes<T> = &'static [(usize, unsafe extern "C" fn() -> *const T)];

fn of_size<T>(sizes: Sizes<T>, key: &[u8]) -> Option<*const T> {
    let (_, get) = sizes.iter().find(|(bytes, _)| *bytes == key.len())?;
    // SAFETY: it returns a constant of the library.
    Some(unsafe { get() })
}

/// For one direction; never freed.
#[derive(Clone, Copy)]
struct Context(*mut EVP_CIPHER_CTX, c_int);

const DECRYPT: c_int = 0;
const ENCRYPT: c_int = 1;

// SAFETY, here and below: contexts come from the library; the bench's pointers are valid for their lengths, which fit
// in a c_int.
impl Context {
    fn new(cipher: *const EVP_CIPHER, direction: c_int) -> Self {
        unsafe {
            let context = EVP_CIPHER_CTX_new();
            EVP_CipherInit_ex(context, cipher, null_mut(), null(), null(), direction);
            EVP_CIPHER_CTX_set_padding(context, 0);
            Self(context, direction)
        }
    }

    fn set(self, key: *const u8, nonce: *const u8) -> bool {
        unsafe { EVP_CipherInit_ex(self.0, null(), null_mut(), key, nonce, self.1) == 1 }
    }

    fn start(self, message: &Message) -> bool {
        self.set(null(), message.nonce.as_ptr())
    }

    fn control(self, what: c_int, bytes: usize, at: *mut u8) -> bool {
        unsafe { EVP_CIPHER_CTX_ctrl(self.0, what, bytes as c_int, at.cast::<c_void>()) == 1 }
    }

    fn update(self, out: *mut u8, input: *const u8, bytes: usize) -> bool {
        let mut n = 0;
        unsafe { EVP_CipherUpdate(self.0, out, &mut n, input, bytes as c_int) == 1 }
    }

    /// A null pointer would mean something else than a text.
    fn text(self, message: &Message) -> bool {
        match message.bytes {
            0 => self.update([0].as_mut_ptr(), [0].as_ptr(), 0),
            n => self.update(message.out, message.input, n),
        }
    }
}

/// AES by EVP.
trait Mode {
    const SIZES: Sizes<EVP_CIPHER>;
    /// Does decryption need its own context?
    const TWO: bool = true;

    fn prepare(_: Context) -> bool {
        true
    }

    fn seal(context: Context, message: &Message, _: &mut [u8]) -> bool {
        context.start(message) && context.text(message)
    }

    fn open(context: Context, message: &Message, _: &[u8]) -> bool {
        Self::seal(context, message, &mut [])
    }
}

struct Ecb;

impl Mode for Ecb {
    const SIZES: Sizes<EVP_CIPHER> = &[(16, EVP_aes_128_ecb), (32, EVP_aes_256_ecb)];

    fn seal(context: Context, message: &Message, _: &mut [u8]) -> bool {
        context.text(message)
    }
}

struct Ctr;

impl Mode for Ctr {
    const SIZES: Sizes<EVP_CIPHER> = &[(16, EVP_aes_128_ctr), (32, EVP_aes_256_ctr)];
    const TWO: bool = false;
}

struct Cbc;

impl Mode for Cbc {
    const SIZES: Sizes<EVP_CIPHER> = &[(16, EVP_aes_128_cbc), (32, EVP_aes_256_cbc)];
}

struct Ccm;

impl Ccm {
    /// The length first, then associated data even if empty: this resets the state after a forgery.
    fn text(context: Context, message: &Message) -> bool {
        context.update(null_mut(), null(), message.bytes)
            && context.update(null_mut(), message.ad.as_ptr(), message.ad.len())
            && context.text(message)
    }
}

impl Mode for Ccm {
    const SIZES: Sizes<EVP_CIPHER> = &[(16, EVP_aes_128_ccm), (32, EVP_aes_256_ccm)];

    fn prepare(context: Context) -> bool {
        context.control(EVP_CTRL_AEAD_SET_IVLEN, 12, null_mut())
            && context.control(EVP_CTRL_AEAD_SET_TAG, 16, null_mut())
    }

    fn seal(context: Context, message: &Message, tag: &mut [u8]) -> bool {
        context.start(message)
            && Self::text(context, message)
            && context.control(EVP_CTRL_AEAD_GET_TAG, tag.len(), tag.as_mut_ptr())
    }

    fn open(context: Context, message: &Message, tag: &[u8]) -> bool {
        context.start(message)
            && context.control(EVP_CTRL_AEAD_SET_TAG, tag.len(), tag.as_ptr().cast_mut())
            && Self::text(context, message)
    }
}

struct Cipher<M> {
    encrypts: Context,
    decrypts: Context,
    mode: PhantomData<M>,
}

impl<M: Mode> Instance for Cipher<M> {
    fn new(key: &[u8]) -> Option<Self> {
        let cipher = of_size(M::SIZES, key)?;
        let encrypts = Context::new(cipher, ENCRYPT);
        let decrypts = if M::TWO {
            Context::new(cipher, DECRYPT)
        } else {
            encrypts
        };
        let mut cipher = Self {
            encrypts,
            decrypts,
            mode: PhantomData,
        };
        (M::prepare(encrypts) && M::prepare(decrypts) && cipher.set_key(key)).then_some(cipher)
    }

    fn set_key(&mut self, key: &[u8]) -> bool {
        self.encrypts.set(key.as_ptr(), null())
            && (!M::TWO || self.decrypts.set(key.as_ptr(), null()))
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        M::seal(self.encrypts, &message, tag)
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
        M::open(self.decrypts, &message, tag)
    }
}

trait Algorithm {
    const SIZES: Sizes<EVP_AEAD>;
}

struct Gcm;

impl Algorithm for Gcm {
    const SIZES: Sizes<EVP_AEAD> = &[(16, EVP_aead_aes_128_gcm), (32, EVP_aead_aes_256_gcm)];
}

struct ChaCha20Poly1305;

impl Algorithm for ChaCha20Poly1305 {
    const SIZES: Sizes<EVP_AEAD> = &[(32, EVP_aead_chacha20_poly1305)];
}

struct Aead<A>(*mut EVP_AEAD_CTX, PhantomData<A>);

impl<A: Algorithm> Instance for Aead<A> {
    fn new(key: &[u8]) -> Option<Self> {
        let aead = of_size(A::SIZES, key)?;
        let context = unsafe { EVP_AEAD_CTX_new(aead, key.as_ptr(), key.len(), 16) };
        (!context.is_null()).then_some(Self(context, PhantomData))
    }

    fn set_key(&mut self, key: &[u8]) -> bool {
        let Some(aead) = of_size(A::SIZES, key) else {
            return false;
        };
        unsafe {
            EVP_AEAD_CTX_cleanup(self.0);
            EVP_AEAD_CTX_init(self.0, aead, key.as_ptr(), key.len(), 16, null_mut()) == 1
        }
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        let mut n = 0;
        unsafe {
            EVP_AEAD_CTX_seal_scatter(
                self.0,
                message.out,
                tag.as_mut_ptr(),
                &mut n,
                tag.len(),
                message.nonce.as_ptr(),
                message.nonce.len(),
                message.input,
                message.bytes,
                null(),
                0,
                message.ad.as_ptr(),
                message.ad.len(),
            ) == 1
        }
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
        unsafe {
            EVP_AEAD_CTX_open_gather(
                self.0,
                message.out,
                message.nonce.as_ptr(),
                message.nonce.len(),
                message.input,
                message.bytes,
                tag.as_ptr(),
                tag.len(),
                message.ad.as_ptr(),
                message.ad.len(),
            ) == 1
        }
    }
}

struct Cmac(*mut CMAC_CTX);

impl Instance for Cmac {
    fn new(key: &[u8]) -> Option<Self> {
        let mut mac = Self(unsafe { CMAC_CTX_new() });
        mac.set_key(key).then_some(mac)
    }

    fn set_key(&mut self, key: &[u8]) -> bool {
        let Some(cipher) = of_size(Cbc::SIZES, key) else {
            return false;
        };
        unsafe { CMAC_Init(self.0, key.as_ptr().cast(), key.len(), cipher, null_mut()) == 1 }
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        let mut n = 0;
        unsafe {
            CMAC_Reset(self.0) == 1
                && CMAC_Update(self.0, message.input, message.bytes) == 1
                && CMAC_Final(self.0, tag.as_mut_ptr(), &mut n) == 1
        }
    }

    fn open(&mut self, message: Message, tag: &[u8]) -> bool {
        let mut right = [0; 16];
        self.seal(message, &mut right)
            && unsafe { CRYPTO_memcmp(right.as_ptr().cast(), tag.as_ptr().cast(), tag.len()) == 0 }
    }
}

/// The key comes with each message; with a nonce of 8 bytes the counter is longer.
struct ChaCha20([u8; 32]);

impl Instance for ChaCha20 {
    fn new(key: &[u8]) -> Option<Self> {
        key.try_into().ok().map(Self)
    }

    fn seal(&mut self, message: Message, _: &mut [u8]) -> bool {
        let mut nonce = [0; 12];
        nonce[12 - message.nonce.len()..].copy_from_slice(message.nonce);
        unsafe {
            CRYPTO_chacha_20(
                message.out,
                message.input,
                message.bytes,
                self.0.as_ptr(),
                nonce.as_ptr(),
                0,
            )
        };
        true
    }
}

/// SHA-`BITS`, SHA3-256 for 3, SHAKE128 for 0.
struct Hash<const BITS: u32>(*mut EVP_MD_CTX);

impl<const BITS: u32> Instance for Hash<BITS> {
    fn new(_: &[u8]) -> Option<Self> {
        Some(Self(unsafe { EVP_MD_CTX_new() }))
    }

    fn seal(&mut self, message: Message, tag: &mut [u8]) -> bool {
        unsafe {
            let algorithm = match BITS {
                256 => EVP_sha256(),
                512 => EVP_sha512(),
                3 => EVP_sha3_256(),
                _ => EVP_shake128(),
            };
            EVP_DigestInit_ex(self.0, algorithm, null_mut()) == 1
                && EVP_DigestUpdate(self.0, message.input.cast(), message.bytes) == 1
                && if BITS == 0 {
                    EVP_DigestFinalXOF(self.0, tag.as_mut_ptr(), tag.len()) == 1
                } else {
                    EVP_DigestFinal_ex(self.0, tag.as_mut_ptr(), null_mut()) == 1
                }
        }
    }
}

static PEERS: &[Entry] = &[
    ("aes-128", "block", Peer::of::<Cipher<Ecb>>()),
    ("aes-256", "block", Peer::of::<Cipher<Ecb>>()),
    ("aes-128", "ctr", Peer::of::<Cipher<Ctr>>()),
    ("aes-256", "ctr", Peer::of::<Cipher<Ctr>>()),
    ("aes-128", "cbc", Peer::of::<Cipher<Cbc>>()),
    ("aes-256", "cbc", Peer::of::<Cipher<Cbc>>()),
    ("aes-128", "gcm", Peer::of::<Aead<Gcm>>()),
    ("aes-256", "gcm", Peer::of::<Aead<Gcm>>()),
    ("aes-128", "ccm", Peer::of::<Cipher<Ccm>>()),
    ("aes-256", "ccm", Peer::of::<Cipher<Ccm>>()),
    ("aes-128", "cmac", Peer::of::<Cmac>()),
    ("aes-256", "cmac", Peer::of::<Cmac>()),
    ("chacha20", "stream", Peer::of::<ChaCha20>()),
    ("chacha20", "poly1305", Peer::of::<Aead<ChaCha20Poly1305>>()),
    ("sha-256", "hash", Peer::of::<Hash<256>>()),
    ("sha-512", "hash", Peer::of::<Hash<512>>()),
    ("sha3-256", "hash", Peer::of::<Hash<3>>()),
    ("shake128", "hash", Peer::of::<Hash<0>>()),
];
