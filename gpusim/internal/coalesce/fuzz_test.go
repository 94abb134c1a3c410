package coalesce

// This file holds all rules and all short ways against the guide's words, over
// a million random accesses and over those that fuzzing finds:
//
//	go test ./gpusim/internal/coalesce -fuzz FuzzCoalesce
//	go test ./gpusim/internal/coalesce -fuzz FuzzBanks
//
// An access is written as bytes, so that a found one is a file: see decode.

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// fuzzWindow is the number of words a decoded access lies among.
const fuzzWindow = 1 << 12

// fuzzBytes is the length of a whole access: header, mask, base and 32 lanes.
const fuzzBytes = 2 + 4 + 2 + 64

// decode reads an access from bytes; those that are missing are zeros. Byte 0
// chooses the size of the words and load or store, byte 1 the pattern, then
// come the active lanes, a word to begin at, and what the pattern needs.
func decode(data []byte, space ir.Space) *trace.Access {
	var d [fuzzBytes]byte
	copy(d[:], data)
	a := &trace.Access{Space: space, Bytes: 1 << (d[0] % 5), Width: 32}
	if d[0]>>7 == 1 {
		a.Kind = trace.Store
	}
	a.Active = trace.Mask(binary.LittleEndian.Uint32(d[2:]))
	if a.Active == 0 {
		a.Active = 1
	}
	base, lane := int(binary.LittleEndian.Uint16(d[6:])), d[8:]
	pattern := fuzzPatterns[int(d[1])%len(fuzzPatterns)]
	a.Addr = new(trace.Lanes)
	for i := range a.Addr {
		a.Addr[i] = uint64((base + pattern(lane, i)) & (fuzzWindow - 1) * a.Bytes)
	}
	return a
}

// fuzzPatterns give the word of lane i, counted from the first.
var fuzzPatterns = []func(b []byte, i int) int{
	func(b []byte, i int) int { return int(binary.LittleEndian.Uint16(b[2*i:])) },           // anywhere
	func(b []byte, i int) int { return int(b[i] % 64) },                                     // close
	func(b []byte, i int) int { return i * int(int8(b[0])) },                                // in steps
	func(b []byte, i int) int { return i%16*int(int8(b[0])) + i/16*int(int8(b[1])) },        // in two rows
	func(b []byte, i int) int { return int(b[32+b[i]%4]) },                                  // few words
	func(b []byte, i int) int { return i ^ int(b[0]%32) },                                   // exchanged
	func(b []byte, i int) int { return i + int(b[i]/250)*int(b[63]) },                       // in order, but for a few
	func(b []byte, i int) int { return int(b[i]%4)*16 + int(b[0]%16) + int(b[i]/128)*1024 }, // few banks
}

// generations are the devices the guide describes, with their bank widths.
var generations = []struct {
	device string
	mode   int
}{{"8800 GTX", 0}, {"GTX 280", 0}, {"C2050", 0}, {"K20c", 4}, {"K40", 8}}

// generation returns the Spec of one of generations.
func generation(t testing.TB, i int) *arch.Spec {
	s := *spec(t, generations[i].device)
	if mode := generations[i].mode; mode > 0 {
		s.Shared.InterleaveBytes = mode
	}
	return &s
}

// compareGlobal compares Coalesce, Count and the Counter with the guide.
func compareGlobal(t testing.TB, s *arch.Spec, c *Counter, a *trace.Access) {
	g := guided(a)
	moves, requests := guideGlobal(s.CC.Major, s.CC.Minor, &g)
	want := trace.Traffic{Requests: requests, Transactions: len(moves)}
	for _, m := range moves {
		want.Sectors += m.bytes / 32
	}
	if got := Count(s, a); got != want {
		t.Errorf("%s: %s: got %+v, the guide says %+v: %v", s.Name, show(a), got, want, moves)
	}
	if got := pieces32(Coalesce(s, a, nil)); !slices.Equal(got, guidePieces32(moves)) {
		t.Errorf("%s: %s: got sectors at %v, the guide says %v", s.Name, show(a), got, moves)
	}
	before := c.ByPC[0]
	c.Count(a)
	if got := c.ByPC[0]; int(got.Transactions-before.Transactions) != want.Transactions || int(got.Sectors-before.Sectors) != want.Sectors {
		t.Errorf("%s: %s: the counter went from %+v to %+v, the guide says %+v", s.Name, show(a), before, got, want)
	}
}

