// SPDX-License-Identifier: MIT
/* A machine: its ranking, and plots of cycles per byte against size, and of memory against speed. */
const shownMessages = headline.map(([cipher, mode]) => `${cipher} ${mode}`).concat("sha3-256 hash");
const kinds = {
  authenticated: authenticates, encrypt: r => ["ctr", "cbc", "cfb", "ofb", "xts", "stream"].includes(r.mode),
  hash: r => ["hash", "cmac"].includes(r.mode), block: r => r.mode === "block", permutation: r => r.mode === "permutation",
  masked: r => r.mode === "masked",
  batch: r => /-x[0-9]+$/.test(r.mode),
};
const rankings = {};  // what the reader chose, by machine

const messagesOf = target => {
  const some = library(target).filter(r => isMessage(r) && first(r) && !r.ad_bytes && r.bytes > 0);
  const size = some.some(r => r.bytes === usualBytes) ? usualBytes : Math.min(...some.map(r => r.bytes));
  const kernels = new Map(fastest(some.filter(r => r.bytes === size), r => r.name).map(r => [r.name, r.kernel]));
  return some.filter(r => (kernels.get(r.name) ?? r.kernel) === r.kernel);  // one kernel is one line
};

/* Of each cipher the rows with its smallest size: one block. */
function shortest(some) {
  const least = new Map();
  for (const r of some) least.set(r.cipher, Math.min(r.bytes, least.get(r.cipher) ?? Infinity));
  return some.filter(r => r.bytes === least.get(r.cipher));
}

function ranked(target, { kind, bytes }) {
  const some = library(target).filter(r => !r.ad_bytes && first(r) && kinds[kind](r));
  const sizes = distinct(some.filter(r => r.bytes > 0), r => r.bytes).sort(ascending);
  const exactSize = ofOneSize.includes(kind) ? shortest(some) : some.filter(r => r.bytes === bytes);
  return { sizes, best: fastest(exactSize, r => r.name).sort((a, b) => a.cpb - b.cpb) };
}

function ranking(target) {
  const place = h("div"), available = Object.keys(kinds).filter(k => ranked(target, { kind: k }).sizes.length);
  if (!available.length) return null;
  const chosen = rankings[target] ??= { kind: available[0], bytes: usualBytes };
  function show() {
    const { sizes } = ranked(target, chosen);
    if (!sizes.includes(chosen.bytes)) chosen.bytes = sizes.includes(usualBytes) ? usualBytes : sizes[0];
    const { best } = ranked(target, chosen), most = Math.max(...best.map(r => r.cpb));
    const messages = !ofOneSize.includes(chosen.kind);
    const table = sortable({ id: `ranking-${target}`, caption: t("ranking-of", { machine: targetName(target) }), some: best, columns: [
      ["", null, (r, n) => n + 1, "number"], [t("column-cipher"), r => r.name], [t("column-cpb"), r => r.cpb, r => figure(r, number(r.cpb)), "number"],
      ["", null, r => h("span", { class: "bar", style: `width:calc(${(r.cpb / most).toFixed(3)} * var(--bar))`, "aria-hidden": "true" })], [t("column-kernel"), r => r.kernel_shown],
      [t("column-cycles"), r => r.cycles, r => exact(r.cycles), "number"], [t("column-time"), r => r.time_us, r => duration(r.time_us), "number"],
      [t("column-flash"), r => r.flash_bytes, r => number(r.flash_bytes), "number"],
      [t("column-memory"), r => r.memory, r => number(r.memory), "number"],
      [t("column-ct"), r => constantTime(r.verdict)], [t("column-fidelity"), r => worth(r), null, "wrap"],
    ] });
    place.replaceChildren(h("div", { class: "filters" },
      choice(t("kind"), available.map(k => [k, t(`kind-${k}`)]), chosen.kind, v => { chosen.kind = v; show(); }),
      messages && choice(t("message-bytes"), sizes, chosen.bytes, v => { chosen.bytes = Number(v); show(); })), table.element);
  }
  show();
  return place;
}

/* Memory against speed: a mark for each cipher and mode. */
function memoryChart(target, what, memory) {
  const usual = messagesOf(target).filter(r => r.bytes === usualBytes && memory(r) !== null);
  if (!usual.length) return null;
  return chart(`${what}-${target}`, t(`plot-${what}`, { machine: target, bytes: usualBytes }), inWords([...usual].sort((a, b) => memory(a) - memory(b)), memory), () => ({
    traces: distinct(leading(usual, authenticates), r => r.mode).map((mode, i) => {
      const mine = usual.filter(r => r.mode === mode);
      return { type: "scatter", mode: "markers", name: mode, text: mine.map(r => r.name),
        marker: { size: 10, color: colourOf(i), symbol: symbolOf(i) },
        x: mine.map(memory), y: mine.map(r => r.cpb), error_y: bars(mine, r => r.cpb), customdata: custom(mine),
        hovertemplate: `%{text}<br>%{x:,} ${t("unit-bytes")}<br>%{y:,.4~r} ${t("unit-cpb")}<br>%{customdata[1]}<extra></extra>` };
    }),
    layout: { showlegend: true, xaxis: linear(t(`axis-${what}`), { rangemode: "tozero" }), yaxis: logarithmic(t("unit-cpb")) },
  }));
}

