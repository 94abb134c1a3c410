// This file is the page of the tasks and exercises: it shows a chapter's items, has answers
// graded, and keeps the progress.

import { element, homeOf, input, labelled, sideBySide, text, written } from "./dom";
import { Editor, type Completion } from "./editor";
import { startFrame } from "./frame";
import { best, doneState, draft, keepDraft, keepProgress, order, progressText, variant } from "./progress";
import { Queue, say } from "./queue";
import { Simulator } from "./simulator";
import type { Result } from "./worker";

type Hint = { title: string; html: string };
type Goal = { name: string; limit: string; marks: number };
type Part = { id: string; name: string; marks: number; goals?: Goal[]; hints: Hint[] };
type Item = {
  id: string; title: string; ask: "kernel" | "number" | "launch" | "choice" | "exercise"; html: string; stub?: string; file?: string;
  unit?: string; options?: { letter: string; html: string }[][]; none?: string; launch?: { grid: string; block: string; shared: number }; parts: Part[]; minutes: number; variants?: Item[];
};
type Chapter = { number: string; name: string; items: Item[]; files: Record<string, string> };
type Site = { book: boolean; completions: Completion[]; chapters: { number: string; name: string; page: string }[] };
type Answer = { html: string; text: string; verdicts: { id: string; done: boolean; state: string; marks: number; maxMarks: number }[] };

const progressFile = "progress.json";
const addressOf = (i: Item) => (i.ask === "exercise" ? `#${i.id}.exercise` : `#${i.id}`);
const titleOf = (i: Item) => (i.ask === "exercise" ? i.title : `${i.id} ${i.title}`);
const isDone = (i: Item) => i.parts.every((p) => best(p.id)?.state === doneState);
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

class Course {
  private readonly simulator = new Simulator();
  private readonly editor: Editor;
  private chapter!: Chapter;
  private item!: Item;
  private readonly queue: Queue;

  constructor(private readonly site: Site) {
    element("chapter").append(...site.chapters.map((c) => new Option(`${c.number} ${c.name}`, c.number)));
    this.editor = new Editor(element("editor"), site.completions, { changed: () => this.edited() }, "your answer, in Go");
    element("read").hidden = !site.book;
    homeOf(site.book);
    element<HTMLDetailsElement>("contents").open = sideBySide();
    element("chapter").addEventListener("input", () => (location.hash = input("chapter").value));
    element("check").addEventListener("click", () => this.queue.add(() => this.check()));
    element("stop").addEventListener("click", () => this.simulator.stop("stopped: you ended the grading"));
    element("reset").addEventListener("click", () => this.reset());
    element("export").addEventListener("click", () => this.download());
    element("import").addEventListener("change", () => this.queue.add(() => this.merge()));
    window.addEventListener("keydown", (e) => this.key(e), true); // before the editor takes it
    window.addEventListener("hashchange", () => {
      this.queue.add(() => this.open(true));
      this.queue.add(() => this.preview());
    });
    Object.assign(window, { course: this });
    this.queue = new Queue(this.open(false).finally(() => this.simulator.load()));
    this.queue.add(() => this.preview());
  }

