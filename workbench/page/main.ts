// This file is the workbench: it joins the editor, the launch, the simulator and what is shown.

import { differences, type Side } from "./compare";
import { capital, element, homeOf, input, sideBySide, text } from "./dom";
import { Editor, languageOf, programIn, type Completion, type Heat, type Language, type Mistake } from "./editor";
import { Form } from "./form";
import { startFrame } from "./frame";
import { commandLine, fileOf, fromLink, merged, read, shown, toLink, type Launch, type Proposal, type Shared, type Version } from "./launch";
import { Queue, say } from "./queue";
import { fold, shownCard, shownCheck, shownLine, shownProgram, shownReport, toLine, type Line, type Program, type Report } from "./report";
import { download, type Save } from "./save";
import { share, startShare } from "./share";
import { Simulator } from "./simulator";
import { shownSweep, sweepLine } from "./sweep";
import type { Result } from "./worker";

type Example = Version & { id: string; name: string };
type Site = { book: boolean; devices: string[]; completions: Completion[]; examples: Example[] };
type View = "report" | "check" | "program" | "sweep" | "code";
// A Run of a quick launch can run again for estimates; card is where it is shown.
type Run = Side & { notes: string; save: Save; again?: () => Promise<Result>; card?: HTMLElement };

const pause = 700; // milliseconds without a key before a run
const quick = 500; // milliseconds of a launch that runs again for estimates
const pinnedVersion = "pinned"; // stands beside a report: the version that was kept
const kept = "workbench"; // where the browser keeps what was shown last
const own = "workbench.own"; // where it keeps the learner's own kernel, and how the list of examples names it
const example = "example/"; // begins the short link of an example
const views: View[] = ["report", "check", "program", "sweep", "code"];

class Workbench {
  private readonly simulator = new Simulator();
  private readonly editor: Editor;
  private readonly form = new Form((launch, field) => this.edited(launch, field));
  private readonly queue = new Queue();
  private launch: Launch;
  private given = new Set<string>(); // fields that a proposal leaves as they are
  private proposal: Proposal | undefined;
  private proposedOf = ""; // the source
  private wrong: Mistake[] = []; // in kernels of it that do not run
  private pinned: Version | undefined;
  private pinnedRun: { of: string; run: Run | undefined } | undefined;
  private run: Run | undefined; // the last one
  private sides: Run[] = []; // that are shown
  private view: View = "report";
  private timer = 0;
  private waiting = false; // a run is in the queue
  private filling = false; // the text changes because a kernel is opened

  constructor(private readonly site: Site) {
    this.launch = site.examples[0].launch;
    element("device").append(...site.devices.map((d) => new Option(d, d)));
    element("other").append(new Option("nothing", ""), new Option("the version kept", pinnedVersion), ...site.devices.map((d) => new Option(d, d)));
    element("example").append(new Option("", own), ...site.examples.map((e, i) => new Option(e.name, String(i))));
    homeOf(site.book);
    this.editor = new Editor(element("editor"), site.completions, {
      changed: (whole) => this.typed(whole), visited: (line, pressed) => this.visit(line, pressed), replaceable: () => this.untouched,
    });
    element("example").addEventListener("input", () => this.queue.add(() => this.fill(this.listed)));
    for (const id of ["device", "other"]) element(id).addEventListener("input", () => this.edited({ ...this.launch, device: input("device").value }, "device"));
    element("heat").addEventListener("input", () => this.showHeat());
    element("profile").addEventListener("click", () => this.soon(0));
    element("stop").addEventListener("click", () => this.simulator.stop("stopped: you ended the launch"));
    element("pin").addEventListener("click", () => this.pin());
    element("link").addEventListener("click", async () => share(this.untouched && !this.pinned ? example + (this.listed as Example).id : await toLink(this.shared)));
    for (const view of views) element("show-" + view).addEventListener("click", () => this.choose(view));
    element("show-report").parentElement!.addEventListener("keydown", (e) => this.tabKey(e));
    window.addEventListener("hashchange", () => this.queue.add(() => this.open()));
    window.addEventListener("keydown", (e) => this.key(e), true); // before the editor takes it
    document.addEventListener("paste", (e) => this.pasted(e));
    Object.assign(window, { workbench: this });
    this.queue.add(() => this.open().finally(() => this.simulator.load()));
  }

