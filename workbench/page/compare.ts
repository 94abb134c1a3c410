// This file says what differs between two reports, and between the sources that they are of.

import * as cm from "./codemirror.js";
import { capital, text } from "./dom";
import { reading, type Language } from "./editor";
import { fold, type Report } from "./report";

type Figures = Map<string, string>;

// Side is one of two that are compared.
export type Side = { name: string; source: string; report: Report };

const counters = (r: Report): Figures => new Map(r.metrics.map((m) => [m.name, `${m.value} ${m.unit}`]));

// tiles has the figures on the cards of either report: a card leaves out what is as it should be.
function tiles(r: Report, other: Report): Figures {
  const figures = new Map([["launch", r.heading], ["time", r.microseconds ? `${r.microseconds.toPrecision(4)} µs` : "–"], ...r.tiles.map((t) => [t.name, t.value] as [string, string])]);
  const all = counters(r);
  for (const t of other.tiles) if (!figures.has(t.name) && all.has(t.metric)) figures.set(t.name, all.get(t.metric)!);
  return figures;
}

function row(cell: "td" | "th", words: string[]): HTMLElement {
  const tr = document.createElement("tr");
  tr.append(...words.map((w) => text(cell, w)));
  return tr;
}

// table has the figures that differ; one that a report lacks is a dash there.
function table(a: Figures, b: Figures, names: string[]): HTMLElement {
  const t = document.createElement("table");
  t.append(row("th", ["", ...names]));
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const pair = [a.get(key) ?? "–", b.get(key) ?? "–"];
    if (pair[0] !== pair[1]) t.append(row("td", [key, ...pair]));
  }
  if (t.rows.length === 1) return text("p", "No counter differs.");
  return t;
}

function sources(a: Side, b: Side, language: Language): HTMLElement {
  const box = document.createElement("div");
  box.className = "sources";
  const side = (s: Side) => ({ doc: s.source, extensions: [...reading(language), cm.EditorView.contentAttributes.of({ "aria-label": s.name, tabindex: "0" })] });
  new cm.MergeView({ parent: box, a: side(a), b: side(b), collapseUnchanged: { margin: 2, minSize: 6 } });
  return box;
}

// verdict says how much faster or slower the second is.
function verdict(a: Side, b: Side): string {
  const ratio = a.report.microseconds / b.report.microseconds;
  if (!Number.isFinite(ratio) || ratio === 0) return "What differs";
  const factor = ratio >= 1 ? ratio : 1 / ratio;
  return factor < 1.005 ? `${b.name} takes as long as ${a.name}` : `${b.name} is ${factor.toFixed(2)} times as ${ratio > 1 ? "fast" : "slow"} as ${a.name}`;
}

// differences is what differs between two sides.
export function differences(a: Side, b: Side, language: Language): HTMLElement {
  const part = document.createElement("section");
  part.className = "differences";
  const names = [a.name, b.name];
  part.append(text("h2", capital(verdict(a, b))), table(tiles(a.report, b.report), tiles(b.report, a.report), names));
  if (a.source !== b.source) part.append(fold("The sources", true, sources(a, b, language)));
  part.append(fold("All counters that differ", false, table(counters(a.report), counters(b.report), names)));
  return part;
}
