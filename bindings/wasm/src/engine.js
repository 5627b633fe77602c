// SPDX-License-Identifier: MIT
// Loads the module, and all that lies between it and the objects of this package: linear memory,
// keys in it, arguments, errors, and long messages in pieces.

// What another file of this package throws is recognized too, also in another realm: each has classes of its own.
const named = (name, about) => class extends Error {
  constructor() {
    super(about);
    this.name = name;
  }
  static [Symbol.hasInstance](error) {
    return Object.prototype.toString.call(error) === "[object Error]" && error.name === name;
  }
};

/** A message, a tag or a wrapped key was modified, or belongs to another key, nonce or associated data. */
const InvalidTag = named("InvalidTag", "the tag does not fit: the message was modified, or key, nonce or associated data are others");

/** The padding of a CBC plaintext is wrong. */
const InvalidPadding = named("InvalidPadding", "the padding is wrong: the message was modified, or key or iv are others");

// A function that returns a vector: valid only with SIMD.
const PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

/** Which code runs: "simd128" or "scalar". */
const kernels = globalThis.NARAE_KERNELS ?? (WebAssembly.validate(PROBE) ? "simd128" : "scalar");

// Without waiting, so that the package is ready when it is loaded: by require(), in a service worker, in older bundles.
const c = (() => {
  if (!(kernels in binaries)) throw new RangeError(`NARAE_KERNELS is "simd128" or "scalar", not "${kernels}"`);
  const simd128 = inflated(binaries.simd128), code = kernels === "simd128" ? simd128 : without(simd128, inflated(binaries.scalar));
  return new WebAssembly.Instance(new WebAssembly.Module(code)).exports;
})();

// RFC 1951: what engines have for it makes others wait.
function inflated(text) {
  const data = Uint8Array.from(atob(text), letter => letter.charCodeAt(0)), out = [];
  let at = 0, bits = 0, n = 0; // n bits are waiting, the next one is the lowest
  const fill = least => {
    for (; n < least; n += 8) bits |= data[at++] << n;
  };
  const drop = used => {
    bits >>>= used;
    n -= used;
  };
  const field = width => {
    fill(width);
    const value = bits & ((1 << width) - 1);
    drop(width);
    return value;
  };
  // By the next 15 bits: 16 times a symbol, and the bits of its code, which are in order of length, then of symbol.
  const table = lengths => {
    const table = new Uint16Array(1 << 15);
    for (let length = 1, code = 0; length < 16; length++, code <<= 1)
      lengths.forEach((l, symbol) => {
        if (l !== length) return;
        let first = 0;
        for (let i = 0; i < length; i++) first |= ((code >> i) & 1) << (length - 1 - i);
        for (let i = first; i < table.length; i += 1 << length) table[i] = 16 * symbol + length;
        code++;
      });
    return table;
  };
  const symbol = codes => {
    fill(15);
    const entry = codes[bits & 0x7fff];
    drop(entry & 15);
    return entry >> 4;
  };
  const most = (start, extra) => extra.map(e => [(start += 1 << e) - (1 << e), e]); // the least value, and bits of what is more
  const lengthCodes = [...most(3, Array.from({ length: 28 }, (_, i) => Math.max(0, (i >> 2) - 1))), [258, 0]];
  const distanceCodes = most(1, Array.from({ length: 30 }, (_, i) => Math.max(0, (i >> 1) - 1)));
  const valueOf = ([least, extra]) => least + field(extra);
  const codes = kind => {
    if (kind === 1) return [Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)), Array(30).fill(5)];
    const literals = field(5) + 257, all = literals + field(5) + 1, meta = Array(19).fill(0), lengths = [];
    const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].slice(0, field(4) + 4);
    for (const i of order) meta[i] = field(3);
    const metaCodes = table(meta);
    while (lengths.length < all) {
      const s = symbol(metaCodes);
      const [value, times] = s < 16 ? [s, 1] : s === 16 ? [lengths.at(-1), 3 + field(2)] : [0, s === 17 ? 3 + field(3) : 11 + field(7)];
      for (let i = 0; i < times; i++) lengths.push(value);
    }
    return [lengths.slice(0, literals), lengths.slice(literals)];
  };
  for (let last = 0; !last;) {
    last = field(1);
    const kind = field(2);
    if (kind === 0) {
      drop(n & 7);
      const length = field(16);
      field(16);
      for (let i = 0; i < length; i++) out.push(field(8));
      continue;
    }
    const [literals, distances] = codes(kind).map(table);
    for (let s = symbol(literals); s !== 256; s = symbol(literals)) {
      if (s < 256) {
        out.push(s);
        continue;
      }
      const length = valueOf(lengthCodes[s - 257]), distance = valueOf(distanceCodes[symbol(distances)]);
      for (let i = 0; i < length; i++) out.push(out[out.length - distance]);
    }
  }
  return Uint8Array.from(out);
}

