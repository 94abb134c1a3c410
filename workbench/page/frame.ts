// This file is what both pages have around their contents: the theme, and two panes with a
// separator that pointer and keys move.

import { element, input } from "./dom";

const themeKey = "gpucourse.theme";
const splitKey = "gpucourse.split";

// Styles follow color-scheme, so that a change shows at once, in editors and pictures too.
function startTheme(): void {
  const choose = (theme: string) => {
    document.documentElement.dataset.theme = theme;
    input("theme").value = theme;
  };
  choose(localStorage.getItem(themeKey) ?? "auto");
  element("theme").addEventListener("input", () => {
    localStorage.setItem(themeKey, input("theme").value);
    choose(input("theme").value);
  });
}

const [narrowest, widest, step] = [20, 80, 2]; // percent of the width

function startSeparator(): void {
  const bar = element("separator");
  const set = (percent: number) => {
    const share = Math.min(widest, Math.max(narrowest, percent));
    element("panes").style.setProperty("--left", `${share}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(share)));
    localStorage.setItem(splitKey, String(share));
  };
  const now = () => Number(bar.getAttribute("aria-valuenow"));
  set(Number(localStorage.getItem(splitKey) ?? now()));
  bar.addEventListener("pointerdown", (e) => {
    bar.setPointerCapture(e.pointerId);
    e.preventDefault();
  });
  bar.addEventListener("pointermove", (e) => {
    if (bar.hasPointerCapture(e.pointerId)) set((100 * e.clientX) / window.innerWidth);
  });
  bar.addEventListener("dblclick", () => set(50));
  bar.addEventListener("keydown", (e) => {
    const to = { ArrowLeft: now() - step, ArrowRight: now() + step, Home: narrowest, End: widest }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    set(to);
  });
}

export function startFrame(): void {
  startTheme();
  startSeparator();
}