const blockOperations = ["key-setup", "encrypt", "decrypt"];
function blockChart(target) {
  const some = library(target).filter(r => r.mode === "block" && blockOperations.includes(r.operation));
  const single = [...some.filter(r => r.operation === "key-setup"), ...shortest(some.filter(r => r.operation !== "key-setup"))];
  const best = new Map(fastest(single.filter(r => r.operation === "encrypt"), r => r.cipher).map(r => [r.cipher, r.kernel]));
  const one = single.filter(r => best.get(r.cipher) === r.kernel);
  if (!one.length) return null;
  return chart(`blocks-${target}`, t("plot-blocks", { machine: target }), inWords(one.filter(r => r.operation === "encrypt"), r => r.cycles), () => ({
    traces: blockOperations.map((operation, i) => {
      const mine = one.filter(r => r.operation === operation);
      return { type: "bar", orientation: "h", name: operationName(operation), marker: { color: colourOf(i) }, y: mine.map(r => cipherName(r.cipher)), x: mine.map(r => r.cycles),
        error_x: bars(mine, r => r.cycles), customdata: custom(mine), hovertemplate: `%{y} ${operation}<br>%{x:,.6~r} ${t("unit-cycles")}<br>%{customdata[1]}<extra></extra>` };
    }),
    layout: { barmode: "group", showlegend: true, xaxis: linear(t("unit-cycles")), yaxis: { categoryorder: "array", categoryarray: distinct(one, r => cipherName(r.cipher)).reverse() } },
  }));
}

function sizesChart(target) {
  const some = messagesOf(target);
  if (!some.length) return null;
  const usual = some.filter(r => r.bytes === usualBytes).sort((a, b) => a.cpb - b.cpb);
  return chart(`sizes-${target}`, t("plot-sizes", { machine: target }), inWords(usual, r => r.cpb), () => ({
    traces: sizeTraces(leading(some, authenticates), r => r.name, n => shownMessages.includes(n) || !some.some(r => shownMessages.includes(r.name))),
    layout: { showlegend: true, xaxis: overSizes(), yaxis: logarithmic(t("unit-cpb")) },
  }), true);
}

/* What speed costs in memory: the forms of each cipher that a target has, and the line through those that no other
 * form beats in both.  One point is one kernel. */
const firstFrontiers = ["aes-128 block", "lea-128 block", "pipo-64/128 block", "ascon-aead128 aead", "chacha20 stream"];
const memories = { flash: r => r.flash_bytes, RAM: r => r.memory };

/* Of several lengths of one form the shortest; forms that are beaten come last, without a line.  Equal ones do not beat
 * each other. */
function frontier(forms, memory) {
  const one = new Map();
  for (const r of [...forms].sort((a, b) => b.bytes - a.bytes)) one.set(r.kernel, r);
  const points = [...one.values()].sort((a, b) => memory(a) - memory(b) || a.cpb - b.cpb);
  return { points, best: points.filter((r, i) => points.slice(0, i).every(s => s.cpb > r.cpb || (s.cpb === r.cpb && memory(s) === memory(r)))) };
}

function frontierChart(target, what) {
  const memory = memories[what];
  const by = new Map();
  for (const r of library(target).filter(r => first(r) && !r.ad_bytes && r.cpb && (!isMessage(r) || r.bytes === usualBytes)))
    by.set(r.name, [...by.get(r.name) ?? [], r]);
  const wide = innerWidth > 700;
  const names = [...by.keys()].filter(n => distinct(by.get(n), r => r.kernel).length > 1 && (wide || firstFrontiers.includes(n)));
  names.sort((a, b) => firstFrontiers.includes(b) - firstFrontiers.includes(a));
  if (!names.length) return null;
  const anyShown = names.some(n => firstFrontiers.includes(n));
  return chart(`frontier-${what}-${target}`, t("plot-frontier", { machine: target, memory: t(`column-${what === "RAM" ? "memory" : "flash"}`) }), t("frontier-alt", { n: names.length }), () => ({
    traces: names.flatMap((name, i) => {
      const { points, best } = frontier(by.get(name), memory), colour = colourOf(i);
      const common = { type: "scatter", legendgroup: name, visible: !anyShown || firstFrontiers.includes(name) ? true : "legendonly", line: { color: colour } };
      return [
        { ...common, mode: "lines", name, x: best.map(memory), y: best.map(r => r.cpb), showlegend: false, hoverinfo: "skip" },
        { ...common, mode: "markers+text", name, text: points.map(r => r.kernel),
          textposition: points.map(r => best.includes(r) ? "bottom center" : "top right"), textfont: { color: colour, size: 11 },
          marker: { size: 9, color: colour, symbol: points.map(r => best.includes(r) ? "circle" : "circle-open") },
          x: points.map(memory), y: points.map(r => r.cpb), cliponaxis: false, customdata: custom(points),
          hovertemplate: `${name} %{text}<br>%{x:,} ${t("unit-bytes")}<br>%{y:,.4~r} ${t("unit-cpb")}<extra></extra>` }];
    }),
    layout: { showlegend: true, xaxis: logarithmic(t(`axis-${what === "RAM" ? "memory" : "flash"}`)), yaxis: logarithmic(t("unit-cpb")) },
  }), true);
}

