// SPDX-License-Identifier: MIT
"use strict";
/* Rows as objects, out of the columns that packed.py made; what is derived from others is computed here. */
const report = JSON.parse(document.getElementById("data").textContent);

function unpack(table) {
  const made = Array.from({ length: table.length }, () => ({}));
  for (const [name, column] of Object.entries(table.columns)) {
    if (column.v) column.v.forEach((value, i) => { made[i][name] = value; });
    else if (column.i) column.i.forEach((place, i) => { made[i][name] = column.d[place]; });
    else for (let i = 0, run = 0; run < column.r.length; run += 2)
      for (const end = i + column.r[run + 1]; i < end; i++) made[i][name] = column.d[column.r[run]];
  }
  return made;
}

/* A cipher whose rounds were reduced is marked wherever its name stands. */
const reduced = new Set(report.reduced);
const cipherName = cipher => reduced.has(cipher) ? `${cipher}†` : cipher;

/* Names made once for each cipher and mode are compared by where they lie. */
const names = new Map();
function nameOf(r) {
  const modes = names.get(r.cipher) ?? names.set(r.cipher, new Map()).get(r.cipher);
  return modes.get(r.mode) ?? modes.set(r.mode, `${cipherName(r.cipher)} ${r.mode}`).get(r.mode);
}
const programs = unpack(report.programs);
const rows = unpack(report.rows);
rows.forEach((r, id) => {
  r.id = id;
  r.name = nameOf(r);
  r.cpb = r.bytes && r.cycles !== null ? r.cycles / r.bytes : null;
  r.memory = r.ram_bytes === null || r.context_bytes === null ? null : r.ram_bytes + r.context_bytes + (r.stack_bytes ?? 0);
  r.unsteady = r.fidelity === "measured" && r.spread > report.unsteady;
  r.peer = r.kernel.startsWith("peer:");
  r.baseline = r.kernel.startsWith("baseline:");
});
const bench = rows.filter(r => r.source === "bench");
const targets = [...new Set(bench.map(r => r.target))];

/* What a whole message costs: not the setup of a key, not a part of a message. */
const isPhase = r => r.operation === "encrypt" && ["gcm", "aead"].includes(r.mode);
const first = r => ["encrypt", "seal", "hash"].includes(r.operation) && !isPhase(r);
const ofOneSize = ["block", "permutation", "masked"];  // modes and kinds of rows without a choice of sizes
const isMessage = r => !ofOneSize.includes(r.mode);
const authenticates = r => ["gcm", "ccm", "poly1305", "aead"].includes(r.mode);
/* The library's rows of a machine by its own compiler, without what fails or is a ruler. */
const libraries = new Map(targets.map(target => [target, []]));
for (const r of bench) if (r.usual && !r.peer && !r.baseline && r.cycles !== null && r.cipher !== "null") libraries.get(r.target).push(r);
const library = target => libraries.get(target);
const usualBytes = 64;

/* Of several kernels the fastest, for each value of `key`. */
function fastest(some, key) {
  const best = new Map();
  for (const r of some) if (!(best.get(key(r))?.cycles <= r.cycles)) best.set(key(r), r);
  return [...best.values()];
}
const distinct = (some, value) => [...new Set(some.map(value))];
const ascending = (a, b) => a - b;
/* What is requested first stands first: authenticated encryption. */
const leading = (some, isAead) => [...some.filter(isAead), ...some.filter(x => !isAead(x))];
