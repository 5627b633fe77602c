// SPDX-License-Identifier: MIT
/* What only the host has: other libraries next to ours, the limit of its core, how times grow with sizes, and one
   context on many threads. */
const pairs = report.comparisons.map(([ours, theirs]) => {
  const [a, b] = [rows[ours], rows[theirs]];
  return { ours: a, theirs: b, ratio: a.cycles / b.cycles, spread: Math.max(a.spread ?? 0, b.spread ?? 0), peer: b.kernel.replace("peer:", "") };
});
const ratioText = p => number(p.ratio) + (p.ours.unsteady || p.theirs.unsteady ? "?" : "");

function peersOf(target) {
  const mine = pairs.filter(p => p.ours.target === target);
  if (!mine.length) return null;
  const main = mine.filter(p => first(p.ours)), names = distinct(leading(main, p => authenticates(p.ours)), p => p.ours.name).reverse();
  const faster = main.filter(p => p.ratio <= 1).length;
  const plot = chart(`peers-${target}`, t("plot-peers", { machine: target }), t("peers-alt", { faster, all: main.length }), () => ({
    traces: distinct(main, p => p.ours.bytes).sort(ascending).map((bytes, i) => {
      const some = main.filter(p => p.ours.bytes === bytes);
      return { type: "scatter", mode: "markers", name: `${bytes.toLocaleString(locale())} B`,
        marker: { size: 8, color: colourOf(i), symbol: some.map(p => p.ours.unsteady || p.theirs.unsteady ? "circle-open" : "circle") },
        x: some.map(p => p.ratio), y: some.map(p => p.ours.name), customdata: some.map(p => [p.ours.id, p.peer, percent(p.spread)]),
        hovertemplate: `%{y}<br>%{x:.2f} × %{customdata[1]} (${t("column-spread")} %{customdata[2]})<extra></extra>` };
    }),
    layout: { showlegend: true, xaxis: logarithmic(t("axis-ratio"), { tickvals: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] }),
      shapes: [{ type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { width: 2, color: "gray" }, layer: "below" }],
      yaxis: { categoryorder: "array", categoryarray: names, dtick: 1, tickfont: { size: innerWidth < 700 || printing ? 8 : 11 } } },
  }), true);
  plot.querySelector(".plot").style.height = `${Math.max(300, 140 + 17 * names.length)}px`;
  const table = sortable({ id: `ratios-${target}`, caption: t("all-ratios"), some: mine, columns: [
    [t("column-cipher"), p => p.ours.name], [t("column-operation"), p => p.ours.operation], [t("column-bytes"), p => p.ours.bytes, p => number(p.ours.bytes), "number"],
    [t("column-kernel"), p => p.ours.kernel], [t("column-cycles"), p => p.ours.cycles, p => figure(p.ours, number(p.ours.cycles)), "number"],
    [t("best-peer"), p => p.peer], [t("column-cycles"), p => p.theirs.cycles, p => figure(p.theirs, number(p.theirs.cycles)), "number"],
    [t("column-ratio"), p => p.ratio, ratioText, "number"], [t("column-spread"), p => p.spread, p => percent(p.spread), "number"]] });
  return [h("h3", null, t("peers-heading")), soft("peers-about"), plot, h("details", null, h("summary", null, t("all-ratios")), table.element)];
}

/* Every kernel and peer of one cipher over the size of a message, with the line that the core cannot pass. */
let limitChosen = "lea-128 gcm seal";
const limitsFor = (cipher, mode) => report.limits.limits.filter(l => l.cipher === cipher && l.mode === mode);