  // command runs a command line of the simulator.
  command(words: string[], files: Record<string, string | Uint8Array> = {}): Promise<Result> {
    return this.simulator.run(words, files);
  }

  // open shows the kernel of the address, or else what the learner had last.
  private async open(): Promise<void> {
    const hash = decodeURIComponent(location.hash.slice(1));
    const named = this.site.examples.find((e) => hash === example + e.id);
    await this.fill(named ?? (await fromLink(hash)) ?? read(localStorage.getItem(kept) ?? "") ?? this.site.examples[0]);
  }

  // listed is what the list of examples has chosen.
  private get listed(): Shared {
    const chosen = input("example").value;
    return (chosen === own && read(localStorage.getItem(own) ?? "")) || this.site.examples[Number(chosen) || 0];
  }

  // fill opens a kernel and runs it; the report of the first example is there already.
  private async fill(shared: Shared): Promise<void> {
    this.filling = true;
    this.editor.text = shared.source;
    this.filling = false;
    this.proposal = undefined;
    this.proposedOf = "";
    this.run = undefined;
    this.launch = shared.launch ?? { ...this.site.examples[0].launch, flags: "" };
    this.given = new Set(shared.launch ? ["kernel", "grid", "block", "shared", ...this.names] : []);
    if (shared.pinned) this.pinned = shared.pinned;
    input("other").value = shared.other ?? "";
    input("device").value = this.launch.device;
    this.show();
    if (this.view === "report" && shared.source === this.site.examples[0].source && this.matches(this.site.examples[0])) return this.first();
    this.waiting = true;
    await this.go();
  }

  private get names(): string[] {
    return this.launch.values.split(/\s+/).map((w) => w.split("=")[0]);
  }

  // first shows the report of the first example, which was made with the page.
  private async first(): Promise<void> {
    const ready: { proposal: Proposal; report: Report } = await (await fetch("first.json")).json();
    this.proposal = ready.proposal;
    this.proposedOf = this.editor.text;
    this.form.learn(ready.report);
    this.show();
    this.present({ name: this.launch.device, source: this.editor.text, report: ready.report, notes: "", save: this.saver(this.site.examples[0], this.launch.device) });
    performance.mark("first report");
    say("Edit the kernel, or paste your own.");
  }

  private get actions() {
    return { go: (line: number) => this.editor.go(line) };
  }

  private matches(v: Version): boolean {
    return v.source === this.editor.text && JSON.stringify({ ...v.launch }) === JSON.stringify({ ...this.launch });
  }

  // untouched reports whether the editor has an example as it is.
  private get untouched(): boolean {
    return this.site.examples.some((e) => e.source === this.editor.text);
  }

  private key(e: KeyboardEvent): void {
    if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    e.stopPropagation();
    this.soon(0);
  }

  // pasted takes a program that is pasted outside of the editor and the fields.
  private pasted(e: ClipboardEvent): void {
    const at = e.target as HTMLElement;
    const source = e.clipboardData?.getData("text/plain") ?? "";
    if (at.closest("input, textarea, .cm-editor") || !languageOf(source)) return;
    e.preventDefault();
    this.editor.text = programIn(source);
  }

