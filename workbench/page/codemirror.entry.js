// What the workbench uses of CodeMirror, which package.json pins. codemirror.js is made of
// this file by: npm ci && go run gpucourse/workbench -packages
export { EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection } from "@codemirror/view";
export { Compartment, EditorState } from "@codemirror/state";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { syntaxHighlighting, defaultHighlightStyle, bracketMatching, indentUnit } from "@codemirror/language";
export { autocompletion, completionKeymap, closeBrackets } from "@codemirror/autocomplete";
export { setDiagnostics, lintGutter } from "@codemirror/lint";
export { oneDark } from "@codemirror/theme-one-dark";
export { go } from "@codemirror/lang-go";
export { cpp } from "@codemirror/lang-cpp";
