package tracefile

// This file checks that what was recorded is what is decoded.

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// step is what a warp does: an access, or a barrier when it has no lanes.
type step struct {
	a    trace.Access
	addr trace.Lanes
}

// program is the steps of a launch, by block and warp.
type program [][][]step

const (
	testWidth   = 8
	testPCs     = 6
	testBarrier = testPCs
	testLimit   = 1 << 30
)

// testInstrs is a program whose first two instructions are not remembered.
var testInstrs = []*ir.Instr{
	{Op: ir.Add}, {Op: ir.Ld, Space: ir.Shared},
	{Op: ir.Ld, Space: ir.Global}, {Op: ir.St, Space: ir.Global}, {Op: ir.Ld, Space: ir.Local}, {Op: ir.Ld, Space: ir.Const}, {Op: ir.Bar},
}

// testKinds is what does not change at an instruction.
var testKinds = [testPCs]trace.Access{
	2: {Kind: trace.Load, Space: ir.Global, Bytes: 4, ReadOnly: true},
	3: {Kind: trace.Store, Space: ir.Global, Bytes: 8},
	4: {Kind: trace.Load, Space: ir.Local, Bytes: 4},
	5: {Kind: trace.Load, Space: ir.Const, Bytes: 16, Volatile: true},
}

// at returns an access of the instruction at pc.
func at(pc int32) step {
	s := step{a: testKinds[pc]}
	s.a.PC, s.a.Width = pc, testWidth
	return s
}

// fullLoad is a load of neighbouring words by a whole warp.
func fullLoad(base uint64) step {
	s := at(2)
	s.a.Active, s.a.Base, s.a.DX, s.a.DY = everyLane, base, 4, 4*testWidth
	return s
}

// record shows a program to recorders, each block to the recorder that share chooses,
// and merges them.
func record(p program, recorders int, share func(block int) int) *Trace {
	warps := len(p[0])
	t := NewTrace(testInstrs, len(p), warps, testLimit, false)
	list := make([]*Recorder, recorders)
	for i := range list {
		list[i] = t.Recorder()
	}
	for b, block := range p {
		recordBlock(list[share(b)], b, block)
	}
	for _, r := range list {
		t.Merge(r)
	}
	return t
}

// recordBlock shows a block as the executor does: each warp up to its barrier,
// then the next.
func recordBlock(r *Recorder, b int, block [][]step) {
	done := make([]int, len(block))
	for more := true; more; {
		more = false
		for w, steps := range block {
			for done[w] < len(steps) {
				more = true
				s := &steps[done[w]]
				done[w]++
				if s.a.Active == 0 {
					r.Events().Barrier(trace.Event{Block: b, Warp: w, PC: testBarrier})
					break
				}
				s.a.Block, s.a.Warp = b, w
				if s.a.Addr != nil {
					s.a.Addr = &s.addr
				}
				r.Access(&s.a)
			}
		}
	}
}

// decoded is the text of a warp's entries.
func decoded(d *Decoder, r *Reader) []string {
	var out []string
	for {
		site, e := d.Next(r)
		switch e {
		case End:
			return out
		case Barrier:
			out = append(out, "barrier")
		case Access:
			out = append(out, text(d.Access(r, site)))
		}
	}
}

// text is an access: its lanes' addresses, and their form.
func text(a *trace.Access) string {
	s := fmt.Sprintf("%d %d %d %d %v %v %d:", a.PC, a.Kind, a.Space, a.Bytes, a.ReadOnly, a.Volatile, a.Width)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		s += fmt.Sprintf(" %d:%#x", rest.First(), a.Lane(rest.First()))
	}
	if a.Addr == nil {
		s += fmt.Sprintf(" %#x+%d,%d", a.Base, a.DX, a.DY)
	}
	return s
}

// checkRoundTrip compares what went in with what comes out.
func checkRoundTrip(t interface{ Fatalf(string, ...any) }, p program, tr *Trace) {
	warps, reader := tr.Decoders(len(p[0])), tr.Reader()
	for b, block := range p {
		tr.Open(b, func(i int) *Decoder { return &warps[i] })
		for w, steps := range block {
			var want []string
			for i := range steps {
				if steps[i].a.Active == 0 {
					want = append(want, "barrier")
				} else {
					want = append(want, text(&steps[i].a))
				}
			}
			if got := decoded(&warps[w], reader); !slices.Equal(got, want) {
				t.Fatalf("block %d warp %d:\n got %q\nwant %q", b, w, got, want)
			}
		}
	}
}

