// SPDX-License-Identifier: MIT
// Types of the package narae; docs/how-to/wasm.md is its guide.  build.mjs adds the block ciphers.
/// <reference lib="esnext.disposable" />

/** Bytes: what WebCrypto calls a BufferSource. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView | SharedArrayBuffer;

/** A new Uint8Array with an ArrayBuffer of its own, which is what Blob, fetch and WebCrypto take: since TypeScript 5.7 that
    type is Uint8Array<ArrayBuffer>, and before it Uint8Array. */
export type Output = ReturnType<Uint8ArrayConstructor["of"]>;

/** A message, a tag or a wrapped key was modified, or belongs to another key, nonce or associated data. Nothing of the plaintext is released. */
export class InvalidTag extends Error {
  readonly name: "InvalidTag";
}

/** The padding of a CBC plaintext is wrong. */
export class InvalidPadding extends Error {
  readonly name: "InvalidPadding";
}

/** Which code runs here. */
export const kernels: "simd128" | "scalar";

/** Holds a key or a message in linear memory; `using` calls destroy() at the end of a block. */
export interface Keyed {
  /** Wipes what it holds; the object cannot be used afterwards. */
  destroy(): void;
  [Symbol.dispose](): void;
}

export interface SegmentOptions {
  /** Authenticated with every segment. */
  ad?: Bytes;
  /** Bytes of plaintext in a segment; both sides must agree. Up to 2^26, 65536 by default; of CCM with a prefix of 8 bytes
      (7 bytes) up to 65535 (2^24 - 1), which is the default where it is less. */
  segmentBytes?: number;
}

