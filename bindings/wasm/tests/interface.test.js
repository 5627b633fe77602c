// SPDX-License-Identifier: MIT
// What the package promises beyond its vectors: Node's own implementations, long messages, streams, errors, wiping.
import assert from "node:assert/strict";
import * as crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import * as vm from "node:vm";
import { FOLDER, load, narae } from "./package.js";

const random = n => new Uint8Array(crypto.randomBytes(n));
const pattern = n => Uint8Array.from({ length: n }, (_, i) => (i * 7 + (i >> 8)) & 255);
const LONG = 3 * 65536 + 77; // several pieces and a part of one
const key = pattern(16), nonce = pattern(12), iv = pattern(16);

async function through(stream, data, sizes) {
  const out = [];
  const reading = (async () => {
    for await (const piece of stream.readable) out.push(piece);
  })();
  const writer = stream.writable.getWriter();
  const writing = (async () => {
    for (let i = 0, k = 0; i < data.length; k++) {
      const n = sizes[k % sizes.length];
      await writer.write(data.subarray(i, i + n));
      i += n;
    }
    await writer.close();
  })();
  await Promise.all([reading, writing]);
  return new Uint8Array(Buffer.concat(out));
}

// A module of its own, and its linear memory.
async function fresh(name, instance) {
  const { Instance } = WebAssembly, captured = {};
  WebAssembly.Instance = function (...words) {
    const created = new Instance(...words);
    captured.memory = created.exports.memory;
    return created;
  };
  try {
    return Object.assign(captured, { module: await load(name, instance) });
  } finally {
    WebAssembly.Instance = Instance;
  }
}

test("GCM of every length agrees with OpenSSL", async () => {
  const pairs = [["aes", "aes-128-gcm"], ["aria", "aria-128-gcm"]];
  for (const [name, openssl] of pairs) {
    const box = narae[name].gcm(key);
    for (const n of [...Array(70).keys(), 255, 256, 257, 511, 512, 1023, 2047, 2048, 2049, 4097, 65535, 65536, 65537, LONG]) {
      const data = random(n), ad = random(n % 37), c = crypto.createCipheriv(openssl, key, nonce);
      c.setAAD(ad);
      const expected = new Uint8Array(Buffer.concat([c.update(data), c.final(), c.getAuthTag()]));
      assert.deepEqual(box.encryptSync(nonce, data, ad), expected, `${name} ${n}`);
      assert.deepEqual(await box.decrypt(nonce, expected, ad), data, `${name} ${n}`);
    }
  }
});

test("counter mode of every length and wrapping counters agrees with OpenSSL", () => {
  for (const [name, openssl] of [["aes", "aes-128-ctr"], ["aria", "aria-128-ctr"]])
    for (const n of [...Array(40).keys(), 127, 128, 129, 384, 385, 2048, 2049, 4099, LONG])
      for (const start of [iv, new Uint8Array(16).fill(255), Uint8Array.of(...iv.subarray(0, 12), 255, 255, 255, 250)]) {
        const data = random(n), c = crypto.createCipheriv(openssl, key, start);
        assert.deepEqual(narae[name].ctr(key).encryptSync(start, data), new Uint8Array(Buffer.concat([c.update(data), c.final()])), `${name} ${n}`);
      }
});

test("vectors and scalars agree, one block at a time with many", () => {
  const ciphers = Object.values(narae).filter(cipher => cipher.block);
  assert.ok(ciphers.length >= 6);
  for (const cipher of ciphers) {
    const { name } = cipher, block = cipher.block(pattern(cipher.keyBytes.at(-1))), data = random(cipher.blockBytes * 150);
    const all = block.encryptSync(data), one = new Uint8Array(data.length);
    for (let i = 0; i < data.length; i += cipher.blockBytes) one.set(block.encryptSync(data.subarray(i, i + cipher.blockBytes)), i);
    assert.deepEqual(all, one, name);
    for (const n of [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127, 128, 129, 150])
      assert.deepEqual(block.decryptSync(all.subarray(0, n * cipher.blockBytes)), data.subarray(0, n * cipher.blockBytes), `${name} ${n}`);
  }
});

