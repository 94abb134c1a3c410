// This file shows the report of a launch: its card, what the chosen line does, pictures, the
// arrays that it wrote, and the counters with a search.

import { text, written } from "./dom";

// Report is what gpusim profile -format page prints.
export type Report = {
  heading: string; card: string; pictures: string; microseconds: number;
  tiles: { name: string; value: string }[];
  metrics: Metric[];
  lines: Line[];
  parameters: { name: string; type: string; accepts: string }[];
  arrays: ArrayOf[];
  mistakes: { line: number; column: number; message: string }[] | null;
};
export type Line = { line: number; time: number; sectors: number; conflicts: number; accesses: string; figures: string };
type Metric = { group: string; name: string; aliases?: string[]; unit: string; value: string; meaning: string };
type ArrayOf = { name: string; length: number; first: string[]; plot: [number, number][] };

// fold hides content behind a title.
export function fold(title: string, open: boolean, ...content: Element[]): HTMLDetailsElement {
  const d = document.createElement("details");
  d.open = open;
  d.append(text("summary", title), ...content);
  return d;
}

// html is a piece of a report. The glossary is not here; the titles of its links explain enough.
function html(content: string, name = ""): HTMLElement {
  const e = written("div", content);
  if (name) e.className = name;
  for (const link of e.querySelectorAll('a[href^="glossary.md"]')) link.removeAttribute("href");
  for (const image of e.querySelectorAll("img")) image.parentElement!.tabIndex = 0; // which scrolls
  return e;
}

// counters is the table of metrics; the search looks at names, groups and meanings.
function counters(metrics: Metric[]): HTMLDetailsElement {
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = "search counters, such as sectors or hit rate";
  search.setAttribute("aria-label", "search counters");
  const table = document.createElement("table");
  table.className = "counters";
  const rows = metrics.map((m) => {
    const row = document.createElement("tr");
    const name = document.createElement("td");
    name.append(text("code", m.name), text("div", m.meaning, "faint"));
    row.append(text("td", m.value, "number"), text("td", m.unit), name);
    return { row, words: [m.group, m.name, ...(m.aliases ?? []), m.meaning].join(" ").toLowerCase() };
  });
  table.append(...rows.map((r) => r.row));
  const box = fold(`All counters (${metrics.length})`, false, search, table);
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase().split(/\s+/);
    for (const r of rows) r.row.hidden = !wanted.every((w) => r.words.includes(w));
  });
  return box;
}

const [plotWidth, plotHeight] = [480, 90];

function plot(a: ArrayOf): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const low = Math.min(...a.plot.map((p) => p[0])), high = Math.max(...a.plot.map((p) => p[1]));
  const x = (i: number) => (plotWidth * (i + 0.5)) / a.plot.length;
  const y = (v: number) => plotHeight - 4 - ((plotHeight - 8) * (v - low)) / (high - low || 1);
  svg.setAttribute("viewBox", `0 0 ${plotWidth} ${plotHeight}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${a.name} over its ${a.length} values, from ${low} to ${high}`);
  const band = document.createElementNS(svg.namespaceURI, "polygon");
  const upper = a.plot.map((p, i) => `${x(i)},${y(p[1]) - 1}`);
  const lower = a.plot.map((p, i) => `${x(i)},${y(p[0]) + 1}`).reverse();
  band.setAttribute("points", [...upper, ...lower].join(" "));
  svg.append(band);
  return svg as SVGElement;
}

// array shows what a launch wrote.
function array(a: ArrayOf): HTMLElement {
  const box = document.createElement("figure");
  const head = text("figcaption", "");
  head.append(text("b", a.name), ` · ${a.length} values`);
  box.append(head);
  if (a.plot.length > 1) {
    const low = Math.min(...a.plot.map((p) => p[0])), high = Math.max(...a.plot.map((p) => p[1]));
    box.append(plot(a), text("div", `from ${low} to ${high}`, "faint"));
  }
  box.append(text("code", a.first.join("  ") + (a.first.length < a.length ? " …" : ""), "values"));
  return box;
}

// Actions are what a report leads to.
export type Actions = { go(line: number): void };

// shownReport is a report for the right pane.
export function shownReport(r: Report, notes: string, act: Actions): HTMLElement {
  const part = document.createElement("section");
  part.className = "report";
  const card = html(r.card);
  for (const rule of card.querySelectorAll<HTMLElement>("[data-line]")) {
    const line = Number(rule.dataset.line);
    if (!line) continue;
    const button = text("button", `line ${line}`, "quiet");
    button.addEventListener("click", () => act.go(line));
    rule.append(" ", button);
  }
  part.append(card);
  if (notes) part.append(text("pre", notes));
  if (r.pictures) part.append(fold("How the first warp uses memory", true, html(r.pictures, "pictures")));
  if (r.arrays?.length) part.append(fold("Results", true, ...r.arrays.map(array)));
  if (r.metrics) part.append(counters(r.metrics));
  return part;
}

// shownLine is what a line of the source costs and does.
export function shownLine(l: Line): HTMLElement[] {
  const parts = [text("h2", `Line ${l.line}`), text("p", l.figures)];
  if (l.accesses) parts.push(html(l.accesses, "pictures"));
  return parts;
}
