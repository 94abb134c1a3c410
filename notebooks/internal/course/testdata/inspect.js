((whole) => {
  // Reports what a reader sees of the pictures and outputs of the open notebook, and what a
  // reader could not read: text that is clipped, tiny, pale, or over other text. If not whole,
  // it counts pictures only.
  const found = { images: 0, live: 0, pending: 0, problems: [] };
  const say = (cell, text) => found.problems.push("cell " + cell + ": " + text);
  const cells = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
  const slack = 2; // pixels
  const smallest = 9; // pixels, of text as it is shown
  const palest = 3; // contrast of text with what lies behind it
  const folded = (e) => e.closest("details:not([open]), [style*='display: none']") !== null;

  function overlap(a, b) {
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return w > slack && h > slack;
  }
  // pieces are the parts of a text that have places of their own, with their boxes.
  function pieces(t) {
    if (!/ /.test(t.getAttribute("x") || "")) return [[t.textContent, t.getBoundingClientRect()]];
    const m = t.getScreenCTM();
    return [...t.textContent].map((character, i) => {
      const e = t.getExtentOfChar(i), left = m.a * e.x + m.e, top = m.d * e.y + m.f;
      return [character, { left, top, right: left + m.a * e.width, bottom: top + m.d * e.height }];
    });
  }
  // texts looks at the texts of a picture.
  function texts(svg, cell) {
    if (!whole) return;
    const frame = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal && svg.viewBox.baseVal.width ? frame.width / svg.viewBox.baseVal.width : 1;
    const shown = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim());
    const boxes = shown.flatMap(t => pieces(t).map(([text, r]) => [text, r, parseFloat(getComputedStyle(t).fontSize) * scale]));
    if (!svg.querySelector("path, rect, circle, polyline, image")) say(cell, "the picture is empty");
    boxes.forEach(([text, r, size], i) => {
      if (size < smallest) say(cell, "text is " + size.toFixed(1) + " px high: " + text);
      if (r.left < frame.left - slack || r.right > frame.right + slack || r.top < frame.top - slack || r.bottom > frame.bottom + slack)
        say(cell, "text is clipped: " + text);
      for (const [other, o] of boxes.slice(i + 1))
        if (overlap(r, o)) say(cell, "text overlaps: " + text + " / " + other);
    });
  }
  // source looks at a static image as if its SVG stood on the page.
  function source(img, cell) {
    if (!whole) return;
    const at = img.src.indexOf(",") + 1, coded = img.src.slice(at);
    const bytes = /;base64,$/.test(img.src.slice(0, at)) ? Uint8Array.from(atob(coded), c => c.charCodeAt(0)) : null;
    const box = document.createElement("div");
    box.style.cssText = "position:absolute;left:0;top:0;visibility:hidden;width:" + img.getBoundingClientRect().width + "px";
    box.innerHTML = bytes ? new TextDecoder().decode(bytes) : decodeURIComponent(coded);
    const svg = box.firstElementChild;
    svg.style.cssText = "display:block;width:100%;height:auto";
    document.body.append(box);
    texts(svg, cell);
    box.remove();
  }
  // luminance and contrast are those of the Web Content Accessibility Guidelines.
  function luminance([r, g, b]) {
    const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }
  const colour = (css) => (css.match(/[\d.]+/g) || []).map(Number);
  function ground(e) {
    for (; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0.5) return c;
    }
    return [255, 255, 255];
  }
  function contrast(a, b) {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  }
  // words looks at the text of an output outside of pictures.
  function words(out, cell) {
    if (!whole) return;
    const walker = document.createTreeWalker(out, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const e = node.parentElement, text = node.textContent.trim();
      if (!text || e.closest("svg, script, style, .gpucourse-live") || !e.getClientRects().length) continue;
      const style = getComputedStyle(e);
      if (parseFloat(style.fontSize) < smallest) say(cell, "text is " + style.fontSize + " high: " + text.slice(0, 40));
      if (style.overflowX === "hidden" && e.scrollWidth > e.clientWidth + slack) say(cell, "text is clipped: " + text.slice(0, 40));
      if (contrast(colour(style.color), ground(e)) < palest) say(cell, "text is pale, " + style.color + " on " + ground(e) + ": " + text.slice(0, 40));
    }
  }
  cells.forEach((cell, n) => {
    const id = cell.title || n + 1;
    for (const img of cell.querySelectorAll("img[src^='data:image/svg']")) {
      if (img.style.display === "none") continue;
      const r = img.getBoundingClientRect();
      if (img.complete && img.naturalWidth > 0 && (folded(img) || r.width > 100 && r.height > 20)) found.images++;
      else { found.pending++; continue; }
      if (r.width > 0) source(img, id);
    }
    for (const box of cell.querySelectorAll(".gpucourse-live")) {
      if (box.style.display === "none") continue;
      const drawing = box.querySelector("svg, canvas");
      const r = drawing && drawing.getBoundingClientRect();
      if (drawing && folded(box)) { found.live++; continue; }
      if (!r || r.width < 100 || r.height < 20) { found.pending++; continue; }
      found.live++;
      if (drawing.tagName === "svg") texts(drawing, id);
    }
    for (const code of cell.querySelectorAll(".jp-Cell-inputArea .cm-scroller"))
      if (whole && code.scrollWidth > code.clientWidth + slack) say(id, "code is " + code.scrollWidth + " px wide in " + code.clientWidth);
    for (const out of cell.querySelectorAll(".jp-OutputArea-output")) {
      // What is wide inside of a box that scrolls does no harm.
      const scrolls = (e) => e !== out && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
      const right = (e) => e.getBoundingClientRect().right;
      const wide = [...out.querySelectorAll("*")].find((e) => !e.closest("svg *") && right(e) > right(out) + slack && !scrolls(e.parentElement));
      if (out.scrollWidth > out.clientWidth + slack && wide) say(id, "output is " + out.scrollWidth + " px wide in " + out.clientWidth + ", for " + wide.outerHTML.slice(0, 100));
      words(out, id);
    }
  });
  return JSON.stringify(found);
})
