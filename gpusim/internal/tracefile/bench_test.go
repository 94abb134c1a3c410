package tracefile

// This file measures encoding and decoding: go test -bench . ./gpusim/internal/tracefile

import "testing"

// The patterns: warps that loop, as a matrix product does; warps that make a
// few accesses each, as a transform does; and lanes with random addresses.
var patterns = map[string]func(warp int) []step{
	"loop": func(warp int) []step {
		var list []step
		for i := range uint64(512) {
			a, b := fullLoad(uint64(warp)*1024+4*i), at(5)
			b.a.Active, b.a.Base = everyLane, 4096*i
			list = append(list, a, b)
		}
		return list
	},
	"straight": func(warp int) []step {
		var list []step
		for i := range uint64(8) {
			list = append(list, fullLoad(1<<30*i+128*uint64(warp)))
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

// BenchmarkTrace reports the nanoseconds per access of encoding and of decoding, and the
// bytes per access.
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
		b.Run(name+"/encode", func(b *testing.B) {
			for b.Loop() {
				t = record(p, 1, func(int) int { return 0 })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*accesses), "ns/access")
			b.ReportMetric(float64(t.Bytes())/float64(accesses), "bytes/access")
		})
		b.Run(name+"/decode", func(b *testing.B) {
			r, decoders := t.Reader(), t.Decoders(warps)
			for b.Loop() {
				for i := range blocks {
					t.Open(i, func(w int) *Decoder { return &decoders[w] })
					for w := range decoders {
						d := &decoders[w]
						for at, e := d.Next(r); e != End; at, e = d.Next(r) {
							d.Access(r, at)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*accesses), "ns/access")
		})
	}
}

// BenchmarkOpen opens blocks that were executed, and blocks that were not.
func BenchmarkOpen(b *testing.B) {
	for _, k := range kernels {
		s := shapeOf(k.grid, k.cluster)
		p := k.steps.whole(s)
		executed := chosen(s, 40)
		t, _ := sampledTrace(p, s, executed)
		d := t.Decoders(testWarps)
		for name, blocks := range map[string]func(int) int{
			"executed": func(i int) int { return executed[i%len(executed)] },
			"all":      func(i int) int { return i % s.Blocks() },
		} {
			b.Run(k.name+"/"+name, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					t.Open(blocks(i), func(w int) *Decoder { return &d[w] })
				}
			})
		}
		b.Run(k.name+"/extrapolate", func(b *testing.B) {
			for b.Loop() {
				t.Extrapolate(s, executed)
			}
		})
	}
}
