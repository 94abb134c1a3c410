// This file makes the outputs of notebooks live where scripts may run. The notebook server
// hands it out beside ECharts, so that outputs hold data only. Go runs it too, without a
// page: static charts label their axes with the same functions.
(function (root) {
  "use strict";

  // dark has, for each neutral colour of a picture, the one that dark pages show instead.
  const dark = {
    "#1b1f24": "#e3e7ec", "#626b78": "#9aa5b4", "#c4c9d1": "#4b535f", "#e2e6ea": "#2d333b", "#ffffff": "#15181c", "#f4f5f7": "#1e2227",
    "#e3e6eb": "#343b45", "#a9b0bb": "#687382", "#0072b2": "#2b93d1",
  };
  const isDark = () => document.body.dataset.jpThemeLight === "false";
  const themed = (text) => (isDark() ? text.replace(/#[0-9a-f]{6}\b/g, (c) => dark[c] || c) : text);

  // number writes v with spaces between thousands and at most four digits behind the point.
  function number(v) {
    const [whole, part] = String(Math.abs(v) < 1e15 ? +(+v).toFixed(4) : v).split(".");
    return whole.replace(/\B(?=(\d{3})+$)/g, " ") + (part ? "." + part : "");
  }
  // bytes writes v bytes with their unit, in steps of 1024 or of 1000.
  function bytes(v, step) {
    const units = ["B", "KB", "MB", "GB", "TB"];
    let i = 0;
    for (; Math.abs(v) >= step && i < units.length - 1; i++) v /= step;
    return number(+v.toPrecision(4)) + " " + units[i];
  }
  const list = (v) => (Array.isArray(v) ? v : v ? [v] : []);
  const writer = (axis) => (/^bytes\b/.test(axis.name || "") ? (v) => bytes(v, axis.logBase === 2 ? 1024 : 1000) : number);

  // revive gives the options of a chart the functions that JSON cannot hold.
  function revive(option) {
    const axes = list(option.xAxis).concat(list(option.yAxis));
    for (const axis of axes) if (axis.type !== "category") axis.axisLabel.formatter = writer(axis);
    const x = list(option.xAxis)[0], y = list(option.yAxis)[0], lying = y.type === "category";
    const value = writer(lying ? x : y);
    for (const s of list(option.series))
      if (s.label && s.label.show) s.label.formatter = (p) => value(Array.isArray(p.value) ? p.value[1] : p.value);
    for (const t of list(option.tooltip)) t.formatter = (points) => tip(list(points), lying ? "" : x.name + ": ", lying ? String : writer(x), value);
    return option;
  }
  // tip tells where the mouse is on the axis and the value of each series there.
  function tip(points, name, place, value) {
    if (!points.length) return "";
    const head = "<b>" + escape(name + place(points[0].axisValue)) + "</b>";
    const rows = points.filter((p) => p.value !== 0).map((p) =>
      "<tr><td>" + p.marker + escape(p.seriesName) + "</td><td style='text-align:right;padding-left:16px'>" +
      value(Array.isArray(p.value) ? p.value[1] : p.value) + "</td></tr>");
    return head + "<table style='border:0;margin:2px 0 0;font:inherit;color:inherit'>" + rows.join("") + "</table>";
  }
  const escape = (s) => s.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

  // each calls make for every image of class id that is not live yet. make gets a box that
  // takes the image's place and returns what draws it anew for the page's theme.
  const drawn = [];
  function each(id, make) {
    for (const img of document.querySelectorAll("div." + id + " > img")) {
      if (img.gpucourse) continue;
      img.gpucourse = true;
      const box = document.createElement("div");
      box.className = "gpucourse-live";
      box.setAttribute("role", "img");
      box.setAttribute("aria-label", img.alt);
      box.style.cssText = "max-width:100%;border-radius:8px;overflow:hidden;width:" + img.getAttribute("width") + "px;min-width:" + img.style.minWidth;
      img.before(box);
      img.style.display = "none";
      const draw = make(box, img);
      drawn.push({ box, draw });
      draw();
    }
  }
  // The theme of JupyterLab is an attribute of the page's body.
  function watchTheme() {
    new MutationObserver(() => drawn.filter((d) => d.box.isConnected).forEach((d) => d.draw()))
      .observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  }

  // inline puts the SVG itself on the page: its <title> elements answer the mouse.
  function inline(box, img) {
    const svg = decodeURIComponent(img.src.slice(img.src.indexOf(",") + 1));
    const own = "unused-" + drawn.length; // the pattern of a hidden copy would not be drawn
    return () => {
      box.innerHTML = themed(svg.replace(/unused-\w+/g, own));
      box.firstElementChild.style.cssText = "display:block;width:100%;height:auto";
    };
  }
  // plot makes an ECharts chart, which keeps its height and follows the width of the panel. In
  // a panel where it would have no room, the static image stays.
  const narrowest = 0.62; // of the image's width
  const fewTicks = 3; // of a horizontal axis in a narrow panel, where the numbers of five would touch
  const firstRow = 78, legendRow = 22; // pixels: the ground below a legend of one row, and each further row
  const pencil = () => Object.assign(document.createElement("canvas").getContext("2d"), { font: "13px sans-serif" });
  // legendRows is how many rows a legend takes in a chart of some width.
  function legendRows(option, width) {
    const legend = list(option.legend)[0], pen = pencil();
    let rows = 1, used = 0;
    if (!legend || legend.show === false) return 0;
    for (const s of list(option.series)) {
      const w = 58 + 1.1 * pen.measureText(s.name).width;
      if (used > 0 && used + w > 0.94 * width) { rows++; used = 0; }
      used += w;
    }
    return rows;
  }
  // titleSize is the size in pixels at which a title fits into a chart of some width.
  function titleSize(title, width) {
    const size = title.textStyle.fontSize, pen = pencil();
    pen.font = "bold " + size + "px sans-serif";
    const room = width - 2 * parseFloat(title.left) - 8; // ECharts pads a title
    return Math.min(size, Math.floor((10 * size * room) / (1.05 * pen.measureText(title.text).width)) / 10);
  }
  function plot(option) {
    const text = JSON.stringify(option);
    return (box, img) => {
      const width = +img.getAttribute("width"), height = +img.getAttribute("height"), panel = box.parentNode;
      box.style.height = height + "px";
      box.style.minWidth = "";
      let chart = null, wide = 0;
      // draw draws the chart as wide as the panel, and higher where its legend takes more rows.
      const draw = (room) => {
        const options = JSON.parse(themed(text));
        const title = list(options.title)[0];
        title.textStyle.fontSize = titleSize(title, room);
        const grid = list(options.grid)[0], more = Math.max(0, firstRow + legendRow * (legendRows(options, room) - 1) - grid.top);
        grid.top = +grid.top + more;
        if (room < width) for (const axis of list(options.xAxis)) if (axis.type === "value") axis.splitNumber = fewTicks;
        box.style.height = height + more + "px";
        chart.resize({ width: room, height: height + more });
        chart.setOption(revive(options), true);
        wide = room;
      };
      const fit = () => {
        const room = Math.min(width, panel.clientWidth);
        if (!room) return;
        const roomy = room >= narrowest * width;
        box.style.display = roomy ? "" : "none";
        img.style.display = roomy ? "none" : "";
        if (roomy && chart && room !== wide) draw(room);
      };
      new ResizeObserver(fit).observe(panel);
      return () => {
        chart = chart || root.echarts.init(box, null, { renderer: "svg", width, height });
        draw(Math.min(width, panel.clientWidth || width));
        fit();
      };
    };
  }

  // load fetches ECharts once. While it loads, require.js must not take it.
  let loading = null;
  function load(base) {
    loading = loading || new Promise((ok, fail) => {
      const define = root.define, script = document.createElement("script");
      root.define = undefined;
      script.src = base + "static/echarts.min.js";
      script.onload = () => { root.define = define; ok(); };
      script.onerror = () => { root.define = define; fail(); };
      document.head.append(script);
    });
    return loading;
  }

  // show makes the picture of class id live.
  function show(id, option, base) {
    if (!option) each(id, inline);
    else load(base).then(() => each(id, plot(option)), () => {});
  }

  // slide turns the steps of class id, which are folded texts, into a slider.
  function slide(id) {
    for (const list of document.querySelectorAll("div." + id)) {
      const steps = [...list.querySelectorAll(":scope > details")];
      if (list.gpucourse || !steps.length) continue;
      list.gpucourse = true;
      const bar = document.createElement("label"), range = document.createElement("input"), value = document.createElement("b");
      bar.className = "gpucourse-slider";
      bar.style.cssText = "display:flex;gap:12px;align-items:center;max-width:720px;margin:4px 0 8px";
      Object.assign(range, { type: "range", min: 0, max: steps.length - 1, value: Math.max(0, steps.findIndex((s) => s.open)) });
      range.style.cssText = "flex:1;accent-color:#0072b2";
      value.style.cssText = "min-width:12em;font-variant-numeric:tabular-nums";
      bar.append(range, value);
      const turn = () => steps.forEach((s, i) => {
        const here = i === +range.value;
        s.style.display = here ? "" : "none";
        s.open = here;
        if (here) value.textContent = range.ariaValueText = s.firstElementChild.textContent;
        s.firstElementChild.style.display = "none";
      });
      range.addEventListener("input", turn);
      steps[0].before(bar);
      turn();
    }
  }

  root.gpucourse = { revive, show, slide };
  if (typeof document !== "undefined") watchTheme();
})(typeof window === "undefined" ? this : window);
