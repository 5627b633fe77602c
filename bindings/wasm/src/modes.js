// SPDX-License-Identifier: MIT
// Block ciphers and their modes.

const GCM_TAGS = [16, 15, 14, 13, 12, 8, 4];
const scheduleBytes = number("narae_size_schedule");

// A mode's context with its own schedule at its end.
const contextOf = (mode, cipher, halves = 1) => ({
  secretBytes: number(`narae_size_${mode}`),
  init: (at, key, bytes) => c[`narae_${mode}_init_sized`](at, scheduleBytes / halves, cipher, key, bytes),
});

class Block extends Keyed {
  constructor(cipher, blockBytes, key) {
    super(secretOf(scheduleBytes, key, (at, k, n) => c.narae_block_cipher_set_key(cipher, at, scheduleBytes, k, n)));
    Object.defineProperties(this, { cipher: { value: cipher }, blockBytes: { value: blockBytes, enumerable: true } });
  }
}

function* blocks(f, secret, data) {
  data = bytesOf(data, "data");
  if (data.length % this.blockBytes) throw new RangeError(`data must be whole blocks of ${this.blockBytes} bytes, not ${data.length} bytes`);
  const out = new Uint8Array(data.length);
  try {
    yield* pieces(data, (piece, i) => {
      const n = put(piece);
      check(f(this.cipher, secret.at, desk, desk, n / this.blockBytes));
      out.set(view().subarray(desk, desk + n), i);
    });
    return out;
  } finally {
    wipeDesk(data.length);
  }
}

twins(Block, {
  encrypt(secret, data) {
    return blocks.call(this, c.narae_block_cipher_encrypt, secret, data);
  },
  decrypt(secret, data) {
    return blocks.call(this, c.narae_block_cipher_decrypt, secret, data);
  },
});

class Xts extends Keyed {
  constructor(cipher, key) {
    const mode = contextOf("xts", cipher);
    super(secretOf(mode.secretBytes, key, (at, k, n) => c.narae_xts_init_sized(at, scheduleBytes, cipher, k, n), { [-12]: "the two halves of an XTS key must differ" }));
  }
}

const XTS_ERRORS = { [-3]: "a tweak of XTS has 16 bytes", [-5]: "a data unit of XTS has 16 to 16777216 bytes" };

function* unit(f, secret, tweak, data) {
  const number = bytesOf(tweak, "tweak"), all = new Uint8Array(number.length + bytesOf(data, "data").length);
  all.set(number);
  all.set(bytesOf(data, "data"), number.length);
  const n = put(all) - number.length, text = desk + number.length;
  all.fill(0);
  try {
    check(f(secret.at, text, desk, number.length, text, n), XTS_ERRORS);
    return view().slice(text, text + n);
  } finally {
    wipeDesk(number.length + n);
  }
}

function* sectors(f, secret, first, sectorBytes, data) {
  data = bytesOf(data, "data");
  whole(sectorBytes, "sectorBytes", 16, 1 << 24);
  if (data.length % sectorBytes) throw new RangeError(`data must be whole sectors of ${sectorBytes} bytes, not ${data.length} bytes`);
  const out = new Uint8Array(data.length), each = Math.max(1, Math.floor(PIECE / sectorBytes)) * sectorBytes;
  let sector = BigInt(typeof first === "bigint" ? first : whole(first, "sector", 0, Number.MAX_SAFE_INTEGER));
  if (sector < 0n || sector + BigInt(Math.max(data.length / sectorBytes, 1)) > 1n << 64n) throw new RangeError("the numbers of sectors are 0 to 2^64 - 1");
  try {
    for (let i = 0; i < out.length; i += each, sector += BigInt(each / sectorBytes)) {
      const n = put(data.subarray(i, i + each));
      check(f(secret.at, desk, sector, sectorBytes, desk, n));
      out.set(view().subarray(desk, desk + n), i);
      yield;
      requireStill(data, out.length);
    }
    return out;
  } finally {
    wipeDesk(data.length);
  }
}