  // key checks the answer: Ctrl-Enter anywhere, and Enter in a field of the answer.
  private key(e: KeyboardEvent): void {
    const answers = e.target instanceof HTMLInputElement && element("answer").contains(e.target);
    if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey || answers)) return;
    e.preventDefault();
    e.stopPropagation();
    element("check").click();
  }

  // opened ends when the first item is shown.
  get opened(): Promise<void> {
    return this.queue.done;
  }

  // run runs a command line of the grader, with the progress so far.
  async run(words: string[], files: Record<string, string | Uint8Array> = {}): Promise<Result> {
    const all = { "go.mod": "module gpucourse\n", ...files, ...(progressText() ? { [progressFile]: progressText() } : {}) };
    const result = await this.simulator.run(words, all, progressFile);
    keepProgress(result.kept && new TextDecoder().decode(result.kept));
    return result;
  }

  // open shows the item that the address names: #07.2 a task, #07 the first of a chapter.
  private async open(follow: boolean): Promise<void> {
    const id = /^#(\d\d|P\d)(?:\.\d+|\.exercise)?$/.exec(location.hash);
    const number = id?.[1] ?? input("chapter").value;
    if (this.chapter?.number !== number) {
      const answer = await fetch(`course/${number}.json`);
      if (!answer.ok) throw new Error(`there is no chapter ${number}`);
      this.chapter = await answer.json();
      this.chapter.items = this.chapter.items.map((i) => i.variants?.[variant(i.id) - 1] ?? i);
    }
    input("chapter").value = number;
    const wanted = location.hash === `#${number}.exercise` ? number : location.hash.slice(1);
    this.show(this.chapter.items.find((i) => i.id === wanted && (wanted !== number || location.hash.endsWith("exercise"))) ?? this.chapter.items[0]);
    if (follow) element("title").focus();
  }

  private show(item: Item): void {
    this.item = item;
    element("title").textContent = titleOf(item);
    document.title = `${titleOf(item)}: ${this.chapter.name}`;
    element("statement").innerHTML = item.html;
    element("editor").hidden = item.stub === undefined;
    if (item.stub !== undefined) this.editor.text = draft(item.id) ?? item.stub;
    element("answer").replaceChildren(...this.fields());
    element("result").replaceChildren();
    element("goals").replaceChildren(...item.parts.filter((p) => p.goals).map((p) => this.goals(p)));
    element("hints").replaceChildren(...item.parts.map((p) => this.help(p)));
    say("");
    this.ways();
    this.list();
  }

  // ways lead to the chapter's text and to the tasks before and after, in other chapters too.
  private ways(): void {
    const { items } = this.chapter;
    const at = items.indexOf(this.item);
    const chapter = this.site.chapters.findIndex((c) => c.number === this.chapter.number);
    element<HTMLAnchorElement>("read").href = `../notebooks/${this.site.chapters[chapter].page}.html`;
    const before = this.site.chapters[chapter - 1], after = this.site.chapters[chapter + 1];
    this.way("back", items[at - 1] ? addressOf(items[at - 1]) : before && `#${before.number}`, items[at - 1] ? "← " + titleOf(items[at - 1]) : `← chapter ${before?.number} ${before?.name}`);
    this.way("next", items[at + 1] ? addressOf(items[at + 1]) : after && `#${after.number}`, items[at + 1] ? titleOf(items[at + 1]) + " →" : `chapter ${after?.number} ${after?.name} →`);
  }

  // goals are what a part must reach, with the marks that each goal earns.
  private goals(part: Part): HTMLElement {
    const table = document.createElement("table");
    const row = (cell: string, ...words: string[]) => {
      const tr = document.createElement("tr");
      tr.append(...words.map((w) => text(cell, w)));
      return tr;
    };
    table.append(text("caption", this.item.ask === "exercise" ? part.name : "Goals"), row("th", "what is graded", "limit", "marks"));
    table.append(...part.goals!.map((g) => row("td", g.name, g.limit, String(g.marks))));
    return table;
  }

  private way(id: string, to: string | undefined, name: string): void {
    for (const link of [element<HTMLAnchorElement>(id), ...(id === "next" ? [element<HTMLAnchorElement>("onward")] : [])]) {
      link.hidden = !to;
      link.href = to ?? "";
      link.textContent = link.id === "onward" ? `Next: ${name}` : name;
    }
  }

  // list shows the items of the chapter with how far the learner has come.
  private list(): void {
    const { items } = this.chapter;
    element("done").textContent = `${items.length - 1} tasks and an exercise: ${items.filter(isDone).length} of ${items.length} done`;
    element("onward").hidden = !isDone(this.item) || element("next").hidden;
    element("items").replaceChildren(...this.chapter.items.map((i) => {
      const entry = document.createElement("li");
      const link = document.createElement("a");
      const marks = sum(i.parts.map((p) => best(p.id)?.marks ?? 0));
      const begun = marks > 0 ? `${marks} of ${sum(i.parts.map((p) => p.marks))} marks` : `about ${i.minutes} min`;
      link.href = addressOf(i);
      link.append(text("span", titleOf(i)), text("span", isDone(i) ? "✓ done" : begun, isDone(i) ? "done" : "faint"));
      if (i === this.item) link.setAttribute("aria-current", "page");
      entry.append(link);
      return entry;
    }));
  }

  // fields are what a number, a choice and a launch are answered with.
  private fields(): HTMLElement[] {
    const { ask, unit, options = [], launch } = this.item;
    if (ask === "number") return [labelled(`your number of ${unit}`, { id: "number", inputmode: "decimal" })];
    if (launch) {
      return Object.entries(launch).map(([name, value]) => labelled(name === "shared" ? "bytes of dynamic shared memory" : name, { id: name, value: String(value) }));
    }
    if (ask !== "choice") return [];
    const group = document.createElement("fieldset");
    group.append(text("legend", "your choice"), ...(options[order()] ?? []).map((o) => {
      const label = labelled("", { type: "radio", name: "choice", value: o.letter });
      label.append(text("b", o.letter), written("span", o.html));
      return label;
    }));
    return [group];
  }

  // help is the hints of a part, one inside the other; the last is the solution.
  private help(part: Part): HTMLElement {
    const box = document.createElement("div");
    if (this.item.ask === "exercise") box.append(text("h3", part.name));
    let inside: HTMLElement = box;
    part.hints.forEach((hint, i) => {
      const fold = document.createElement("details");
      fold.append(text("summary", `Hint ${i + 1} of ${part.hints.length}: ${hint.title}`), written("div", hint.html));
      inside.append(fold);
      inside = fold;
    });
    return box;
  }

  private edited(): void {
    if (this.item?.stub === undefined) return;
    keepDraft(this.item.id, this.editor.text === this.item.stub ? undefined : this.editor.text);
  }

  private reset(): void {
    keepDraft(this.item.id, undefined);
    this.show(this.item);
  }

  // words are the command line that grades the answer; undefined when there is none yet.
  private words(): string[] | undefined {
    const { id, ask, file } = this.item;
    switch (ask) {
      case "exercise": return ["lesson", "check", id];
      case "kernel": return ["lesson", "try", id, file!];
      case "launch": return ["lesson", "try", id, ...["grid", "block", "shared"].flatMap((name) => ["-" + name, input(name).value])];
      case "number": return input("number").value.trim() ? ["lesson", "try", id, input("number").value.trim()] : undefined;
      case "choice": {
        const chosen = document.querySelector<HTMLInputElement>("input[name=choice]:checked");
        return ["lesson", "try", id, chosen?.value ?? this.item.none!];
      }
    }
  }

  // preview shows the report that the sentences are about.
  private async preview(): Promise<void> {
    if (this.item.ask !== "choice") return;
    const item = this.item;
    await this.check(); // it draws the learner's order
    if (item === this.item) element("answer").replaceChildren(...this.fields());
  }

  private async check(): Promise<void> {
    const words = this.words();
    if (!words) return say("There is no answer yet.");
    say("The grader runs.");
    const began = performance.now();
    const result = await this.run(words, { ...this.chapter.files, ...(this.item.file ? { [this.item.file]: this.editor.text } : {}) });
    if (result.code !== 0) throw new Error(result.stderr.trim());
    const answer: Answer = JSON.parse(result.stdout);
    element("result").replaceChildren(written("div", answer.html));
    this.list();
    const outcomes = answer.verdicts.map((v) => `${v.state}, ${v.marks} of ${v.maxMarks} marks`);
    say(`Graded in ${((performance.now() - began) / 1000).toFixed(1)} s: ${outcomes.join("; ") || answer.text}`);
  }

  private download(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([progressText() || '{"version": 1, "items": {}}\n'], { type: "application/json" }));
    link.download = progressFile;
    link.click();
    URL.revokeObjectURL(link.href);
    say(`${progressFile} is exported; notebooks and terminals read it as work/${progressFile}.`);
  }

  private async merge(): Promise<void> {
    const file = input("import").files?.[0];
    if (!file) return;
    const result = await this.run(["lesson", "merge", "imported.json"], { "imported.json": await file.text() });
    if (result.code !== 0) throw new Error(`${file.name} was not imported: ${result.stderr.trim()}`);
    this.chapter = undefined!; // its tasks may have other numbers
    await this.open(false);
    say(`${file.name} is imported.`);
  }
}

startFrame();
const site: Site = await (await fetch("site.json")).json();
await new Course(site).opened;
navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it the page needs a network
document.body.dataset.ready = "true";
