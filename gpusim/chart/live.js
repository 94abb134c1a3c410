(function (id, option) {
  // Each image of class id becomes live once: an ECharts chart when there are
  // options and the notebook server hands out ECharts, else the SVG itself,
  // whose <title> elements then answer the mouse.
  function each(make) {
    document.querySelectorAll("div." + id + " > img").forEach(function (img) {
      if (img.style.display === "none") return;
      var box = document.createElement("div");
      box.className = "gpucourse-live";
      box.setAttribute("role", "img");
      box.setAttribute("aria-label", img.alt);
      box.style.cssText = "background:#fff;width:" + img.width + "px;max-width:100%";
      img.parentNode.insertBefore(box, img);
      if (make(box, img) === false) box.remove();
      else img.style.display = "none";
    });
  }
  function inline(box, img) {
    var svg = new TextDecoder().decode(Uint8Array.from(atob(img.src.split(",")[1]), function (c) { return c.charCodeAt(0); }));
    var n = window.gpucourseInlined = (window.gpucourseInlined || 0) + 1; // a pattern of a hidden copy would not be drawn
    box.innerHTML = svg.replace(/unused-\w+/g, "unused-" + n);
    box.firstElementChild.style.cssText = "display:block;width:100%;height:auto";
  }
  function draw(box, img) {
    box.style.height = Math.round(img.width * img.naturalHeight / img.naturalWidth) + "px";
    var chart = window.echarts.init(box, null, { renderer: "svg", width: img.width });
    chart.setOption(option);
    new ResizeObserver(function () { if (box.clientWidth) chart.resize({ width: box.clientWidth }); }).observe(box);
  }
  function base() {
    var lab = document.getElementById("jupyter-config-data");
    if (lab) return JSON.parse(lab.textContent).baseUrl;
    return document.body.dataset.baseUrl;
  }
  function load() {
    if (window.echarts) return Promise.resolve();
    if (!base()) return Promise.reject();
    return window.gpucourseECharts = window.gpucourseECharts || new Promise(function (ok, fail) {
      var define = window.define, script = document.createElement("script");
      window.define = undefined; // ECharts would hand itself to require.js
      script.src = base() + "static/echarts.min.js";
      script.onload = function () { window.define = define; ok(); };
      script.onerror = function () { window.define = define; fail(); };
      document.head.appendChild(script);
    });
  }
  if (!option) each(inline);
  else load().then(function () { each(draw); }, function () {});
})