// pieces32 lists the 32-byte pieces that transactions move, ascending.
func pieces32(moved []trace.Transaction) (at []int) {
	for _, m := range moved {
		first := int(m.Addr) / 128 * 128
		for i := range 4 {
			if m.Sectors>>i&1 == 1 || m.Bytes == 128 {
				at = append(at, first+32*i)
			}
		}
	}
	slices.Sort(at)
	return at
}

func guidePieces32(moves []guideMove) (at []int) {
	for _, m := range moves {
		for b := 0; b < m.bytes; b += 32 {
			at = append(at, m.at+b)
		}
	}
	slices.Sort(at)
	return at
}

// compareShared compares Banks and the Counter with the guide.
func compareShared(t testing.TB, s *arch.Spec, c *Counter, a *trace.Access) {
	g := guided(a)
	ways := guideShared(s.CC.Major, s.Shared.InterleaveBytes, &g)
	want := 0
	for _, n := range ways {
		want += n
	}
	if got := Banks(s, a); got.Wavefronts != want || got.Ideal != len(ways) {
		t.Errorf("%s, %d-byte mode: %s: got %d wavefronts in %d phases, the guide says %v", s.Name, s.Shared.InterleaveBytes, show(a), got.Wavefronts, got.Ideal, ways)
	}
	before := c.ByPC[0].Wavefronts
	c.Count(a)
	if got := int(c.ByPC[0].Wavefronts - before); got != want {
		t.Errorf("%s, %d-byte mode: %s: the counter says %d wavefronts, the guide %v", s.Name, s.Shared.InterleaveBytes, show(a), got, ways)
	}
}

var every = flag.Bool("every", false, "compare a million random accesses with the guide, not 200 000")

// TestMillionAccesses compares 200 000 random accesses with the guide, under -short 20 000. A
// million:
//
//	go test ./gpusim/internal/coalesce -every -run Million
func TestMillionAccesses(t *testing.T) {
	all := 200_000
	if *every {
		all = 1_000_000
	} else if testing.Short() {
		all = 20_000
	}
	n := all / (2 * len(generations))
	t.Logf("%d of 1000000 accesses", n*2*len(generations))
	for i, g := range generations {
		for _, kind := range []struct {
			space   ir.Space
			compare func(testing.TB, *arch.Spec, *Counter, *trace.Access)
		}{{ir.Global, compareGlobal}, {ir.Shared, compareShared}} {
			t.Run(fmt.Sprintf("%s/%d/%s", g.device, g.mode, kind.space), func(t *testing.T) {
				t.Parallel()
				s, r := generation(t, i), rand.New(rand.NewPCG(uint64(i), uint64(kind.space)))
				c := NewCounter(s, 1)
				for k := 0; k < n && !t.Failed(); k++ {
					kind.compare(t, s, c, randomBytes(r, kind.space))
				}
			})
		}
	}
}

// randomBytes decodes random bytes; every other access has all lanes active.
func randomBytes(r *rand.Rand, space ir.Space) *trace.Access {
	var d [fuzzBytes]byte
	for i := 0; i < len(d); i += 8 {
		binary.LittleEndian.PutUint64(d[i:], r.Uint64())
	}
	if r.IntN(2) == 0 {
		copy(d[2:], "\xff\xff\xff\xff")
	}
	return decode(d[:], space)
}

// FuzzCoalesce holds global accesses against the guide, and on devices that
// move sectors against the bytes touched.
func FuzzCoalesce(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		a := decode(data, ir.Global)
		for i := range generations {
			s := generation(t, i)
			compareGlobal(t, s, NewCounter(s, 1), a)
		}
		for _, name := range []string{"GTX 980", "H200"} {
			s := spec(t, name)
			if got, want := Count(s, a), bruteTraffic(s, a); got != want {
				t.Errorf("%s: %s: got %+v, want %+v", name, show(a), got, want)
			}
		}
	})
}

// FuzzBanks holds shared accesses against the guide, and on later devices
// against a look at every piece of four bytes.
func FuzzBanks(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		a := decode(data, ir.Shared)
		for i := range generations {
			s := generation(t, i)
			compareShared(t, s, NewCounter(s, 1), a)
		}
		for _, name := range []string{"GTX 980", "H200"} {
			s := spec(t, name)
			got := Banks(s, a)
			if wavefronts, ideal := bruteBanks(s, a); got.Wavefronts != wavefronts || got.Ideal != ideal {
				t.Errorf("%s: %s: got %d wavefronts in %d phases, want %d in %d", name, show(a), got.Wavefronts, got.Ideal, wavefronts, ideal)
			}
		}
	})
}