test("hashes, HMAC, PBKDF2 agree with OpenSSL", async () => {
  const names = { sha256: "sha256", sha512: "sha512", sha384: "sha384", sha224: "sha224", sha512_256: "sha512-256", sha3_256: "sha3-256", sha3_512: "sha3-512" };
  for (const [ours, theirs] of Object.entries(names))
    for (const n of [0, 1, 63, 64, 65, 111, 112, 135, 136, 137, 1000, LONG]) {
      const data = random(n), expected = new Uint8Array(crypto.createHash(theirs).update(data).digest());
      assert.deepEqual(await narae[ours].digest(data), expected, `${ours} ${n}`);
      const digest = narae[ours].create().update(data.subarray(0, n >> 1));
      assert.deepEqual(digest.copy().update(data.subarray(n >> 1)).digest(), expected);
      assert.deepEqual(digest.update(data.subarray(n >> 1)).digest(), expected);
      const tag = narae[ours].hmac(key).signSync(data);
      assert.deepEqual(tag, new Uint8Array(crypto.createHmac(theirs, key).update(data).digest()));
    }
  assert.deepEqual(narae.sha256.pbkdf2Sync(key, iv, { iterations: 100, bytes: 45 }), new Uint8Array(crypto.pbkdf2Sync(key, iv, 100, 45, "sha256")));
  const stream = new Blob([pattern(LONG)]).stream();
  assert.deepEqual(await narae.sha3_256.digestStream(stream), narae.sha3_256.digestSync(pattern(LONG)));
  assert.deepEqual(narae.shake128.create().update(key).digest(5), narae.shake128.digestSync(key, 40).subarray(0, 5));
  assert.deepEqual(narae.shake256.digestSync(key, 40), new Uint8Array(crypto.createHash("shake256", { outputLength: 40 }).update(key).digest()));
  assert.equal(narae.asconHash256.digestSync(key).length, 32);
  assert.equal(Buffer.from(narae.lsh256_256.digestSync(Buffer.from("abc"))).toString("hex").slice(0, 8), "5fbf365d");
  assert.equal(narae.sha256.kbkdfSync(key, { label: iv, bytes: 50 }).length, 50);
  assert.notDeepEqual(narae.lea.kbkdfSync(key, { label: iv }), narae.lea.kbkdfSync(key, { context: iv }));
});

test("ChaCha20-Poly1305 agrees with OpenSSL", () => {
  const k = pattern(32), box = narae.chacha20Poly1305(k);
  for (const n of [...Array(40).keys(), 63, 64, 65, 175, 176, 191, 192, 207, 208, 255, 256, 257, 272, 1000, 65519, 65520, 65521, LONG]) {
    const data = n % 2 ? random(n) : new Uint8Array(n).fill(255), c = crypto.createCipheriv("chacha20-poly1305", k, nonce, { authTagLength: 16 });
    c.setAAD(iv, { plaintextLength: n });
    const expected = new Uint8Array(Buffer.concat([c.update(data), c.final(), c.getAuthTag()]));
    assert.deepEqual(box.encryptSync(nonce, data, iv), expected);
    assert.deepEqual(box.decryptSync(nonce, expected, iv), data);
  }
  const x = narae.xchacha20Poly1305(k);
  assert.deepEqual(x.decryptSync(pattern(24), x.encryptSync(pattern(24), iv)), iv);
  assert.deepEqual(narae.chacha20(k).encryptSync(nonce, pattern(100), 1).subarray(0, 20), narae.chacha20(k).encryptSync(nonce, pattern(164)).subarray(64, 84).map((b, i) => b ^ pattern(164)[64 + i] ^ pattern(100)[i]));
});

