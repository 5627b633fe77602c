// SPDX-License-Identifier: MIT
// Builds the package: `node build.mjs [--out FOLDER] [MODULE ...]`; without names all of it, as `npm run build` does.
//
// clang compiles the library twice for wasm32, with vectors and without; wasm-ld links a module for
// each family of algorithms and one for all.  A family's file has both modules, compressed, that without
// vectors as its difference from the other, and the parts of src/ that it needs; nothing is loaded later.  It is written
// twice: NAME.js for import, NAME.cjs for require().

import { execFile } from "node:child_process";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { deflateRawSync, gzipSync } from "node:zlib";

const run = promisify(execFile);
const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../..");
const VERSION = 14; // of LLVM, as Debian 12 has it

// What a mode calls, by its functions' common name; all have a context of narae_size_NAME bytes.
const of = (name, ...functions) => [`narae_size_${name}`, ...functions.map(f => `narae_${name}_${f}`)];
const AEAD = ["start", "ad", "encrypt", "decrypt", "finish", "verify"];
const STREAM = ["init_sized", "start", "encrypt", "decrypt", "encrypt_message", "decrypt_message"];
const MAC = ["init_sized", "start", "update", "finish", "verify"];
const BLOCKS = [
  "narae_size_schedule", "narae_block_cipher_block_bytes", "narae_block_cipher_set_key", "narae_block_cipher_encrypt", "narae_block_cipher_decrypt",
  ...of("ctr", "init_sized", "start", "crypt", "crypt_message"), ...of("cbc", ...STREAM, "encrypt_finish", "decrypt_finish"), ...of("cfb", ...STREAM),
  ...of("ofb", "init_sized", "start", "crypt", "crypt_message"), ...of("cmac", ...MAC), "narae_size_kbkdf_input", "narae_kbkdf_counter_cmac",
];
const WIDE_BLOCKS = [
  ...BLOCKS, ...of("gcm", "init_sized", ...AEAD), ...of("ccm", "init_sized", ...AEAD), ...of("gmac", ...MAC),
  ...of("xts", "init_sized", "encrypt_unit", "decrypt_unit", "encrypt_sectors", "decrypt_sectors"),
  ...of("kw", "init_sized", "wrap", "unwrap"), "narae_kwp_wrap", "narae_kwp_unwrap",
];
const HASHES = [
  ...["context_bytes", "digest_bytes", "start", "update", "finish"].map(f => `narae_hash_${f}`), ...of("hmac", ...MAC), "narae_size_hmac_states", "narae_pbkdf2",
  "narae_size_kbkdf_input", "narae_kbkdf_counter_hmac",
];
const XOF = ["start", "update", "squeeze"];

// The list of the library: name, bytes of a block, bytes of the keys.
const CIPHERS = [...readFileSync(join(ROOT, "include/narae/block_ciphers.h"), "utf8").matchAll(/^ +X\(with, (\w+), \w+, (\d+), (\d+), (\d+), (\d+)\)/gm)]
  .map(([, name, ...sizes]) => [name, ...sizes.map(Number)])
  .map(([name, blockBytes, ...keys]) => ({ name, blockBytes, keyBytes: keys.filter(n => n) }));
