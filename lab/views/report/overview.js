// SPDX-License-Identifier: MIT
/* The first screen: what this is, what was found, in a few figures. */
const headline = [["aes-128", "gcm"], ["lea-128", "gcm"], ["aria-128", "gcm"], ["chacha20", "poly1305"], ["ascon-aead128", "aead"],
  ["aes-128", "ctr"], ["lea-128", "ctr"], ["aria-128", "ctr"], ["pipo-64/128", "ctr"], ["chacha20", "stream"]];

/* Of a cipher and mode on a machine the fastest row with this many bytes, or else with the nearest. */
function usualRow(target, cipher, mode, bytes = usualBytes) {
  const some = library(target).filter(r => r.cipher === cipher && r.mode === mode && first(r) && !r.ad_bytes && r.bytes > 0);
  if (!some.length) return null;
  const nearest = Math.min(...some.map(r => Math.abs(r.bytes - bytes)));
  return fastest(some.filter(r => Math.abs(r.bytes - bytes) === nearest), () => "")[0];
}

part("overview", () => t("overview"), () => {
  const verified = bench.filter(r => r.cycles !== null);
  const context = report.context;
  const cards = targets.map(target => {
    const some = fastest(library(target).filter(r => isMessage(r) && first(r) && !r.ad_bytes && r.bytes === usualBytes), r => r.name);
    const best = kind => some.filter(kind).sort((a, b) => a.cpb - b.cpb)[0];
    return h("div", { class: "card" }, h("h2", null, h("a", { href: `#machine-${target}` }, targetName(target))),
      [["best-authenticated", best(authenticates)], ["best-encryption", best(r => ["ctr", "stream"].includes(r.mode))]].map(([key, r]) => r &&
        h("div", null, h("b", null, figure(r, number(r.cpb)), " ", h("small", null, t("unit-cpb"))), h("span", { class: "soft" }, `${t(key)}: ${r.name}`))),
      some[0] && h("p", { class: "soft" }, worth({ ...some[0], error_band: null, unsteady: false })));
  });
  const shown = headline.filter(([c, m]) => targets.some(target => usualRow(target, c, m)));
  const judged = report.records.filter(r => r.judged);
  return [
    h("h1", null, t("title")), say("intro"),
    soft("made", { rows: number(bench.length), date: context.date?.slice(0, 10) ?? "?", git: context.git ?? "?", cpu: context.host_cpu ?? "?", good: number(verified.length) }),
    h("div", { class: "cards" }, cards,
      judged.length > 0 && h("div", { class: "card" }, h("h2", null, h("a", { href: "#records" }, t("records"))), h("b", null, `${surpassed(judged)} / ${judged.length}`), h("span", { class: "soft" }, t("records-card"))),
      report.papers.length > 0 && h("div", { class: "card" }, h("h2", null, h("a", { href: "#papers" }, t("papers"))),
        Object.keys(report.papers[0].verdicts).map(v => h("div", null, h("strong", null, number(report.papers.reduce((n, p) => n + p.verdicts[v], 0))), ` ${t(`verdict-${v}`)}`)))),
    shown.length > 0 && chart("overview-plot", t("overview-plot", { bytes: usualBytes }), t("overview-alt", { machines: targets.length, ciphers: shown.length }), () => ({
      traces: targets.map((target, i) => {
        const mine = shown.map(([c, m]) => usualRow(target, c, m)).filter(Boolean);
        return { type: "bar", name: targetName(target), marker: { color: colourOf(i) }, x: mine.map(r => r.name), y: mine.map(r => r.cpb),
          error_y: bars(mine, r => r.cpb), customdata: custom(mine), hovertemplate: `%{x}<br>${target}: %{y:,.4~r} ${t("unit-cpb")}<br>%{customdata[1]}<extra></extra>` };
      }),
      layout: { barmode: "group", showlegend: true, xaxis: { tickangle: -40 }, yaxis: logarithmic(t("unit-cpb")) },
    }), true),
    soft("how-to-read"), reducedNote(),
  ];
});