// drawProgram draws blocks of warps that do much the same, as warps do.
func drawProgram(t *rapid.T) program {
	blocks, warps := rapid.IntRange(1, 4).Draw(t, "blocks"), rapid.IntRange(1, 5).Draw(t, "warps")
	common := rapid.SliceOfN(rapid.Custom(drawStep), 0, 30).Draw(t, "steps")
	loops := rapid.IntRange(1, 3).Draw(t, "loops")
	stride := rapid.Uint64Range(0, 512).Draw(t, "stride")
	p := make(program, blocks)
	for b := range p {
		for w := range warps {
			var list []step
			for range loops {
				for _, s := range common {
					s.a.Base += uint64(b*warps+w)*stride + uint64(len(list))*64
					list = append(list, s)
				}
			}
			if rapid.IntRange(0, 3).Draw(t, "own") == 0 {
				list = append(list, rapid.SliceOfN(rapid.Custom(drawStep), 0, 4).Draw(t, "more")...)
			}
			p[b] = append(p[b], list)
		}
	}
	return p
}

func drawStep(t *rapid.T) step {
	pc := rapid.Int32Range(1, testPCs-1).Draw(t, "pc")
	if pc == 1 {
		return step{}
	}
	s := at(pc)
	s.a.Active = trace.Mask(rapid.OneOf(rapid.Just(uint32(everyLane)), rapid.Just(uint32(0xffff)), rapid.Uint32Range(1, everyLane)).Draw(t, "mask"))
	s.a.Base = rapid.OneOf(rapid.Just(uint64(4096)), rapid.Uint64()).Draw(t, "base")
	if rapid.Bool().Draw(t, "closed") {
		s.a.DX = rapid.OneOf(rapid.Just(int64(4)), rapid.Int64Range(-1<<40, 1<<40)).Draw(t, "dx")
		s.a.DY = rapid.OneOf(rapid.Just(testWidth*s.a.DX), rapid.Int64Range(-1<<40, 1<<40)).Draw(t, "dy")
		return s
	}
	s.addr = drawLanes(t)
	s.a.Base = 0
	s.a.Addr = &s.addr
	return s
}

func drawLanes(t *rapid.T) (l trace.Lanes) {
	for i := range l {
		l[i] = rapid.OneOf(rapid.Just(uint64(1000+4*i)), rapid.Uint64Range(0, 1<<61)).Draw(t, "addr")
	}
	return l
}

// roundTrip records and decodes a program that rapid draws.
func roundTrip(t *rapid.T) {
	p := drawProgram(t)
	one := record(p, 1, func(int) int { return 0 })
	checkRoundTrip(t, p, one)
	three := record(p, 3, func(b int) int { return (b * 7 / 3) % 3 })
	checkRoundTrip(t, p, three)
	if one.Bytes() != three.Bytes() {
		t.Fatalf("got %d bytes from three recorders, want the %d of one", three.Bytes(), one.Bytes())
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, roundTrip) }

// TestFewShapes has more forms than numbers for them.
func TestFewShapes(t *testing.T) {
	mostShapes = 3
	t.Cleanup(func() { mostShapes = overflowed })
	rapid.Check(t, roundTrip)
}

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(roundTrip)) }

// TestTooLong: a trace beyond its limit says so, whichever recorders filled it, and what
// was discarded does not count.
func TestTooLong(t *testing.T) {
	block := [][]step{nil}
	for i := range uint64(40) {
		block[0] = append(block[0], fullLoad(i*i*i*1000))
	}
	for _, limit := range []int64{100, 1 << 20} {
		tr := NewTrace(testInstrs, 3, 1, limit, false)
		lost := tr.Recorder()
		recordBlock(lost, 0, block)
		recordBlock(lost, 1, block)
		lost.discard()
		a, b := tr.Recorder(), tr.Recorder()
		recordBlock(a, 0, block)
		recordBlock(b, 1, block)
		recordBlock(a, 2, block)
		tr.Merge(a)
		tr.Merge(b)
		if got, want := tr.TooLong(), limit == 100; got != want {
			t.Errorf("limit %d: got too long %v, want %v", limit, got, want)
		}
	}
}
