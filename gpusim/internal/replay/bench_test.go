package replay

// This file measures recording and playing: go test -bench . ./gpusim/internal/replay

import (
	"context"
	"testing"

	"gpucourse/gpusim/trace"
)

// silent is a Memory without caches.
type silent struct{}

func (silent) Begin(int)                                             {}
func (silent) Access(int, uint64, *trace.Access, *trace.CacheCounts) {}
func (silent) End() trace.CacheCounts                                { return trace.CacheCounts{} }

// The patterns: warps that loop, as a matrix product does; warps that make a
// few accesses each, as a transform does; and lanes that go anywhere.
var patterns = map[string]func(warp int) []step{
	"loop": func(warp int) []step {
		var list []step
		for i := range uint64(512) {
			a, b := load(uint64(warp)*1024+4*i), at(5)
			b.a.Active, b.a.Base = everyLane, 4096*i
			list = append(list, a, b)
		}
		return list
	},
	"straight": func(warp int) []step {
		var list []step
		for i := range uint64(8) {
			list = append(list, load(1<<30*i+128*uint64(warp)))
		}
		return list
	},
	"scattered": func(warp int) []step {
		var list []step
		for i := range uint64(64) {
			s := at(2)
			s.a.Active, s.a.Addr = everyLane, &s.addr
			for lane := range s.addr {
				s.addr[lane] = (uint64(warp)*7919 + i*104729 + uint64(lane)*15485863) % (1 << 28) &^ 3
			}
			list = append(list, s)
		}
		return list
	},
}

// BenchmarkTrace reports the nanoseconds an access takes to record and to play,
// and the bytes it is kept in.
func BenchmarkTrace(b *testing.B) {
	const blocks, warps = 1024, 8
	for name, pattern := range patterns {
		var block [][]step
		for w := range warps {
			block = append(block, pattern(w))
		}
		p := make(program, blocks)
		for i := range p {
			p[i] = block
		}
		accesses := blocks * warps * len(block[0])
		t := record(p, 1, func(int) int { return 0 })
		b.Run(name+"/record", func(b *testing.B) {
			for b.Loop() {
				t = record(p, 1, func(int) int { return 0 })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*accesses), "ns/access")
			b.ReportMetric(float64(t.Bytes())/float64(accesses), "bytes/access")
		})
		b.Run(name+"/play", func(b *testing.B) {
			for b.Loop() {
				if _, err := Run(context.Background(), Launch{Spec: device, Blocks: blocks, Warps: warps, Resident: 8}, t, silent{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*accesses), "ns/access")
		})
	}
}
