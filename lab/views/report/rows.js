// SPDX-License-Identifier: MIT
/* Every row, to filter and to sort. */
const filterOn = ["source", "target", "cipher", "mode", "kernel", "operation", "bytes", "fidelity", "proof"];
const filtered = { source: "bench", words: "" };
let rowSort = { column: null, down: false };

part("rows", () => t("rows"), () => {
  const columns = [
    [t("column-target"), r => r.target], [t("column-cipher"), r => r.cipher, r => cipherName(r.cipher)], [t("column-mode"), r => r.mode], [t("column-kernel"), r => r.kernel_shown], [t("column-operation"), r => r.operation],
    [t("column-bytes"), r => r.bytes, r => number(r.bytes), "number"], [t("column-ad"), r => r.ad_bytes, r => number(r.ad_bytes), "number"],
    [t("column-cycles"), r => r.cycles, r => figure(r, exact(r.cycles)), "number"], [t("column-cpb"), r => r.cpb, r => number(r.cpb), "number"],
    [t("column-time"), r => r.time_us, r => duration(r.time_us), "number"], [t("column-flash"), r => r.flash_bytes, r => number(r.flash_bytes), "number"],
    [t("column-ram"), r => r.ram_bytes, r => number(r.ram_bytes), "number"], [t("column-context"), r => r.context_bytes, r => number(r.context_bytes), "number"],
    [t("column-stack"), r => r.stack_bytes, r => number(r.stack_bytes), "number"],
    [t("column-ct"), r => r.failure || constantTime(r.verdict), r => r.failure ? h("span", { class: "bad" }, `${t("refused")}: ${r.failure}`) : h("span", { class: r.verdict.startsWith("NO") && "bad" }, constantTime(r.verdict))],
    [t("column-proof"), r => r.proof, r => proofVerdict(r.proof)],
    [t("column-shares"), r => r.shares, r => r.shares > 1 ? `${r.shares}: ${r.leakage}` : ""],
    [t("column-fidelity"), r => worth(r), null, "wrap"],
  ];
  const count = h("p", { class: "soft", role: "status", id: "count" });
  const kept = () => {
    const words = filtered.words.toLowerCase().split(/\s+/).filter(Boolean);
    return rows.filter(r => filterOn.every(f => !filtered[f] || String(r[f]) === filtered[f]) &&
      words.every(w => `${r.target} ${r.cipher} ${r.mode} ${r.kernel_shown} ${r.operation} ${r.verdict} ${constantTime(r.verdict)} ${r.failure} ${r.environment}`.toLowerCase().includes(w)));
  };
  if (!rows.some(r => r.source === filtered.source)) filtered.source = "";
  const table = sortable({ id: "all-rows", caption: t("rows-heading"), columns, some: kept(), sort: rowSort, page: true });
  function show() {
    const some = kept();
    count.textContent = t("count", { kept: number(some.length), all: number(rows.length) });
    table.show(some);
  }
  show();
  const filters = filterOn.map(field => {
    const values = distinct(rows, r => r[field]);
    if (field === "bytes") values.sort(ascending);
    const options = [["", t("all")], ...values.map(v => [v, field === "proof" ? proofVerdict(v) : field === "fidelity" ? known(`fidelity-${v}`, v) : ["bench", "board"].includes(v) ? t(`source-${v}`) : field === "cipher" ? cipherName(v) : v])];
    return choice(t(field === "bytes" ? "column-bytes" : `column-${field}`), options, filtered[field] ?? "", v => { filtered[field] = v; show(); });
  });
  const search = h("input", { type: "search", value: filtered.words, oninput: e => { filtered.words = e.target.value; show(); } });
  const clear = h("button", { type: "button", onclick: () => {
    for (const f of [...filterOn, "words"]) filtered[f] = "";
    for (const e of box.querySelectorAll("select, input")) e.value = "";
    show();
  } }, t("clear"));
  const box = h("div", { class: "filters", id: "filters", role: "search", "aria-label": t("filters") }, filters, h("label", null, t("search"), search), clear);
  return [h("h2", null, t("rows-heading")), soft("rows-about"), reducedNote(), box, count, table.element];
});
begin();