twins(Xts, {
  encrypt: (secret, tweak, data) => unit(c.narae_xts_encrypt_unit, secret, tweak, data),
  decrypt: (secret, tweak, data) => unit(c.narae_xts_decrypt_unit, secret, tweak, data),
  encryptSectors: (secret, ...words) => sectors(c.narae_xts_encrypt_sectors, secret, ...words),
  decryptSectors: (secret, ...words) => sectors(c.narae_xts_decrypt_sectors, secret, ...words),
});

class KeyWrap extends Keyed {
  constructor(cipher, key) {
    const mode = contextOf("kw", cipher);
    super(secretOf(mode.secretBytes, key, mode.init));
  }
}

// f(at, out, in, bytes): how many bytes there are then at the desk, to which `more` may be added.
function* wrapped(data, more, about, f) {
  data = bytesOf(data, "key");
  const room = new Uint8Array(data.length + more), n = data.length;
  room.set(data);
  put(room);
  room.fill(0);
  try {
    return take(f(n, status => check(status, about)));
  } finally {
    wipeDesk(n + more);
  }
}

const WRAP_ERRORS = { [-5]: "KW wraps 16, 24, 32 ... bytes; wrapPadded any number from 1" }, UNWRAP_ERRORS = { [-5]: "a wrapped key of that length cannot be" };

twins(KeyWrap, {
  wrap: (secret, key) => wrapped(key, 8, WRAP_ERRORS, (n, ok) => (ok(c.narae_kw_wrap(secret.at, desk, desk, n)), n + 8)),
  unwrap: (secret, key) => wrapped(key, 0, UNWRAP_ERRORS, (n, ok) => (ok(c.narae_kw_unwrap(secret.at, desk, desk, n)), n - 8)),
  wrapPadded: (secret, key) => wrapped(key, 16, WRAP_ERRORS, (n, ok) => (ok(c.narae_kwp_wrap(secret.at, desk, desk, n)), Math.ceil(n / 8) * 8 + 8)),
  unwrapPadded: (secret, key) => wrapped(key, 0, UNWRAP_ERRORS, (n, ok) => {
    ok(c.narae_kwp_unwrap(secret.at, desk, count, desk, n));
    return wordAt(count);
  }),
});

// The number of bytes that a function of CBC writes, and where it says so.
const count = allocate(4);
const written = (status, about) => (check(status, about), wordAt(count));

