// This file says what differs between two reports that stand side by side.

import { text } from "./dom";

type Figures = Map<string, string>;

// A report begins with its time, in bold. Its tiles have a value above a label; its table of
// counters has rows of value, unit and name.
function tiles(report: Element): Figures {
  const labels = [...report.querySelectorAll("div + div > a[title]")];
  const values = labels.map((a) => [a.textContent ?? "", a.parentElement?.previousElementSibling?.textContent ?? ""] as [string, string]);
  const time = report.querySelector("div > b:first-child")?.textContent;
  return new Map(time ? [["time", time], ...values] : values);
}

function counters(report: Element): Figures {
  const names = [...report.querySelectorAll("details td:nth-child(3) > a[title]:first-child")];
  return new Map(names.map((a) => {
    const [value, unit] = a.closest("tr")!.cells;
    return [a.textContent ?? "", `${value.textContent} ${unit.textContent}`];
  }));
}

function row(cell: "td" | "th", words: string[]): HTMLElement {
  const tr = document.createElement("tr");
  tr.append(...words.map((w) => text(cell, w)));
  return tr;
}

// table has the figures that differ; one that a report lacks is a dash there.
function table(a: Figures, b: Figures, names: [string, string]): HTMLElement {
  const t = document.createElement("table");
  t.append(row("th", [...names, ""]));
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const pair = [a.get(key) ?? "–", b.get(key) ?? "–"];
    if (pair[0] !== pair[1]) t.append(row("td", [...pair, key]));
  }
  return t;
}

// differences is what differs, with the names of the two reports as heads.
export function differences(a: Element, b: Element, names: [string, string]): HTMLElement {
  const part = document.createElement("section");
  part.className = "differences";
  const all = document.createElement("details");
  all.append(text("summary", "all counters that differ"), table(counters(a), counters(b), names));
  part.append(text("h2", "What differs"), table(tiles(a), tiles(b), names), all);
  return part;
}