test("a wrong tag releases nothing and is named", async () => {
  for (const box of [narae.lea.gcm(key), narae.aria.ccm(key), narae.asconAead128(key), narae.chacha20Poly1305(pattern(32))]) {
    const n = pattern(box.kind.nonceBytes?.at(-1) ?? 12), sealed = box.encryptSync(n, random(LONG % 65536), iv);
    for (const at of [0, sealed.length >> 1, sealed.length - 1]) {
      const forged = sealed.slice();
      forged[at] ^= 1;
      assert.throws(() => box.decryptSync(n, forged, iv), { name: "InvalidTag" });
      await assert.rejects(box.decrypt(n, forged, iv), e => e instanceof narae.InvalidTag);
    }
    assert.throws(() => box.decryptSync(n, sealed, key.subarray(1)), narae.InvalidTag);
    assert.throws(() => box.decryptSync(n, sealed.subarray(0, 3), iv), narae.InvalidTag);
    assert.doesNotThrow(() => box.decryptSync(n, sealed, iv));
  }
  assert.equal(narae.lea.cmac(key).verifySync(iv, key), false);
  for (const [mac, words] of [[narae.lea.cmac(key), []], [narae.sha256.hmac(key), []], [narae.lea.gmac(key), [nonce]]]) {
    const tag = mac.signSync(...words, iv);
    for (const cut of [4, 8, 12]) {
      assert.equal(mac.verifySync(...words, iv, tag.subarray(0, cut)), false);
      assert.equal(await mac.verify(...words, iv, tag.subarray(0, cut)), false);
    }
    assert.equal(mac.verifySync(...words, iv, tag), true);
  }
  for (const [make, words, lengths] of [
    [o => narae.lea.cmac(key, o), [], [4, 7, 16]], [o => narae.sha256.hmac(key, o), [], [4, 20, 32]], [o => narae.lea.gmac(key, o), [nonce], [4, 8, 12, 13, 16]],
  ]) {
    const whole = make().signSync(...words, iv);
    for (const tagBytes of lengths) {
      const tag = make({ tagBytes }).signSync(...words, iv);
      assert.deepEqual(tag, whole.subarray(0, tagBytes));
      assert.equal(make({ tagBytes }).verifySync(...words, iv, tag), true);
      assert.equal(make({ tagBytes }).verifySync(...words, iv, tag.subarray(1)), false);
    }
    for (const tagBytes of [0, 1, 3, 33]) assert.throws(() => make({ tagBytes }), RangeError);
  }
  assert.throws(() => narae.lea.gmac(key, { tagBytes: 11 }), /tagBytes must be 16/);
  assert.throws(() => narae.lea.cbc(key).decryptSync(iv, pattern(32)), { name: "InvalidPadding" });
});

test("arguments are refused with a sentence", async () => {
  const box = narae.lea.gcm(key);
  const cases = [
    [TypeError, /key must be a Uint8Array.*string.*TextEncoder/s, () => narae.lea.gcm("secret")],
    [RangeError, /a key of lea has 16, 24 or 32 bytes, not 5/, () => narae.lea.gcm(new Uint8Array(5))],
    [TypeError, /nonce must be/, () => box.encryptSync(undefined, key)],
    [TypeError, /data must be .* not null/, () => box.encryptSync(nonce, null)],
    [TypeError, /ad must be .* an array/, () => box.encryptSync(nonce, key, [1])],
    [RangeError, /a nonce has at least one byte/, () => box.encryptSync(new Uint8Array(0), key)],
    [RangeError, /tagBytes must be 16.* not 7/, () => narae.lea.gcm(key, { tagBytes: 7 })],
    [RangeError, /7, 8, 9, 10, 11, 12 or 13 bytes, not 3/, () => narae.lea.ccm(key).encryptSync(new Uint8Array(3), key)],
    [RangeError, /cannot encrypt so many bytes/, () => narae.lea.ccm(key).encryptSync(new Uint8Array(13), new Uint8Array(65536))],
    [RangeError, /an iv of aria has 16 bytes/, () => narae.aria.cbc(key).encryptSync(nonce, key)],
    [RangeError, /padding must be pkcs7 or none/, () => narae.aria.cbc(key, { padding: "zero" })],
    [RangeError, /whole blocks/, () => narae.aria.cbc(key, { padding: "none" }).encryptSync(iv, nonce)],
    [RangeError, /whole blocks of 8 bytes/, () => narae.hight.block(key).encryptSync(nonce)],
    [RangeError, /halves of an XTS key must differ/, () => narae.lea.xts(new Uint8Array(32))],
    [RangeError, /16 to 16777216/, () => narae.lea.xts(pattern(32)).encryptSync(iv, nonce)],
    [RangeError, /whole sectors/, () => narae.lea.xts(pattern(32)).encryptSectorsSync(0, 512, key)],
    [RangeError, /numbers of sectors are 0 to 2\^64 - 1/, () => narae.lea.xts(pattern(32)).encryptSectorsSync(2n ** 64n, 16, key)],
    [RangeError, /numbers of sectors are 0 to 2\^64 - 1/, () => narae.lea.xts(pattern(32)).encryptSectorsSync(-1n, 16, key)],
    [RangeError, /numbers of sectors are 0 to 2\^64 - 1/, () => narae.lea.xts(pattern(32)).encryptSectorsSync(2n ** 64n - 1n, 65536, new Uint8Array(131072))],
    [TypeError, /the digest was taken/, () => {
      const read = narae.shake128.create();
      read.digest(1);
      read.copy().update(key);
    }],
    [TypeError, /iterations must be a number/, () => narae.sha256.pbkdf2Sync(key, iv)],
    [RangeError, /KW wraps/, () => narae.lea.kw(key).wrapSync(nonce.subarray(0, 5))],
    [RangeError, /noncePrefix/, () => narae.asconAead128(key).encryptStream(nonce)],
    [RangeError, /segmentBytes must be a whole number from 1 to 65535, not 65536/, () => narae.lea.ccm(key).encryptStream(pattern(8), { segmentBytes: 65536 })],
    [RangeError, /segmentBytes must be a whole number from 1 to 67108864, not/, () => box.decryptStream(pattern(7), { segmentBytes: 2 ** 27 })],
    [RangeError, /rounds must be 20, 12 or 8/, () => narae.chacha20(pattern(32), { rounds: 7 }).encryptSync(nonce, key)],
  ];
  for (const [type, message, f] of cases) assert.throws(f, error => error instanceof type && message.test(error.message) || assert.fail(`${f}: ${error}`));
  await assert.rejects(box.encrypt(nonce, "text"), TypeError);
});

