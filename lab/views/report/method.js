// SPDX-License-Identifier: MIT
/* How everything was measured, and what the marks of fidelity mean. */
const fidelities = ["measured", "cycle-exact", "cycle-exact (RTL)", "modelled", "counted"];
part("method", () => t("method"), () => [
  h("h2", null, t("method-heading")),
  h("h3", null, t("fidelity-heading")),
  sortable({ id: "fidelity", caption: t("fidelity-heading"), some: fidelities, columns: [
    [t("mark"), f => f, f => t(`fidelity-${f}`)], [t("column-rows"), f => bench.filter(r => r.fidelity === f).length, f => number(bench.filter(r => r.fidelity === f).length), "number"], [t("meaning"), null, f => t(`meaning-${f}`), "text"]] }).element,
  ["gate", "window", "uno", "msp430", "hifive1", "cortexm", "pi4", "host", "peers", "ct", "sizes", "limits"].map(topic => [h("h3", null, t(`method-${topic}-heading`)), say(`method-${topic}`)]),
  h("h3", null, t("words-heading")), h("ul", null, ["kernels", "operations", "memory"].map(k => h("li", null, rich(t(`words-${k}`))))),
  h("h3", null, t("again-heading")), say("again"), h("pre", null, "./narae bench\n./narae reproduce\n./narae report"),
]);
