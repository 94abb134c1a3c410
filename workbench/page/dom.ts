// This file has what the pages use of the document.

export const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
export const input = (id: string) => element<HTMLInputElement>(id);

export function text(tag: string, content: string, name = ""): HTMLElement {
  const e = document.createElement(tag);
  e.textContent = content;
  if (name) e.className = name;
  return e;
}

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
