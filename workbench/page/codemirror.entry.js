// What the workbench uses of CodeMirror, which package.json pins. codemirror.js is made of
// this file by: npm ci && go run gpucourse/workbench -packages
export { EditorView, GutterMarker, gutter, keymap, lineNumbers, highlightActiveLine, drawSelection } from "@codemirror/view";
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { HighlightStyle, syntaxHighlighting, bracketMatching, indentUnit } from "@codemirror/language";
export { autocompletion, completionKeymap, closeBrackets } from "@codemirror/autocomplete";
export { MergeView } from "@codemirror/merge";
export { setDiagnostics, lintGutter } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
export { go } from "@codemirror/lang-go";
export { cpp } from "@codemirror/lang-cpp";
