// SPDX-License-Identifier: MIT
// A vector of the project in every way that the package offers; in Node and in browsers, which have their own `assert`.

export const hex = text => Uint8Array.from(text.match(/../g) ?? [], byte => parseInt(byte, 16));

const AEADS = { "chacha20-poly1305": "chacha20Poly1305", "xchacha20-poly1305": "xchacha20Poly1305", "ascon-aead128": "asconAead128" };
const HASHES = { "ascon-hash256": "asconHash256", "ascon-xof128": "asconXof128" };
const hashName = cipher => HASHES[cipher] ?? cipher.replace(/^(sha|lsh)-/, "$1").replace(/[-/]/g, "_");

// Checks one vector of a file in the folder `family`; "skip" if the package has no such cipher or mode.
export async function use(narae, assert, family, v) {
  const cipher = narae[family]?.block && narae[family];
  const bytes = name => hex(v[name] ?? "");
  const invalid = v.result === "invalid";
  const expectBoth = async (object, words, from, to) => {
    if (!invalid) {
      assert.deepEqual(object.encryptSync(...words, from), to);
      assert.deepEqual(await object.encrypt(...words, from), to);
    }
    if (invalid) await assert.rejects(object.decrypt(...words, to));
    else assert.deepEqual(object.decryptSync(...words, to), from);
  };
  const sealed = () => Uint8Array.of(...bytes("ciphertext"), ...bytes("tag"));
  const aead = async object => {
    if (invalid) {
      assert.throws(() => object.decryptSync(bytes("nonce"), sealed(), bytes("ad")), e => e instanceof narae.InvalidTag || e instanceof RangeError);
    } else {
      assert.deepEqual(object.encryptSync(bytes("nonce"), bytes("plaintext"), bytes("ad")), sealed());
      assert.deepEqual(await object.decrypt(bytes("nonce"), sealed(), bytes("ad")), bytes("plaintext"));
    }
  };
  const mac = async (object, ...words) => {
    assert.equal(object.verifySync(...words, bytes("message"), bytes("tag")), !invalid);
    if (!invalid) assert.deepEqual(await object.sign(...words, bytes("message")), bytes("tag"));
  };
  if (cipher === undefined) switch (v.mode) {
    case "hash": {
      const hash = narae[hashName(v.cipher)], digest = bytes("digest");
      if (hash === undefined) return "skip";
      assert.deepEqual(hash.digestSync(bytes("message"), digest.length), digest);
      return assert.deepEqual(hash.create().update(bytes("message").subarray(0, 7)).update(bytes("message").subarray(7)).digest(digest.length), digest);
    }
    case "hmac": return mac(narae[hashName(v.cipher)].hmac(bytes("key"), { tagBytes: bytes("tag").length }));
    case "aead": return v.cipher in AEADS ? aead(narae[AEADS[v.cipher]](bytes("key"))) : "skip";
    case "stream": {
      const stream = narae.chacha20(bytes("key"), { rounds: Number(/\d+$/.exec(v.cipher)[0]) }), words = [bytes("nonce"), Number(v.counter ?? 0)];
      for (const name of ["encryptSync", "encrypt"]) assert.deepEqual(await stream[name](words[0], bytes("plaintext"), words[1]), bytes("ciphertext"));
      return assert.deepEqual(stream.decryptSync(words[0], bytes("ciphertext"), words[1]), bytes("plaintext"));
    }
    default: return "skip";
  }
  if (invalid && v.mode !== "xts" && !cipher.keyBytes.includes(bytes("key").length)) return assert.throws(() => cipher.block(bytes("key")), RangeError);
  const iv = v.iv !== undefined ? "iv" : "nonce", tagBytes = (v.tag ?? "").length / 2;
  switch (v.mode) {
    case "block": return expectBoth(cipher.block(bytes("key")), [], bytes("plaintext"), bytes("ciphertext"));
    case "gcm": case "ccm":
      if (invalid && (v.mode === "ccm" ? ![4, 6, 8, 10, 12, 14, 16].includes(tagBytes) : tagBytes < 4)) return assert.throws(() => cipher[v.mode](bytes("key"), { tagBytes }), RangeError);
      return aead(cipher[v.mode](bytes("key"), { tagBytes }));
    case "ctr": return expectBoth(cipher.ctr(bytes("key"), { counterBits: v.counter_bits ?? 8 * cipher.blockBytes }), [bytes(iv)], bytes("plaintext"), bytes("ciphertext"));
    case "cbc": case "cbc-pkcs7": return expectBoth(cipher.cbc(bytes("key"), { padding: v.mode === "cbc" ? "none" : "pkcs7" }), [bytes(iv)], bytes("plaintext"), bytes("ciphertext"));
    case "cfb": case "cfb8": return expectBoth(cipher.cfb(bytes("key"), { segmentBits: v.mode === "cfb8" ? 8 : 8 * cipher.blockBytes }), [bytes(iv)], bytes("plaintext"), bytes("ciphertext"));
    case "ofb": return expectBoth(cipher.ofb(bytes("key")), [bytes(iv)], bytes("plaintext"), bytes("ciphertext"));
    case "xts": return expectBoth(cipher.xts(bytes("key")), [bytes(v.tweak !== undefined ? "tweak" : iv)], bytes("plaintext"), bytes("ciphertext"));
    case "cmac": return mac(cipher.cmac(bytes("key"), { tagBytes }));
    case "gmac": return mac(cipher.gmac(bytes("key"), { tagBytes }), bytes("nonce"));
    case "kw": case "kwp": {
      const kw = cipher.kw(bytes("key")), [wrap, unwrap] = v.mode === "kw" ? ["wrap", "unwrap"] : ["wrapPadded", "unwrapPadded"];
      if (invalid) return assert.throws(() => kw[`${unwrap}Sync`](bytes("ciphertext")), e => e instanceof narae.InvalidTag || e instanceof RangeError);
      assert.deepEqual(await kw[wrap](bytes("plaintext")), bytes("ciphertext"));
      return assert.deepEqual(kw[`${unwrap}Sync`](bytes("ciphertext")), bytes("plaintext"));
    }
    default: return "skip";
  }
}
