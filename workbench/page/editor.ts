// This file is the editor: CodeMirror with Go and CUDA C, completion of package gpu, marks at
// mistakes, and heat beside the lines. Its colours follow the theme of the page by themselves.

import * as cm from "./codemirror.js";

export type Mistake = { line: number; column: number; message: string };
export type Completion = { label: string; type: string; detail: string; info: string };

// Heat is what a line cost: line as it was when the launch ran, part from 0 to 1 of the line
// that cost most, and the figure that stands beside it.
export type Heat = { line: number; part: number; figure: string };

// Language is how a source is written: in Go, in CUDA C, in PTX, or in Python, which is refused.
export type Language = "go" | "cu" | "ptx" | "py";

// languageOf says in which language a source is; undefined where it does not show.
export function languageOf(source: string): Language | undefined {
  if (/^\s*\.version\s+\d/m.test(source)) return "ptx";
  if (/^\s*@\w+(\.\w+)*\.jit\b|^\s*(import|from)\s+(numba|triton|cupy)\b/m.test(source)) return "py";
  if (/\b__(global|device|shared)__\b|^\s*#\s*include/m.test(source)) return "cu";
  return /^(package\s|func\s)/m.test(source) ? "go" : undefined;
}

// programIn is the program of a text that is pasted: of a page in Markdown, its first block of code
// in such a language.
export function programIn(text: string): string {
  const blocks = [...text.matchAll(/^```.*\n([^]*?)^```/gm)].map((m) => m[1]);
  return blocks.find((b) => languageOf(b)) ?? text;
}

// isWhole reports whether a text is a file of its own: it has main(), a package clause or the version of PTX, which a
// second text in the same file cannot have.
const isWhole = (text: string): boolean => /^(package\s+\w|(int|void|auto)\s+main\s*\(|\s*\.version\s)/m.test(text);

const t = cm.tags;
const colours = cm.HighlightStyle.define([
  { tag: [t.keyword, t.modifier, t.controlKeyword], color: "light-dark(#7a1fa2, #d19af0)" },
  { tag: [t.number, t.bool, t.null, t.atom], color: "light-dark(#0b6e4f, #8fd6a8)" },
  { tag: [t.string, t.character, t.special(t.string)], color: "light-dark(#a3310f, #f0a37f)" },
  { tag: [t.comment, t.meta], color: "light-dark(#5c6570, #9aa4b1)" },
  { tag: [t.typeName, t.className, t.standard(t.typeName)], color: "light-dark(#0b57a4, #8ab4f8)" },
  { tag: [t.definition(t.variableName), t.function(t.variableName)], color: "light-dark(#1b4b8f, #a8c7fa)" },
]);

class HeatMarker extends cm.GutterMarker {
  constructor(readonly heat: Heat) {
    super();
  }
  eq(other: HeatMarker): boolean {
    return other.heat.figure === this.heat.figure && other.heat.part === this.heat.part && other.heat.line === this.heat.line;
  }
  toDOM(): HTMLElement {
    const e = document.createElement("span");
    e.className = "heat";
    e.textContent = this.heat.figure;
    e.style.setProperty("--part", String(this.heat.part));
    return e;
  }
}

const setHeat = cm.StateEffect.define();
const heatField = cm.StateField.define({
  create: () => cm.RangeSet.empty,
  update(markers: any, transaction: any) {
    for (const e of transaction.effects) if (e.is(setHeat)) return e.value;
    return markers.map(transaction.changes);
  },
});

// Reading is an editor that shows a text and no more.
export function reading(language: Language): unknown[] {
  return [cm.lineNumbers(), cm.EditorState.tabSize.of(4), language === "go" ? cm.go() : cm.cpp(), cm.syntaxHighlighting(colours), cm.EditorView.editable.of(false), cm.EditorState.readOnly.of(true), cm.EditorView.lineWrapping];
}

// Handlers are what a page does when the text changes (whole: all of it is new), when the
// cursor comes to a line that has cost something, and what a whole program replaces.
export type Handlers = { changed(whole: boolean): void; visited?(line: number, pressed: boolean): void; replaceable?(): boolean };

const programLength = 40; // characters of the shortest program

export class Editor {
  private readonly view;
  private readonly mode = new cm.Compartment();
  private current: Language = "go";
  private fresh = false; // the text is as it was set or pasted, and the cursor where it was

  constructor(parent: HTMLElement, completions: Completion[], private readonly handlers: Handlers, label = "kernel source") {
    const gpu = (context: { matchBefore(r: RegExp): { from: number; text: string } | null }) => {
      const word = context.matchBefore(/\bgpu\.\w*/);
      return word && { from: word.from + "gpu.".length, options: completions, validFor: /^\w*$/ };
    };
    this.view = new cm.EditorView({
      parent,
      extensions: [
        ...(handlers.visited ? [heatField, this.gutter()] : []),
        cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.highlightActiveLine(), cm.bracketMatching(), cm.closeBrackets(), cm.lintGutter(),
        cm.indentUnit.of("\t"), cm.EditorState.tabSize.of(4), this.mode.of(cm.go()), cm.autocompletion({ override: [gpu] }), cm.syntaxHighlighting(colours),
        cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.completionKeymap]),
        cm.EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        cm.EditorState.transactionFilter.of((transaction: any) => this.replaced(transaction)),
        cm.EditorView.updateListener.of((update: any) => this.updated(update)),
      ],
    });
  }

  private gutter() {
    const click = (view: any, line: { from: number }) => {
      this.visit(view.state, line.from, true);
      return true;
    };
    return cm.gutter({ class: "cm-heat", markers: (view: any) => view.state.field(heatField), domEventHandlers: { click } });
  }

  // visit tells of the line at a position, if it has cost something.
  private visit(state: any, at: number, pressed: boolean): void {
    state.field(heatField).between(state.doc.lineAt(at).from, state.doc.lineAt(at).from, (_from: number, _to: number, m: HeatMarker) => {
      this.handlers.visited?.(m.heat.line, pressed);
      return false;
    });
  }

  // replaced lets a program that is pasted replace an untouched example or the one pasted before,
  // and a whole file any text.
  private replaced(transaction: any): unknown {
    if (!transaction.docChanged || !transaction.isUserEvent("input") || !this.handlers.replaceable) return transaction;
    let text = "";
    transaction.changes.iterChanges((_fa: number, _ta: number, _fb: number, _tb: number, inserted: { toString(): string }) => (text += inserted.toString()));
    const program = programIn(text);
    if (text.length < programLength || !languageOf(program) || !(this.fresh || isWhole(program) || this.handlers.replaceable())) return transaction;
    return { changes: { from: 0, to: transaction.startState.doc.length, insert: program } };
  }

  private updated(update: any): void {
    if (update.docChanged) {
      let whole = false;
      update.changes.iterChanges((from: number, to: number) => (whole ||= from === 0 && to === update.startState.doc.length));
      this.fresh = whole;
      this.handlers.changed(whole);
    } else if (update.selectionSet) {
      this.fresh = false;
      if (this.handlers.visited) this.visit(update.state, update.state.selection.main.head, false);
    }
  }

  get language(): Language {
    return this.current;
  }

  set language(language: Language) {
    if (language === this.current) return;
    this.current = language;
    this.view.dispatch({ effects: this.mode.reconfigure(language === "go" ? cm.go() : cm.cpp()) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  // heat shows what lines cost.
  heat(lines: Heat[]): void {
    const doc = this.view.state.doc;
    const markers = lines.filter((h) => h.line > 0 && h.line <= doc.lines).map((h) => new HeatMarker(h).range(doc.line(h.line).from));
    this.view.dispatch({ effects: setHeat.of(cm.RangeSet.of(markers, true)) });
  }

  // go moves the cursor to a line and shows it.
  go(line: number): void {
    const at = this.view.state.doc.line(Math.min(Math.max(line, 1), this.view.state.doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: cm.EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  // mark shows mistakes in place.
  mark(mistakes: Mistake[]): void {
    const doc = this.view.state.doc;
    const marks = mistakes.filter((m) => m.line > 0 && m.line <= doc.lines).map((m) => {
      const line = doc.line(m.line);
      const from = Math.min(line.from + Math.max(0, m.column - 1), line.to);
      return { from, to: line.to, severity: "error", message: m.message };
    });
    this.view.dispatch(cm.setDiagnostics(this.view.state, marks));
  }
}
