// This file is the editor: CodeMirror with Go, completion of package gpu, and marks at mistakes.

import * as cm from "./codemirror.js";

export type Mistake = { line: number; column: number; message: string };
export type Completion = { label: string; type: string; detail: string; info: string };

export class Editor {
  private readonly view;

  constructor(parent: HTMLElement, completions: Completion[], changed: () => void) {
    const gpu = (context: { matchBefore(r: RegExp): { from: number; text: string } | null }) => {
      const word = context.matchBefore(/\bgpu\.\w*/);
      return word && { from: word.from + "gpu.".length, options: completions, validFor: /^\w*$/ };
    };
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    this.view = new cm.EditorView({
      parent,
      extensions: [
        cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.highlightActiveLine(), cm.bracketMatching(), cm.closeBrackets(), cm.lintGutter(),
        cm.indentUnit.of("\t"), cm.EditorState.tabSize.of(4), cm.go(), cm.autocompletion({ override: [gpu] }),
        dark ? cm.oneDark : cm.syntaxHighlighting(cm.defaultHighlightStyle),
        cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.completionKeymap]),
        cm.EditorView.contentAttributes.of({ "aria-label": "kernel source" }),
        cm.EditorView.updateListener.of((update: { docChanged: boolean }) => update.docChanged && changed()),
      ],
    });
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
