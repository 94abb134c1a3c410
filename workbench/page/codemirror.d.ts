// What the workbench uses of CodeMirror, which is bundled without its types. Tests in a
// browser drive the editor.
export const EditorView: any, keymap: any, lineNumbers: any, highlightActiveLine: any, drawSelection: any, GutterMarker: any, gutter: any;
export const EditorState: any, Compartment: any, RangeSet: any, StateEffect: any, StateField: any, defaultKeymap: any, history: any, historyKeymap: any;
export const HighlightStyle: any, syntaxHighlighting: any, tags: any, bracketMatching: any, indentUnit: any, MergeView: any;
export const autocompletion: any, completionKeymap: any, closeBrackets: any, setDiagnostics: any, lintGutter: any, go: any, cpp: any;
