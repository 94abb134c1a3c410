package book

// This file measures what a browser loads for a page, and when it paints first.

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// The limits of a page before its pictures.
const (
	mostBytes    = 350_000 // compressed
	mostRequests = 25
)

// weighed are the pages that are measured: the first, three chapters, among them the two with
// the longest texts, and an exercise.
var weighed = []string{"index.html", "notebooks/00_start.html", "notebooks/07_coalescing.html", "notebooks/15_synchronization.html", "exercises/07_coalescing/README.html"}

// The connection of a reader: 5 Mbit/s, and a latency in milliseconds.
const (
	bytesPerSecond = 5e6 / 8
	latency        = 40
)

// weigh reports what the open page has loaded without pictures, and its first paint in ms.
const weigh = `new Promise(done => setTimeout(() => {
	const loads = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
		.filter(e => !/\.(svg|png)$/.test(new URL(e.name).pathname));
	const paint = performance.getEntriesByName("first-contentful-paint")[0];
	done(JSON.stringify({requests: loads.length, bytes: loads.reduce((n, e) => n + e.encodedBodySize, 0), paint: paint ? paint.startTime : -1}));
}, 200))`

type weight struct {
	Requests int
	Bytes    int
	Paint    float64
}

// weighAll opens pages as a new reader with a slow connection does, prints their weights and
// holds them to the limits. The first paint is printed only: it depends on the machine.
func weighAll(t *testing.T, dir string) {
	r, server := newReader(t, dir), httptest.NewServer(packing(http.FileServer(http.Dir(dir))))
	t.Cleanup(server.Close)
	slow := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Latency: latency, DownloadThroughput: bytesPerSecond, UploadThroughput: bytesPerSecond}}}
	if _, err := chromedp.Call(r.browser, network.EmulateNetworkConditionsByRule, slow); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(r.browser, chromedp.EmulateViewport(widths[0], windowHeight)); err != nil {
		t.Fatal(err)
	}
	for _, name := range weighed {
		if _, err := chromedp.Call(r.browser, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
			t.Fatal(err)
		}
		r.do(t, chromedp.Navigate(server.URL+"/"+name))
		text, err := chromedp.Run(r.browser, chromedp.Evaluate[string](weigh, chromedp.EvalAwaitPromise))
		var w weight
		if err == nil {
			err = json.Unmarshal([]byte(text), &w)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%-40s %3d kB in %2d requests, first paint after %.1f s at 5 Mbit/s", name, w.Bytes/1000, w.Requests, w.Paint/1000)
		if w.Bytes == 0 || w.Bytes > mostBytes || w.Requests > mostRequests {
			t.Errorf("%s loads %d bytes in %d requests, at most %d in %d", name, w.Bytes, w.Requests, mostBytes, mostRequests)
		}
	}
}

// packing compresses texts, as hosts of static pages do.
func packing(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".html") && !strings.HasSuffix(r.URL.Path, ".css") && !strings.HasSuffix(r.URL.Path, ".js") {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		defer packed.Close()
		files.ServeHTTP(packedWriter{w, packed}, r)
	})
}

// packedWriter writes a response's body through a compressor.
type packedWriter struct {
	http.ResponseWriter
	body io.Writer
}

func (w packedWriter) Write(text []byte) (int, error) { return w.body.Write(text) }

func (w packedWriter) WriteHeader(code int) {
	w.Header().Del("Content-Length")
	w.ResponseWriter.WriteHeader(code)
}
