// SPDX-License-Identifier: MIT
/* What every part shares: words in the reader's language, elements, the theme, and the dialog with a row's provenance. */
const remembered = {  // a file opened from disk may have no storage
  get(name) { try { return localStorage.getItem(`narae-${name}`); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(`narae-${name}`, value); } catch { /* then not */ } },
};
let language = remembered.get("language") ?? (navigator.language.startsWith("ko") ? "ko" : "en");

function t(key, values = {}) {
  const word = report.words[key]?.[language];
  if (word === undefined) throw new Error(`no word for ${key}`);
  return word.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
/* A word that may be missing, such as that for somebody else's target. */
const known = (key, otherwise) => report.words[key]?.[language] ?? otherwise;
/* A verdict of a proof and, where it is limited, to what: "equal, 0 to 33 blocks". */
function proofVerdict(text) {
  const [kind, ...limits] = text.split(", ");
  const shown = limit => limit.replace(/^(\d+) to (\d+) (\w+)/, (_, from, to, unit) => t("proof-range", { from, to, unit: t(`proof-${unit}`) }))
    .replace(/^(\d+) sizes to (\d+) bytes/, (_, n, to) => t("proof-sizes", { n, to }));
  return [known(`proof-${kind}`, kind), ...limits.map(shown)].join(", ");
}
/* A sentence of a paper, which has a Korean form if it is one of the lab's own. */
const translated = sentence => (language === "ko" && report.sentences?.[sentence]) || sentence;

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return element;
}
/* A word with **strong** and `code` in it. */
function rich(text) {
  return text.split(/(\*\*.+?\*\*|`.+?`)/).map(part => part.startsWith("**") ? h("b", null, part.slice(2, -2))
    : part.startsWith("`") ? h("code", null, part.slice(1, -1)) : part);
}
const say = (key, values) => h("p", null, rich(t(key, values)));
const reducedNote = () => reduced.size > 0 && soft("reduced-rounds");
const soft = (key, values) => h("p", { class: "soft" }, rich(t(key, values)));

const locale = () => (language === "ko" ? "ko-KR" : "en");
const formats = new Map();  // making one takes longer than using it a hundred times
function format(options) {
  const key = `${locale()} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale(), options));
  return formats.get(key);
}
const whole = { maximumFractionDigits: 0 }, three = { maximumSignificantDigits: 3 }, four = { maximumSignificantDigits: 4 };
function number(x) {
  if (x === null || x === undefined) return "–";
  const size = Math.abs(x);
  return format(size >= 1000 ? whole : size < 10 ? three : four).format(x);
}
const exact = x => x === null || x === undefined ? "–" : format({ maximumFractionDigits: 2 }).format(x);
const percent = x => format({ style: "percent", maximumFractionDigits: 0 }).format(x);
function duration(us) {
  if (us === null || us === undefined) return "–";
  return us < 1 ? `${number(us * 1000)} ns` : us < 1000 ? `${number(us)} µs` : `${number(us / 1000)} ms`;
}
/* The interval of a modelled figure; what the lab says of it in English has words. */
const bandOf = r => r.error_band?.replace("outside the validated domain", t("band-outside")).replace(/with (\d+) instruction-cache misses/, (_, misses) => t(misses === "1" ? "band-miss" : "band-misses", { misses }));
const worth = r => r.fidelity === "counted" ? t("fidelity-counted") : [known(`fidelity-${r.fidelity}`, r.fidelity), bandOf(r), r.unsteady && `(${t("column-spread")} ${percent(r.spread)})`].filter(Boolean).join(" ");
const constantTime = v => v.startsWith("NO: ") ? t("ct-NO", { why: v.slice(4).replace(" and ", ", ") }) : known(`ct-${v}`, v);
const operationName = operation => known(`operation-${operation}`, operation);
const targetName = target => known(`target-${target}`, target);

/* A number that leads to the row it comes from, marked if another run may give another one. */
function figure(r, text) {
  return h("a", { href: `#row-${r.id}`, title: t("provenance-of", { row: rowName(r) }) }, text, r.unsteady && "?");
}
const rowName = r => `${r.name} ${r.operation} ${r.bytes}${r.ad_bytes ? `+${r.ad_bytes}` : ""} B, ${r.kernel_shown}, ${r.target}`;

