(() => {
  // Reports what a reader sees of the pictures and outputs of the open notebook.
  const found = { images: 0, live: 0, pending: 0, problems: [] };
  const say = (cell, text) => found.problems.push("cell " + cell + ": " + text);
  const cells = [...document.querySelectorAll(".jp-Notebook .jp-Cell")];
  const slack = 2; // pixels

  function overlap(a, b) {
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return w > slack && h > slack;
  }
  function texts(svg, cell) {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim()).map(t => [t.textContent, t.getBoundingClientRect()]);
    boxes.forEach(([text, r], i) => {
      if (r.left < frame.left - slack || r.right > frame.right + slack || r.top < frame.top - slack || r.bottom > frame.bottom + slack)
        say(cell, "text is clipped: " + text);
      for (const [other, o] of boxes.slice(i + 1))
        if (overlap(r, o)) say(cell, "text overlaps: " + text + " / " + other);
    });
  }
  cells.forEach((cell, n) => {
    const id = cell.title || n + 1;
    for (const img of cell.querySelectorAll("img[src^='data:image/svg']")) {
      if (img.style.display === "none") continue;
      const r = img.getBoundingClientRect();
      if (img.complete && img.naturalWidth > 0 && r.width > 100 && r.height > 20) found.images++;
      else found.pending++;
    }
    for (const box of cell.querySelectorAll(".gpucourse-live")) {
      const drawing = box.querySelector("svg, canvas");
      const r = drawing && drawing.getBoundingClientRect();
      if (!r || r.width < 100 || r.height < 20) { found.pending++; continue; }
      found.live++;
      if (drawing.tagName === "svg") texts(drawing, id);
    }
    for (const out of cell.querySelectorAll(".jp-OutputArea-output"))
      if (out.scrollWidth > out.clientWidth + slack) say(id, "output is " + out.scrollWidth + " px wide in " + out.clientWidth);
  });
  return JSON.stringify(found);
})()