test("modes in pieces and streams are those in one call", async () => {
  const data = random(LONG);
  for (const mode of ["ctr", "cbc", "cfb", "ofb"]) {
    const object = narae.lea[mode](key), expected = object.encryptSync(iv, data);
    const message = object.encryptor(iv), parts = [];
    for (let i = 0, n = 1; i < data.length; i += n, n = (n * 5) % 70001) parts.push(message.update(data.subarray(i, i + n)));
    parts.push(message.finish());
    assert.deepEqual(new Uint8Array(Buffer.concat(parts)), expected, mode);
    assert.deepEqual(await through(object.encryptStream(iv), data, [1, 1000, 70000]), expected, mode);
    assert.deepEqual(await through(object.decryptStream(iv), expected, [3, 65537]), data, mode);
    assert.deepEqual(await object.decrypt(iv, expected), data, mode);
  }
  const xts = narae.lea.xts(pattern(32)), sectors = random(512 * 300), first = new Uint8Array(16);
  first[0] = 5;
  const all = xts.encryptSectorsSync(5, 512, sectors);
  assert.deepEqual(all.subarray(0, 512), xts.encryptSync(first, sectors.subarray(0, 512)));
  assert.deepEqual(await xts.decryptSectors(5n, 512, all), sectors);
});

test("segments of CFB have any number of bytes", () => {
  const data = random(100);
  for (const cipher of [narae.aria, narae.hight])
    for (const bytes of [1, 3, 4, cipher.blockBytes - 1, cipher.blockBytes]) {
      const block = cipher.block(key), expected = [];
      let register = iv.slice(0, cipher.blockBytes);
      for (let i = 0; i < data.length; i += bytes) {
        const stream = block.encryptSync(register), segment = data.subarray(i, i + bytes).map((b, j) => b ^ stream[j]);
        expected.push(...segment);
        register = Uint8Array.of(...register, ...segment).subarray(-cipher.blockBytes);
      }
      const mode = cipher.cfb(key, { segmentBits: 8 * bytes }), sealed = mode.encryptSync(iv.subarray(0, cipher.blockBytes), data);
      assert.deepEqual([...sealed], expected, `${cipher.name} ${bytes}`);
      assert.deepEqual(mode.decryptSync(iv.subarray(0, cipher.blockBytes), sealed), data);
    }
  for (const segmentBits of [0, 7, 12, 136]) assert.throws(() => narae.aria.cfb(key, { segmentBits }), RangeError);
});