function limitsOf(target) {
  const all = bench.filter(r => r.target === target && r.usual && !r.baseline && r.cycles !== null && r.bytes > 0 && !r.ad_bytes && r.cipher !== "null" &&
    !isPhase(r) && (isMessage(r) || r.mode === "block") && ["encrypt", "decrypt", "seal", "open", "hash"].includes(r.operation));
  const what = r => `${r.name} ${r.operation}`, kernels = new Map();
  for (const r of all) kernels.set(what(r), (kernels.get(what(r)) ?? new Set()).add(r.kernel));
  const names = [...kernels.keys()].filter(n => kernels.get(n).size > 1);
  if (target !== "host" || !names.length) return null;
  if (!names.includes(limitChosen)) limitChosen = names[0];
  const place = h("div"), rates = Object.entries(report.limits.rates);
  function show() {
    forgetInside(place);
    const mine = all.filter(r => what(r) === limitChosen), { cipher, mode } = mine[0], limits = limitsFor(cipher, mode);
    const sizes = distinct(mine, r => r.bytes).sort(ascending);
    const lines = distinct(mine, r => r.kernel_shown);
    const plot = chart("kernels-host", t("plot-kernels", { what: limitChosen }), fastest(mine.filter(r => !r.peer), r => r.bytes).map(r => `${number(r.bytes)} B ${r.kernel_shown} ${number(r.cpb)}`).join(", "), () => ({
      traces: [...lines.map((kernel, i) => {
        const some = mine.filter(r => r.kernel_shown === kernel).sort((a, b) => a.bytes - b.bytes), peer = some[0].peer;
        return { type: "scatter", mode: "lines+markers", name: kernel.replace("peer:", ""), line: { color: colourOf(i), dash: peer ? "dot" : "solid" },
          marker: { symbol: peer ? "diamond-open" : "circle" }, x: some.map(r => r.bytes), y: some.map(r => r.cpb), customdata: custom(some),
          hovertemplate: "%{x:,} B: %{y:,.3~r}<br>%{customdata[1]}<extra></extra>" };
      }), ...limits.map((l, i) => ({ type: "scatter", mode: "lines", name: t("limit-of", { bits: l.level }), line: { color: "gray", width: 2, dash: ["longdash", "longdashdot"][i % 2] },
        x: [sizes[0], sizes.at(-1)], y: [l.cycles_per_byte, l.cycles_per_byte], hovertemplate: `${t("limit")}: %{y:.3f}<extra></extra>` }))],
      layout: { showlegend: true, xaxis: overSizes(), yaxis: logarithmic(t("unit-cpb")) },
    }), true);
    const best = some => fastest(some, () => "")[0], least = limits.length ? Math.min(...limits.map(l => l.cycles_per_byte)) : null;
    const table = sortable({ id: "kernels-table", caption: t("plot-kernels", { what: limitChosen }), some: sizes.map(bytes => {
      const here = mine.filter(r => r.bytes === bytes);
      return { bytes, ours: best(here.filter(r => !r.peer)), theirs: best(here.filter(r => r.peer)) };
    }).filter(s => s.ours), columns: [
      [t("column-bytes"), s => s.bytes, s => number(s.bytes), "number"], [t("column-kernel"), s => s.ours.kernel], [t("column-cpb"), s => s.ours.cpb, s => figure(s.ours, number(s.ours.cpb)), "number"],
      [t("best-peer"), s => s.theirs?.kernel.replace("peer:", "")], [t("column-cpb"), s => s.theirs?.cpb, s => s.theirs && figure(s.theirs, number(s.theirs.cpb)), "number"],
      [t("column-ratio"), s => s.theirs && s.ours.cycles / s.theirs.cycles, s => s.theirs && number(s.ours.cycles / s.theirs.cycles), "number"],
      [t("limit"), () => least, () => number(least), "number"], [t("above-limit"), s => least && s.ours.cpb / least, s => least && `${number(s.ours.cpb / least)} ×`, "number"]] });
    place.replaceChildren(h("div", { class: "filters" }, choice(t("column-cipher"), names, limitChosen, v => { limitChosen = v; show(); })), plot, table.element,
      limits.length ? h("p", { class: "soft" }, limits.map(l => `${t("limit-of", { bits: l.level })}: ${l.arithmetic} = ${number(l.cycles_per_byte)}`).join("; "), ".") : soft(rates.length ? "no-limit" : "rates-none"));
    addChart(place);
  }
  show();
  return [h("h3", null, t("kernels-heading")), soft("kernels-about"), place, rates.length > 0 && ratesTable(rates)];
}

/* What the core starts in a cycle: a row for each width, a column for each kind. */
function ratesTable(rates) {
  const kinds = distinct(rates.flatMap(([, some]) => Object.keys(some)), kind => kind);
  return sortable({ id: "rates", caption: t("rates"), some: rates, columns: [
    [t("column-bits"), ([bits]) => Number(bits), ([bits]) => bits, "number"],
    ...kinds.map(kind => [t(`rate-${kind}`), ([, some]) => some[kind], ([, some]) => some[kind] && number(some[kind]), "number"])] }).element;
}

/* What a message takes by its number of blocks: no kernel may be slower for fewer of them. */
let growthChosen = "block encrypt";

