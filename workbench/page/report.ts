// This file shows the report of a launch: its card, what the chosen line does, pictures, the
// arrays that it wrote, and the counters with a search.

import { element, text, written } from "./dom";
import { saveButtons, type Save } from "./save";

// Report is what gpusim profile -format page prints.
export type Report = {
  heading: string; card: string; pictures: string; microseconds: number;
  tiles: { name: string; value: string; metric: string }[];
  metrics: Metric[];
  lines: Line[];
  parameters: { name: string; type: string; accepts: string }[];
  arrays: ArrayOf[];
  mistakes: { line: number; column: number; message: string }[] | null;
  text?: string; // of a checker
};
export type Line = { line: number; time: number; sectors: number; conflicts: number; accesses: string; figures: string };
type Metric = { group: string; name: string; aliases?: string[]; unit: string; value: string; meaning: string };
type ArrayOf = { name: string; length: number; first: string[]; plot: [number, number][] };

// Program is what gpusim run -format page prints.
export type Program = { out: string; errors: string; status: number; tables: string; card: string; mistakes: Report["mistakes"] };

// fold hides content behind a title.
export function fold(title: string, open: boolean, ...content: Element[]): HTMLDetailsElement {
  const d = document.createElement("details");
  d.open = open;
  d.append(text("summary", title), ...content);
  return d;
}

// html is a piece of a report. Its words lead to the glossary of the book; without a book their
// titles explain enough.
function html(content: string, name = ""): HTMLElement {
  const e = written("div", content);
  if (name) e.className = name;
  for (const link of e.querySelectorAll<HTMLAnchorElement>('a[href^="glossary.md"]')) {
    link.target = "_blank";
    if (element<HTMLAnchorElement>("book").href) link.href = `../notebooks/glossary.html${link.hash}`;
    else link.removeAttribute("href");
  }
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

// grouped is a count with spaces between thousands.
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");

// array shows what a launch wrote.
function array(a: ArrayOf, save: Save): HTMLElement {
  const box = document.createElement("figure");
  const head = text("figcaption", "");
  head.append(text("b", a.name), ` · ${grouped(a.length)} ${a.length === 1 ? "value" : "values"} `, ...saveButtons(a.name, save));
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

// toLine is a button that leads to a line of the source.
export function toLine(line: number, act: Actions): HTMLElement {
  const button = text("button", `line ${line}`, "quiet");
  button.addEventListener("click", () => act.go(line));
  return button;
}

// shownCard is a card with buttons in place of positions.
export function shownCard(card: string, act: Actions): HTMLElement {
  const e = html(card);
  for (const place of e.querySelectorAll<HTMLElement>("[data-line]")) place.replaceWith(toLine(Number(place.dataset.line), act));
  return e;
}

// shownCheck is what a checker found.
export function shownCheck(r: Report, act: Actions): HTMLElement[] {
  const found = r.card ? [shownCard(r.card, act)] : [text("p", "No race, no access outside an array, no value that nobody wrote.")];
  return [text("h2", r.heading || "The launch ends with a mistake"), ...found, ...(r.text ? [fold("As compute-sanitizer prints it", false, text("pre", r.text))] : [])];
}

// shownProgram is what main() printed, and what its kernels and copies took.
export function shownProgram(p: Program, act: Actions): HTMLElement[] {
  const parts = [text("h2", "What main() prints"), text("pre", p.out || "It prints nothing.", p.out ? "" : "faint")];
  if (p.status) parts.push(text("p", `The program ends with status ${p.status}.`));
  if (p.card) parts.push(shownCard(p.card, act));
  if (p.errors) parts.push(text("pre", p.errors));
  if (p.tables) parts.push(html(p.tables, "program"));
  return parts;
}

// shownReport is a report for the right pane, with its card.
export function shownReport(r: Report, card: HTMLElement, notes: string, save: Save): HTMLElement {
  const part = document.createElement("section");
  part.className = "report";
  part.append(card);
  if (notes) part.append(text("pre", notes));
  if (r.pictures) part.append(fold("How the first warp uses memory", true, html(r.pictures, "pictures")));
  if (r.arrays?.length) part.append(fold("Results", true, ...r.arrays.map((a) => array(a, save))));
  if (r.metrics) part.append(counters(r.metrics));
  return part;
}

// shownLine is what a line of the source costs and does.
export function shownLine(l: Line): HTMLElement[] {
  const parts = [text("h2", `Line ${l.line}`), text("p", l.figures)];
  if (l.accesses) parts.push(html(l.accesses, "pictures"));
  return parts;
}
