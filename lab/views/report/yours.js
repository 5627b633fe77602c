// SPDX-License-Identifier: MIT
/* The reader's own browser next to the machines: the library as WebAssembly, which is in this file, measured here. */
let yours = { name: "lea-128 gcm", operation: "seal", bytes: 1024 };
const measuredHere = new Map();  // what this browser measured, by what was chosen
const timing = { windows: 15, milliseconds: 20 };  // of a window at least

/* How the package takes a cipher and mode: `seal` and `open` of a key take nonce, associated data and text. */
const plainMode = o => ({ seal: (nonce, ad, text) => o.encryptSync(nonce, text), open: (nonce, ad, sealed) => o.decryptSync(nonce, sealed) });
const sealing = o => ({ seal: (nonce, ad, text) => o.encryptSync(nonce, text, ad), open: (nonce, ad, sealed) => o.decryptSync(nonce, sealed, ad) });
const unauthenticated = { ctr: {}, cbc: { options: { padding: "none" }, unit: 16 }, cfb: {}, ofb: {}, xts: { keys: 2, unit: 16 } };
function way(name) {
  const [cipher, mode] = name.split(" "), family = cipher.split("-")[0], bits = Number(/\d+$/.exec(cipher)?.[0]);
  if (mode === "hash") {
    const digest = { shake128: "shake128", "ascon-hash256": "asconHash256" }[cipher] ?? cipher.replace(/^sha-/, "sha").replace(/^lsh-/, "lsh").replaceAll("-", "_");
    return { make: p => ({ seal: (nonce, ad, text) => p[digest].digestSync(text, 32 * (1 + cipher.includes("512"))) }) };
  }
  if (mode === "stream") return { key: 32, nonce: 12, make: (p, key) => plainMode(p.chacha20(key, { rounds: Number(cipher.slice(6)) })) };
  if (mode === "poly1305") return { key: 32, nonce: 12, tag: 16, make: (p, key) => sealing(p.chacha20Poly1305(key)) };
  if (name === "ascon-aead128 aead") return { key: 16, nonce: 16, tag: 16, make: (p, key) => sealing(p.asconAead128(key)) };
  if (!/^(aes|aria|lea|seed|hight|pipo)$/.test(family)) return null;
  const block = /^(hight|pipo)$/.test(family) ? 8 : 16, key = bits / 8;
  if (mode === "cmac") return { key, make: (p, k) => { const mac = p[family].cmac(k); return { seal: (nonce, ad, text) => mac.signSync(text) }; } };
  if (mode === "gcm" || mode === "ccm") return { key, nonce: 12, tag: 16, make: (p, k) => sealing(p[family][mode](k)) };
  const { options, keys = 1, unit } = unauthenticated[mode] ?? {};
  return mode in unauthenticated ? { key: keys * key, nonce: block, unit: unit && block, make: (p, k) => plainMode(p[family][mode](k, options)) } : null;
}

/* The machines' rows of what can run here. */
const operationsHere = ["seal", "open", "encrypt", "decrypt", "hash"];
const ofMachines = targets.flatMap(target => library(target).filter(r => isMessage(r) && operationsHere.includes(r.operation) && !(authenticates(r) && ["encrypt", "decrypt"].includes(r.operation))
  && !r.ad_bytes && r.bytes > 0 && r.time_us && `${r.cipher} ${r.mode}` in report.answers && way(`${r.cipher} ${r.mode}`)));
const megabytes = r => r.bytes / r.time_us;  // bytes per µs are MB/s

/* What must come out of random messages, as the gate of every machine has it: xorshift32, FNV-1a. */
const SHORT = Array.from({ length: 16 }, (_, i) => [5 * i + i % 3, 7 * i % 24]), LONG = [[1000, 20]];
function drawn() {
  let x = 1;
  return n => Uint8Array.from({ length: n }, () => {
    x ^= x << 13; x ^= x >>> 17; x ^= x << 5;
    return x >>> 24;
  });
}
const fold = (hash, bytes) => bytes.reduce((value, b) => Math.imul(value ^ b, 0x01000193), hash);
const equal = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

