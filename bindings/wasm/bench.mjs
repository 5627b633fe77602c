// SPDX-License-Identifier: MIT
// Speed next to @noble/ciphers, and to the OpenSSL of Node, which is native code:
// `npm run bench`, after `npm install` and `npm run build`.  Each figure is the best of several alternating
// rounds, in this run.
import * as crypto from "node:crypto";
import { gcm as nobleGcm, ctr as nobleCtr, cbc as nobleCbc } from "@noble/ciphers/aes.js";
import { chacha20poly1305 as nobleChacha } from "@noble/ciphers/chacha.js";
import { narae } from "./tests/package.js";

const SIZES = (process.argv[2] ?? "64,1024,16384,1048576").split(",").map(Number);
const ROUNDS = 7, LEAST = 12; // milliseconds of a round

const key = Uint8Array.from({ length: 16 }, (_, i) => i), nonce = new Uint8Array(12), iv = new Uint8Array(16), key32 = new Uint8Array(32);
function openssl(name, k, n, aead) {
  return data => {
    const cipher = crypto.createCipheriv(name, k, n, aead ? { authTagLength: 16 } : undefined);
    const out = [cipher.update(data), cipher.final()];
    if (aead) out.push(cipher.getAuthTag());
    return Buffer.concat(out);
  };
}
const seal = object => data => object.encryptSync(nonce, data);
const CASES = {
  "LEA-GCM": { narae: seal(narae.lea.gcm(key)) },
  "LEA-CTR": { narae: data => ctrs.lea.encryptSync(iv, data) },
  "ARIA-GCM": { narae: seal(narae.aria.gcm(key)), openssl: openssl("aria-128-gcm", key, nonce, true) },
  "ARIA-CTR": { narae: data => ctrs.aria.encryptSync(iv, data), openssl: openssl("aria-128-ctr", key, iv) },
  "AES-GCM": { narae: seal(narae.aes.gcm(key)), noble: data => nobleGcm(key, nonce).encrypt(data), openssl: openssl("aes-128-gcm", key, nonce, true) },
  "AES-CTR": { narae: data => ctrs.aes.encryptSync(iv, data), noble: data => nobleCtr(key, iv).encrypt(data), openssl: openssl("aes-128-ctr", key, iv) },
  "AES-CBC decrypt": { narae: data => cbc.decryptSync(iv, data), noble: data => nobleCbc(key, iv, { disablePadding: true }).decrypt(data) },
  "ChaCha20-Poly1305": { narae: seal(narae.chacha20Poly1305(key32)), noble: data => nobleChacha(key32, nonce).encrypt(data), openssl: openssl("chacha20-poly1305", key32, nonce, true) },
  "SHA-256": { narae: data => narae.sha256.digestSync(data), openssl: data => crypto.createHash("sha256").update(data).digest() },
  "SHA3-256": { narae: data => narae.sha3_256.digestSync(data), openssl: data => crypto.createHash("sha3-256").update(data).digest() },
  "LSH-256": { narae: data => narae.lsh256_256.digestSync(data) },
  "Ascon-AEAD128": { narae: data => ascon.encryptSync(iv, data) },
};
const ctrs = { lea: narae.lea.ctr(key), aria: narae.aria.ctr(key), aes: narae.aes.ctr(key) }, cbc = narae.aes.cbc(key, { padding: "none" }), ascon = narae.asconAead128(key);

function once(f, data, calls) {
  const from = performance.now();
  for (let i = 0; i < calls; i++) f(data);
  return (performance.now() - from) / calls;
}

function best(ways, data) {
  const calls = {}, least = {};
  for (const [name, f] of Object.entries(ways)) {
    for (let n = 1; ; n *= 2) if (once(f, data, n) * n > LEAST) { calls[name] = n; break; }
    least[name] = Infinity;
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, f] of Object.entries(ways)) least[name] = Math.min(least[name], once(f, data, calls[name]));
  return least;
}

const rate = (bytes, ms) => (bytes / ms / 1000 < 100 ? (bytes / ms / 1000).toFixed(1) : Math.round(bytes / ms / 1000).toString());
console.log(`narae with ${narae.kernels}, Node ${process.version}; MB/s`);
console.log(`${"".padEnd(20)}${"bytes".padStart(8)}${"narae".padStart(9)}${"noble".padStart(9)}${"ratio".padStart(8)}${"OpenSSL".padStart(9)}`);
for (const [name, ways] of Object.entries(CASES))
  for (const bytes of SIZES) {
    const data = crypto.randomBytes(bytes), found = best(ways, new Uint8Array(data));
    console.log(name.padEnd(20) + String(bytes).padStart(8) + ["narae", "noble"].map(w => (w in found ? rate(bytes, found[w]) : "-").padStart(9)).join("") +
      (found.noble ? (found.noble / found.narae).toFixed(1) : "-").padStart(8) + (found.openssl ? rate(bytes, found.openssl) : "-").padStart(9));
  }
