package h100

import (
	_ "embed"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/trace"
)

// residencyText has the rows of the section l2 of modern_micro.cu. A hot region is swept, then a
// stream, both twice; then one thread loads 4096 lines of the hot region.
//
//go:embed modern/l2.txt
var residencyText string

// residency is a way to keep the hot region.
type residency struct {
	name        string
	hot, stream trace.Policy
	kept        cache.Residency
}

// all is the device's whole set-aside.
const all = 1 << 30

// window is an access policy window over the hot region, in which n of sixteen lines persist.
func window(n uint8) cache.Residency {
	p := trace.Policy{Primary: trace.EvictLast}
	if n < 16 {
		p.Secondary, p.Sixteenths = trace.EvictFirst, n
	}
	return cache.Residency{SetAside: all, Window: cache.Window{Bytes: 1, Policy: p}}
}

var residencies = []residency{
	{name: "plain"},
	{name: "stream_evict_first", stream: trace.Policy{Primary: trace.EvictFirst}},
	{name: "hot_evict_last", hot: trace.Policy{Primary: trace.EvictLast}},
	{name: "hot_evict_last_limit_set", hot: trace.Policy{Primary: trace.EvictLast}, kept: cache.Residency{SetAside: all}},
	{name: "window100", kept: window(16)},
	{name: "window50", kept: window(9)},
}

// sweeper plays the kernels of the section on the caches of a device alone.
type sweeper struct {
	h    *cache.Hierarchy
	sms  []int
	now  uint64
	line int
}

// sweepBlocks and lineOf are the grid of a sweep, and the lines of a block's step.
const (
	sweepBlocks = 264
	blockLines  = 32
	mebibyte    = 1 << 20
	streamBase  = 1 << 30
	fill        = 64 * mebibyte // that the program sets before, more than L2 has
)

func (s *sweeper) load(sm int, line uint64, sectors uint32, p trace.Policy) bool {
	var c trace.CacheCounts
	s.now += 1000 // no load joins another
	r := cache.MemRequest{LineAccess: coalesce.LineAccess{Line: line, Sectors: sectors}, SM: int32(sm), Hint: trace.Hint{Policy: p}}
	f := s.h.L2Access(s.now, &r, &c)
	s.h.Reply(&r, f, s.now, s.now)
	return f.Hit || f.Fetched == 0
}

func (s *sweeper) sweep(base, bytes int, p trace.Policy) {
	for i := range bytes / s.line {
		s.load(s.sms[i/blockLines%sweepBlocks%len(s.sms)], uint64(base/s.line+i), 1<<4-1, p)
	}
}

// hits returns the percentage of hits of the row's loads.
func (s *sweeper) hits(r residency, hot, stream int) float64 {
	if r.kept.Window.Bytes > 0 {
		r.kept.Window.Bytes = uint64(hot)
	}
	s.sweep(streamBase, fill, trace.Policy{})
	s.h.Keep(r.kept)
	for range 2 {
		s.sweep(0, hot, r.hot)
		s.sweep(streamBase, stream, r.stream)
	}
	n, hits, x := hot/s.line, 0, uint32(12345)
	const samples = 4096
	for range samples {
		x = x*1664525 + 1013904223
		if s.load(s.sms[0], uint64(x>>4)*uint64(n)>>28, 1, trace.Policy{}) {
			hits++
		}
	}
	return 100 * float64(hits) / samples
}

// residencyLimit is by how many percentage points hits may differ from the measured rows.
const residencyLimit = 2

// residencyDeviations are ways whose hits differ more, from a number of hot MiB and up to a number of
// streamed MiB on.
var residencyDeviations = []struct {
	name            string
	leastHot, until int
	why             string
}{
	{"stream_evict_first", 24, 256, "the device gives up some lines of the hot region, the more the longer the stream is: it does not always find a line that goes first"},
	{"window50", 4, 16, "a short stream leaves lines that go first"},
	{"plain", 16, 16, "the device's sets fill less evenly"},
	{"hot_evict_last", 16, 16, "as plain"},
}

// deviates says why hits may differ more.
func deviates(name string, hot, stream int) string {
	for _, d := range residencyDeviations {
		if d.name == name && hot >= d.leastHot && stream <= d.until {
			return d.why
		}
	}
	return ""
}

// TestResidency compares which lines L2 keeps with the measured rows: two of them, or with -every all.
func TestResidency(t *testing.T) {
	spec := gpusim.Must(gpusim.Open("H100")).Spec()
	sms := make([]int, spec.SMs)
	for sm, block := range dispatch.New(spec, 0, spec.SMs).Rank() {
		sms[block] = sm
	}
	within, all := 0, 0
	for _, hot := range []int{4, 16, 24, 32, 48} {
		for _, stream := range []int{16, 64, 256} {
			for _, r := range residencies {
				name := fmt.Sprintf("l2_hot%dMB_after_stream%dMB_%s_hit", hot, stream, r.name)
				want, ok := rowOf(residencyText, name)
				chosen := hot == 4 && stream == 64 && (r.name == "hot_evict_last" || r.name == "window50")
				if !ok || !chosen && !*every {
					continue
				}
				s := &sweeper{h: cache.NewHierarchy(spec), sms: sms, line: spec.Global.LineBytes}
				got, why := s.hits(r, hot*mebibyte, stream*mebibyte), deviates(r.name, hot, stream)
				all++
				switch off := math.Abs(got - want); {
				case off <= residencyLimit:
					within++
				case why == "":
					t.Errorf("%s: %.2f %% of the loads hit, on the device %.2f %%", name, got, want)
				}
			}
		}
	}
	t.Logf("%d of %d rows are within %d percentage points", within, all, residencyLimit)
}

var every = flag.Bool("every", false, "compare all rows of copies and of what L2 keeps")

// rowOf returns the value of a row.
func rowOf(text, name string) (v float64, ok bool) {
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, name+" "); found {
			_, err := fmt.Sscan(rest, &v)
			return v, err == nil
		}
	}
	return 0, false
}
