// SPDX-License-Identifier: MIT
/* The ledger: each paper's claims and its figures drawn again, the paper's values next to ours. */
const sources = ["paper", "cited", "baseline", "library"], sourceDashes = ["dash", "longdash", "dot", "solid"];
const sourceColours = () => [isDark() ? "#aab4c2" : "#6b7485", palette()[2], palette()[1], palette()[0]];
const verdictClass = { reproduced: "good", "reproduced by the same kind of code": "good", explained: "warn", open: "bad", impossible: "soft" };
const verdictColours = () => (isDark() ? ["#63c58d", "#a8dcbd", "#f0a04b", "#f08080", "#8893a3"] : ["#2a7d4f", "#7dba98", "#d98a29", "#b33a3a", "#8a94a6"]);
for (const paper of report.papers) paper.claims = unpack(paper.claims);

function interval(v) {
  if (!v) return "–";
  const text = number(v.value), link = v.rows?.length === 1 || v.rows?.length > 1 ? figure(rows[v.rows[0]], text) : text;
  const others = (v.rows ?? []).slice(1, 6).map((id, i) => [" ", figure(rows[id], `[${i + 2}]`)]);
  return [link, others.length > 0 && h("small", null, others), v.low !== v.high && h("span", { class: "soft" }, ` (${number(v.low)}–${number(v.high)})`)];
}

const units = { us: () => "µs", times: () => t("unit-times"), bytes: () => t("unit-bytes"), cycles: () => t("unit-cycles"), "cycles/byte": () => t("unit-cpb") };
const unitText = unit => units[unit]?.() ?? unit;

function paperChart(paper, f, n) {
  const bar = f.kind === "bars";
  return chart(`figure-${paper.name}-${n}`, translated(f.title), t("figure-alt", { n: f.traces.length }), () => ({
    traces: f.traces.map(trace => {
      const error = { type: "data", symmetric: false, array: trace.high, arrayminus: trace.low, thickness: 1, visible: trace.high.some(x => x > 0) };
      const name = trace.name.replace(sources[trace.source], t(`source-${sources[trace.source]}`));
      return { name, x: trace.x, y: trace.y, error_y: error, hovertemplate: `%{x}: %{y:,.4~r} ${unitText(f.unit)}<extra>${name}</extra>`,
        ...(bar ? { type: "bar", marker: { color: sourceColours()[trace.source] } }
          : { type: "scatter", mode: "lines+markers", line: { color: colourOf(trace.set), dash: sourceDashes[trace.source] } }) };
    }),
    layout: { barmode: "group", showlegend: true, xaxis: { type: bar ? "multicategory" : "category" },
      yaxis: f.log ? logarithmic(unitText(f.unit)) : linear(unitText(f.unit)) },
  }));
}

function reasonText(words) {
  return words.startsWith("missing: ") ? `${t("missing")}: ${translated(words.slice(9))}` : translated(words);
}