test("authenticated streams: any pieces, and no end but the right one", async () => {
  const box = narae.aria.gcm(key), prefix = pattern(7), options = { ad: iv, segmentBytes: 1000 };
  for (const n of [0, 1, 999, 1000, 1001, 2000, 5555]) {
    const data = random(n), sealed = await through(box.encryptStream(prefix, options), data, [1, 77, 3000]);
    assert.equal(sealed.length, n + 16 * Math.max(1, Math.ceil(n / 1000)));
    assert.deepEqual(await through(box.decryptStream(prefix, options), sealed, [5, 1016, 2500]), data);
  }
  const sealed = await through(box.encryptStream(prefix, options), random(5555), [999]);
  const swapped = Uint8Array.of(...sealed.subarray(1016, 2032), ...sealed.subarray(0, 1016), ...sealed.subarray(2032));
  for (const wrong of [sealed.subarray(0, 3048), sealed.subarray(0, 3000), new Uint8Array(0), swapped, Uint8Array.of(...sealed, 0)])
    await assert.rejects(through(box.decryptStream(prefix, options), wrong, [1016]), { name: "InvalidTag" });
  const first = narae.aria.gcm(key).encryptSync(Uint8Array.of(...prefix, 0, 0, 0, 0, 1), iv.subarray(0, 3), iv);
  assert.deepEqual(await through(box.encryptStream(prefix, options), iv.subarray(0, 3), [9]), first);
});

test("a stream keeps its associated data, in a Buffer, too", async () => {
  const box = narae.lea.gcm(key), ad = Buffer.from(iv), stream = box.encryptStream(pattern(7), { ad });
  ad.fill(0);
  const sealed = await through(stream, iv, [16]);
  assert.deepEqual(await through(box.decryptStream(pattern(7), { ad: iv }), sealed, [99]), iv);
});

test("what memory has no space for is refused, and damages nothing", () => {
  const box = narae.lea.gcm(key), xts = narae.lea.xts(pattern(32)), data = pattern(1 << 20), sealed = box.encryptSync(nonce, data);
  for (const bytes of [2200000000, 4200000000]) {
    assert.throws(() => box.encryptSync(new Uint8Array(bytes), iv), { name: "RangeError", message: /no memory for .* destroy\(\)/ });
    assert.deepEqual(xts.decryptSync(iv, xts.encryptSync(iv, data)), data); // a longer message than any before
    assert.deepEqual(narae.lea.gcm(key).encryptSync(nonce, data), sealed);
    assert.deepEqual(box.encryptSync(nonce, data), sealed);
  }
});

test("messages of ever greater sizes do not use ever more memory", async () => {
  const { memory, module } = await fresh("lea", "sizes"), xts = module.lea.xts(pattern(32));
  for (let i = 0; i < 100; i++) xts.encryptSync(iv, new Uint8Array(500000 + 16 * i));
  assert.ok(memory.buffer.byteLength < 4 << 20, `${memory.buffer.byteLength}`);
});

test("long asynchronous messages let others run, and do not disturb each other", async () => {
  const box = narae.lea.ccm(key), data = random(1 << 20), other = random(1 << 20);
  const n = pattern(12);
  const [a, b] = await Promise.all([box.encrypt(n, data), box.encrypt(iv.subarray(0, 12), other), new Promise(r => setTimeout(r, 1))]);
  assert.deepEqual(a, box.encryptSync(n, data));
  assert.deepEqual(b, box.encryptSync(iv.subarray(0, 12), other));
});

test("data that are transferred before all was read are missed", async () => {
  for (const work of [data => narae.lea.gcm(key).encrypt(nonce, data), data => narae.lsh256_256.digest(data), data => narae.lea.xts(pattern(32)).encryptSectors(0, 512, data)]) {
    const data = new Uint8Array(1 << 24), result = work(data);
    await new Promise(resume => setTimeout(resume, 1));
    structuredClone(data, { transfer: [data.buffer] });
    await assert.rejects(result, { name: "TypeError", message: /went elsewhere/ });
  }
});

