// SPDX-License-Identifier: MIT
/* The best public figures and ours: a factor where both are of one core, a judgement where it is significant. */
const recordValue = r => (r.unit === "cycles" ? rows[r.row].cycles : rows[r.row].cpb);
const recordFactor = r => (r.compared ? r.value / recordValue(r) : null);
const surpassed = some => some.filter(r => recordFactor(r) > 1).length;
let recordsOf = "";

part("records", () => t("records"), () => {
  const some = report.records.filter(r => r.row !== null);
  if (!some.length) return null;
  const machines = distinct(some, r => r.target), place = h("div"), name = r => `${cipherName(r.at[0])} ${r.at[1]} ${r.at[2]}, ${number(r.at[3])} B`;
  function show() {
    forgetInside(place);
    if (recordsOf && !machines.includes(recordsOf)) recordsOf = "";
    const mine = some.filter(r => !recordsOf || r.target === recordsOf), compared = mine.filter(r => r.judged);
    const plot = compared.length > 0 && chart("records-plot", t("plot-records"), t("records-alt", { won: surpassed(compared), all: compared.length }), () => ({
      traces: distinct(compared, r => r.target).map(target => {
        const here = compared.filter(r => r.target === target);
        return { type: "scatter", mode: "markers", name: target, marker: { size: 9, color: colourOf(machines.indexOf(target)), symbol: symbolOf(machines.indexOf(target)) },
          x: here.map(recordFactor), y: here.map(r => `${r.target}: ${name(r)}${compared.filter(c => c.target === r.target && name(c) === name(r)).length > 1 ? `, ${rows[r.row].kernel}` : ""}`),
          customdata: here.map(r => [r.row, r.source]), hovertemplate: "%{y}<br>%{x:.2f} ×<br>%{customdata[1]}<extra></extra>" };
      }),
      layout: { showlegend: true, xaxis: logarithmic(t("axis-factor"), { tickvals: [0.5, 1, 2, 5, 10, 20] }), yaxis: { autorange: "reversed", dtick: 1, tickfont: { size: innerWidth < 700 || printing ? 8 : 10 } },
        shapes: [{ type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { width: 2, color: "gray" }, layer: "below" }] },
    }), true);
    if (plot) plot.querySelector(".plot").style.height = `${Math.max(300, 140 + 17 * compared.length)}px`;
    const table = sortable({ id: "records-table", caption: t("records"), some: mine, columns: [
      [t("column-target"), r => r.target], [t("column-what"), name, null, "text"], [t("record"), r => r.value, r => r.value === undefined ? t("none-found") : number(r.value), "number"],
      [t("ours"), recordValue, r => figure(rows[r.row], number(recordValue(r))), "number"], [t("unit"), r => t(r.unit === "cycles" ? "unit-cycles" : "unit-cpb")],
      [t("column-factor"), recordFactor, r => r.compared ? h("span", { class: r.judged && (recordFactor(r) >= 1 ? "good" : "bad") }, `${number(recordFactor(r))} ×`) : "–", "number"],
      [t("floor"), r => r.floor, r => number(r.floor), "number"], [t("column-kernel"), r => rows[r.row].kernel], [t("column-fidelity"), r => worth(rows[r.row]), null, "wrap"],
      [t("how-known"), r => r.how, r => r.value === undefined ? "" : t(`how-${r.how}`), "wrap"], [t("source"), r => r.source, r => h("span", { lang: "en" }, r.source, r.core && `; ${r.core}`), "text"]] });
    place.replaceChildren(h("div", { class: "filters" }, choice(t("column-target"), [["", t("all")], ...machines], recordsOf, v => { recordsOf = v; show(); })), ...[plot].filter(Boolean), table.element);
    addChart(place);
  }
  show();
  return [h("h2", null, t("records-heading")), say("records-about"), place, soft("records-notes")];
});
