// This file has what the pages use of the document.

export const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
export const input = (id: string) => element<HTMLInputElement>(id);

// homeOf leads to the book, if it stands in the folder above.
export function homeOf(book: boolean): void {
  if (book) element<HTMLAnchorElement>("book").href = "../index.html";
}

export function text(tag: string, content: string, name = ""): HTMLElement {
  const e = document.createElement(tag);
  e.textContent = content;
  if (name) e.className = name;
  return e;
}

// capital begins a text with a large letter.
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

// sideBySide reports whether the panes stand beside each other.
export const sideBySide = () => window.matchMedia("(min-width: 900px)").matches;

// labelled is an input with its label around it.
export function labelled(name: string, attributes: Record<string, string>): HTMLLabelElement {
  const label = document.createElement("label");
  const field = document.createElement("input");
  for (const [key, value] of Object.entries(attributes)) field.setAttribute(key, value);
  label.append(name + " ", field);
  return label;
}

// written is an element with HTML that this site was built with.
export function written(tag: string, html: string): HTMLElement {
  const e = document.createElement(tag);
  e.innerHTML = html;
  return e;
}
