// This file is the editor: CodeMirror with Go and CUDA C, completion of package gpu, and marks
// at mistakes.

import * as cm from "./codemirror.js";

export type Mistake = { line: number; column: number; message: string };
export type Completion = { label: string; type: string; detail: string; info: string };

// Language is how a source is written: in Go, or in CUDA C.
export type Language = "go" | "cu";

// languageOf says in which language a source is; undefined where it does not show.
export function languageOf(source: string): Language | undefined {
  if (/^package\s/m.test(source)) return "go";
  return /\b__(global|device|shared)__\b|^\s*#\s*include/m.test(source) ? "cu" : undefined;
}

export class Editor {
  private readonly view;
  private readonly mode = new cm.Compartment();
  private current: Language = "go";

  constructor(parent: HTMLElement, completions: Completion[], changed: () => void, label = "kernel source") {
    const gpu = (context: { matchBefore(r: RegExp): { from: number; text: string } | null }) => {
      const word = context.matchBefore(/\bgpu\.\w*/);
      return word && { from: word.from + "gpu.".length, options: completions, validFor: /^\w*$/ };
    };
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    this.view = new cm.EditorView({
      parent,
      extensions: [
        cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.highlightActiveLine(), cm.bracketMatching(), cm.closeBrackets(), cm.lintGutter(),
        cm.indentUnit.of("\t"), cm.EditorState.tabSize.of(4), this.mode.of(cm.go()), cm.autocompletion({ override: [gpu] }),
        dark ? cm.oneDark : cm.syntaxHighlighting(cm.defaultHighlightStyle),
        cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.completionKeymap]),
        cm.EditorView.contentAttributes.of({ "aria-label": label }),
        cm.EditorView.updateListener.of((update: { docChanged: boolean }) => update.docChanged && changed()),
      ],
    });
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

  // mark shows mistakes in place.
  mark(mistakes: Mistake[]): void {
    const doc = this.view.state.doc;
    const marks = mistakes.filter((m) => m.line <= doc.lines).map((m) => {
      const line = doc.line(m.line);
      const from = Math.min(line.from + Math.max(0, m.column - 1), line.to);
      return { from, to: line.to, severity: "error", message: m.message };
    });
    this.view.dispatch(cm.setDiagnostics(this.view.state, marks));
  }
}