/** Authenticated encryption. The tag follows the ciphertext. */
export interface Aead extends Keyed {
  readonly tagBytes: number;
  /** A nonce must never be used twice with one key. */
  encrypt(nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Output>;
  encryptSync(nonce: Bytes, data: Bytes, ad?: Bytes): Output;
  /** @throws InvalidTag */
  decrypt(nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Output>;
  /** @throws InvalidTag */
  decryptSync(nonce: Bytes, data: Bytes, ad?: Bytes): Output;
  /** Segments with a tag each (STREAM with a 32-bit big-endian counter); the prefix is five bytes shorter than a nonce. */
  encryptStream(noncePrefix: Bytes, options?: SegmentOptions): TransformStream<Bytes, Output>;
  /** Releases a segment once its tag is verified; a stream that was cut short fails with InvalidTag. */
  decryptStream(noncePrefix: Bytes, options?: SegmentOptions): TransformStream<Bytes, Output>;
}

/** A message in pieces. */
export interface Pieces extends Keyed {
  update(data: Bytes): Output;
  finish(): Output;
}

/** Encryption without authentication: an attacker who can change the ciphertext can change the plaintext. */
export interface Mode<Words extends unknown[] = []> extends Keyed {
  encrypt(iv: Bytes, data: Bytes, ...words: Words): Promise<Output>;
  encryptSync(iv: Bytes, data: Bytes, ...words: Words): Output;
  decrypt(iv: Bytes, data: Bytes, ...words: Words): Promise<Output>;
  decryptSync(iv: Bytes, data: Bytes, ...words: Words): Output;
  encryptor(iv: Bytes, ...words: Words): Pieces;
  decryptor(iv: Bytes, ...words: Words): Pieces;
  encryptStream(iv: Bytes, ...words: Words): TransformStream<Bytes, Output>;
  decryptStream(iv: Bytes, ...words: Words): TransformStream<Bytes, Output>;
}

/** Single blocks (ECB), for building other modes. */
export interface Block extends Keyed {
  readonly blockBytes: number;
  encrypt(data: Bytes): Promise<Output>;
  encryptSync(data: Bytes): Output;
  decrypt(data: Bytes): Promise<Output>;
  decryptSync(data: Bytes): Output;
}

/** Disks: a data unit with its tweak of 16 bytes, or consecutive sectors by number. */
export interface Xts extends Keyed {
  encrypt(tweak: Bytes, data: Bytes): Promise<Output>;
  encryptSync(tweak: Bytes, data: Bytes): Output;
  decrypt(tweak: Bytes, data: Bytes): Promise<Output>;
  decryptSync(tweak: Bytes, data: Bytes): Output;
  encryptSectors(sector: number | bigint, sectorBytes: number, data: Bytes): Promise<Output>;
  encryptSectorsSync(sector: number | bigint, sectorBytes: number, data: Bytes): Output;
  decryptSectors(sector: number | bigint, sectorBytes: number, data: Bytes): Promise<Output>;
  decryptSectorsSync(sector: number | bigint, sectorBytes: number, data: Bytes): Output;
}

/** Tags have the length that tagBytes says, 4 bytes or more and by default the whole one; another length is wrong. */
export interface Mac extends Keyed {
  sign(data: Bytes): Promise<Output>;
  signSync(data: Bytes): Output;
  verify(data: Bytes, tag: Bytes): Promise<boolean>;
  verifySync(data: Bytes, tag: Bytes): boolean;
}

export interface Gmac extends Keyed {
  sign(nonce: Bytes, data: Bytes): Promise<Output>;
  signSync(nonce: Bytes, data: Bytes): Output;
  verify(nonce: Bytes, data: Bytes, tag: Bytes): Promise<boolean>;
  verifySync(nonce: Bytes, data: Bytes, tag: Bytes): boolean;
}

/** KW and KWP of NIST SP 800-38F. */
export interface KeyWrap extends Keyed {
  wrap(key: Bytes): Promise<Output>;
  wrapSync(key: Bytes): Output;
  /** @throws InvalidTag */
  unwrap(wrapped: Bytes): Promise<Output>;
  unwrapSync(wrapped: Bytes): Output;
  wrapPadded(key: Bytes): Promise<Output>;
  wrapPaddedSync(key: Bytes): Output;
  /** @throws InvalidTag */
  unwrapPadded(wrapped: Bytes): Promise<Output>;
  unwrapPaddedSync(wrapped: Bytes): Output;
}

export interface KbkdfOptions {
  label?: Bytes;
  context?: Bytes;
  /** 32 by default. */
  bytes?: number;
}

/** A block cipher and the modes for any block size. */
export interface BlockCipher {
  readonly name: string;
  readonly blockBytes: number;
  readonly keyBytes: readonly number[];
  block(key: Bytes): Block;
  ctr(key: Bytes, options?: { counterBits?: number }): Mode;
  cbc(key: Bytes, options?: { padding?: "pkcs7" | "none" }): Mode;
  /** segmentBits: a multiple of 8, up to a block, which is the default. */
  cfb(key: Bytes, options?: { segmentBits?: number }): Mode;
  ofb(key: Bytes): Mode;
  cmac(key: Bytes, options?: { tagBytes?: number }): Mac;
  /** NIST SP 800-108 in counter mode over CMAC, with 32-bit numbers. */
  kbkdfSync(key: Bytes, options?: KbkdfOptions): Output;
}

/** A block cipher with blocks of 16 bytes. */
export interface BlockCipher128 extends BlockCipher {
  gcm(key: Bytes, options?: { tagBytes?: 4 | 8 | 12 | 13 | 14 | 15 | 16 }): Aead;
  ccm(key: Bytes, options?: { tagBytes?: 4 | 6 | 8 | 10 | 12 | 14 | 16 }): Aead;
  gmac(key: Bytes, options?: { tagBytes?: 4 | 8 | 12 | 13 | 14 | 15 | 16 }): Gmac;
  xts(key: Bytes): Xts;
  kw(key: Bytes): KeyWrap;
}

export interface Digest extends Keyed {
  update(data: Bytes): this;
  digest(): Output;
  copy(): Digest;
}

export interface Hash {
  readonly name: string;
  readonly digestBytes: number;
  digest(data: Bytes): Promise<Output>;
  digestSync(data: Bytes): Output;
  digestStream(source: ReadableStream<Bytes> | AsyncIterable<Bytes> | Iterable<Bytes>): Promise<Output>;
  create(): Digest;
}

export interface KeyedHash extends Hash {
  hmac(key: Bytes, options?: { tagBytes?: number }): Mac;
  /** Blocks its thread for all iterations. */
  pbkdf2Sync(password: Bytes, salt: Bytes, options: { iterations: number; bytes?: number }): Output;
  /** NIST SP 800-108 in counter mode over HMAC, with 32-bit numbers. */
  kbkdfSync(key: Bytes, options?: KbkdfOptions): Output;
}

export interface XofDigest extends Keyed {
  update(data: Bytes): this;
  /** The next bytes, as often as needed. */
  digest(bytes: number): Output;
  copy(): XofDigest;
}

export interface Xof {
  readonly name: string;
  digest(data: Bytes, bytes: number): Promise<Output>;
  digestSync(data: Bytes, bytes: number): Output;
  digestStream(source: ReadableStream<Bytes> | AsyncIterable<Bytes> | Iterable<Bytes>, bytes: number): Promise<Output>;
  create(): XofDigest;
}

export interface AeadCipher {
  (key: Bytes): Aead;
  readonly keyBytes: readonly number[];
}

export function chacha20(key: Bytes, options?: { rounds?: 8 | 12 | 20 }): Mode<[counter?: number]>;
export const chacha20Poly1305: AeadCipher;
export const xchacha20Poly1305: AeadCipher;
export const asconAead128: AeadCipher;
export const asconHash256: Hash;
export const asconXof128: Xof;
export const lsh256_224: KeyedHash;
export const lsh256_256: KeyedHash;
export const lsh512_224: KeyedHash;
export const lsh512_256: KeyedHash;
export const lsh512_384: KeyedHash;
export const lsh512_512: KeyedHash;
export const sha224: KeyedHash;
export const sha256: KeyedHash;
export const sha384: KeyedHash;
export const sha512: KeyedHash;
export const sha512_224: KeyedHash;
export const sha512_256: KeyedHash;
export const sha3_224: KeyedHash;
export const sha3_256: KeyedHash;
export const sha3_384: KeyedHash;
export const sha3_512: KeyedHash;
export const shake128: Xof;
export const shake256: Xof;