function paperContent(paper) {
  const places = distinct(paper.claims, c => c.where), english = language === "ko" && !report.sentences?.[paper.title] ? "en" : null;
  const findings = (language === "ko" && paper.findings_ko) || paper.findings;
  return [
    h("p", { class: "soft", lang: "en" }, paper.citation),
    say("paper-tolerance", { share: percent(paper.tolerance.relative), cited: format({ style: "percent", maximumFractionDigits: 1 }).format(paper.tolerance.cited), reason: translated(paper.tolerance.reason) }),
    paper.pages && soft("paper-page", { page: paper.pages[language] }),
    findings.length > 0 && [h("h4", null, t("findings")), findings.map(f => h("p", { lang: language === "ko" && !paper.findings_ko ? "en" : null }, f))],
    h("div", { class: "plots" }, paper.figures.map((f, n) => paperChart(paper, f, n))),
    places.map(where => sortable({ caption: translated(where), some: paper.claims.filter(c => c.where === where), columns: [
      [t("claim"), c => c.says, c => translated(c.says), "text"], [t("source-paper"), c => c.paper, c => number(c.paper), "number"],
      [t("source-cited"), c => c.cited?.value, c => c.cited ? interval(c.cited) : "", "number"],
      [t("source-baseline"), c => c.baseline?.value, c => interval(c.baseline), "number"], [t("source-library"), c => c.library?.value, c => interval(c.library), "number"],
      [t("column-factor"), c => c.factor, c => number(c.factor), "number"], [t("unit"), c => unitText(c.unit)], [t("column-kernel"), c => c.library?.kernel],
      [t("portable"), c => c.portable?.value, c => interval(c.portable), "number"],
      [t("verdict"), c => c.failure || c.verdict, c => c.failure ? h("span", { class: "bad" }, `${t("failed")}: ${c.failure}`) : c.verdict && h("span", { class: verdictClass[c.verdict] }, t(`verdict-${c.verdict}`), c.unsteady && "?")]] }).element),
    paper.reasons.length > 0 && [h("h4", null, t("why")), h("ul", { lang: english }, paper.reasons.map(([verdict, words, ids]) =>
      h("li", null, h("b", { class: verdictClass[verdict] }, t(`verdict-${verdict}`)), ` (${ids.length}): ${reasonText(words)} `, h("span", { class: "soft", lang: "en" }, ids.slice(0, 6).join(", ") + (ids.length > 6 ? " …" : "")))))],
    soft("columns-about"),
    Object.keys(paper.programs ?? {}).length > 0 && h("ul", { lang: "en" }, Object.entries(paper.programs).map(([name, p]) =>
      h("li", null, h("b", null, name), `: ${p.what}; `, h("a", { href: p.repository }, p.repository.replace("https://", "")), ` ${p.commit.replace(/^([0-9a-f]{10})[0-9a-f]{30}$/, "$1")}, ${p.licence}. `,
        t(p.rerun ? "program-rerun" : "program-recorded", { date: p.provenance.date ?? "" })))),
    paper.transcripts.map(([heading, text]) => h("details", null, h("summary", null, t("transcript", { heading })), h("pre", { lang: "en" }, text))),
    soft("paper-made", { date: paper.context?.date?.slice(0, 10) ?? "?", git: paper.context?.git ?? "?", cpu: paper.context?.host_cpu ?? "?" }),
  ];
}

/* What a paper holds is made when it is opened, or before it is printed. */
const unfolded = [];
function paperDetails(paper) {
  const counts = Object.entries(paper.verdicts).map(([v, n]) => `${n} ${t(`verdict-${v}`)}`).join(", ");
  const details = h("details", { id: `paper-${paper.name}`, ontoggle: fill }, h("summary", null, h("span", null, translated(paper.title)), " ", h("span", { class: "soft" }, `${paper.name}: ${counts}`)));
  function fill() {
    if (!details.open || details.childElementCount > 1) return;
    details.append(...h("div", null, paperContent(paper)).childNodes);
    addChart(details);
  }
  unfolded.push(() => { details.open = true; fill(); });
  return details;
}

part("papers", () => t("papers"), () => {
  unfolded.length = 0;
  if (!report.papers.length) return [h("h2", null, t("papers-heading")), say("papers-none")];
  const verdicts = Object.keys(report.papers[0].verdicts);
  return [
    h("h2", null, t("papers-heading")), say("papers-about"),
    chart("verdicts", t("plot-verdicts"), report.papers.map(p => `${p.name}: ${verdicts.map(v => `${p.verdicts[v]} ${t(`verdict-${v}`)}`).join(", ")}`).join("; "), () => ({
      traces: verdicts.map((v, i) => ({ type: "bar", orientation: "h", name: t(`verdict-${v}`), marker: { color: verdictColours()[i] },
        y: report.papers.map(p => p.name), x: report.papers.map(p => p.verdicts[v]), hovertemplate: `%{y}: %{x} ${t(`verdict-${v}`)}<extra></extra>` })),
      layout: { barmode: "stack", showlegend: true, xaxis: linear(t("claims")), yaxis: { autorange: "reversed" } },
    })),
    report.papers.map(paperDetails),
  ];
});