function checked(pack, name, messages, answer) {
  const { key = 0, nonce = 0, tag, unit = 1, make } = way(name), draw = drawn();
  let value = 0x811c9dc5, opens = true;
  for (const [bytes, adBytes] of messages) {
    const k = draw(key), n = draw(nonce), ad = tag ? draw(adBytes) : new Uint8Array(), text = draw(bytes - bytes % unit);
    const short = text.length === 0 && unit > 1;  // nothing to encrypt
    const object = make(pack, k), sealed = short ? text : object.seal(n, ad, text);
    value = fold(value, sealed);
    if (object.open && !short) opens &&= equal(object.open(n, ad, sealed), text);
  }
  return opens && (value >>> 0).toString(16).padStart(8, "0") === answer;
}

let running = null;  // the package, once it was started
async function load() {
  if (typeof WebAssembly === "undefined") throw new Error(t("yours-no-wasm"));
  if (typeof DecompressionStream === "undefined") throw new Error(t("yours-old"));
  try {
    return await (running ??= naraePackage());
  } catch (error) {
    running = null;
    throw new Error(t("yours-refused", { why: error.message }));
  }
}

/* The smallest step of this browser's clock, in milliseconds. */
function clockStep() {
  let least = Infinity;
  for (let n = 0, from = performance.now(); n < 20; n++) {
    let to = from;
    while (to === from) to = performance.now();
    least = Math.min(least, to - from);
    from = to;
  }
  return least;
}
const random = n => { const bytes = new Uint8Array(n); for (let i = 0; i < n; i += 65536) crypto.getRandomValues(bytes.subarray(i, i + 65536)); return bytes; };
const breathe = () => new Promise(resume => setTimeout(resume));

/* One window: a key and a message of its own, then as many calls as it holds.  Microseconds of a call. */
function windowOf(pack, { name, operation, bytes }, calls) {
  const { key = 0, nonce = 0, make } = way(name), object = make(pack, random(key)), n = random(nonce), text = random(bytes), ad = new Uint8Array();
  const sealed = object.seal(n, ad, text), opening = ["open", "decrypt"].includes(operation);
  const [call, input, expected] = opening ? [object.open, sealed, text] : [object.seal, text, sealed];
  let out;
  const from = performance.now();
  for (let i = 0; i < calls; i++) out = call(n, ad, input);
  const us = (performance.now() - from) * 1000 / calls;
  if (!equal(out, expected)) throw new Error(t("yours-wrong", { name }));
  return us;
}

async function measure(chosen, progress) {
  const pack = await load();
  const [short, long] = report.answers[chosen.name];
  if (!checked(pack, chosen.name, SHORT, short) || !checked(pack, chosen.name, LONG, long)) throw new Error(t("yours-wrong", { name: chosen.name }));
  const least = Math.max(timing.milliseconds, 20 * clockStep());
  let calls = 1;  // three windows in a row are long enough: one may have been interrupted
  for (let enough = 0; enough < 3;) if (windowOf(pack, chosen, calls) * calls >= least * 1000) enough++; else { calls *= 2; enough = 0; }
  const samples = [];
  while (samples.length < timing.windows) {
    await breathe();
    samples.push(windowOf(pack, chosen, calls));
    progress(samples.length / timing.windows);
  }
  samples.sort(ascending);
  const at = share => samples[Math.round(share * (samples.length - 1))];
  return { bytes: chosen.bytes, time_us: at(0.5), spread: (at(0.9) - at(0.1)) / at(0.5), calls, windows: samples.length, kernels: pack.kernels };
}

