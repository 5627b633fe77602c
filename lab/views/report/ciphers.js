// SPDX-License-Identifier: MIT
/* One cipher across the machines, and the matrix: all ciphers of the papers on all machines. */
let cipherChosen = "lea-128", modeChosen = "gcm";

function acrossMachines() {
  const all = targets.flatMap(target => messagesOf(target).concat(library(target).filter(r => first(r) && !isMessage(r) && r.bytes > 0)));
  const ciphers = distinct(all, r => r.cipher);
  if (!ciphers.length) return null;
  if (!ciphers.includes(cipherChosen)) cipherChosen = ciphers[0];
  const place = h("div");
  function show() {
    forgetInside(place);
    const modes = distinct(all.filter(r => r.cipher === cipherChosen), r => r.mode);
    if (!modes.includes(modeChosen)) modeChosen = modes.find(m => m !== "block") ?? modes[0];
    const mine = all.filter(r => r.cipher === cipherChosen && r.mode === modeChosen), name = `${cipherName(cipherChosen)} ${modeChosen}`;
    const plot = chart("across-plot", t("plot-across", { name }), targets.map(m => usualRow(m, cipherChosen, modeChosen)).filter(Boolean).map(r => `${r.target} ${number(r.cpb)}`).join(", "), () => ({
      traces: sizeTraces(fastest(mine, r => `${r.target} ${r.bytes}`), r => targetName(r.target), () => true),
      layout: { showlegend: true, xaxis: overSizes(), yaxis: logarithmic(t("unit-cpb")) } }), true);
    const table = sortable({ id: "across-table", caption: t("across-table", { cipher: cipherName(cipherChosen) }), some: targets.flatMap(m => modes.map(mode => usualRow(m, cipherChosen, mode))).filter(Boolean), columns: [
      [t("column-target"), r => r.target], [t("column-mode"), r => r.mode], [t("column-kernel"), r => r.kernel_shown], [t("column-bytes"), r => r.bytes, r => number(r.bytes), "number"],
      [t("column-cpb"), r => r.cpb, r => figure(r, number(r.cpb)), "number"], [t("column-time"), r => r.time_us, r => duration(r.time_us), "number"],
      [t("column-flash"), r => r.flash_bytes, r => number(r.flash_bytes), "number"], [t("column-memory"), r => r.memory, r => number(r.memory), "number"],
      [t("column-ct"), r => constantTime(r.verdict)], [t("column-fidelity"), r => worth(r), null, "wrap"]] });
    place.replaceChildren(h("div", { class: "filters" }, choice(t("column-cipher"), ciphers.map(c => [c, cipherName(c)]), cipherChosen, v => { cipherChosen = v; show(); }),
      choice(t("column-mode"), modes, modeChosen, v => { modeChosen = v; show(); })), plot, table.element);
    addChart(place);
  }
  show();
  return place;
}

function matrixCells() {
  const cells = leading(report.matrix.cells.map(id => rows[id]), authenticates), machines = distinct(cells, r => r.target);
  const usual = report.matrix.usual, longest = Object.fromEntries(machines.map(m => [m, Math.max(...cells.filter(r => r.target === m && isMessage(r)).map(r => r.bytes))]));
  const at = (name, m, bytes) => cells.find(r => r.name === name && r.target === m && (r.bytes === bytes || r.mode === "permutation"));
  const columns = machines.flatMap(m => [
    [`${m}, ${usual} B`, n => at(n, m, usual)?.cpb, n => at(n, m, usual) && figure(at(n, m, usual), number(at(n, m, usual).cpb)), "number"],
    [`${number(longest[m])} B`, n => at(n, m, longest[m])?.cpb, n => at(n, m, longest[m]) && figure(at(n, m, longest[m]), number(at(n, m, longest[m]).cpb)), "number"],
    [t("column-flash"), n => at(n, m, usual)?.flash_bytes, n => number(at(n, m, usual)?.flash_bytes), "number"],
    [t("column-memory"), n => at(n, m, usual)?.memory, n => number(at(n, m, usual)?.memory), "number"]]);
  return sortable({ id: "matrix", caption: t("matrix"), some: distinct(cells, r => r.name), columns: [[t("column-cipher"), n => n], ...columns] }).element;
}

part("ciphers", () => t("ciphers"), () => [
  h("h2", null, t("ciphers-heading")), say("ciphers-about"), acrossMachines(),
  report.matrix && [h("h3", null, t("matrix")), soft("matrix-about", { usual: report.matrix.usual }), reducedNote(), matrixCells(),
    h("h3", null, t("questions")), report.matrix.questions.map(q => h("p", { lang: language === "ko" && !q.answer_ko ? "en" : null }, h("b", null, translated(q.says)), " ", h("span", { class: "soft" }, `(${q.paper})`), h("br"), (language === "ko" && q.answer_ko) || q.answer)),
    soft("matrix-made", { date: report.matrix.context.date.slice(0, 10), git: report.matrix.context.git, cpu: report.matrix.context.host_cpu })],
]);
