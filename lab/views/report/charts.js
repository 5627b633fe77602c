// SPDX-License-Identifier: MIT
/* Plots that are drawn when they come into view, follow theme and width, and lead from a point to its row. */
const lightPalette = ["#2a66b8", "#a85500", "#2a7d4f", "#9c3f86", "#5f4fc4", "#b33a3a", "#5b6470", "#00767f"];
const darkPalette = ["#6fa8f5", "#f0a04b", "#63c58d", "#dd85c6", "#a99bf5", "#f08080", "#aab4c2", "#4fc3cb"];
const palette = () => (isDark() ? darkPalette : lightPalette);
const colourOf = i => palette()[i % palette().length];
const dashOf = i => ["solid", "dot", "dash"][Math.floor(i / palette().length) % 3];
const symbolOf = i => ["circle", "diamond", "square"][Math.floor(i / palette().length) % 3];
const decades = [0.01, 0.1, 1, 10, 100, 1000, 10000, 100000, 1000000].flatMap(x => [x, 2 * x, 5 * x]);
const logarithmic = (title, more) => ({ title: { text: `${title} ${t("log")}` }, type: "log", tickvals: decades, tickformat: ",~r", ...more });
const messageSizes = [8, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576];
const overSizes = () => logarithmic(t("axis-message"), { tickvals: messageSizes });
const linear = (title, more) => ({ title: { text: title }, tickformat: ",~r", ...more });

const PRINTED = { width: 690, height: 358, most: 860 };  // of a page of A4
const charts = new Map();  // element -> what draws it, whether it was drawn, and as it is to be; whether it is near the view
let watcher = null, plotting = false;

/* `make` returns traces and layout for each theme; `alt` is what the plot says, in words. */
function chart(id, title, alt, make, wide = false) {
  const element = h("div", { class: "plot", id, role: "img", "aria-label": `${title}. ${alt}` });
  charts.set(element, { make, drawn: false, fresh: false, near: false });
  return h("figure", { class: wide && "wide" }, h("figcaption", null, title), element);
}
function draw(element) {
  const c = charts.get(element);
  const { traces: all, layout } = c.make();
  const traces = printing ? all.filter(trace => trace.visible !== "legendonly") : all;  // paper cannot switch them on
  Plotly.react(element, traces, themed(layout, element), { responsive: true, displaylogo: false, displayModeBar: innerWidth > 700 ? "hover" : false });
  if (!c.drawn) {
    element.on("plotly_click", e => {
      const id = e.points[0].customdata?.[0];
      if (id !== undefined) location.hash = `#row-${id}`;
    });
    element.on("plotly_afterplot", () => thin(element));
  }
  thin(element);
  c.drawn = c.fresh = true;
}
/* Hides each label that would lie on an earlier one: those of axes first, then those of points, which a pointer shows. */
function thin(element) {
  const placed = [], { right } = element.getBoundingClientRect(), beside = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  for (const text of element.querySelectorAll(".xtick text, .ytick text, .textpoint text")) {
    const box = text.getBoundingClientRect(), turned = /rotate\((?!0)/.test(text.getAttribute("transform"));
    const clear = turned || box.right <= right && placed.every(other => beside(box, other));
    text.style.visibility = clear ? "" : "hidden";
    if (clear && !turned) placed.push(box);
  }
}
function themed(layout, element) {
  const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue(name).trim();
  const narrow = innerWidth < 700 || printing;
  const axis = a => ({ gridcolor: colour("--line"), zerolinecolor: colour("--line"), automargin: true, ...a,
    title: { ...a?.title, font: { size: narrow ? 11 : 13 } } });
  const above = { y: 1.02, yanchor: "bottom", ...(printing ? {} : { maxheight: 0.25 }) };  // the rest of it scrolls
  const legend = { orientation: narrow ? "h" : "v", font: { size: 11 }, ...(narrow ? above : {}), ...layout.legend };
  return { separators: ".,", hoverlabel: { font: { size: 12 } }, ...layout, xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis), legend,
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: colour("--text"), family: getComputedStyle(document.body).fontFamily },
    modebar: { bgcolor: "rgba(0,0,0,0)", color: colour("--soft"), activecolor: colour("--accent") },
    ...(printing ? { width: PRINTED.width, height: Math.min(parseFloat(element.style.height) || PRINTED.height, PRINTED.most), autosize: false } : { autosize: true, width: undefined, height: undefined }),
    margin: { l: 8, r: 12, t: 28, b: 8 } };
}
function watchCharts() {
  if (!plotting) return;
  watcher = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) {
      const c = charts.get(target);
      if (c) c.near = isIntersecting;
      if (c?.near && !c.fresh) draw(target);
    }
  }, { rootMargin: "300px" });
  for (const element of charts.keys()) watcher.observe(element);
}
const addChart = element => { for (const plot of element.querySelectorAll(".plot")) watcher?.observe(plot); };
function forgetCharts() {
  watcher?.disconnect();
  for (const [element, c] of charts) if (c.drawn) Plotly.purge(element);
  charts.clear();
}
/* Removes the plots inside an element that is about to be refilled. */
function forgetInside(place) {
  for (const element of place.querySelectorAll(".plot")) {
    if (charts.get(element)?.drawn) Plotly.purge(element);
    charts.delete(element);
  }
}
/* Theme or paper have changed: what is near the view is drawn again, the rest when it comes there. */
function redraw() {
  for (const c of charts.values()) c.fresh = false;
  for (const [element, c] of charts) if (c.near) draw(element);
}
const drawAll = () => { for (const [element, c] of charts) if (!c.fresh && element.offsetParent !== null) draw(element); };

/* Error bars of modelled figures. */
const half = r => r.error_band ? parseFloat(r.error_band.match(/[\d.]+/)) / 100 : 0;
const bars = (some, value) => ({ type: "data", visible: some.some(r => r.error_band), thickness: 1, width: 3, array: some.map(r => value(r) * half(r)) });
const custom = some => some.map(r => [r.id, `${r.kernel_shown}<br>${worth(r)}`]);

/* A line for each name, over the size of a message. */
function sizeTraces(some, name, shown) {
  const names = distinct(some, name);
  return [...names.filter(shown), ...names.filter(n => !shown(n))].map((n, i) => {
    const mine = some.filter(r => name(r) === n && r.bytes > 0).sort((a, b) => a.bytes - b.bytes);
    return { type: "scatter", mode: "lines+markers", name: n, visible: shown(n) ? true : "legendonly",
      line: { color: colourOf(i), dash: dashOf(i) }, marker: { symbol: symbolOf(i) },
      x: mine.map(r => r.bytes), y: mine.map(r => r.cpb), error_y: bars(mine, r => r.cpb), customdata: custom(mine),
      hovertemplate: `${n}<br>%{x:,} B: %{y:,.4~r} ${t("unit-cpb")}<br>%{customdata[1]}<extra></extra>` };
  });
}
const inWords = (some, value, most = 4) => some.slice(0, most).map(r => `${r.name} ${number(value(r))}`).join(", ");