/* What it costs to leave tables in the flash, where a machine has such rows. */
function flashTables(target) {
  const some = bench.filter(r => r.target === target && r.kernel.endsWith("-flash-tables") && r.operation === "encrypt" && r.cycles !== null);
  const pairs = some.map(slow => [slow, bench.find(r => r.kernel === slow.kernel.replace("-flash-tables", "") && r.usual &&
    ["target", "cipher", "mode", "operation", "bytes"].every(f => r[f] === slow[f]))]).filter(([, fast]) => fast?.cycles);
  if (!pairs.length) return null;
  return [h("h3", null, t("flash-tables")), soft("flash-tables-about"),
    sortable({ id: `flash-tables-${target}`, caption: t("flash-tables"), some: pairs, columns: [
      [t("column-cipher"), p => `${p[0].name}, ${number(p[0].bytes)} B`], [t("in-flash"), p => p[0].cycles, p => figure(p[0], exact(p[0].cycles)), "number"],
      [t("in-dtim"), p => p[1].cycles, p => figure(p[1], exact(p[1].cycles)), "number"], [t("column-factor"), p => p[0].cycles / p[1].cycles, p => number(p[0].cycles / p[1].cycles), "number"]] }).element];
}

/* What `./narae advise` answers, for any flash and RAM: lab/views/advice.py found it, the page shows it. */
function budgets(target) {
  const needs = Object.entries(report.budgets[target]).filter(([, some]) => some.length);
  return needs.length > 0 && [h("h3", null, t("budgets")), soft("budgets-about", { usual: usualBytes }), needs.map(([need, some]) =>
    sortable({ id: `budget-${need}-${target}`, caption: known(`budget-${need}`, need), some, columns: [
      [t("column-cipher"), c => rows[c.row].name], [t("column-kernel"), c => rows[c.row].kernel],
      [t("unit-cycles"), c => c.cycles, c => [figure(rows[c.row], number(c.cycles)), !c.measured && " *"], "number"],
      [t("column-flash"), c => c.flash, c => number(c.flash), "number"], [t("column-memory"), c => c.ram, c => number(c.ram), "number"]] }).element)];
}

/* What boards measured, next to what the same programs take in the simulation. */
function boardsOf(target) {
  const mine = report.boards.filter(b => rows[b.row].target === target), row = b => rows[b.row], gap = b => row(b).cycles - b.cycles;
  return distinct(mine, b => b.board).map((board, i) => {
    const some = mine.filter(b => b.board === board), equal = some.filter(b => gap(b) === 0).length;
    return [h("h3", null, t("board-heading", { board })), soft("board-about", { equal: number(equal), all: number(some.length) }),
      sortable({ id: `board-${target}-${i}`, caption: t("board-heading", { board }), some: [...some].sort((a, b) => Math.abs(gap(b) / b.cycles) - Math.abs(gap(a) / a.cycles)), columns: [
        [t("column-cipher"), b => row(b).name], [t("column-operation"), b => operationName(row(b).operation)], [t("column-bytes"), b => row(b).bytes, b => number(row(b).bytes), "number"],
        [t("column-ad"), b => row(b).ad_bytes, b => number(row(b).ad_bytes), "number"], [t("column-kernel"), b => row(b).kernel],
        [known("fidelity-measured", "measured"), b => row(b).cycles, b => figure(row(b), exact(row(b).cycles)), "number"],
        [t("board-simulated"), b => b.cycles, b => exact(b.cycles), "number"], [t("board-gap"), gap, b => exact(gap(b)), "number"],
        [t("column-fidelity"), b => b.fidelity, null, "wrap"]], page: true }).element];
  });
}

for (const target of targets) part(`machine-${target}`, () => target, () => {
  const mark = bench.find(r => r.target === target && r.cycles !== null)?.fidelity;
  return [
    h("h2", null, targetName(target), " ", mark && h("a", { class: "badge", href: "#method" }, known(`fidelity-${mark}`, mark))),
    h("p", { class: "soft" }, language === "en" ? report.about[target] ?? "" : known(`about-${target}`, report.about[target] ?? "")),
    reducedNote(), budgets(target),
    h("h3", null, t("ranking")), ranking(target), soft("ranking-about"),
    sizesChart(target), soft("plot-sizes-about"),
    h("div", { class: "plots" }, memoryChart(target, "flash", r => r.flash_bytes), memoryChart(target, "memory", r => r.memory), blockChart(target)),
    frontierChart(target, "flash"), frontierChart(target, "RAM"), soft("frontier-about"),
    flashTables(target), boardsOf(target), peersOf(target), limitsOf(target), target === "host" && sideBySide(), target === "host" && growth(), target === "host" && threads(),
  ];
});