  private tabKey(e: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!step) return;
    const there = views.filter((v) => !element("show-" + v).hidden);
    const next = there[(there.indexOf(this.view) + step + there.length) % there.length];
    element("show-" + next).focus();
    this.choose(next);
  }

  private choose(view: View): void {
    this.view = view;
    for (const v of views) {
      element("show-" + v).setAttribute("aria-selected", String(v === view));
      element("show-" + v).tabIndex = v === view ? 0 : -1;
    }
    this.soon(0);
  }

  // hasMain reports whether the source is a whole program.
  private get hasMain(): boolean {
    return this.language === "cu" && /\bmain\s*\(/.test(this.editor.text);
  }

  // show writes the launch, and keeps the kernel unless a link has it.
  private show(): void {
    this.form.show(this.launch, this.given, this.proposal, this.editor.text);
    this.editor.language = this.language;
    element("show-program").hidden = !this.hasMain;
    if (!this.hasMain && this.view === "program") this.choose("report");
    element("command").textContent = shown(commandLine("profile", this.file, this.launch));
    this.keep();
    const whole = new URL(location.href);
    whole.search = "";
    element<HTMLAnchorElement>("whole").href = whole.href;
  }

  // keep keeps the kernel for the next visit, and the learner's own for the list of examples.
  private keep(): void {
    const text = JSON.stringify(this.shared);
    if (!location.hash) localStorage.setItem(kept, text);
    if (!location.hash && !this.untouched) localStorage.setItem(own, text);
    const at = this.site.examples.findIndex((e) => e.source === this.editor.text);
    const mine = element<HTMLSelectElement>("example").options[0];
    const name = at < 0 ? this.launch.kernel : read(localStorage.getItem(own) ?? "")?.launch?.kernel;
    mine.hidden = !name;
    const known = at >= 0 || this.proposedOf === this.editor.text || this.given.has("kernel"); // the name is of this text
    mine.textContent = (at < 0 && location.hash ? "shared with you" : "your own") + (known ? `: ${name}` : "");
    input("example").value = at < 0 ? own : String(at);
  }

  private get shared(): Shared {
    return { source: this.editor.text, launch: this.launch, ...(input("other").value ? { other: input("other").value } : {}), ...(this.pinned ? { pinned: this.pinned } : {}) };
  }

  private get language(): Language {
    return languageOf(this.editor.text) ?? this.editor.language;
  }

  private get file(): string {
    return fileOf(this.language);
  }

  // pin keeps the version, to be compared with later ones.
  private pin(): void {
    this.pinned = { source: this.editor.text, launch: this.launch };
    input("other").value = pinnedVersion;
    this.show();
    say("Kept. Change the kernel: its report stands beside this one.");
  }

  // typed is called at each change of the text; a whole new text gets a launch of its own.
  private typed(whole: boolean): void {
    if (this.filling) return;
    if (whole) {
      this.given.clear();
      this.run = undefined; // of another kernel
    }
    this.leaveLink();
    this.show();
    if (input("auto").checked || whole) this.soon(whole ? 0 : pause);
  }

  // leaveLink ends that the address holds the kernel: it is another one now.
  private leaveLink(): void {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }

  private edited(launch: Launch, field: string): void {
    if (field === "kernel") this.given.clear();
    this.launch = launch;
    this.given.add(field);
    if (field === "kernel" || field === "device") this.proposedOf = "";
    this.leaveLink();
    this.show();
    if (input("auto").checked) this.soon(pause);
  }

  // soon runs after a pause; what is asked for meanwhile is one run.
  private soon(milliseconds: number): void {
    window.clearTimeout(this.timer);
    const add = () => {
      if (this.waiting) return;
      this.waiting = true;
      this.queue.add(() => this.go());
    };
    if (milliseconds) this.timer = window.setTimeout(add, milliseconds);
    else add();
  }

  // go proposes a launch where the source has changed, and runs what is chosen.
  private async go(): Promise<void> {
    this.waiting = false;
    say("The simulator runs.");
    const began = performance.now();
    if (!(await this.propose())) return;
    const memory = await { report: () => this.profile(), check: () => this.check(), program: () => this.main(), sweep: () => this.sweep(), code: () => this.list() }[this.view]();
    if (!memory) return;
    const elsewhere = this.wrong.length ? ` In another kernel: ${this.wrong[0].message}, line ${this.wrong[0].line}.` : "";
    say(`Done in ${((performance.now() - began) / 1000).toFixed(1)} s, with ${Math.round(memory / 2 ** 20)} MB of memory.${elsewhere}`);
    document.body.dataset.busy = "false"; // what is shown is complete but for estimates
    for (const side of this.view === "report" ? this.sides : []) await this.estimate(side);
  }

  // estimate runs a quick launch again for what changes would gain, which takes five times as long,
  // unless something newer waits. Its card takes the place of the one without.
  private async estimate(run: Run): Promise<void> {
    if (!run.again || this.waiting) return;
    const result = await run.again().catch(() => undefined);
    run.again = undefined;
    if (result?.code !== 0) return;
    run.report = JSON.parse(result.stdout);
    const card = shownCard(run.report.card, this.actions);
    run.card!.replaceWith(card);
    run.card = card;
  }

  // propose finds the launch; it is false of a source with mistakes, which it marks.
  private async propose(): Promise<boolean> {
    const source = this.editor.text;
    if (source === this.proposedOf) return true;
    const result = await this.command(["gpusim", "propose", "-device", this.launch.device, "-format", "json", this.file], { [this.file]: source });
    if (source !== this.editor.text) return false; // it goes on with the newer text
    const found = mistakes(result.stderr);
    this.editor.mark(found);
    this.wrong = found;
    if (result.code !== 0) {
      if (!found.length) throw new Error(result.stderr.trim());
      say(`${found.length} ${found.length === 1 ? "mistake" : "mistakes"}: ${found[0].message}, line ${found[0].line}`);
      this.refuse(found);
      return false;
    }
    const proposal: Proposal = JSON.parse(result.stdout);
    if (!proposal.kernels.length) throw new Error("There is no kernel here: a kernel is a __global__ function of CUDA C, or a func of Go without results. A program whose kernels are those of a library, such as Thrust, runs with the command gpusim run.");
    this.proposal = proposal;
    this.proposedOf = source;
    this.launch = merged(this.launch, this.given, proposal);
    this.show();
    return true;
  }

  // refuse shows mistakes above the last result.
  private refuse(found: Mistake[]): void {
    const box = text("section", "", "failure");
    for (const m of found) {
      const line = text("p", `${m.message} `);
      line.prepend(toLine(m.line, this.actions), " ");
      box.append(line);
    }
    if (this.run) box.append(text("p", "What stands below is of the source before.", "faint"));
    const before = element("result").querySelector(":scope > .failure");
    before ? before.replaceWith(box) : element("result").prepend(box);
    if (!this.run) element("result").replaceChildren(box);
  }

  // check shows what a checker finds.
  private async check(): Promise<number> {
    const { launch, file } = this;
    const result = await this.command(commandLine("check", file, launch, launch.device, "-format", "page"), { [file]: this.editor.text });
    if (!result.stdout) throw new Error(result.stderr.trim());
    const report: Report = JSON.parse(result.stdout);
    this.editor.mark(report.mistakes ?? []);
    element("result").replaceChildren(...shownCheck(report, this.actions));
    return result.memory;
  }

  // main runs the program and shows what it prints.
  private async main(): Promise<number> {
    const { launch, file } = this;
    const result = await this.command(["gpusim", "run", "-device", launch.device, "-format", "page", file], { [file]: this.editor.text });
    if (!result.stdout) throw new Error(result.stderr.trim());
    const program: Program = JSON.parse(result.stdout);
    this.editor.mark(program.mistakes ?? []);
    element("result").replaceChildren(...shownProgram(program, this.actions));
    return result.memory;
  }

  // sweep shows launches over an axis.
  private async sweep(): Promise<number> {
    const line = sweepLine(this.file, this.launch);
    const result = await this.command([...line.slice(0, 2), "-format", "page", ...line.slice(2)], { [this.file]: this.editor.text });
    if (!result.stdout) throw new Error(result.stderr.trim());
    element("result").replaceChildren(...shownSweep(JSON.parse(result.stdout), line));
    return result.memory;
  }

  // list shows the instructions.
  private async list(): Promise<number> {
    const { launch, file } = this;
    const result = await this.command(["gpusim", "compile", "-device", launch.device, "-listing", file, launch.kernel], { [file]: this.editor.text });
    element("result").replaceChildren(text("pre", result.stdout + result.stderr, "listing"));
    return result.memory;
  }

  // profile shows a report, beside it that of another device or of the version kept.
  private async profile(): Promise<number> {
    const here: Version = { source: this.editor.text, launch: this.launch };
    const other = input("other").value;
    const [run, memory] = await this.profiled(here, this.launch.device, other ? (other === pinnedVersion ? "this version" : this.launch.device) : "");
    if (!run) return memory;
    let beside: Run | undefined;
    if (other === pinnedVersion && this.pinned) beside = await this.runPinned(this.pinned);
    else if (other && other !== pinnedVersion) [beside] = await this.profiled(here, other, other);
    this.form.learn(run.report);
    this.show();
    this.present(run, beside);
    return memory;
  }

  // runPinned runs the version kept, once.
  private async runPinned(v: Version): Promise<Run | undefined> {
    const of = JSON.stringify(v);
    if (this.pinnedRun?.of !== of) this.pinnedRun = { of, run: (await this.profiled(v, v.launch.device, "the version kept"))[0] };
    return this.pinnedRun.run;
  }

  // profiled runs a version. Mistakes that the launch finds are marked and shown.
  private async profiled(v: Version, device: string, name: string): Promise<[Run | undefined, number]> {
    const file = fileOf(languageOf(v.source) ?? this.language);
    const run = (...more: string[]) => this.command(commandLine("profile", file, v.launch, device, ...more, "-format", "page"), { [file]: v.source });
    const began = performance.now();
    const result = await run();
    const again = performance.now() - began < quick ? () => run("-whatif") : undefined;
    if (!result.stdout) throw new Error(result.stderr.trim());
    const report: Report = JSON.parse(result.stdout);
    if (result.code === 0) return [{ name: name || device, source: v.source, report, notes: result.stderr, save: this.saver(v, device), again }, result.memory];
    if (v.source === this.editor.text) this.editor.mark(report.mistakes ?? []);
    element("result").replaceChildren(shownCard(report.card, this.actions), text("pre", result.stderr));
    say("The launch ended with a mistake.");
    return [undefined, 0];
  }

  // saver runs a version once more, without its time, for an array as a file.
  private saver(v: Version, device: string): Save {
    const file = fileOf(languageOf(v.source) ?? this.language);
    return (name, ending) => this.queue.add(async () => {
      const words = commandLine("profile", file, v.launch, device, "-timing=false", "-caches=false", "-out", `${name}=${name}${ending}`);
      const result = await this.simulator.run(words, { [file]: v.source }, name + ending);
      if (result.code === 0 && result.kept) download(name + ending, result.kept);
      say(result.code === 0 ? `${name}${ending} is saved.` : result.stderr.trim());
    });
  }

  // present shows a run, and what differs from the one beside it.
  private present(run: Run, beside?: Run): void {
    this.run = run;
    const reports = document.createElement("div");
    reports.className = "reports";
    const sides = beside ? (input("other").value === pinnedVersion ? [beside, run] : [run, beside]) : [run];
    const shown = (s: Run) => {
      s.card = shownCard(s.report.card, this.actions);
      return shownReport(s.report, s.card, s.notes, s.save);
    };
    this.sides = sides;
    // Below each other, the kept one is folded: what differs stands above.
    reports.append(...(beside ? sides.map((s) => fold(capital(s.name), s === run || sideBySide(), shown(s))) : [shown(run)]));
    element("result").replaceChildren(...(beside ? [differences(sides[0], sides[1], this.language)] : []), reports);
    element("chosen").hidden = true;
    this.showHeat();
  }

  // showHeat shows what the lines cost, in the figure that is chosen.
  private showHeat(): void {
    const kind = input("heat").value as "time" | "sectors" | "conflicts";
    const lines = this.run?.source === this.editor.text ? this.run.report.lines : [];
    const most = Math.max(...lines.map((l) => l[kind]), 0);
    const figure = (l: Line) => (kind === "time" ? `${Math.round(100 * l.time)} %` : compact(l[kind]));
    this.editor.heat(lines.map((l): Heat => ({ line: l.line, part: most ? l[kind] / most : 0, figure: l[kind] ? figure(l) : "·" })));
  }

  // visit shows what a line costs and does.
  private visit(number: number, pressed: boolean): void {
    const line = this.run?.report.lines.find((l) => l.line === number);
    if (!line || this.view !== "report") return;
    element("chosen").replaceChildren(...shownLine(line));
    element("chosen").hidden = false;
    if (pressed) element("chosen").scrollIntoView({ block: "nearest" });
  }
}

// compact writes a count in few letters.
function compact(n: number): string {
  const units = ["", "k", "M", "G"];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(n, 1)) / 3));
  return (n / 1000 ** at).toPrecision(n < 1000 ? Math.min(3, String(Math.round(n)).length) : 3).replace(/\.0+$/, "") + units[at];
}

// mistakes reads "kernel.go:12:5: message" from what the compilers print.
export function mistakes(stderr: string): Mistake[] {
  const found = stderr.matchAll(/^[^\s:]*\.(?:go|cu):(\d+):(?:(\d+):)? *(.*)$/gm);
  return [...found].map((m) => ({ line: Number(m[1]), column: Number(m[2] ?? 1), message: m[3] }));
}

document.body.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));
startFrame();
startShare();
const site: Site = await (await fetch("site.json")).json();
new Workbench(site);
navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it the page needs a network
document.body.dataset.ready = "true";
