// SPDX-License-Identifier: MIT
// Types of the package narae; docs/wasm.md is its guide.

/** Bytes: what WebCrypto calls a BufferSource. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView | SharedArrayBuffer;

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

export interface Keyed {
  /** Wipes the key in linear memory; the object cannot be used afterwards. */
  destroy(): void;
}

export interface SegmentOptions {
  /** Authenticated with every segment. */
  ad?: Bytes;
  /** Bytes of plaintext in a segment, 65536 by default; both sides must agree. */
  segmentBytes?: number;
}

/** Authenticated encryption. The tag follows the ciphertext. */
export interface Aead extends Keyed {
  readonly tagBytes: number;
  /** A nonce must never be used twice with one key. */
  encrypt(nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Uint8Array>;
  encryptSync(nonce: Bytes, data: Bytes, ad?: Bytes): Uint8Array;
  /** @throws InvalidTag */
  decrypt(nonce: Bytes, data: Bytes, ad?: Bytes): Promise<Uint8Array>;
  /** @throws InvalidTag */
  decryptSync(nonce: Bytes, data: Bytes, ad?: Bytes): Uint8Array;
  /** Segments with a tag each (STREAM with a 32-bit big-endian counter); the prefix is five bytes shorter than a nonce. */
  encryptStream(noncePrefix: Bytes, options?: SegmentOptions): TransformStream<Bytes, Uint8Array>;
  /** Releases a segment once its tag is verified; a stream that was cut short fails with InvalidTag. */
  decryptStream(noncePrefix: Bytes, options?: SegmentOptions): TransformStream<Bytes, Uint8Array>;
}

/** A message in pieces. */
export interface Pieces {
  update(data: Bytes): Uint8Array;
  finish(): Uint8Array;
  destroy(): void;
}

/** Encryption without authentication: an attacker who can change the ciphertext can change the plaintext. */
export interface Mode<Words extends unknown[] = []> extends Keyed {
  encrypt(iv: Bytes, data: Bytes, ...words: Words): Promise<Uint8Array>;
  encryptSync(iv: Bytes, data: Bytes, ...words: Words): Uint8Array;
  decrypt(iv: Bytes, data: Bytes, ...words: Words): Promise<Uint8Array>;
  decryptSync(iv: Bytes, data: Bytes, ...words: Words): Uint8Array;
  encryptor(iv: Bytes, ...words: Words): Pieces;
  decryptor(iv: Bytes, ...words: Words): Pieces;
  encryptStream(iv: Bytes, ...words: Words): TransformStream<Bytes, Uint8Array>;
  decryptStream(iv: Bytes, ...words: Words): TransformStream<Bytes, Uint8Array>;
}

/** Single blocks (ECB), for building other modes. */
export interface Block extends Keyed {
  readonly blockBytes: number;
  encrypt(data: Bytes): Promise<Uint8Array>;
  encryptSync(data: Bytes): Uint8Array;
  decrypt(data: Bytes): Promise<Uint8Array>;
  decryptSync(data: Bytes): Uint8Array;
}

/** Disks: a data unit with its tweak of 16 bytes, or consecutive sectors by number. */
export interface Xts extends Keyed {
  encrypt(tweak: Bytes, data: Bytes): Promise<Uint8Array>;
  encryptSync(tweak: Bytes, data: Bytes): Uint8Array;
  decrypt(tweak: Bytes, data: Bytes): Promise<Uint8Array>;
  decryptSync(tweak: Bytes, data: Bytes): Uint8Array;
  encryptSectors(sector: number | bigint, sectorBytes: number, data: Bytes): Promise<Uint8Array>;
  encryptSectorsSync(sector: number | bigint, sectorBytes: number, data: Bytes): Uint8Array;
  decryptSectors(sector: number | bigint, sectorBytes: number, data: Bytes): Promise<Uint8Array>;
  decryptSectorsSync(sector: number | bigint, sectorBytes: number, data: Bytes): Uint8Array;
}

export interface Mac extends Keyed {
  sign(data: Bytes): Promise<Uint8Array>;
  signSync(data: Bytes): Uint8Array;
  verify(data: Bytes, tag: Bytes): Promise<boolean>;
  verifySync(data: Bytes, tag: Bytes): boolean;
}

export interface Gmac extends Keyed {
  sign(nonce: Bytes, data: Bytes): Promise<Uint8Array>;
  signSync(nonce: Bytes, data: Bytes): Uint8Array;
  verify(nonce: Bytes, data: Bytes, tag: Bytes): Promise<boolean>;
  verifySync(nonce: Bytes, data: Bytes, tag: Bytes): boolean;
}

/** KW and KWP of NIST SP 800-38F. */
export interface KeyWrap extends Keyed {
  wrap(key: Bytes): Promise<Uint8Array>;
  wrapSync(key: Bytes): Uint8Array;
  /** @throws InvalidTag */
  unwrap(wrapped: Bytes): Promise<Uint8Array>;
  unwrapSync(wrapped: Bytes): Uint8Array;
  wrapPadded(key: Bytes): Promise<Uint8Array>;
  wrapPaddedSync(key: Bytes): Uint8Array;
  /** @throws InvalidTag */
  unwrapPadded(wrapped: Bytes): Promise<Uint8Array>;
  unwrapPaddedSync(wrapped: Bytes): Uint8Array;
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
  cfb(key: Bytes, options?: { segmentBits?: number }): Mode;
  ofb(key: Bytes): Mode;
  cmac(key: Bytes, options?: { tagBytes?: number }): Mac;
  /** NIST SP 800-108 in counter mode over CMAC, with 32-bit numbers. */
  kbkdfSync(key: Bytes, options?: KbkdfOptions): Uint8Array;
}

/** A block cipher with blocks of 16 bytes. */
export interface BlockCipher128 extends BlockCipher {
  gcm(key: Bytes, options?: { tagBytes?: 4 | 8 | 12 | 13 | 14 | 15 | 16 }): Aead;
  ccm(key: Bytes, options?: { tagBytes?: 4 | 6 | 8 | 10 | 12 | 14 | 16 }): Aead;
  gmac(key: Bytes): Gmac;
  xts(key: Bytes): Xts;
  kw(key: Bytes): KeyWrap;
}

export interface Digest {
  update(data: Bytes): this;
  digest(): Uint8Array;
  copy(): Digest;
  destroy(): void;
}

export interface Hash {
  readonly name: string;
  readonly digestBytes: number;
  digest(data: Bytes): Promise<Uint8Array>;
  digestSync(data: Bytes): Uint8Array;
  digestStream(source: ReadableStream<Bytes> | AsyncIterable<Bytes> | Iterable<Bytes>): Promise<Uint8Array>;
  create(): Digest;
}

export interface KeyedHash extends Hash {
  hmac(key: Bytes, options?: { tagBytes?: number }): Mac;
  /** Blocks its thread for all iterations. */
  pbkdf2Sync(password: Bytes, salt: Bytes, options: { iterations: number; bytes?: number }): Uint8Array;
  /** NIST SP 800-108 in counter mode over HMAC, with 32-bit numbers. */
  kbkdfSync(key: Bytes, options?: KbkdfOptions): Uint8Array;
}

export interface XofDigest {
  update(data: Bytes): this;
  /** The next bytes, as often as needed. */
  digest(bytes: number): Uint8Array;
  copy(): XofDigest;
  destroy(): void;
}

export interface Xof {
  readonly name: string;
  digest(data: Bytes, bytes: number): Promise<Uint8Array>;
  digestSync(data: Bytes, bytes: number): Uint8Array;
  digestStream(source: ReadableStream<Bytes> | AsyncIterable<Bytes> | Iterable<Bytes>, bytes: number): Promise<Uint8Array>;
  create(): XofDigest;
}

export interface AeadCipher {
  (key: Bytes): Aead;
  readonly keyBytes: readonly number[];
}

export const aes: BlockCipher128;
export const aria: BlockCipher128;
export const lea: BlockCipher128;
export const seed: BlockCipher128;
export const hight: BlockCipher;
export const pipo: BlockCipher;
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
