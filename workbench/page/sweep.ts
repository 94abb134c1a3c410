// This file is the view of a sweep: a launch for each value of an axis, as a table with a bar for its time.

import { text } from "./dom";
import { commandLine, shown, valuesOf, type Launch } from "./launch";

// Sweep is what gpusim sweep -format page prints.
export type Sweep = { columns: { Title: string; Numbers: boolean; Cells: string[] }[]; errors: string[] | null };

const whole = /^\d+$/;
const number = (words: string) => (whole.test(words) ? Number(words) : undefined);

// axis is what varies where the launch does not say it: the block, if the grid can follow.
function axis(l: Launch): string {
  return number(l.block) && !l.grid.includes(",") ? "block=32,64,128,256,512,1024" : "device=A100,H100,H200";
}

// sweepLine returns the words of a sweep. With a block of another size the grid has as many threads; with
// another value of a parameter, arrays that were as long and a grid that covered them follow it.
export function sweepLine(file: string, l: Launch): string[] {
  const over = l.over || axis(l);
  const name = over.split("=")[0];
  const values = valuesOf(l.values);
  const [grid, block, old] = [number(l.grid), number(l.block), number(values.get(name) ?? "")];
  const swept = { ...l };
  if (name === "block" && block) {
    const follows = (of: string) => of.replace(new RegExp(`\\+ *${block - 1}\\b`), "+block-1").replace(new RegExp(`/ *${block}\\b`), "/block");
    swept.grid = grid ? `(${grid * block}-1)/block+1` : follows(l.grid);
  }
  if (old !== undefined) {
    values.delete(name);
    for (const [key, value] of values) if (value.split(":")[0] === String(old)) values.set(key, value.replace(String(old), name));
    if (grid && block && grid === Math.ceil(old / block)) swept.grid = `(${name}-1)/block+1`;
    swept.values = [...values].map(([key, value]) => `${key}=${value}`).join(" ");
  }
  const line = commandLine("sweep", file, swept, l.device, "-over", over);
  const without = (flag: string) => line.splice(line.indexOf(flag), 2);
  if (["device", "block", "grid", "shared"].includes(name) && line.indexOf("-" + name) < line.indexOf("-over")) without("-" + name);
  return line;
}

// bar is a cell with a bar as long as its number is of the largest.
function bar(cell: string, most: number): HTMLElement {
  const td = text("td", "", "bars");
  const line = text("div", "", "bar");
  line.style.width = `${(100 * (Number(cell) || 0)) / most}%`;
  td.append(line);
  return td;
}

// shownSweep is the table of a sweep, its errors, and the command that makes it.
export function shownSweep(s: Sweep, line: string[]): HTMLElement[] {
  const time = s.columns.find((c) => c.Title.startsWith("time"));
  const most = Math.max(...(time?.Cells ?? []).map((c) => Number(c) || 0), 1e-9);
  const table = document.createElement("table");
  const head = document.createElement("tr");
  head.append(...s.columns.flatMap((c) => [text("th", c.Title), ...(c === time ? [document.createElement("td")] : [])]));
  table.append(head);
  s.columns[0].Cells.forEach((_, i) => {
    const row = document.createElement("tr");
    row.append(...s.columns.flatMap((c) => [text("td", c.Cells[i], c.Numbers ? "number" : ""), ...(c === time ? [bar(c.Cells[i], most)] : [])]));
    table.append(row);
  });
  const box = text("div", "", "sweep");
  box.tabIndex = 0; // which scrolls
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "launches");
  box.append(table);
  const command = text("p", "", "faint");
  command.append("The field over of the launch says what varies. The same in a terminal: ", text("code", shown(line)));
  return [box, ...(s.errors ?? []).map((e) => text("p", e)), command];
}