function growth() {
  const all = report.growth, what = s => `${s.mode} ${s.operation}`, name = s => `${s.cipher} ${what(s)}`;
  if (!all.length) return [h("h3", null, t("growth-heading")), soft("growth-none")];
  const names = distinct(all, what), place = h("div");
  if (!names.includes(growthChosen)) growthChosen = names[0];
  const at = (s, blocks) => s.cycles[s.bytes.indexOf(blocks * s.unit_bytes)];
  function show() {
    forgetInside(place);
    const some = all.filter(s => what(s) === growthChosen);
    const plot = chart("growth-host", t("plot-growth", { what: growthChosen }), some.map(s => `${name(s)} ${number(s.over)} ×`).join(", "), () => ({
      traces: some.map((s, i) => {
        const blocks = s.bytes.map(n => n / s.unit_bytes).filter(n => n <= 32);
        return { type: "scatter", mode: "lines+markers", name: `${s.cipher} ${s.kernel}`, line: { color: colourOf(i) }, x: blocks, y: blocks.map(n => at(s, n)),
          hovertemplate: `${s.cipher}<br>%{x}: %{y:,.4~r}<extra></extra>` };
      }),
      layout: { showlegend: true, xaxis: linear(t("axis-blocks"), { dtick: 4 }), yaxis: linear(t("column-cycles"), { rangemode: "tozero" }) },
    }), true);
    place.replaceChildren(h("div", { class: "filters" }, choice(t("column-operation"), names, growthChosen, v => { growthChosen = v; show(); })), plot);
    addChart(place);
  }
  show();
  const table = sortable({ id: "growth-table", caption: t("growth-heading"), some: all, columns: [
    [t("column-cipher"), name], [t("column-kernel"), s => s.kernel],
    ...[1, 4, 16].map(n => [t("cycles-of", { n }), s => at(s, n), s => number(at(s, n)), "number"]),
    [t("over-rounding-up"), s => s.over, s => `${number(s.over)} × (${s.over_blocks})`, "number"],
    [t("longer"), s => s.longer, s => `${number(s.longer)} ×`, "number"]] });
  return [h("h3", null, t("growth-heading")), soft("growth-about", { rounds: all[0].rounds }), place, table.element];
}

/* Several machines' clocks: the library's fastest kernel of each cipher and mode on each of them. */
function sideBySide() {
  if (!report.machines) return null;
  const { machines, lines } = report.machines, letter = i => String.fromCharCode(65 + i);
  const told = m => [`${m.cpu} (${m.cpu_model})`, m.os, m.compiler, m.microcode && `microcode ${m.microcode}`, m.governor && `governor ${m.governor}`].filter(Boolean).join(", ");
  const figures = l => l.figures.filter(Boolean).map(f => f[1]), gap = l => Math.max(...figures(l)) / Math.min(...figures(l));
  return [h("h3", null, t("machines-heading")), soft("machines-about"),
    h("ul", null, ...machines.map((m, i) => h("li", null, h("b", null, letter(i)), ` ${m.name ? `${m.name}: ` : ""}${told(m)}`))),
    sortable({ id: "machines-table", caption: t("machines-heading"), some: lines, columns: [
      [t("column-cipher"), l => `${cipherName(l.cipher)} ${l.mode}`], [t("column-operation"), l => operationName(l.operation)], [t("column-bytes"), l => l.bytes, l => number(l.bytes), "number"],
      ...machines.flatMap((m, i) => [[`${letter(i)}: ${t("column-kernel")}`, l => l.figures[i]?.[0]], [`${letter(i)}: ${t("column-cpb")}`, l => l.figures[i]?.[1], l => l.figures[i] && number(l.figures[i][1]) + (l.figures[i][2] > report.unsteady ? "?" : ""), "number"]]),
      [t("machines-gap"), gap, l => `${number(gap(l))} ×`, "number"]] }).element];
}

/* One const context, shared by 1, 2, ... n threads. */
function threads() {
  const some = report.threads;
  if (!some.length) return [h("h3", null, t("threads")), soft("threads-none")];
  const name = s => `${s.cipher} ${s.mode}`, one = s => some.find(o => name(o) === name(s) && o.threads === 1);
  const gain = s => s.bytes_per_second / one(s).bytes_per_second;
  return [h("h3", null, t("threads")), soft("threads-about", { bytes: number(some[0].bytes), runs: some[0].runs }),
    chart("threads-host", t("plot-threads"), some.filter(s => s.threads === Math.max(...some.map(x => x.threads))).map(s => `${name(s)} ${number(gain(s))} ×`).join(", "), () => ({
      traces: [...distinct(some, name).map((n, i) => {
        const mine = some.filter(s => name(s) === n);
        return { type: "scatter", mode: "lines+markers", name: n, line: { color: colourOf(i) }, x: mine.map(s => s.threads), y: mine.map(gain),
          error_y: { type: "data", array: mine.map(s => gain(s) * s.spread / 2), thickness: 1, width: 3 }, hovertemplate: `${n}<br>%{x}: %{y:.2f} ×<extra></extra>` };
      }), { type: "scatter", mode: "lines", name: t("ideal"), line: { color: "gray", dash: "longdash" }, x: distinct(some, s => s.threads), y: distinct(some, s => s.threads), hoverinfo: "skip" }],
      layout: { showlegend: true, xaxis: linear(t("axis-threads"), { dtick: 1 }), yaxis: linear(t("axis-gain"), { rangemode: "tozero" }) },
    })),
    sortable({ id: "threads-table", caption: t("threads"), some, columns: [
      [t("column-cipher"), name], [t("axis-threads"), s => s.threads, null, "number"], ["GB/s", s => s.bytes_per_second, s => number(s.bytes_per_second / 1e9), "number"],
      [t("axis-gain"), gain, s => `${number(gain(s))} ×`, "number"], [t("column-spread"), s => s.spread, s => percent(s.spread), "number"]] }).element];
}
