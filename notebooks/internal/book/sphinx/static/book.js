// A keyboard stops at all that may be wider than the page, and here only at what is. While a
// window changes its size, nothing may be too wide for a moment, so that no element is taken back.
const parts = () => document.querySelectorAll("main :is(pre, .output, .pst-scrollable-table-container, [style*=overflow])");
const isWide = (e) => e.scrollWidth > e.clientWidth && getComputedStyle(e).overflowX !== "visible";
addEventListener("load", () => parts().forEach((e) => (e.tabIndex = isWide(e) ? 0 : -1)));
addEventListener("resize", () => [...parts()].filter(isWide).forEach((e) => (e.tabIndex = 0)));
// The theme names the search button without the keys that it shows.
addEventListener("load", () => document.querySelector(".search-button-field")?.removeAttribute("aria-label"));
