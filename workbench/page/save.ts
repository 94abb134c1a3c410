// This file is the buttons that save an array of a report as a file.

import { text } from "./dom";

// Save writes an array of a launch into a file with an ending, and offers that.
export type Save = (name: string, ending: string) => void;

const endings = [".npy", ".csv"];

export function saveButtons(name: string, save: Save): HTMLElement[] {
  return endings.map((ending) => {
    const button = text("button", `save ${ending}`, "quiet");
    button.setAttribute("aria-label", `save ${ending} of ${name}`);
    button.addEventListener("click", () => save(name, ending));
    return button;
  });
}

// download offers a file, as a link to it would.
export function download(name: string, content: Uint8Array): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser has read it by then
}
