// SPDX-License-Identifier: MIT
/* Tables that sort by their headings; a long one is cut into pages. */
const PAGE = 100;

/* A table that is wider than its place says so until its last column is in sight. */
const hint = scroll => scroll.classList.toggle("more", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1);
const widths = new ResizeObserver(seen => { for (const e of seen) hint(e.target.closest(".scroll")); });

/* A column: heading, value to sort by, how to show it (text or element), and what kind of thing it is. */
function sortable({ id, caption, columns, some, sort = { column: null, down: false }, page = false }) {
  const body = h("tbody"), pages = h("div", { class: "pages" });
  let at = 0;
  const heads = columns.map(([name, , , kind], i) => h("th", { scope: "col", class: kind === "number" && "number" },
    name && h("button", { type: "button", onclick: () => {
      sort = { column: i, down: sort.column === i && !sort.down };
      at = 0;
      show();
    } }, name)));
  function show(changed) {
    if (changed) { some = changed; at = 0; }
    const sorted = [...some];
    if (sort.column !== null) {
      const value = columns[sort.column][1];
      const empty = x => x === null || x === undefined || x === "";
      sorted.sort((p, q) => {
        const a = value(p), b = value(q);
        if (empty(a) || empty(b)) return empty(a) - empty(b);  // what has no figure comes last, both ways
        return (sort.down ? -1 : 1) * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
      });
    }
    heads.forEach((th, i) => th.setAttribute("aria-sort", i !== sort.column ? "none" : sort.down ? "descending" : "ascending"));
    const shown = page ? sorted.slice(at, at + PAGE) : sorted;
    body.replaceChildren(...shown.map((r, n) => h("tr", null, columns.map(([, value, render, kind]) => {
      const content = (render ?? value)(r, at + n);
      return h("td", { class: kind }, content ?? "–");
    }))));
    if (!page) return;
    const turn = to => { at = to; show(); };
    pages.replaceChildren(
      h("button", { type: "button", disabled: at === 0, onclick: () => turn(at - PAGE) }, t("previous")),
      h("span", { role: "status" }, t("pages", { from: number(Math.min(at + 1, sorted.length)), to: number(at + shown.length), all: number(sorted.length) })),
      h("button", { type: "button", disabled: at + PAGE >= sorted.length, onclick: () => turn(at + PAGE) }, t("next")));
  }
  show();
  const table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption, "data-more": t("more-columns"), onscroll: () => hint(table) },
    h("table", { id }, h("caption", null, caption), h("thead", null, h("tr", null, heads)), body));
  widths.observe(table);
  widths.observe(table.firstChild); // other rows may be wider
  return { element: h("div", null, table, page && pages), show };
}

/* A choice with a label, which begins with a capital as the other labels do; `options` are values or pairs of value and
   text. */
function choice(label, options, chosen, changed) {
  const select = h("select", { onchange: e => changed(e.target.value) }, options.map(o => {
    const [value, text] = Array.isArray(o) ? o : [o, o];
    return h("option", { value, selected: String(value) === String(chosen) }, text);
  }));
  return h("label", null, label[0].toUpperCase() + label.slice(1), select);
}
