// What the workbench uses of CodeMirror, which is bundled without its types. Tests in a
// browser drive the editor.
export const EditorView: any, keymap: any, lineNumbers: any, highlightActiveLine: any, drawSelection: any;
export const EditorState: any, Compartment: any, defaultKeymap: any, history: any, historyKeymap: any;
export const syntaxHighlighting: any, defaultHighlightStyle: any, bracketMatching: any, indentUnit: any;
export const autocompletion: any, completionKeymap: any, closeBrackets: any, setDiagnostics: any, lintGutter: any, oneDark: any, go: any, cpp: any;