function provenance(r) {
  const facts = {
    [t("column-cycles")]: r.cycles === null ? `– ${r.failure}` : exact(r.cycles), [t("column-cpb")]: number(r.cpb),
    [t("column-time")]: duration(r.time_us), [t("column-spread")]: r.spread === null ? "–" : `${number(100 * r.spread)} %`,
    [t("column-runs")]: r.runs, [t("column-fidelity")]: worth(r),
    [t("column-flash")]: exact(r.flash_bytes), [t("column-ram")]: exact(r.ram_bytes), [t("column-context")]: exact(r.context_bytes),
    [t("column-stack")]: exact(r.stack_bytes), [t("column-vectors")]: r.vectors,
    [t("column-ct")]: `${constantTime(r.verdict)} (${Object.entries(r.constant_time).map(([k, v]) => `${k} ${v}`).join(", ")})`,
    [t("column-proof")]: proofVerdict(r.proof),
    ...(r.shares > 1 && { [t("column-shares")]: r.shares, [t("column-random")]: r.random_bytes, [t("column-leakage")]: r.leakage }),
    [t("column-source")]: r.source + (r.environment ? `, ${r.environment}` : ""),
  };
  const traced = { ...(r.program === null ? {} : programs[r.program]), ...r.provenance };
  for (const [name, value] of Object.entries(traced)) if (value !== null && value !== undefined)
    facts[name] = typeof value === "object" ? Object.entries(value).map(([k, v]) => `${k}: ${v}`).join("; ") : String(value);
  return facts;
}

function showRow(r) {
  const dialog = document.getElementById("provenance");
  dialog.replaceChildren(h("h2", { id: "provenance-title" }, rowName(r)), h("p", { class: "soft" }, t("provenance-about")),
    h("dl", null, Object.entries(provenance(r)).map(([name, value]) => [h("dt", null, name), h("dd", null, value)])),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, t("close"))));
  if (!dialog.open) dialog.showModal();
}
document.getElementById("provenance").addEventListener("close", () => {
  if (location.hash.startsWith("#row-")) history.replaceState(null, "", "#" + (section ?? ""));
});
let section = null;  // where the reader was when a row was opened
function followHash() {
  const row = location.hash.match(/^#row-(\d+)$/);
  if (row && rows[row[1]]) showRow(rows[row[1]]);
  else {
    section = location.hash.slice(1);
    const place = section && document.getElementById(section);
    if (place?.tagName === "DETAILS") place.open = true;
  }
}
addEventListener("hashchange", followHash);

/* Light or dark, as the reader or else the system wants it; always light on paper. */
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
let theme = remembered.get("theme") ?? "auto", printing = false;
const isDark = () => !printing && (theme === "auto" ? darkSystem.matches : theme === "dark");
function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  redraw();
}

/* The parts of the page, in order: an id, a word for the contents, and what makes its elements. */
const parts = [];
const part = (id, word, make) => parts.push({ id, word, make });

function build() {
  document.documentElement.lang = language;
  document.title = t("title");
  for (const e of document.querySelectorAll("[data-t]")) e.textContent = t(e.dataset.t);
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", t(e.dataset.label));
  document.getElementById("language").value = language;
  document.getElementById("theme").value = theme;
  forgetCharts();
  const made = parts.map(p => ({ ...p, content: p.make() })).filter(p => p.content);
  document.querySelector("nav").replaceChildren(...made.map(p => h("a", { href: `#${p.id}` }, p.word())));
  document.getElementById("main").replaceChildren(...made.map(p => h("section", { id: p.id, "aria-label": p.word() }, p.content)));
  watchCharts();
}
function begin() {
  document.getElementById("language").addEventListener("change", e => {
    remembered.set("language", language = e.target.value);
    build();
  });
  document.getElementById("theme").addEventListener("change", e => {
    remembered.set("theme", theme = e.target.value);
    applyTheme();
  });
  darkSystem.addEventListener("change", applyTheme);
  addEventListener("beforeprint", () => {
    printing = true;
    unfolded.forEach(unfold => unfold());
    for (const details of document.querySelectorAll("#ciphers details")) details.open = true;
    applyTheme();
    drawAll();
  });
  addEventListener("afterprint", () => { printing = false; applyTheme(); });
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  build();
  followHash();
  if (section) document.getElementById(section)?.scrollIntoView();
  performance.mark("interactive");
}
/* The plotting library is the longest part of the file and comes last: tables do not wait for it. */
function beginPlots() {
  plotting = true;
  watchCharts();
}