function blockCipher(name, sizes) {
  const cipher = c[`narae_${name}`].value, blockBytes = c.narae_block_cipher_block_bytes(cipher);
  const keyed = (mode, make) => (key, options = {}) => make(keyOf(key, name, sizes), { name: `${name}.${mode}`, ...contextOf(mode, cipher) }, options);
  const nothing = () => 0;
  const modes = {
    name, blockBytes, keyBytes: Object.freeze([...sizes]),
    block: key => new Block(cipher, blockBytes, keyOf(key, name, sizes)),
    ctr: keyed("ctr", (key, kind, { counterBits = 8 * blockBytes }) => {
      const about = { [-3]: `a counter of ${name} has ${blockBytes} bytes`, [-5]: "the message is too long for one counter" };
      whole(counterBits, "counterBits", 1, 8 * blockBytes);
      return new Mode({ ...kind, about, iv: "counter", surplus: 0, end: nothing, start: (at, n) => c.narae_ctr_start(at, desk, n, counterBits),
        crypt: (at, encrypting, n) => (check(c.narae_ctr_crypt(at, desk, desk, n), about), n),
        message: (at, encrypting, text, n, ivBytes) => (check(c.narae_ctr_crypt_message(at, text, desk, ivBytes, counterBits, text, n), about), n) }, key);
    }),
    ofb: keyed("ofb", (key, kind) => {
      const about = { [-3]: `an iv of ${name} has ${blockBytes} bytes` };
      return new Mode({ ...kind, about, surplus: 0, end: nothing, start: (at, n) => c.narae_ofb_start(at, desk, n),
        crypt: (at, encrypting, n) => (check(c.narae_ofb_crypt(at, desk, desk, n)), n),
        message: (at, encrypting, text, n, ivBytes) => (check(c.narae_ofb_crypt_message(at, text, desk, ivBytes, text, n), about), n) }, key);
    }),
    cfb: keyed("cfb", (key, kind, { segmentBits = 8 * blockBytes }) => {
      const about = { [-3]: `an iv of ${name} has ${blockBytes} bytes` };
      if (whole(segmentBits, "segmentBits", 8, 8 * blockBytes) % 8) throw new RangeError(`segmentBits must be a multiple of 8, not ${segmentBits}`);
      return new Mode({ ...kind, about, surplus: 0, end: nothing, start: (at, n) => c.narae_cfb_start(at, desk, n, segmentBits),
        crypt: (at, encrypting, n) => (check((encrypting ? c.narae_cfb_encrypt : c.narae_cfb_decrypt)(at, desk, desk, n)), n),
        message: (at, encrypting, text, n, ivBytes) => (check((encrypting ? c.narae_cfb_encrypt_message : c.narae_cfb_decrypt_message)(at, text, desk, ivBytes, segmentBits, text, n), about), n) }, key);
    }),
    cbc: keyed("cbc", (key, kind, { padding = "pkcs7" }) => {
      const about = { [-3]: `an iv of ${name} has ${blockBytes} bytes`, [-5]: `the message must be whole blocks of ${blockBytes} bytes` };
      const pad = ["none", "pkcs7"].indexOf(oneOf(padding, "padding", ["pkcs7", "none"]));
      return new Mode({ ...kind, about, surplus: blockBytes, start: (at, n) => c.narae_cbc_start(at, desk, n, pad),
        crypt: (at, encrypting, n) => written((encrypting ? c.narae_cbc_encrypt : c.narae_cbc_decrypt)(at, desk, count, desk, n), about),
        end: (at, encrypting) => written((encrypting ? c.narae_cbc_encrypt_finish : c.narae_cbc_decrypt_finish)(at, desk, count), about),
        message: (at, encrypting, text, n, ivBytes) => written((encrypting ? c.narae_cbc_encrypt_message : c.narae_cbc_decrypt_message)(at, text, count, desk, ivBytes, pad, text, n), about) }, key);
    }),
    cmac: keyed("cmac", (key, kind, { tagBytes = blockBytes }) => new Mac({ ...kind, nonce: false, tagBytes: whole(tagBytes, "tagBytes", 4, blockBytes),
      start: at => c.narae_cmac_start(at), update: c.narae_cmac_update, finish: c.narae_cmac_finish, verify: c.narae_cmac_verify }, key)),
    kbkdfSync: (key, options) => kbkdfOf(c.narae_kbkdf_counter_cmac, cipher, key, options),
  };
  if (blockBytes === 16) {
    const aead = mode => ({ ad: c[`narae_${mode}_ad`], encrypt: c[`narae_${mode}_encrypt`], decrypt: c[`narae_${mode}_decrypt`], finish: c[`narae_${mode}_finish`], verify: c[`narae_${mode}_verify`] });
    Object.assign(modes, {
      gcm: keyed("gcm", (key, kind, { tagBytes = 16 }) => new Aead({ ...kind, ...aead("gcm"), start: (at, n) => c.narae_gcm_start(at, desk, n) },
        key, oneOf(tagBytes, "tagBytes", GCM_TAGS))),
      ccm: keyed("ccm", (key, kind, { tagBytes = 16 }) => new Aead({ ...kind, ...aead("ccm"), nonceBytes: [7, 8, 9, 10, 11, 12, 13], mostBytes: n => 256 ** (15 - n) - 1,
        start: (at, n, adBytes, bytes, tag) => c.narae_ccm_start(at, desk, n, BigInt(adBytes), BigInt(bytes), tag) }, key, oneOf(tagBytes, "tagBytes", [16, 14, 12, 10, 8, 6, 4]))),
      gmac: keyed("gmac", (key, kind, { tagBytes = 16 }) => new Mac({ ...kind, nonce: true, tagBytes: oneOf(tagBytes, "tagBytes", GCM_TAGS),
        start: (at, n) => c.narae_gmac_start(at, desk, n), update: c.narae_gmac_update, finish: c.narae_gmac_finish, verify: c.narae_gmac_verify }, key)),
      xts: key => new Xts(cipher, keyOf(key, `${name}.xts`, sizes.map(n => 2 * n))),
      kw: key => new KeyWrap(cipher, keyOf(key, name, sizes)),
    });
  }
  return Object.freeze(modes);
}
