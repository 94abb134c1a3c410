// This file is the form of a launch below the editor: a field per part, each with what it
// accepts and where its value comes from.

import { element, input, text } from "./dom";
import { heading, names, proposedFor, valuesOf, withValue, type Launch, type Proposal } from "./launch";
import type { Report } from "./report";

type Field = { id: string; name: string; value: string; accepts: string };

const paramID = (name: string) => "value-" + name;

export class Form {
  private shown = ""; // the ids of the fields
  private accepts = new Map<string, string>(); // of parameters

  // changed tells of a field that was changed by hand.
  constructor(private readonly changed: (launch: Launch, field: string) => void) {}

  // learn takes what parameters accept from a report.
  learn(report: Report): void {
    this.accepts = new Map(report.parameters?.map((p) => [p.name, `${p.type}: ${p.accepts}`]));
  }

  // show writes a launch into the fields. The line above them is empty while the source is of
  // another kernel, and says so where nothing but a guess gives the launch.
  show(launch: Launch, given: Set<string>, proposal: Proposal | undefined, source: string): void {
    const fields = this.fields(launch, proposal);
    const ids = fields.map((f) => f.id).join(" ");
    if (ids !== this.shown) {
      this.shown = ids;
      element("fields").replaceChildren(...fields.map((f) => this.make(f)));
    }
    element("kernels").replaceChildren(...(proposal?.kernels ?? []).map((k) => new Option(k.name)));
    const proposed = proposal && proposedFor(proposal, launch.kernel);
    const guessed = !given.size && proposed && !proposed.because.some((r) => r.line) ? ` · ${proposed.because.find((r) => r.field === "launch")?.text ?? "a guess"}` : "";
    element("line").textContent = names(source, launch) ? heading(launch) + guessed : "";
    const because = new Map(proposed?.because.map((r) => [r.field, r.text + (r.line ? `, line ${r.line}` : "")]));
    const same = new Map([...valuesOf(proposed?.values ?? ""), ...Object.entries(proposed ?? {})]);
    for (const f of fields) {
      if (document.activeElement !== input(f.id)) input(f.id).value = f.value;
      const why = given.has(f.name) || same.get(f.name) !== f.value ? "" : because.get(f.name);
      element(f.id + "-hint").textContent = f.accepts + (why ? ` (${why})` : "");
    }
    this.launch = launch;
  }

  private launch!: Launch;

  private fields(l: Launch, proposal: Proposal | undefined): Field[] {
    const number = proposal?.kernels.length ?? 0;
    return [
      { id: "kernel", name: "kernel", value: l.kernel, accepts: number > 1 ? `one of ${number}` : "a name, with template arguments if it has some" },
      { id: "grid", name: "grid", value: l.grid, accepts: "blocks: X or X,Y or X,Y,Z; (n+255)/256 is fine" },
      { id: "block", name: "block", value: l.block, accepts: "threads per block: X or X,Y or X,Y,Z" },
      { id: "shared-bytes", name: "shared", value: l.shared, accepts: "bytes of dynamic shared memory" },
      ...[...valuesOf(l.values)].map(([name, value]) => ({ id: paramID(name), name, value, accepts: this.accepts.get(name) ?? "a number; an array as LENGTH:ramp or LENGTH:rand(7)" })),
      { id: "flags", name: "flags", value: l.flags, accepts: "such as -warm, -maxrregcount 32 or -caches=false" },
      { id: "over", name: "over", value: l.over ?? "", accepts: "what the view Sweep varies: block=64,128 or n=1024:65536:x2 or device=A100,H200" },
    ];
  }

  private make(f: Field): HTMLElement {
    const label = text("label", "");
    const field = document.createElement("input");
    field.id = f.id;
    field.spellcheck = false;
    field.autocomplete = "off";
    field.setAttribute("aria-describedby", f.id + "-hint");
    if (f.id === "kernel") field.setAttribute("list", "kernels");
    field.addEventListener("input", () => this.read(f, field.value.trim()));
    const hint = text("small", "", "faint");
    hint.id = f.id + "-hint";
    label.append(text("span", f.name), field, hint);
    return label;
  }

  private read(f: Field, value: string): void {
    const launch = f.id.startsWith(paramID("")) ? withValue(this.launch, f.name, value) : { ...this.launch, [f.name]: value };
    this.changed(launch, f.name);
  }
}
