// SPDX-License-Identifier: MIT
// ChaCha and Poly1305 of RFC 8439, and XChaCha.
const poly1305 = (name, nonceBytes) => Object.freeze(Object.assign(key => new Aead({
  name, nonceBytes: [nonceBytes], ...withKey("chacha20_poly1305", 32), finish: (at, tag) => c.narae_chacha20_poly1305_finish(at, tag),
}, keyOf(key, name, [32]), 16), { keyBytes: Object.freeze([32]) }));
const chacha20Poly1305 = poly1305("ChaCha20-Poly1305", 12), xchacha20Poly1305 = poly1305("XChaCha20-Poly1305", 24);

const chachaBytes = number("narae_size_chacha");
const chacha20 = (key, { rounds = 20 } = {}) => {
  const about = { [-3]: "a nonce of chacha20 has 8, 12 or 24 bytes", [-5]: "the counter has no more blocks: the message is too long" };
  const blocks = counter => BigInt(whole(counter, "counter", 0, Number.MAX_SAFE_INTEGER));
  oneOf(rounds, "rounds", [20, 12, 8]);
  return new Mode({
    name: "chacha20", about, iv: "nonce", secretBytes: chachaBytes + 32, surplus: 0, end: () => 0,
    init: (at, k, n) => (view().copyWithin(at + chachaBytes, k, k + n), 0),
    start: (at, n, counter = 0) => c.narae_chacha_start(at, rounds, at + chachaBytes, 32, desk, n, blocks(counter)),
    crypt: (at, encrypting, n) => (check(c.narae_chacha_crypt(at, desk, desk, n), about), n),
    message: (at, encrypting, text, n, nonceBytes, counter = 0) =>
      (check(c.narae_chacha_crypt_message(text, text, n, rounds, at + chachaBytes, 32, desk, nonceBytes, blocks(counter)), about), n),
  }, keyOf(key, "chacha20", [32]));
};
