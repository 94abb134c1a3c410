// This file is the dialog with the link to a kernel and the frame that shows it elsewhere.

import { element, input } from "./dom";

// frameOf is the HTML that shows an address in another page.
const frameOf = (address: string) => `<iframe src="${address}" width="100%" height="640" loading="lazy" title="A GPU kernel and its report"></iframe>`;

// share shows links to what is behind #.
export function share(hash: string): void {
  const here = new URL(location.href);
  here.search = "";
  here.hash = hash;
  const framed = new URL(here);
  framed.search = "?embed";
  input("address").value = here.href;
  input("frame").value = frameOf(framed.href);
  history.replaceState(null, "", here);
  element<HTMLDialogElement>("shared").showModal();
}

export function startShare(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copies]")) {
    button.addEventListener("click", () => {
      const field = input(button.dataset.copies!);
      field.select();
      navigator.clipboard?.writeText(field.value).then(() => (button.textContent = "Copied")).catch(() => {});
    });
  }
  element("close").addEventListener("click", () => element<HTMLDialogElement>("shared").close());
}
