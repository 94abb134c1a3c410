package tracefile

// This file gives the decoder bytes that no recorder wrote.

import (
	"testing"
)

const (
	fuzzedWarps   = 5
	fuzzedEntries = 10_000
)

// FuzzDecode: a decoder ends, or goes on giving entries of the trace's sites, whatever the
// bytes are.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{1, 1, 0, 0})
	for seed := range 8 {
		f.Add(recordedBytes(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tr := NewTrace(testInstrs, 1, fuzzedWarps, testLimit, false)
		tr.width = testWidth
		for pc := range testKinds {
			if at := tr.accessSite[pc]; at != noSite {
				tr.static[at] = testKinds[pc]
			}
		}
		tr.slabs, tr.blocks[0] = [][]byte{data}, 1
		warps, reader := tr.Decoders(fuzzedWarps), tr.Reader()
		tr.Open(0, func(i int) *Decoder { return &warps[i] })
		for i := range warps {
			drain(t, &warps[i], reader)
		}
	})
}

// drain decodes the entries of a warp, up to a limit: a run may be of any length.
func drain(t *testing.T, d *Decoder, r *Reader) {
	for range fuzzedEntries {
		site, e := d.Next(r)
		switch e {
		case End:
			return
		case Access:
			if a := d.Access(r, site); a.Active == 0 {
				t.Fatalf("site %d: an access without lanes", site)
			}
		}
	}
}

// recordedBytes is a recorded block of some warps.
func recordedBytes(seed int) []byte {
	var block [][]step
	for w := range fuzzedWarps {
		list := []step{{}}
		for i := range uint64(12) {
			s := fullLoad(i*i*uint64(seed+1)*100 + uint64(w)*128)
			if seed%2 == 1 && i%3 == 0 {
				s.a.Addr, s.a.Base = &s.addr, 0
				for lane := range s.addr {
					s.addr[lane] = 1000 + uint64(lane*lane*seed)
				}
			}
			list = append(list, s)
		}
		block = append(block, list)
	}
	tr := record(program{block}, 1, func(int) int { return 0 })
	return tr.slabs[0]
}