part("yours", () => t("yours"), () => {
  if (!ofMachines.length) return null;
  const heading = [h("h2", null, t("yours-heading")), say("yours-about")];
  if (report.missing) return [...heading, say("yours-missing"), h("pre", null, report.missing)];
  const place = h("div"), statusLine = h("p", { role: "status" });
  const names = leading(distinct(ofMachines, r => r.name), n => authenticates({ mode: n.split(" ")[1] }));
  function show() {
    forgetInside(place);
    const of = r => `${r.cipher} ${r.mode}`, some = ofMachines.filter(r => of(r) === yours.name);
    if (!some.length) { yours.name = of(ofMachines[0]); return show(); }
    const operations = distinct(some, r => r.operation);
    if (!operations.includes(yours.operation)) yours.operation = operations[0];
    const sizes = distinct(some.filter(r => r.operation === yours.operation), r => r.bytes).sort(ascending);
    if (!sizes.includes(yours.bytes)) yours.bytes = sizes.includes(usualBytes) ? usualBytes : sizes[0];
    const here = fastest(some.filter(r => r.operation === yours.operation && r.bytes === yours.bytes), r => r.target);
    const what = `${some[0].name} ${operationName(yours.operation)}, ${number(yours.bytes)} B`, mine = measuredHere.get(what);
    const shown = [...mine ? [{ ...mine, own: true }] : [], ...here].sort((a, b) => megabytes(b) - megabytes(a));
    const machine = r => r.own ? t("yours-browser") : targetName(r.target);
    const choose = (field, value) => { yours[field] = value; statusLine.replaceChildren(); show(); };
    const run = h("button", { type: "button", onclick: async () => {
      run.disabled = true;
      statusLine.className = "";
      statusLine.textContent = t("yours-running", { share: percent(0) });
      const chosen = { ...yours };
      await breathe();
      try {
        measuredHere.set(what, await measure(chosen, share => { statusLine.textContent = t("yours-running", { share: percent(share) }); }));
        const { calls, windows, kernels, spread, time_us } = measuredHere.get(what);
        statusLine.textContent = t("yours-done", { what, time: duration(time_us), windows: number(windows), calls: number(calls), spread: percent(spread), kernels });
      } catch (error) {
        statusLine.className = "bad";
        statusLine.textContent = error.message;
      }
      show();
    } }, t("yours-run"));
    const plot = chart("yours-plot", t("yours-plot", { what }), shown.map(r => `${machine(r)} ${number(megabytes(r))}`).join(", "), () => ({
      traces: [{ type: "bar", orientation: "h", y: shown.map(machine), x: shown.map(megabytes), customdata: shown.map(r => [r.id]),
        marker: { color: shown.map(r => colourOf(r.own ? 1 : 0)) }, hovertemplate: "%{y}<br>%{x:,.4~r} MB/s<extra></extra>" }],
      layout: { xaxis: logarithmic("MB/s", { tickvals: decades.filter((x, i) => i % 3 === 0) }), yaxis: { autorange: "reversed" } } }), true);
    const table = sortable({ id: "yours-table", caption: what, some: shown, columns: [
      [t("column-target"), machine, r => r.own ? h("b", null, machine(r)) : machine(r)], [t("column-kernel"), r => r.own ? `WebAssembly ${r.kernels}` : r.kernel_shown],
      ["MB/s", megabytes, r => r.own ? h("b", null, number(megabytes(r))) : figure(r, number(megabytes(r))), "number"],
      [t("column-time"), r => r.time_us, r => duration(r.time_us), "number"],
      [t("yours-factor"), r => mine && megabytes(r) / megabytes(mine), r => mine ? `${number(megabytes(r) / megabytes(mine))} ×` : "–", "number"],
      [t("column-spread"), r => r.spread, r => r.spread === null ? "–" : percent(r.spread), "number"],
      [t("column-fidelity"), r => r.own ? t("fidelity-measured") : worth(r), null, "wrap"]] });
    const without = targets.filter(target => !here.some(r => r.target === target));
    place.replaceChildren(h("div", { class: "filters" },
      choice(t("column-cipher"), names.map(n => [n.replace("†", ""), n]), yours.name, v => choose("name", v)),
      choice(t("column-operation"), operations.map(o => [o, operationName(o)]), yours.operation, v => choose("operation", v)),
      choice(t("message-bytes"), sizes, yours.bytes, v => choose("bytes", Number(v))), run), statusLine, plot, table.element,
    without.length > 0 && soft("yours-without", { machines: without.map(targetName).join(", ") }) || "");
    addChart(place);
  }
  show();
  return [...heading, place, soft("yours-how", { milliseconds: timing.milliseconds })];
});