// The module without vectors, most of which is as in the other: difference() in build.mjs.
function without(other, fresh) {
  const bytes = new Uint8Array(fresh.length + copies.reduce((sum, n, i) => (i % 3 === 2 ? sum + n : sum), 0));
  let at = 0, used = 0, from = 0;
  for (let i = 0; i < copies.length; i += 3) {
    bytes.set(fresh.subarray(used, (used += copies[i])), at);
    at += copies[i];
    from += copies[i + 1];
    bytes.set(other.subarray(from, (from += copies[i + 2])), at);
    at += copies[i + 2];
  }
  bytes.set(fresh.subarray(used), at);
  return bytes;
}

// Linear memory.  Released blocks are zeroed and reused by size, so there are few sizes.
const PIECE = 65536; // bytes of a message at a time
const unused = new Map(); // places by their size
let memory = new Uint8Array(c.memory.buffer);
let end = (c.__heap_base.value + 15) & ~15;

function view() {
  if (memory.buffer !== c.memory.buffer) memory = new Uint8Array(c.memory.buffer);
  return memory;
}

const sizeOf = bytes => (bytes <= 4096 ? (bytes + 15) & ~15 : 2 ** Math.ceil(Math.log2(bytes)));

function allocate(bytes) {
  const size = sizeOf(bytes), places = unused.get(size);
  if (places?.length) return places.pop();
  const at = end, missing = at + size - c.memory.buffer.byteLength;
  if (missing > 0 && !grows(missing)) throw new RangeError(`WebAssembly has no memory for ${bytes} bytes at once: destroy() objects that are no longer needed, or pass less at a time`);
  end += size;
  return at;
}

// By a quarter if possible: growth gets slower with the size of memory, and collects garbage.
function grows(missing) {
  const needed = Math.ceil(missing / 65536), quarter = c.memory.buffer.byteLength >>> 18;
  return [Math.max(needed, quarter), needed].some(pages => {
    try {
      return c.memory.grow(pages) > 0;
    } catch {
      return false;
    }
  });
}

function release(at, bytes) {
  const size = sizeOf(bytes);
  view().fill(0, at, at + size);
  if (!unused.has(size)) unused.set(size, []);
  unused.get(size).push(at);
}

const NOTHING = new Uint8Array(0);

// Where a piece of a message, a nonce or a tag is while the library works on it.  Nothing else runs
// meanwhile, so there is one.  A message that fits is there as a whole, after its nonce or iv.
const HEAD = 64;
let deskBytes = PIECE + 3 * HEAD, desk = allocate(deskBytes);

function put(bytes) {
  if (bytes.length + HEAD > deskBytes) {
    const larger = allocate(bytes.length + HEAD); // or it throws, and the desk stays
    release(desk, deskBytes);
    desk = larger;
    deskBytes = bytes.length + HEAD;
  }
  view().set(bytes, desk);
  return bytes.length;
}

const take = bytes => view().slice(desk, desk + bytes);
const wipeDesk = bytes => view().fill(0, desk, desk + Math.min(bytes + HEAD, deskBytes));
const wordAt = at => new DataView(c.memory.buffer).getUint32(at, true);
const number = name => wordAt(c[name].value);

