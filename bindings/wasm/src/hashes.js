// SPDX-License-Identifier: MIT
// Hashes, HMAC and key derivation.

// A hash or an extendable-output function: context bytes, digest bytes, start(at), update(at, in, bytes), finish(at, out, bytes).
class Digest {
  #secret;
  #kind;
  #ended = false;

  constructor(kind, secret = null) {
    this.#kind = kind;
    this.#secret = secret ?? new Secret(kind.bytes);
    if (secret === null) check(kind.start(this.#secret.at));
  }

  /** Takes the next bytes; returns the object itself. */
  update(data) {
    if (this.#ended) throw new TypeError("nothing can follow: the digest was taken");
    now(this.work(bytesOf(data, "data")));
    return this;
  }

  *work(data) {
    try {
      yield* pieces(data, piece => check(this.#kind.update(this.#secret.at, desk, put(piece))));
    } finally {
      wipeDesk(data.length);
    }
  }

  /** The digest; of an extendable-output function the next `bytes` bytes, as often as needed. */
  digest(bytes = this.#kind.digestBytes) {
    if (this.#kind.digestBytes !== undefined) oneOf(bytes, "bytes", [this.#kind.digestBytes]);
    whole(bytes, "bytes", 0, 1 << 24);
    this.#ended = true;
    put(new Uint8Array(bytes));
    try {
      check(this.#kind.finish(this.#secret.at, desk, bytes));
      return take(bytes);
    } finally {
      wipeDesk(bytes);
      if (this.#kind.digestBytes !== undefined) this.destroy();
    }
  }

  /** Another object with the same bytes taken. */
  copy() {
    const other = new Digest(this.#kind, this.#secret.copy());
    other.#ended = this.#ended;
    return other;
  }

  destroy() {
    this.#secret.destroy();
  }

  [dispose]() {
    this.destroy();
  }
}

function* digestOf(kind, data, bytes) {
  const message = new Digest(kind);
  try {
    yield* message.work(bytesOf(data, "data"));
    return message.digest(bytes);
  } finally {
    message.destroy();
  }
}

// What every hash has.
const hashing = kind => ({
  name: kind.name,
  create: () => new Digest(kind),
  digest: async (data, bytes) => later(digestOf(kind, data, bytes)),
  digestSync: (data, bytes) => now(digestOf(kind, data, bytes)),
  /** Of a ReadableStream, or anything else that gives pieces. */
  async digestStream(source, bytes) {
    const message = new Digest(kind);
    try {
      if (typeof source?.getReader === "function") {
        const reader = source.getReader();
        try {
          for (let step = await reader.read(); !step.done; step = await reader.read()) message.update(step.value);
        } catch (error) {
          await reader.cancel(error).catch(() => {}); // the source itself may have failed
          throw error;
        } finally {
          reader.releaseLock();
        }
      } else {
        for await (const piece of source) message.update(piece);
      }
      return message.digest(bytes);
    } finally {
      message.destroy();
    }
  },
});

function hash(name) {
  const object = c[`narae_${name}`].value, digestBytes = c.narae_hash_digest_bytes(object), bytes = c.narae_hash_context_bytes(object);
  const kind = { name, bytes, digestBytes, start: at => c.narae_hash_start(object, at, bytes), update: (at, p, n) => c.narae_hash_update(object, at, p, n),
    finish: (at, p, n) => c.narae_hash_finish(object, at, p, n) };
  const secretBytes = number("narae_size_hmac"), statesBytes = number("narae_size_hmac_states");
  return Object.freeze({
    ...hashing(kind), digestBytes,
    hmac: (key, { tagBytes = digestBytes } = {}) => new Mac({ name: `${name}.hmac`, secretBytes, nonce: false, tagBytes: whole(tagBytes, "tagBytes", 4, digestBytes),
      init: (at, k, n) => c.narae_hmac_init_sized(at, statesBytes, object, k, n), start: at => c.narae_hmac_start(at),
      update: c.narae_hmac_update, finish: c.narae_hmac_finish, verify: c.narae_hmac_verify }, bytesOf(key, "key")),
    pbkdf2Sync(password, salt, { iterations, bytes: outputBytes = digestBytes } = {}) {
      const inputs = [bytesOf(password, "password"), bytesOf(salt, "salt")];
      whole(iterations, "iterations", 1, 0xffffffff);
      whole(outputBytes, "bytes", 1, 1 << 20);
      return withInputs([...inputs, new Uint8Array(outputBytes)], ([p, s, out]) => {
        check(c.narae_pbkdf2(out, outputBytes, object, p, inputs[0].length, s, inputs[1].length, iterations));
        return view().slice(out, out + outputBytes);
      });
    },
    kbkdfSync: (key, options) => kbkdfOf(c.narae_kbkdf_counter_hmac, object, key, options),
  });
}
