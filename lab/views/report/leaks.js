// SPDX-License-Identifier: MIT
/* What `./narae leak` found of the masked programs that were timed: one line for each operation. */
part("leaks", () => t("leaks"), () => {
  const masked = bench.filter(r => r.shares > 1 && r.cycles !== null), head = [h("h2", null, t("leaks-heading")), say("leaks-about")];
  if (!masked.length) return [...head, say("leaks-none")];
  const checked = masked.filter(r => r.leakage !== "not tried"), good = checked.filter(r => r.leakage.startsWith("none"));
  const facts = r => r.provenance?.leakage ?? programs[r.program]?.leakage ?? {};
  const alike = (r, o) => o.shares === 1 && o.target === r.target && o.cipher === r.cipher && o.mode === (r.mode === "masked" ? "block" : r.mode) && o.operation === r.operation;
  const unmasked = r => library(r.target).filter(o => alike(r, o) && o.cpb).sort((a, b) => a.cpb - b.cpb)[0];
  return [...head, say("leaks-counts", { none: number(good.length), checked: number(checked.length), all: number(masked.length) }),
    sortable({ id: "leaks-table", caption: t("leaks-heading"), some: masked, page: true, columns: [
      [t("column-target"), r => r.target], [t("column-cipher"), r => r.cipher, r => cipherName(r.cipher)], [t("column-kernel"), r => r.kernel_shown], [t("column-operation"), r => r.operation],
      [t("column-cycles"), r => r.cycles, r => figure(r, number(r.cycles)), "number"], [t("column-cpb"), r => r.cpb, r => r.cpb && number(r.cpb), "number"],
      [t("column-unmasked"), r => unmasked(r)?.cpb, r => unmasked(r) && figure(unmasked(r), number(unmasked(r).cpb)), "number"],
      [t("column-random"), r => r.random_bytes, r => number(r.random_bytes), "number"],
      [t("column-leakage"), r => r.leakage, r => h("span", { class: r.leakage.startsWith("leaks") && "bad" }, r.leakage)],
      [t("column-places"), r => (facts(r).places ?? []).join(", "), null, "wrap"], [t("column-model"), r => facts(r).model ?? ""]] }).element];
});
