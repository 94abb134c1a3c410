(function (call) {
  var w = window, d = document, lab = d.getElementById("jupyter-config-data");
  var base = lab ? JSON.parse(lab.textContent).baseUrl : d.body.dataset.baseUrl;
  var s = d.getElementById("gpucourse-script");
  if (w.gpucourse) return call(w.gpucourse, base);
  if (!base) return;
  if (!s) {
    s = d.createElement("script");
    s.id = "gpucourse-script";
    s.src = base + "static/gpucourse.js";
    d.head.appendChild(s);
  }
  s.addEventListener("load", function () { call(w.gpucourse, base); });
})
