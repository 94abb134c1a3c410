//go:build unix

package program

import (
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/cudart"
)

// BenchmarkRun: the round trip of an empty launch, the time per byte of copies of 300 MB there and back, and
// a whole run of a small program, which the cache has.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ name, unit string }{{"launch", "µs/launch"}, {"copy", "ns/byte"}, {"add", "ns/byte"}} {
		b.Run(c.name, func(b *testing.B) {
			s := source(b, "testdata/ends/speed.cu")
			runs(b, s, cudart.Options{}, c.name)
			b.ResetTimer()
			sum := 0.0
			for b.Loop() {
				said, _, _ := strings.Cut(runs(b, s, cudart.Options{}, c.name).out, "\n")
				n, err := strconv.ParseFloat(said, 64)
				if err != nil {
					b.Fatal(err)
				}
				sum += n
			}
			b.ReportMetric(sum/float64(b.N), c.unit)
		})
	}
}
