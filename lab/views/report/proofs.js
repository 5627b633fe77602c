// SPDX-License-Identifier: MIT
/* What `./narae prove` found of the programs that were timed: one line for each, with a verdict for each direction. */
const forwards = ["key+encrypt", "encrypt", "hash"], backwards = ["key+decrypt", "decrypt"];

function provedPrograms() {
  const programs = new Map();
  for (const r of bench) if (r.proof !== "not tried") {
    const key = [r.target, r.cipher, r.mode, r.kernel_shown].join("\0");
    const p = programs.get(key) ?? programs.set(key, { row: r, forth: null, back: null }).get(key);
    if (forwards.includes(r.operation)) p.forth ??= r;
    if (backwards.includes(r.operation)) p.back ??= r;
  }
  return [...programs.values()];
}

part("proofs", () => t("proofs"), () => {
  const some = provedPrograms(), head = [h("h2", null, t("proofs-heading")), say("proofs-about")];
  if (!some.length) return [...head, say("proofs-none")];
  const all = some.flatMap(p => [p.forth, p.back]).filter(Boolean), proved = all.filter(r => r.proof.startsWith("equal"));
  const verdict = r => r && figure(r, h("span", { class: r.proof === "refuted" && "bad" }, proofVerdict(r.proof)));
  const facts = p => (p.forth ?? p.row).provenance?.proved ?? programs[p.row.program]?.proved ?? {};
  return [...head, say("proofs-counts", { proved: number(proved.length), all: number(all.length), programs: number(some.length), tables: number(all.filter(r => r.proof.startsWith("equal (table)")).length) }),
    sortable({ id: "proofs-table", caption: t("proofs-heading"), some, page: true, columns: [
      [t("column-target"), p => p.row.target], [t("column-cipher"), p => p.row.cipher, p => cipherName(p.row.cipher)], [t("column-mode"), p => p.row.mode],
      [t("column-kernel"), p => p.row.kernel_shown], [t("column-forth"), p => p.forth?.proof, p => verdict(p.forth)], [t("column-back"), p => p.back?.proof, p => verdict(p.back)],
      [t("column-covers"), p => facts(p).covers, null, "wrap"], [t("column-how"), p => facts(p).how]] }).element];
});
