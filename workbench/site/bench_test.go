package site_test

// This file measures what a learner waits for, with the limits that the course promises:
//
//	go test gpucourse/workbench/site -run XXX -bench Tab -benchtime 1x

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/workbench/site"
)

// product is a matrix product of n×n by tiles, as chapter 13 has it.
const product = `package kernels

import "gpucourse/gpusim/gpu"

const Tile = 16

func Product(c, a, b []float32, n int) {
	as, bs := gpu.Shared[[Tile][Tile]float32](), gpu.Shared[[Tile][Tile]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	x, y := gpu.BlockIdx.X*Tile+tx, gpu.BlockIdx.Y*Tile+ty
	var sum float32
	for k := 0; k < n; k += Tile {
		as[ty][tx], bs[ty][tx] = a[y*n+k+tx], b[(k+ty)*n+x]
		gpu.SyncThreads()
		for i := range Tile {
			sum += as[ty][i] * bs[i][tx]
		}
		gpu.SyncThreads()
	}
	c[y*n+x] = sum
}
`

// BenchmarkTab prints the download, when the page shows its report, when the simulator has
// made one, how long the next one takes,
// a timed product of 256×256 matrices, and the memory that these took.
func BenchmarkTab(b *testing.B) {
	x := open(b)
	loaded := x.download(b)
	for b.Loop() {
		x.visit(b, x.address)
		b.ReportMetric(x.number(b, `performance.now() - performance.getEntriesByType("navigation")[0].startTime`)/1000, "s-shown")
		x.press(b, "profile")
		b.ReportMetric(x.number(b, `performance.now() - performance.getEntriesByType("navigation")[0].loadEventEnd`)/1000, "s-first-report")
		b.ReportMetric(x.timed(b), "s-next-report")
		x.opens(b, product, site.Launch{Kernel: "Product", Grid: "16,16", Block: "16,16", Values: "c=65536 a=65536:rand(1) b=65536:rand(2) n=256"})
		b.ReportMetric(x.timed(b), "s-product-256")
		b.ReportMetric(x.number(b, `workbench.command(["gpusim", "devices"]).then(r => r.memory)`)/(1<<20), "MB-memory")
	}
	b.ReportMetric(loaded/1e6, "MB-download")
}

func (x *tab) number(t testing.TB, script string) (n float64) {
	t.Helper()
	if err := json.Unmarshal([]byte(x.eval(t, script)), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// timed returns the seconds until a report is shown.
func (x *tab) timed(t testing.TB) float64 {
	t.Helper()
	start := x.number(t, `performance.now()`)
	x.press(t, "profile")
	if got := x.status(t); !strings.HasPrefix(got, `"Done in`) {
		t.Fatalf("the page says %s", got)
	}
	return (x.number(t, `performance.now()`) - start) / 1000
}

// download returns the bytes of everything that a first visit fetches, compressed as servers
// compress. The service worker fetches what visits without a network need.
func (x *tab) download(b *testing.B) (sum float64) {
	b.Helper()
	x.eval(b, `navigator.serviceWorker.ready.then(() => true)`)
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.fetched["/"+site.ProgramFile] {
		b.Fatalf("the visit fetched no simulator: %v", x.fetched)
	}
	for address := range x.fetched {
		if !strings.HasSuffix(address, "/") { // index.html is fetched by its own name, too
			sum += packed(b, filepath.Join(folder, address))
		}
	}
	return sum
}

func packed(b *testing.B, file string) float64 {
	content, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(content) // a bytes.Buffer takes everything
	w.Close()
	return float64(min(packed.Len(), len(content)))
}
