// SPDX-License-Identifier: MIT
// Runs an assembler that is WebAssembly: newer_as.mjs AS.WASM FOLDER ARGUMENTS..., where FOLDER is its /files.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [program, folder, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: ["as", ...args], preopens: { "/files": folder }, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