test("memory for many objects comes in a few pieces", async () => {
  const { lea } = await load("lea", "many"), { prototype } = WebAssembly.Memory, { grow } = prototype;
  let times = 0;
  prototype.grow = function (pages) {
    times++;
    return grow.call(this, pages);
  };
  try {
    for (const box of Array.from({ length: 2000 }, () => lea.gcm(key))) box.destroy();
  } finally {
    prototype.grow = grow;
  }
  assert.ok(times > 0 && times < 20, `${times}`);
});

test("a destroyed key is no longer in memory, and its object says so", async () => {
  const { memory, module: { chacha20, chacha20Poly1305 } } = await fresh("chacha", "fresh");
  const secret = random(32), text = random(5000), inMemory = needle => Buffer.from(memory.buffer).includes(needle);
  const box = chacha20Poly1305(secret), mode = chacha20(secret), message = mode.encryptor(nonce);
  assert.ok(inMemory(secret), "the key is where it can be used");
  box.decryptSync(nonce, box.encryptSync(nonce, text));
  await box.encrypt(nonce, text);
  message.update(text);
  assert.throws(() => box.decryptSync(nonce, text));
  assert.ok(!inMemory(text.subarray(0, 16)) && !inMemory(text.subarray(4096, 4112)), "a message does not stay");
  for (const object of [box, mode, message]) object.destroy();
  assert.ok(!inMemory(secret.subarray(0, 8)) && !inMemory(secret.subarray(24)), "nor do keys and copies of them");
  for (const f of [() => box.encryptSync(nonce, text), () => mode.encryptor(nonce), () => message.update(text)]) assert.throws(f, /was destroyed/);
  await assert.rejects(box.encrypt(nonce, text), /was destroyed/);
  box.destroy();
});

test("the end of a block with `using` destroys what holds a secret", () => {
  const { lea, sha256, shake128 } = narae, dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
  const uses = [[lea.gcm(key), box => box.encryptSync(nonce, iv)], ...[lea.ctr(key).encryptor(iv), sha256.create(), shake128.create()].map(object => [object, it => it.update(iv)])];
  for (const [object, use] of uses) {
    use(object);
    object[dispose]();
    assert.throws(() => use(object), /was destroyed/);
  }
});

test("what has ended says so", () => {
  const hash = narae.sha256.create(), message = narae.lea.cbc(key).encryptor(iv);
  hash.digest();
  message.finish();
  for (const f of [() => hash.digest(), () => hash.copy(), () => message.update(iv), () => message.finish()])
    assert.throws(f, { name: "TypeError", message: /message was finished/ });
  assert.throws(() => hash.update(iv), /digest was taken/);
});

test("each family has a module of its own, and their errors know each other", async () => {
  const { lea, InvalidTag, kernels } = await load("lea");
  assert.equal(kernels, narae.kernels);
  assert.deepEqual(lea.gcm(key).encryptSync(nonce, iv), narae.lea.gcm(key).encryptSync(nonce, iv));
  try {
    lea.gcm(key).decryptSync(nonce, pattern(40));
    assert.fail("not refused");
  } catch (error) {
    assert.ok(error instanceof InvalidTag && error instanceof narae.InvalidTag && !(error instanceof narae.InvalidPadding));
  }
  const names = new Set();
  const ciphers = Object.values(narae).filter(cipher => cipher.block).map(cipher => cipher.name);
  for (const family of [...ciphers, "ascon", "chacha", "lsh", "sha2", "sha3"]) Object.keys(await load(family)).forEach(n => names.add(n));
  assert.deepEqual([...names].sort(), Object.keys(narae).sort());
});

test("streams of CCM have segments that its nonces allow", async () => {
  const box = narae.lea.ccm(key), data = random(LONG);
  for (const [prefix, segment] of [[8, 65535], [7, 65536], [2, 65536]]) {
    const sealed = await through(box.encryptStream(pattern(prefix)), data, [50000]);
    assert.equal(sealed.length, LONG + 16 * Math.ceil(LONG / segment), `${prefix}`);
    assert.deepEqual(await through(box.decryptStream(pattern(prefix), { segmentBytes: segment }), sealed, [70000]), data);
  }
});

