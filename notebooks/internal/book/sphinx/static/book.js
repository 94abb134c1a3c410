// What is wider than the page is scrolled by keyboard, too.
function reach() {
  for (const e of document.querySelectorAll("main pre, main .cell_output div, main .pst-scrollable-table-container")) {
    const scrolls = getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth;
    if (scrolls) e.tabIndex = 0;
    else e.removeAttribute("tabindex");
  }
}
addEventListener("load", reach);
addEventListener("resize", reach);
// The theme names the search button without the keys that it shows.
addEventListener("load", () => document.querySelector(".search-button-field")?.removeAttribute("aria-label"));
