// What is wider than the page is scrolled by keyboard, too. While a window changes its size,
// nothing may be too wide for a moment, so that no element is taken back.
function reach() {
  for (const e of document.querySelectorAll("main pre, main .cell_output div, main .pst-scrollable-table-container")) {
    if (getComputedStyle(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth) e.tabIndex = 0;
  }
}
addEventListener("load", reach);
addEventListener("resize", reach);
// The theme names the search button without the keys that it shows.
addEventListener("load", () => document.querySelector(".search-button-field")?.removeAttribute("aria-label"));
