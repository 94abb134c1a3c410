// This file keeps what the learner has done in the browser: the file of progress, as the
// grader writes it, and the texts of the editor.

type Attempt = { state: string; marks: number; maxMarks: number };
type Progress = { version: number; order?: number; variants?: Record<string, number>; items: Record<string, { best?: Attempt; count: number }> };

const progressKey = "gpucourse.progress";
const draftKey = (id: string) => `gpucourse.draft.${id}`;
export const doneState = "done"; // verdict.Done of the grader

export const progressText = () => localStorage.getItem(progressKey) ?? "";

export function keepProgress(text: string | undefined): void {
  if (text) localStorage.setItem(progressKey, text);
}

// best returns the best attempt at an item, if there is one.
export function best(id: string): Attempt | undefined {
  const text = progressText();
  return text ? (JSON.parse(text) as Progress).items[id]?.best : undefined;
}

// order is the learner's order of the sentences of choices; 0 before the grader has drawn one.
export function order(): number {
  const text = progressText();
  return text ? (JSON.parse(text) as Progress).order ?? 0 : 0;
}

// variant is the learner's variant of a task; 0 is that of the book.
export function variant(id: string): number {
  const text = progressText();
  return text ? (JSON.parse(text) as Progress).variants?.[id] ?? 0 : 0;
}

export const draft = (id: string) => localStorage.getItem(draftKey(id));

export function keepDraft(id: string, text: string | undefined): void {
  if (text === undefined) localStorage.removeItem(draftKey(id));
  else localStorage.setItem(draftKey(id), text);
}