// Arguments.  An ArrayBuffer of another realm (a frame, node:vm, Jest) is one, too, and no instance of this realm's.
const isBuffer = value => [ArrayBuffer, globalThis.SharedArrayBuffer].some(type => {
  try {
    return Object.getOwnPropertyDescriptor(type.prototype, "byteLength").get.call(value) >= 0;
  } catch {
    return false;
  }
});

function bytesOf(value, name) {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (isBuffer(value)) return new Uint8Array(value);
  const what = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value === "object" ? `a ${value.constructor?.name ?? "object"}` : `a value of type ${typeof value}`;
  throw new TypeError(`${name} must be a Uint8Array, another view or an ArrayBuffer, not ${what}${typeof value === "string" ? "; new TextEncoder().encode(text) makes bytes of text" : ""}`);
}

function whole(value, name, least, most) {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, not ${value === null ? "null" : typeof value}`);
  if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
  return value;
}

function oneOf(value, name, allowed) {
  if (!allowed.includes(value)) throw new RangeError(`${name} must be ${list(allowed)}, not ${value}`);
  return value;
}

const list = words => (words.length < 2 ? `${words[0]}` : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);

function keyOf(value, name, sizes) {
  const key = bytesOf(value, "key");
  if (!sizes.includes(key.length)) throw new RangeError(`a key of ${name} has ${list(sizes)} bytes, not ${key.length}`);
  return key;
}

// A status of the library: include/narae/status.h.  `about` has sentences for what the caller may cause.
function check(status, about = {}) {
  if (status === 0) return;
  if (status === -7) throw new InvalidTag();
  if (status === -10) throw new InvalidPadding();
  throw new RangeError(about[status] ?? `the library refused the arguments (status ${status})`);
}

// What calls destroy() at the end of a block, where the engine has `using`.
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

// A place in linear memory that holds a secret until destroy(), or until its owner is collected.
const collected = typeof FinalizationRegistry === "undefined" ? null : new FinalizationRegistry(({ at, bytes }) => release(at, bytes));

class Secret {
  #place;

  constructor(bytes) {
    this.#place = { at: allocate(bytes), bytes };
    collected?.register(this, this.#place, this);
  }

  get at() {
    if (this.#place === null) throw new TypeError("this object was destroyed, or its message was finished: its contents are no longer there");
    return this.#place.at;
  }

  copy() {
    const from = this.at, { bytes } = this.#place, other = new Secret(bytes);
    view().copyWithin(other.at, from, from + bytes);
    return other;
  }

  destroy() {
    if (this.#place === null) return;
    collected?.unregister(this);
    release(this.#place.at, this.#place.bytes);
    this.#place = null;
  }
}

// A context for a key: init(at, key, its length) of the library.
function secretOf(bytes, key, init, about) {
  const secret = new Secret(bytes);
  try {
    put(key);
    check(init(secret.at, desk, key.length), about);
    return secret;
  } catch (error) {
    secret.destroy();
    throw error;
  } finally {
    wipeDesk(key.length);
  }
}

// Work is a generator that yields after each piece of a long message.
function now(work) {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const BUSY = 8; // milliseconds until others may run
const pause = () => new Promise(resume => {
  if (globalThis.scheduler?.yield) return void globalThis.scheduler.yield().then(resume);
  if (typeof setImmediate === "function") return void setImmediate(resume);
  if (typeof MessageChannel !== "function") return void setTimeout(resume); // jsdom
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resume();
  };
  port2.postMessage(0);
});

async function later(work) {
  for (let since = performance.now(); ;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since > BUSY) {
      await pause();
      since = performance.now();
    }
  }
}

// Others ran, and may have transferred the data to a worker, for example.
function requireStill(data, bytes) {
  if (data.length === bytes) return;
  wipeDesk(bytes);
  throw new TypeError("the data went elsewhere before all was read: await the result first, or pass a copy");
}

// Calls of f(piece, where it begins), with a yield between two.
function* pieces(data, f) {
  const bytes = data.length;
  for (let i = 0; i < bytes; i += PIECE) {
    f(data.subarray(i, i + PIECE), i);
    if (i + PIECE < bytes) yield;
    requireStill(data, bytes);
  }
}

// f(secret), then the secret is destroyed.
function* with_(secret, f) {
  try {
    return yield* f(secret);
  } finally {
    secret.destroy();
  }
}

// Methods in two forms, from one that makes a generator of a secret and arguments: `name` returns a
// promise, works on a copy of the secret and lets others run; `nameSync` does not.
function twins(type, works) {
  for (const [name, work] of Object.entries(works)) {
    type.prototype[name] = async function (...words) {
      return later(with_(secretIn(this).copy(), secret => work.call(this, secret, ...words)));
    };
    type.prototype[`${name}Sync`] = function (...words) {
      return now(work.call(this, secretIn(this), ...words));
    };
  }
}

const secrets = new WeakMap(); // of the objects below
const secretIn = object => secrets.get(object);

class Keyed {
  constructor(secret) {
    secrets.set(this, secret);
  }

  /** Wipes the key.  The object cannot be used afterwards. */
  destroy() {
    secretIn(this).destroy();
  }

  [dispose]() {
    this.destroy();
  }
}

const wrongTag = { [-4]: "a tag of this mode cannot have that length", [-3]: "a nonce of this mode cannot have that length" };

// Authenticated encryption.  kind: name, secretBytes, init, start(at, nonce bytes, ad bytes, bytes, tag bytes), and
// the functions ad, encrypt, decrypt, finish, verify of the library on the same context.
class Aead extends Keyed {
  constructor(kind, key, tagBytes) {
    super(secretOf(kind.secretBytes, key, kind.init));
    Object.assign(this, { kind, tagBytes });
    Object.defineProperty(this, "kind", { enumerable: false });
    Object.freeze(this);
  }

  // Segments of a stream: Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption and its Nonce-Reuse
  // Misuse-Resistance", STREAM: the nonce of each is prefix, number (32 bits, big-endian), 1 for the last or 0.
  #segments(prefix, { ad = NOTHING, segmentBytes } = {}, encrypting) {
    const nonce = new Uint8Array(bytesOf(prefix, "noncePrefix").length + 5), associated = new Uint8Array(bytesOf(ad, "ad"));
    if (this.kind.nonceBytes && !this.kind.nonceBytes.includes(nonce.length))
      throw new RangeError(`noncePrefix must have ${list(this.kind.nonceBytes.map(n => n - 5))} bytes, not ${nonce.length - 5}`);
    nonce.set(bytesOf(prefix, "noncePrefix"));
    const most = Math.min(1 << 26, this.kind.mostBytes?.(nonce.length) ?? Infinity);
    segmentBytes = whole(segmentBytes ?? Math.min(PIECE, most), "segmentBytes", 1, most);
    const secret = secretIn(this).copy(), size = segmentBytes + (encrypting ? 0 : this.tagBytes), waiting = new Uint8Array(size);
    let segment = 0, used = 0;
    const emit = (controller, last) => {
      if (segment === 2 ** 32) throw new RangeError("a stream has at most 2^32 segments: choose a larger segmentBytes");
      new DataView(nonce.buffer).setUint32(nonce.length - 5, segment++);
      nonce[nonce.length - 1] = last ? 1 : 0;
      const out = now(crypt.call(this, secret, encrypting, nonce, waiting.subarray(0, used), associated));
      waiting.fill(0);
      used = 0;
      if (out.length) controller.enqueue(out);
    };
    const end = () => {
      secret.destroy();
      waiting.fill(0);
    };
    const guarded = f => {
      try {
        f();
      } catch (error) {
        end();
        throw error;
      }
    };
    return new TransformStream({
      cancel: end,
      transform: (chunk, controller) => guarded(() => {
        const data = bytesOf(chunk, "a chunk");
        for (let i = 0; i < data.length;) {
          if (used === size) emit(controller, false); // not the last
          const n = Math.min(size - used, data.length - i);
          waiting.set(data.subarray(i, i + n), used);
          used += n;
          i += n;
        }
      }),
      flush: controller => guarded(() => {
        emit(controller, true);
        end();
      }),
    });
  }

  /** Encrypts a stream of any length in segments, each with a tag. */
  encryptStream(noncePrefix, options) {
    return this.#segments(noncePrefix, options, true);
  }

  /** Decrypts what encryptStream made.  Each segment is verified before it is released; a stream that ends too
      early, or whose segments are in another order, fails with InvalidTag. */
  decryptStream(noncePrefix, options) {
    return this.#segments(noncePrefix, options, false);
  }
}

// A kind whose library context is only of one message: the key is kept after it.
function withKey(name, keyBytes) {
  const bytes = number(`narae_size_${name}`), start = c[`narae_${name}_start`];
  return {
    secretBytes: bytes + keyBytes, ad: c[`narae_${name}_ad`], encrypt: c[`narae_${name}_encrypt`], decrypt: c[`narae_${name}_decrypt`], verify: c[`narae_${name}_verify`],
    init: (at, key, n) => (view().copyWithin(at + bytes, key, key + n), 0),
    start: (at, n) => start(at, at + bytes, desk, n),
  };
}

function started(kind, status) {
  if (status) check(status, { ...wrongTag, [-5]: `${kind.name} cannot encrypt so many bytes with a nonce of that length` });
}

function* crypt(secret, encrypting, nonce, data, ad) {
  const { kind, tagBytes } = this, at = secret.at;
  nonce = bytesOf(nonce, "nonce");
  data = bytesOf(data, "data");
  ad = bytesOf(ad ?? NOTHING, "ad");
  if (kind.nonceBytes && !kind.nonceBytes.includes(nonce.length)) throw new RangeError(`a nonce of ${kind.name} has ${list(kind.nonceBytes)} bytes, not ${nonce.length}`);
  if (nonce.length === 0) throw new RangeError("a nonce has at least one byte");
  if (!encrypting && data.length < tagBytes) throw new InvalidTag();
  const bytes = encrypting ? data.length : data.length - tagBytes;
  if (nonce.length <= HEAD && bytes + tagBytes + ad.length <= PIECE) return sealBrief(kind, at, tagBytes, encrypting, nonce, data, bytes, ad);
  const out = new Uint8Array(encrypting ? bytes + tagBytes : bytes);
  try {
    put(nonce);
    started(kind, kind.start(at, nonce.length, ad.length, bytes, tagBytes));
    yield* pieces(ad, piece => check(kind.ad(at, desk, put(piece))));
    yield* pieces(data.subarray(0, bytes), (piece, i) => {
      const n = put(piece);
      check((encrypting ? kind.encrypt : kind.decrypt)(at, desk, desk, n));
      out.set(view().subarray(desk, desk + n), i);
    });
    if (encrypting) {
      check(kind.finish(at, desk, tagBytes));
      out.set(view().subarray(desk, desk + tagBytes), bytes);
    } else {
      put(data.subarray(bytes));
      check(kind.verify(at, desk, tagBytes));
    }
    return out;
  } catch (error) {
    out.fill(0);
    throw error;
  } finally {
    wipeDesk(Math.max(data.length, ad.length));
  }
}

// All of a message that fits on the desk: nonce, text, tag, associated data.
function sealBrief(kind, at, tagBytes, encrypting, nonce, data, bytes, ad) {
  const text = desk + HEAD, tag = text + bytes, associated = tag + tagBytes, memory = view();
  memory.set(nonce, desk);
  memory.set(data, text);
  try {
    started(kind, kind.start(at, nonce.length, ad.length, bytes, tagBytes));
    if (ad.length) {
      memory.set(ad, associated);
      check(kind.ad(at, associated, ad.length));
    }
    check((encrypting ? kind.encrypt : kind.decrypt)(at, text, text, bytes));
    check((encrypting ? kind.finish : kind.verify)(at, tag, tagBytes));
    return memory.slice(text, encrypting ? associated : tag);
  } finally {
    memory.fill(0, desk, associated + ad.length);
  }
}

twins(Aead, {
  encrypt(secret, nonce, data, ad) {
    return crypt.call(this, secret, true, nonce, data, ad);
  },
  decrypt(secret, nonce, data, ad) {
    return crypt.call(this, secret, false, nonce, data, ad);
  },
});

// Bytes that come piece by piece: start, then update() as often as needed, then finish().
class Pieces {
  #secret;
  #kind;
  #encrypting;

  constructor(secret, kind, encrypting) {
    this.#secret = secret;
    this.#kind = kind;
    this.#encrypting = encrypting;
  }

  /** Output for the message so far. */
  update(data) {
    return now(this.work(bytesOf(data, "data")));
  }

  *work(data) {
    const out = new Uint8Array(data.length + this.#kind.surplus);
    let n = 0;
    try {
      yield* pieces(data, piece => {
        const bytes = put(piece), written = this.#kind.crypt(this.#secret.at, this.#encrypting, bytes);
        out.set(view().subarray(desk, desk + written), n);
        n += written;
      });
      return n === out.length ? out : out.slice(0, n);
    } finally {
      wipeDesk(data.length);
      if (n !== out.length) out.fill(0);
    }
  }

  /** The rest of the message.  The object cannot be used afterwards. */
  finish() {
    try {
      return take(this.#kind.end(this.#secret.at, this.#encrypting));
    } finally {
      wipeDesk(64);
      this.destroy();
    }
  }

  destroy() {
    this.#secret.destroy();
  }

  [dispose]() {
    this.destroy();
  }
}

// Encryption without authentication.  kind: name, secretBytes, init, start(at, iv bytes), surplus, crypt(at, encrypting,
// bytes at the desk): how many there are then, end(at, encrypting): how many more.  message(at, encrypting, text, bytes,
// iv bytes) does all of it, with the iv at the desk, and returns how many there are then.
class Mode extends Keyed {
  constructor(kind, key) {
    super(secretOf(kind.secretBytes, key, kind.init));
    Object.defineProperty(this, "kind", { value: kind });
  }

  #begin(iv, encrypting, words) {
    return begin(this.kind, secretIn(this).copy(), iv, encrypting, words);
  }

  /** An object with update(data) and finish(). */
  encryptor(iv, ...words) {
    return this.#begin(iv, true, words);
  }

  decryptor(iv, ...words) {
    return this.#begin(iv, false, words);
  }

  /** A TransformStream. */
  encryptStream(iv, ...words) {
    return streamOf(this.#begin(iv, true, words));
  }

  decryptStream(iv, ...words) {
    return streamOf(this.#begin(iv, false, words));
  }
}

function begin(kind, secret, iv, encrypting, words) {
  try {
    const n = put(bytesOf(iv, kind.iv ?? "iv"));
    check(kind.start(secret.at, n, ...words), kind.about);
    return new Pieces(secret, kind, encrypting);
  } catch (error) {
    secret.destroy();
    throw error;
  }
}

function streamOf(message) {
  const guarded = f => {
    try {
      return f();
    } catch (error) {
      message.destroy();
      throw error;
    }
  };
  const enqueue = (controller, out) => {
    if (out.length) controller.enqueue(out);
  };
  return new TransformStream({
    cancel: () => message.destroy(),
    transform: (chunk, controller) => guarded(() => enqueue(controller, message.update(bytesOf(chunk, "a chunk")))),
    flush: controller => enqueue(controller, message.finish()),
  });
}

function* cryptAll(kind, secret, encrypting, iv, data, words) {
  data = bytesOf(data, "data");
  if (data.length <= PIECE) return cryptBrief(kind, secret.at, encrypting, bytesOf(iv, kind.iv ?? "iv"), data, words);
  const message = begin(kind, secret.copy(), iv, encrypting, words);
  try {
    const out = yield* message.work(data), rest = message.finish();
    if (rest.length === 0) return out;
    const all = new Uint8Array(out.length + rest.length);
    all.set(out);
    all.set(rest, out.length);
    out.fill(0);
    rest.fill(0);
    return all;
  } finally {
    message.destroy();
  }
}

// A message that fits on the desk, in one call of the library, which keeps nothing of it in the context.
function cryptBrief(kind, at, encrypting, iv, data, words) {
  const text = desk + HEAD, memory = view();
  memory.set(iv.length > HEAD ? iv.subarray(0, HEAD) : iv, desk); // longer ones are refused
  memory.set(data, text);
  try {
    const bytes = kind.message(at, encrypting, text, data.length, iv.length, ...words);
    return memory.slice(text, text + bytes);
  } finally {
    memory.fill(0, desk, text + data.length + kind.surplus);
  }
}

twins(Mode, {
  encrypt(secret, iv, data, ...words) {
    return cryptAll(this.kind, secret, true, iv, data, words);
  },
  decrypt(secret, iv, data, ...words) {
    return cryptAll(this.kind, secret, false, iv, data, words);
  },
});

// Codes of messages.  kind: name, secretBytes, init, tagBytes, start(at, nonce bytes), update, finish, verify.
class Mac extends Keyed {
  constructor(kind, key) {
    super(secretOf(kind.secretBytes, key, kind.init));
    Object.defineProperty(this, "kind", { value: kind });
  }
}

function* macOf(kind, secret, nonce, data, then) {
  data = bytesOf(data, "data");
  nonce = nonce === null ? NOTHING : bytesOf(nonce, "nonce");
  try {
    check(kind.start(secret.at, put(nonce)), wrongTag);
    if (data.length <= PIECE) check(kind.update(secret.at, desk, put(data)));
    else yield* pieces(data, piece => check(kind.update(secret.at, desk, put(piece))));
    return then();
  } finally {
    wipeDesk(Math.max(nonce.length, data.length));
  }
}

const signed = (kind, secret, nonce, data) => macOf(kind, secret, nonce, data, () => {
  check(kind.finish(secret.at, desk, kind.tagBytes), wrongTag);
  return take(kind.tagBytes);
});

const verified = (kind, secret, nonce, data, tag) => macOf(kind, secret, nonce, data, () => {
  const given = bytesOf(tag, "tag");
  if (given.length !== kind.tagBytes) { // a tag of another length is wrong: that is not the sender's choice
    check(kind.finish(secret.at, desk, kind.tagBytes), wrongTag);
    return false;
  }
  const status = kind.verify(secret.at, desk, put(given));
  if (status === -7 || status === -4) return false; // wrong, or shorter than any that is verified
  check(status);
  return true;
});

twins(Mac, {
  sign(secret, ...words) {
    const nonce = this.kind.nonce ? words.shift() : null;
    return signed(this.kind, secret, nonce, words[0]);
  },
  verify(secret, ...words) {
    const nonce = this.kind.nonce ? words.shift() : null;
    return verified(this.kind, secret, nonce, ...words);
  },
});

// Several inputs at once, as the library takes them: f(addresses) with each in a place of its own.
function withInputs(inputs, f) {
  const places = [];
  try {
    for (const { length } of inputs) places.push({ at: allocate(length || 1), bytes: length || 1 });
    places.forEach(({ at }, i) => view().set(inputs[i], at));
    return f(places.map(p => p.at));
  } finally {
    for (const { at, bytes } of places) release(at, bytes);
  }
}

// NIST SP 800-108 in counter mode, with numbers of 32 bits: f(out, bytes, object, key, bytes, input).
function kbkdfOf(f, object, key, { label = NOTHING, context = NOTHING, bytes = 32 } = {}) {
  const inputs = [bytesOf(key, "key"), bytesOf(label, "label"), bytesOf(context, "context")];
  whole(bytes, "bytes", 1, 1 << 20);
  const structure = new Uint8Array(number("narae_size_kbkdf_input"));
  return withInputs([...inputs, structure, new Uint8Array(bytes)], ([k, l, x, input, out]) => {
    const fields = new DataView(c.memory.buffer, input);
    [l, x, inputs[1].length, inputs[2].length].forEach((v, i) => fields.setUint32(4 * i, v, true));
    fields.setUint8(32, 4);
    fields.setUint8(33, 4);
    check(f(out, bytes, object, k, inputs[0].length, input), { [-2]: `the cipher has no key of ${inputs[0].length} bytes`, [-5]: "so many bytes cannot be derived" });
    return view().slice(out, out + bytes);
  });
}
