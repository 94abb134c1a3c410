// This file is the workbench: it joins the editor, the form of the launch and the simulator.

import { element, input, text } from "./dom";
import { Editor, languageOf, type Completion, type Language, type Mistake } from "./editor";
import { differences } from "./compare";
import { commandLine, fileOf, fromLink, kernels, shown, toLink, type Launch, type Shared } from "./launch";
import { Queue, say } from "./queue";
import { Simulator } from "./simulator";
import type { Result } from "./worker";

type Example = Shared & { name: string };
type Site = { devices: string[]; completions: Completion[]; examples: Example[] };

const fields: (keyof Launch)[] = ["kernel", "device", "grid", "block", "values", "flags"];
const pause = 400; // milliseconds without a key before the source is compiled
const before = "before"; // stands beside a report: that of the run before
const kept = "workbench"; // where the browser keeps the learner's own kernel

class Workbench {
  private readonly simulator = new Simulator();
  private readonly editor: Editor;
  private typing = 0;
  private readonly queue = new Queue();
  private last: HTMLElement | undefined; // report

  constructor(private readonly site: Site) {
    for (const id of ["device", "other"]) element(id).append(...site.devices.map((d) => new Option(d, d)));
    input("other").prepend(new Option("nothing", "", true, true), new Option("the run before", before));
    input("example").append(...site.examples.map((e, i) => new Option(e.name, String(i))));
    this.editor = new Editor(element("editor"), site.completions, () => this.changed());
    this.open();
    for (const id of fields) input(id).addEventListener("input", () => this.show());
    element("example").addEventListener("input", () => this.fill(site.examples[Number(input("example").value)]));
    element("language").addEventListener("input", () => this.inLanguage(input("language").value as Language));
    element("profile").addEventListener("click", () => this.queue.add(() => this.profile()));
    element("check").addEventListener("click", () => this.queue.add(() => this.launch("check")));
    element("code").addEventListener("click", () => this.queue.add(() => this.compile()));
    element("stop").addEventListener("click", () => this.simulator.stop("stopped: you ended the launch"));
    element("link").addEventListener("click", () => this.link());
    window.addEventListener("hashchange", () => this.open());
    window.addEventListener("keydown", (e) => this.key(e), true); // before the editor takes it
    Object.assign(window, { workbench: this });
  }

  // run runs a command line of the simulator.
  run(words: string[], files: Record<string, string | Uint8Array> = {}): Promise<Result> {
    return this.simulator.run(words, files);
  }

  // open shows the kernel of the address, or else what the learner had last.
  private open(): void {
    this.fill(fromLink(location.hash.slice(1)) ?? fromLink(localStorage.getItem(kept) ?? "") ?? this.site.examples[0]);
  }

  private fill({ source, launch }: Shared | Example): void {
    this.editor.text = source;
    for (const id of fields) input(id).value = launch?.[id] ?? this.site.examples[0].launch[id];
    if (!launch) input("kernel").value = kernels(source)[0] ?? "";
    if (!launch) input("values").value = "";
    this.inLanguage(languageOf(source) ?? "go");
  }

  private key(e: KeyboardEvent): void {
    if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    e.stopPropagation();
    element("profile").click();
  }

  private get form(): Launch {
    return Object.fromEntries(fields.map((id) => [id, input(id).value.trim()])) as Launch;
  }

  // show writes the command line, and keeps the kernel unless a link has it.
  private show(): void {
    input("example").value = String(this.site.examples.findIndex((e) => e.source === this.editor.text)); // none of the learner's own
    element("line").textContent = shown(commandLine("profile", this.file, this.form));
    if (!location.hash) localStorage.setItem(kept, toLink(this.shared));
  }

  private get shared(): Shared {
    return { source: this.editor.text, launch: this.form };
  }

  private link(): void {
    history.replaceState(null, "", "#" + toLink(this.shared));
    navigator.clipboard?.writeText(location.href).catch(() => {});
    say("The address of this page holds the kernel and its launch.");
  }

  // inLanguage sets the language of the editor.
  private inLanguage(language: Language): void {
    this.editor.language = language;
    input("language").value = language;
    this.show();
  }

  private changed(): void {
    this.inLanguage(languageOf(this.editor.text) ?? this.editor.language);
    window.clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.queue.add(() => this.compileQuietly()), pause);
  }

  private get file(): string {
    return fileOf(this.editor.language);
  }

  private get files(): Record<string, string> {
    return { [this.file]: this.editor.text };
  }

  // compileQuietly marks mistakes while one types.
  private async compileQuietly(): Promise<void> {
    const result = await this.run(["gpusim", "compile", "-device", this.form.device, this.file], this.files);
    const found = mistakes(result.stderr);
    this.editor.mark(found);
    say(found.length ? `${found.length} ${found.length === 1 ? "mistake" : "mistakes"}` : "compiles");
  }

  private async compile(): Promise<void> {
    const words = ["gpusim", "compile", "-device", this.form.device, "-listing", this.file, this.form.kernel];
    const result = await this.run(words, this.files);
    element("result").replaceChildren(text("pre", result.stdout + result.stderr));
  }

  private async launch(command: string): Promise<void> {
    const result = await this.run(commandLine(command, this.file, this.form), this.files);
    element("result").replaceChildren(text("pre", result.stdout + result.stderr));
  }

  // profile shows a report, beside it that of another device or of the run before.
  private async profile(): Promise<void> {
    say("The simulator runs.");
    const began = performance.now();
    const { device } = this.form;
    const other = input("other").value;
    const parts = other === before && this.last ? [this.last] : [];
    const names = parts.length ? ["the run before", "this run"] : [device, other];
    let memory = 0;
    for (const name of [device, other].filter((d) => d && d !== before)) {
      const result = await this.filled(name);
      memory = result.memory;
      parts.push(this.report(result));
    }
    this.last = parts.at(other === before ? -1 : 0);
    const compared = parts.length === 2 ? [differences(parts[0], parts[1], names as [string, string])] : [];
    element("result").replaceChildren(...compared, ...parts);
    say(`Done in ${((performance.now() - began) / 1000).toFixed(1)} s, with ${Math.round(memory / 2 ** 20)} MB of memory.`);
  }

  // filled profiles; values that are missing are those that the message proposes.
  private async filled(device: string): Promise<Result> {
    const result = await this.run(commandLine("profile", this.file, this.form, device, "html"), this.files);
    const proposed = /needs a value for .*; for example: (.*)/.exec(result.stderr);
    if (!proposed) return result;
    input("values").value = [this.form.values, proposed[1]].join(" ").trim();
    this.show();
    return this.run(commandLine("profile", this.file, this.form, device, "html"), this.files);
  }

  private report(result: Result): HTMLElement {
    const part = document.createElement("section");
    part.className = "report";
    part.innerHTML = result.stdout;
    // The glossary is not here; the titles of its links explain enough.
    for (const link of part.querySelectorAll('a[href^="glossary.md"]')) link.removeAttribute("href");
    if (result.stderr) part.append(text("pre", result.stderr));
    return part;
  }
}

// mistakes reads "kernel.go:12:5: message" from what the compilers print.
export function mistakes(stderr: string): Mistake[] {
  const found = stderr.matchAll(/^[^\s:]*\.(?:go|cu):(\d+):(?:(\d+):)? *(.*)$/gm);
  return [...found].map((m) => ({ line: Number(m[1]), column: Number(m[2] ?? 1), message: m[3] }));
}

const site: Site = await (await fetch("site.json")).json();
new Workbench(site);
navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it the page needs a network
document.body.dataset.ready = "true";