const blockCipher = ({ name, blockBytes }) => ({ parts: ["modes"], exports: [`narae_${name}`, ...(blockBytes === 16 ? WIDE_BLOCKS : BLOCKS)], offers: [name] });
const hashes = (...names) => ({ parts: ["hashes"], exports: [...names.map(n => `narae_${n}`), ...HASHES], offers: names });
const FAMILIES = {
  ...Object.fromEntries(CIPHERS.map(cipher => [cipher.name, blockCipher(cipher)])),
  chacha: {
    parts: ["chacha"], offers: ["chacha20", "chacha20Poly1305", "xchacha20Poly1305"],
    exports: [...of("chacha", "start", "crypt"), "narae_chacha_crypt_message", ...of("chacha20_poly1305", ...AEAD)],
  },
  ascon: {
    parts: ["hashes", "ascon"], offers: ["asconAead128", "asconHash256", "asconXof128"],
    exports: [...of("ascon_aead128", ...AEAD), ...of("ascon_xof128", ...XOF), ...["start", "update", "finish"].map(f => `narae_ascon_hash256_${f}`)],
  },
  lsh: hashes("lsh256_224", "lsh256_256", "lsh512_224", "lsh512_256", "lsh512_384", "lsh512_512"),
  sha2: hashes("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"),
  sha3: hashes("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
};
FAMILIES.sha3.parts.push("shake");
FAMILIES.sha3.offers.push("shake128", "shake256");
FAMILIES.sha3.exports.push("narae_size_shake", "narae_shake128_start", "narae_shake256_start", "narae_sha3_update", "narae_shake_squeeze");
const TYPES = readFileSync(join(HERE, "src/narae.d.ts"), "utf8")
  + CIPHERS.map(({ name, blockBytes }) => `export const ${name}: BlockCipher${blockBytes === 16 ? "128" : ""};\n`).join("");
const union = key => [...new Set(Object.values(FAMILIES).flatMap(f => f[key]))];
const MODULES = { narae: { parts: union("parts"), exports: union("exports"), offers: union("offers") }, ...FAMILIES };

// What decides the speed of the modules with vectors is compiled for speed, all else to be small.  clang 14 may not
// vectorize by itself: it makes wrong code of LSH-512.  An -O behind these options would undo them.
const VARIANTS = { simd128: ["-msimd128", "-fno-vectorize", "-fno-slp-vectorize"], scalar: [] };
const HOT = /\/wasm\/|(lea|hight|pipo|poly1305|sha256|sha512|lsh512)_portable\.c$|ghash_mul32|keccak|modes\/cbc|core\/xor|ascon_aead128\.c$/;
const FLAGS = [
  "--target=wasm32", "-mbulk-memory", "-U__SIZEOF_INT128__", "-std=c11", "-ffreestanding", "-fno-builtin-memcmp", "-ffunction-sections", "-fdata-sections",
  `-I${join(HERE, "c")}`, `-I${join(ROOT, "include")}`, `-I${join(ROOT, "src")}`,
];

function fail(sentence) {
  console.error(`build: ${sentence}`);
  process.exit(2);
}

function options() {
  const words = process.argv.slice(2), names = [];
  let out = join(HERE, "dist");
  while (words.length) {
    const word = words.shift();
    if (word === "--out" && words.length) out = resolve(words.shift());
    else if (word === "--help" || word === "-h") {
      console.log(`usage: node build.mjs [--out FOLDER] [MODULE ...]\n\nWrites modules into FOLDER, or dist/: all, or those named, of\n${Object.keys(MODULES).join(", ")}.`);
      process.exit(0);
    } else if (word in MODULES) names.push(word);
    else fail(`${word} is neither an option nor a module; --help shows what is`);
  }
  return { out, modules: Object.entries(MODULES).filter(([name]) => !names.length || names.includes(name)) };
}

// What no module has: kernels of other chips, and forms of portable code for them.  A module that needs one does not link.
const UNUSED = [
  /\/(avr|rv32|thumb|arm|x86|self_test|drbg)\//, /(portable8|schedule8|_(tables|bytes|interleaved|turned|eight|bits|low32|mul64)|unaligned)\.c$/,
  /(_(batch|small|seek)|ascon\/ascon|keccak\/keccak|core\/(copy|cpu|status))\.c$/,
];

function sources(variant) {
  const files = readdirSync(join(ROOT, "src"), { recursive: true }).map(f => join(ROOT, "src", f)).filter(f => f.endsWith(".c"));
  const left = variant === "scalar" ? [...UNUSED, /\/wasm\//] : UNUSED;
  return [...files.filter(f => !left.some(some => some.test(f))), join(HERE, "c/string.c"), join(HERE, "c/sizes.c")];
}

// As many at a time as there are processors.
async function each(items, work) {
  const left = [...items], workers = (availableParallelism ?? (() => cpus().length))();
  await Promise.all(Array.from({ length: workers }, async () => {
    while (left.length) await work(left.shift());
  }));
}

async function tool(name, words) {
  try {
    return await run(name, words, { maxBuffer: 1 << 26 });
  } catch (error) {
    if (error.code === "ENOENT") fail(`${name} is missing; on Debian: apt-get install clang-${VERSION} lld-${VERSION} llvm-${VERSION}`);
    fail(`${name} failed:\n${error.stderr || error.message}`);
  }
}

async function archive(folder, variant) {
  const objects = [], files = sources(variant);
  const cached = process.env.NARAE_CCACHE, compiler = [...(cached ? ["ccache"] : []), `clang-${VERSION}`];
  const listed = object => (cached ? ["-MD", "-MF", `${object}.d`] : []); // the headers, which ccache looks for
  let done = 0;
  mkdirSync(join(folder, variant));
  await each(files, async file => {
    const object = join(folder, variant, relative(ROOT, file).replaceAll("/", "-").replace(/c$/, "o"));
    await tool(compiler[0], [...compiler.slice(1), ...FLAGS, variant === "simd128" && HOT.test(file) ? "-O3" : "-Oz", ...VARIANTS[variant], ...listed(object), "-c", file, "-o", object]);
    objects.push(object);
    done++;
    if (process.stderr.isTTY) process.stderr.write(`\r${variant}: ${done} of ${files.length} files`);
  });
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  const library = join(folder, `${variant}.a`);
  await tool(`llvm-ar-${VERSION}`, ["rcs", library, ...objects.sort()]);
  return library;
}

async function link(library, exports, output) {
  const symbols = [...new Set([...exports, "__heap_base"])].map(e => `--export=${e}`);
  await tool(`wasm-ld-${VERSION}`, ["--no-entry", "--gc-sections", "--compress-relocations", "--strip-all", "-O2", "-z", "stack-size=65536", "--stack-first", ...symbols, library, "-o", output]);
  return readFileSync(output);
}

// Without comments, which are for readers of src/.
const part = name => readFileSync(join(HERE, "src", `${name}.js`), "utf8").replace(/^ *\/\*\*[^]*?\*\/\n/gm, "").replace(/^ *\/\/.*\n/gm, "").replace(/^\n/gm, "").replace(/^ +/gm, i => " ".repeat(i.length / 2));

// Bytes as copies from others and what is between: src/engine.js puts them together.  Three numbers a copy: the new
// bytes before it, where it begins, from the end of the copy before, and its length.
const MIN_COPY = 12;
function difference(from, to) {
  const at = (bytes, i) => bytes.toString("latin1", i, i + MIN_COPY), places = new Map(), copies = [], fresh = [];
  for (let i = 0; i + MIN_COPY <= from.length; i++) places.set(at(from, i), [...(places.get(at(from, i)) ?? []), i].slice(-64));
  for (let i = 0, end = 0, waiting = 0; i < to.length;) {
    let length = 0, place;
    for (const p of places.get(at(to, i)) ?? []) {
      let n = MIN_COPY;
      while (i + n < to.length && from[p + n] === to[i + n]) n++;
      if (n > length) [length, place] = [n, p];
    }
    if (length) {
      copies.push(waiting, place - end, length);
      [i, end, waiting] = [i + length, place + length, 0];
    } else {
      fresh.push(to[i++]);
      waiting++;
    }
  }
  return { copies, fresh: Buffer.from(fresh) };
}

function moduleText(name, family, binaries) {
  const packed = bytes => deflateRawSync(bytes, { level: 9 }).toString("base64");
  const { copies, fresh } = difference(binaries.simd128, binaries.scalar);
  const offered = ["InvalidPadding", "InvalidTag", "kernels", ...family.offers].sort();
  return [
    "// SPDX-License-Identifier: MIT",
    `// narae ${JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")).version}: ${name}. Generated by build.mjs from the library in C and bindings/wasm/src.`,
    `const binaries = ${JSON.stringify({ simd128: packed(binaries.simd128), scalar: packed(fresh) })}, copies = ${JSON.stringify(copies)};`,
    part("engine"), ...family.parts.map(part), ...family.parts.map(p => makers(p, family.offers)),
    `export { ${offered.join(", ")} };`, "",
  ].join("\n");
}

// The objects that a part makes, by their names in C.
function makers(name, offers) {
  const has = prefix => offers.filter(o => prefix.test(o));
  switch (name) {
    case "modes": return CIPHERS.filter(c => offers.includes(c.name)).map(c => `const ${c.name} = blockCipher("${c.name}", ${JSON.stringify(c.keyBytes)});`).join("\n");
    case "hashes": return has(/^(lsh|sha)\d*_?\d+(_\d+)?$/).map(o => `const ${o} = hash("${o}");`).join("\n");
    default: return "";
  }
}

async function main() {
  const { out, modules } = options(), folder = mkdtempSync(join(tmpdir(), "narae-wasm-"));
  try {
    const libraries = {};
    for (const variant of Object.keys(VARIANTS)) libraries[variant] = await archive(folder, variant);
    mkdirSync(out, { recursive: true });
    const lines = [];
    await each(modules, async ([name, family]) => {
      const binaries = {};
      for (const variant of Object.keys(VARIANTS)) binaries[variant] = await link(libraries[variant], family.exports, join(folder, `${name}-${variant}.wasm`));
      const text = moduleText(name, family, binaries);
      writeFileSync(join(out, `${name}.js`), text);
      writeFileSync(join(out, `${name}.cjs`), text.replace("\n", '\n"use strict";\n').replace(/^export (?=\{.*\};$)/m, "module.exports = "));
      for (const [types, code] of [["d.ts", "js"], ["d.cts", "cjs"]])
        if (name === "narae") writeFileSync(join(out, `narae.${types}`), TYPES);
        else writeFileSync(join(out, `${name}.${types}`), `export { ${["InvalidPadding", "InvalidTag", "kernels", ...family.offers].sort().join(", ")} } from "./narae.${code}";\n`);
      lines.push([name, text.length, gzipSync(text, { level: 9 }).length, binaries.simd128.length, binaries.scalar.length]);
    });
    console.log("module        bytes  gzipped  with vectors  without");
    for (const [name, ...sizes] of lines.sort(([a], [b]) => a.localeCompare(b)))
      console.log(name.padEnd(10) + sizes.map((s, i) => String(s).padStart([9, 9, 14, 9][i])).join(""));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