test("a stream that fails is released, and its source cancelled", async () => {
  const source = (chunks, seen) => new ReadableStream({
    pull: controller => controller.enqueue(chunks.shift()),
    cancel: reason => void (seen.reason = reason),
  }, { highWaterMark: 0 });
  for (const use of [
    stream => narae.sha256.digestStream(stream),
    stream => narae.shake128.digestStream(stream, 16),
    stream => new Response(stream.pipeThrough(narae.lea.gcm(key).encryptStream(pattern(7)))).blob(),
    stream => new Response(stream.pipeThrough(narae.lea.ctr(key).encryptStream(iv))).blob(),
  ]) {
    const seen = {}, stream = source([iv, "text", iv], seen);
    await assert.rejects(use(stream), /must be a Uint8Array/, `${use}`);
    for (let i = 0; stream.locked && i < 1000; i++) await new Promise(resume => setTimeout(resume, 1)); // a pipe ends in its own time
    assert.match(seen.reason?.message ?? "", /must be a Uint8Array/, `${use}`);
    assert.equal(stream.locked, false, `${use}`);
  }
  const broken = new ReadableStream({ pull: controller => controller.error(new Error("the disk is gone")) });
  await assert.rejects(narae.sha256.digestStream(broken), /the disk is gone/);
  const whole = new Blob([iv]).stream();
  await narae.sha256.digestStream(whole);
  assert.equal(broken.locked || whole.locked, false);
});

// Node 20 and older do not call it.
const cancels = await (async () => {
  let seen = false;
  await new TransformStream({ cancel: () => void (seen = true) }).readable.cancel();
  return seen;
})();

test("a stream that is cancelled wipes its key and text", { skip: !cancels && "no cancel callback" }, async () => {
  const { memory, module } = await fresh("chacha", "cancelled"), secret = random(32), inMemory = () => Buffer.from(memory.buffer).includes(secret);
  for (const [name, start] of [["chacha20Poly1305", pattern(7)], ["chacha20", nonce]]) {
    const box = module[name](secret), stream = box.encryptStream(start);
    box.destroy();
    assert.ok(inMemory());
    await stream.readable.cancel();
    assert.ok(!inMemory());
  }
});

test("bytes of other realms are bytes, and their errors are known", () => {
  const realm = vm.createContext({}), box = narae.lea.gcm(key), sealed = box.encryptSync(nonce, iv);
  for (const make of ["b => new Uint8Array(b)", "b => new Uint8Array(b).buffer", "b => new DataView(new Uint8Array(b).buffer)", "b => { const s = new SharedArrayBuffer(b.length); new Uint8Array(s).set(b); return s; }"])
    assert.deepEqual(box.encryptSync(nonce, vm.runInContext(make, realm)([...iv])), sealed, make);
  for (const no of ["({ byteLength: 16, [Symbol.toStringTag]: 'ArrayBuffer' })", "Object.create(ArrayBuffer.prototype)", "[1]"])
    assert.throws(() => box.encryptSync(nonce, vm.runInContext(no, realm)), TypeError, no);
  const other = vm.runInContext("name => Object.assign(new Error('x'), { name })", realm);
  assert.ok(other("InvalidTag") instanceof narae.InvalidTag && !(other("InvalidPadding") instanceof narae.InvalidTag));
  assert.ok(!({ name: "InvalidTag" } instanceof narae.InvalidTag));
});

// What jsdom, and so Jest, has: no streams, channels, immediates, text encoders.
test("require() gives the same, in Node and where a page is only imitated", async () => {
  const file = join(FOLDER, "lea.cjs"), required = createRequire(import.meta.url)(file), { lea } = await load("lea");
  assert.deepEqual(Object.keys(required).sort(), Object.keys(await load("lea")).sort());
  const bare = vm.createContext({ atob, setTimeout, performance, module: { exports: {} }, NARAE_KERNELS: globalThis.NARAE_KERNELS });
  vm.runInContext(readFileSync(file, "utf8"), bare);
  assert.equal(bare.module.exports.kernels, narae.kernels);
  const text = pattern(1 << 20);
  for (const other of [required.lea, bare.module.exports.lea]) {
    const sealed = await other.gcm(key).encrypt(nonce, text); // with pauses
    assert.deepEqual(lea.gcm(key).decryptSync(nonce, sealed), text);
    assert.throws(() => other.gcm(key).decryptSync(iv, sealed), narae.InvalidTag);
  }
});
