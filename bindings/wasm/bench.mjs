// SPDX-License-Identifier: MIT
// Speed next to other packages for the same ciphers, and to the OpenSSL of Node, which is native code:
// `npm install && npm run build && npm run bench`.  All must give the same bytes first.  Ways take turns in windows of
// their own, after each has run long enough to be optimized; the shortest window counts, so that what else the machine
// does in the meantime does not.  With --write the table also goes into docs/how-to/wasm.md.
import * as crypto from "node:crypto";
import { cpus } from "node:os";
import { readFileSync, writeFileSync } from "node:fs";
import { aeskw, aeskwp, cbc as nobleCbc, cfb as nobleCfb, cmac as nobleCmac, ctr as nobleCtr, ecb as nobleEcb, gcm as nobleGcm } from "@noble/ciphers/aes.js";
import { chacha12, chacha20, chacha20poly1305, chacha8, xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { KISA_SEED_CBC } from "kisa-seed";
import { narae } from "./tests/package.js";

const GUIDE = new URL("../../docs/how-to/wasm.md", import.meta.url);
const SIZES = [64, 1024, 16384]; // longer calls would be interrupted on a busy machine
const WARM = 60, WINDOW = 0.2, TOTAL = 1000, FEWEST = 12; // milliseconds but the last, which is windows

const key = Uint8Array.from({ length: 16 }, (_, i) => i), key32 = Uint8Array.from({ length: 32 }, (_, i) => i);
const nonce = new Uint8Array(12), iv = new Uint8Array(16), iv8 = new Uint8Array(8), nonce24 = new Uint8Array(24);
const padless = { padding: "none" }, unpadded = { disablePadding: true };
const openssl = (name, k, n, aead) => data => {
  const cipher = crypto.createCipheriv(name, k, n, aead ? { authTagLength: 16 } : undefined).setAutoPadding(false), out = [cipher.update(data), cipher.final()];
  return Buffer.concat(aead ? [...out, cipher.getAuthTag()] : out);
};
const hashed = name => data => crypto.createHash(name).update(data).digest();
const { lea, aria, aes, seed, hight, pipo } = narae;
const sealing = box => data => box.encryptSync(nonce, data);
const encrypting = (mode, start = iv) => data => mode.encryptSync(start, data);
const decrypting = (mode, start = iv) => data => mode.decryptSync(start, data);
const streams = rounds => narae.chacha20(key32, { rounds });
const opened = (box, n = nonce) => { // of what was sealed before, for each size
  const sealed = new Map();
  return data => box.decryptSync(n, sealed.get(data.length) ?? (sealed.set(data.length, box.encryptSync(n, data)), sealed.get(data.length)));
};
const nobleOpened = make => {
  const sealed = new Map();
  return data => make().decrypt(sealed.get(data.length) ?? (sealed.set(data.length, make().encrypt(data)), sealed.get(data.length)));
};

const kw = aes.kw(key), box = aes.gcm(key), mac = aes.cmac(key), poly = narae.chacha20Poly1305(key32), xpoly = narae.xchacha20Poly1305(key32);
const ascon = narae.asconAead128(key), cbc = aes.cbc(key, padless), cfb = aes.cfb(key), ecb = aes.block(key), seedCbc = seed.cbc(key);
// What is measured: narae, the fastest other package (noble, unless it has another name) and OpenSSL, where they have it.
const CASES = {
  "LEA-128-GCM": { narae: sealing(lea.gcm(key)) },
  "LEA-128-CTR": { narae: encrypting(lea.ctr(key)) },
  "LEA-128-CBC, decrypt": { narae: decrypting(lea.cbc(key, padless)) },
  "ARIA-128-GCM": { narae: sealing(aria.gcm(key)), openssl: openssl("aria-128-gcm", key, nonce, true) },
  "ARIA-128-CTR": { narae: encrypting(aria.ctr(key)), openssl: openssl("aria-128-ctr", key, iv) },
  "ARIA-128-CBC, decrypt": { narae: decrypting(aria.cbc(key, padless)) },
  "SEED-128-GCM": { narae: sealing(seed.gcm(key)) },
  "SEED-128-CBC": { narae: encrypting(seedCbc), other: data => KISA_SEED_CBC.SEED_CBC_Encrypt(key, iv, data, 0, data.length), name: "kisa-seed" },
  "HIGHT-128-CTR": { narae: encrypting(hight.ctr(key), iv8) },
  "PIPO-64/128-CTR": { narae: encrypting(pipo.ctr(key), iv8) },
  "AES-128-GCM": { narae: sealing(box), other: data => nobleGcm(key, nonce).encrypt(data), openssl: openssl("aes-128-gcm", key, nonce, true) },
  "AES-128-GCM, decrypt": { narae: opened(box), other: nobleOpened(() => nobleGcm(key, nonce)) },
  "AES-128-CTR": { narae: encrypting(aes.ctr(key)), other: data => nobleCtr(key, iv).encrypt(data), openssl: openssl("aes-128-ctr", key, iv) },
  "AES-128-CBC": { narae: encrypting(cbc), other: data => nobleCbc(key, iv, unpadded).encrypt(data), openssl: openssl("aes-128-cbc", key, iv) },
  "AES-128-CBC, decrypt": { narae: decrypting(cbc), other: data => nobleCbc(key, iv, unpadded).decrypt(data) },
  "AES-128-CFB": { narae: encrypting(cfb), other: data => nobleCfb(key, iv).encrypt(data) },
  "AES-128-CFB, decrypt": { narae: decrypting(cfb), other: data => nobleCfb(key, iv).decrypt(data) },
  "AES-128-ECB": { narae: data => ecb.encryptSync(data), other: data => nobleEcb(key, unpadded).encrypt(data) },
  "AES-128-CMAC": { narae: data => mac.signSync(data), other: data => nobleCmac(data, key) },
  "AES-128-KW": { narae: data => kw.wrapSync(data), other: data => aeskw(key).encrypt(data), most: 1024 },
  "AES-128-KWP": { narae: data => kw.wrapPaddedSync(data), other: data => aeskwp(key).encrypt(data), most: 1024 },
  "ChaCha20-Poly1305": { narae: sealing(poly), other: data => chacha20poly1305(key32, nonce).encrypt(data), openssl: openssl("chacha20-poly1305", key32, nonce, true) },
  "ChaCha20-Poly1305, decrypt": { narae: opened(poly), other: nobleOpened(() => chacha20poly1305(key32, nonce)) },
  "XChaCha20-Poly1305": { narae: encrypting(xpoly, nonce24), other: data => xchacha20poly1305(key32, nonce24).encrypt(data) },
  "ChaCha20": { narae: encrypting(streams(20), nonce), other: data => chacha20(key32, nonce, data) },
  "ChaCha12": { narae: encrypting(streams(12), nonce), other: data => chacha12(key32, nonce, data) },
  "ChaCha8": { narae: encrypting(streams(8), nonce), other: data => chacha8(key32, nonce, data) },
  "Ascon-AEAD128": { narae: encrypting(ascon) },
  "LSH-256-256": { narae: data => narae.lsh256_256.digestSync(data) },
  "LSH-512-512": { narae: data => narae.lsh512_512.digestSync(data) },
  "SHA-256": { narae: data => narae.sha256.digestSync(data), openssl: hashed("sha256") },
  "SHA3-256": { narae: data => narae.sha3_256.digestSync(data), openssl: hashed("sha3-256") },
};

// Microseconds of a call.
function once(f, data, calls) {
  const from = performance.now();
  for (let i = 0; i < calls; i++) f(data);
  return (performance.now() - from) * 1000 / calls;
}

function least(ways, data) {
  const seconds = {}, calls = {};
  for (const [name, f] of Object.entries(ways)) {
    for (const from = performance.now(); performance.now() - from < WARM;) f(data);
    for (calls[name] = 1; once(f, data, calls[name]) * calls[name] < WINDOW * 1000;) calls[name] *= 2;
    seconds[name] = Infinity;
  }
  const from = performance.now();
  for (let n = 0; n < FEWEST || performance.now() - from < TOTAL * Object.keys(ways).length; n++)
    for (const [name, f] of Object.entries(ways)) seconds[name] = Math.min(seconds[name], once(f, data, calls[name]));
  return seconds;
}

const rate = (bytes, us) => (bytes / us < 99.95 ? (bytes / us).toFixed(1) : Math.round(bytes / us).toString());
const short = bytes => (bytes < 1024 ? `${bytes} B` : `${bytes / 1024} KiB`);

function measured({ narae: ours, other, openssl: native, most = Infinity }, name) {
  const ways = Object.fromEntries(Object.entries({ ours, other, native }).filter(([, f]) => f));
  return SIZES.map(bytes => {
    if (bytes > most) return null;
    const data = new Uint8Array(crypto.randomFillSync(new Uint8Array(bytes))), results = Object.values(ways).map(f => Buffer.from(f(data)));
    if (!results.every(result => result.equals(results[0]))) throw new Error(`${name}: the packages disagree about ${bytes} bytes`);
    return least(ways, data);
  });
}

const words = process.argv.slice(2), chosen = words.filter(w => w !== "--write"), lines = [];
if (chosen.some(w => !(w in CASES))) {
  console.error(`usage: node bench.mjs [--write] [NAME ...]\n\nNames: ${Object.keys(CASES).join("; ")}.`);
  process.exit(2);
}
const head = ["", "package", ...SIZES.map(short)], rows = [];
for (const [name, what] of Object.entries(CASES).filter(([n]) => !chosen.length || chosen.includes(n))) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${name}`);
  const results = measured(what, name);
  const line = (label, f) => rows.push([rows.length && label !== "narae" ? "" : name, label, ...results.map((one, i) => (one ? f(one, SIZES[i]) : "–"))]);
  line("narae", (one, bytes) => rate(bytes, one.ours));
  if (what.other) line(what.name ?? "noble", (one, bytes) => `${rate(bytes, one.other)} (${(one.other / one.ours).toFixed(1)} ×)`);
  if (what.openssl) line("OpenSSL", (one, bytes) => rate(bytes, one.native));
}
if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
const about = `MB/s, and in brackets how many times as fast narae is; ${narae.kernels}, Node ${process.versions.node}, OpenSSL ${process.versions.openssl}, ${cpus()[0].model.trim()}.`;
const table = [head, ["---", "---", ...SIZES.map(() => "--:")], ...rows].map(row => `| ${row.join(" | ")} |`).join("\n");
console.log(`${about}\n\n${table}`);
if (words.includes("--write")) {
  const [before, after] = ["<!-- bench.mjs -->\n", "<!-- end -->"], page = readFileSync(GUIDE, "utf8");
  writeFileSync(GUIDE, `${page.slice(0, page.indexOf(before) + before.length)}${about}\n\n${table}\n${page.slice(page.indexOf(after))}`);
}
