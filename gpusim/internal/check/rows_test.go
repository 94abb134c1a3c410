package check

// This file holds the short cuts of the checkers against the same work lane by lane.

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// someRows is how many elements the accesses of drawAccesses meet in.
const someRows = 9 * rowElements

// drawAccesses draws what warps do to a few rows, with barriers of the block and of warps. A
// nil access is a barrier of the block, one without lanes a barrier of the warp. Each access
// has an instruction of its own.
func drawAccesses(t *rapid.T, space ir.Space) (list []*trace.Access, program *simt.Program) {
	program = programOf(nil)
	for block := range someBlocks {
		for range rapid.IntRange(0, 16).Draw(t, "accesses") {
			a := &trace.Access{PC: int32(len(program.Instrs)), Block: block, Warp: rapid.IntRange(0, someWarps-1).Draw(t, "warp"), Space: space, Bytes: elementBytes}
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				list = append(list, nil)
				continue
			case 1:
				list = append(list, a)
				continue
			case 2, 3, 4:
				a.Kind = trace.Store
			default:
				a.Bytes *= rapid.SampledFrom([]int{1, 1, 2, 4}).Draw(t, "vector")
			}
			op := map[trace.Kind]ir.Op{trace.Load: ir.Ld, trace.Store: ir.St}[a.Kind]
			program.Instrs = append(program.Instrs, &ir.Instr{Op: op, Type: ir.U32, Space: space, Src: []ir.Operand{ir.I(0), ir.I(0)}})
			a.Width = rapid.SampledFrom([]int{8, 16, 32}).Draw(t, "width")
			a.Base = uint64(a.Bytes * rapid.SampledFrom([]int{0, 0, 0, 16, 3}).Draw(t, "first"))
			a.DX = int64(a.Bytes)
			a.DY = a.DX * int64(a.Width)
			if limit := uint64(someRows * elementBytes); a.Lane(warpSize-1)+uint64(a.Bytes) > limit {
				a.Base = 0
			}
			a.Active = rapid.SampledFrom([]trace.Mask{^trace.Mask(0), ^trace.Mask(0), 0xffff, 0xff0}).Draw(t, "active")
			if rapid.Bool().Draw(t, "listed") {
				a.Addr = new(trace.Lanes)
				for i := range a.Addr {
					a.Addr[i] = uint64(int64(a.Base) + int64(i)*a.DX)
				}
			}
			list = append(list, a)
		}
	}
	return list, program
}

// watched tells a checker of accesses, lane by lane or by warps. Lanes store their number.
func watched(o trace.Observer, list []*trace.Access, byLane bool) {
	c := trace.Join(o, trace.Observer{Barrier: func(trace.Event) {}, SyncWarp: func(trace.Event) {}, Stored: func(trace.Stored) {}})
	last := 0
	var values trace.Lanes
	for i := range values {
		values[i] = uint64(i)
	}
	for _, a := range list {
		if a == nil {
			for warp := range someWarps {
				c.Barrier(trace.Event{Block: last, Warp: warp})
			}
			continue
		}
		last = a.Block
		if a.Active == 0 {
			c.SyncWarp(trace.Event{Block: a.Block, Warp: a.Warp, Lanes: ^trace.Mask(0)})
			continue
		}
		parts := []trace.Mask{a.Active}
		if byLane {
			parts = nil
			for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
				parts = append(parts, lanes&-lanes)
			}
		}
		for _, lanes := range parts {
			one := *a
			one.Active = lanes
			c.Access(&one)
			if a.Kind == trace.Store {
				c.Stored(trace.Stored{Access: &one, Bytes: a.Bytes, Values: &values})
			}
		}
	}
}

// TestRows: racecheck finds the same, as often and in the same order, whether it looks at
// rows of elements or at lanes.
func TestRows(t *testing.T) {
	rows := 0
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]ir.Space{ir.Shared, ir.Global}).Draw(t, "space")
		list, program := drawAccesses(t, space)
		checker := func(byLane bool) *raceChecker {
			r := newTestRacer(nil)
			r.launch.Spec.Limits.IndependentLanes = true
			r.launch.Program, r.harmless = program, make([]bool, len(program.Instrs))
			program.Kernel.Blocks[0].Instrs = program.Instrs
			r.flow = flowOf(program.Kernel, program.Instrs, r.launch.related)
			r.spaces[ir.Global] = newShadow(r.launch, ir.Global, false)
			r.blockState = r.noBlock()
			r.spaces[ir.Shared] = r.shared
			watched(r.checker().Observer, list, byLane)
			return r
		}
		byRow, byLane := checker(false), checker(true)
		if got, want := racesOf(byRow), racesOf(byLane); got != want {
			t.Fatalf("by rows:\n%sby lanes:\n%s", got, want)
		}
		rows += wholeRows(byRow.spaces[space]) - wholeRows(byLane.spaces[space])
	})
	if rows == 0 {
		t.Error("no row was kept as one")
	}
}

func racesOf(r *raceChecker) (text string) {
	for _, c := range r.order {
		text += fmt.Sprintln(*c)
	}
	return text
}

// wholeRows counts the rows that one cell describes.
func wholeRows(s *shadowMemory) (n int) {
	for _, p := range s.pages {
		for i := range p {
			if p[i].latest != 0 && !p[i].split {
				n++
			}
		}
	}
	return n
}

// TestUnwrittenBytes: initcheck finds exactly the lanes that read a byte which no lane has
// written.
func TestUnwrittenBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]ir.Space{ir.Shared, ir.Global}).Draw(t, "space")
		list, program := drawAccesses(t, space)
		spec := &arch.Spec{WarpSize: warpSize}
		spec.Shared.PerBlockOptin = someRows * elementBytes
		window := simt.Window{Lo: 36, Hi: someRows*elementBytes - 20}
		c := newInitChecker(&Launch{Shape: launch.Shape{Spec: spec}, Program: program, Unwritten: []Unwritten{{Window: window}}, Bytes: 1 << 30})
		watched(c.checker().Observer, list, false)
		got := map[int32]uint64{}
		for _, u := range c.order {
			got[u.reader.pc] = u.count
		}
		if want := unwrittenReads(list, space, window); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v unwritten reads by instruction, want %v", got, want)
		}
	})
}

// unwrittenReads counts the lanes that read bytes which no lane has written, by instruction.
func unwrittenReads(list []*trace.Access, space ir.Space, window simt.Window) map[int32]uint64 {
	counts, written, block := map[int32]uint64{}, map[uint64]bool{}, -1
	for _, a := range list {
		if a == nil || a.Active == 0 {
			continue
		}
		if space == ir.Shared && a.Block != block {
			clear(written)
		}
		block = a.Block
		for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
			missing := false
			for b := range uint64(a.Bytes) {
				at := a.Lane(lanes.First()) + b
				if a.Kind == trace.Store {
					written[at] = true
				}
				missing = missing || !written[at] && (space == ir.Shared || window.Lo <= at && at < window.Hi)
			}
			if missing {
				counts[a.PC]++
			}
		}
	}
	return counts
}

// TestHarmless: reads of an array that the kernel does not write need no memory, unless a
// written one overlaps it.
func TestHarmless(t *testing.T) {
	load, store := &ir.Instr{Op: ir.Ld, Space: ir.Global, Root: 1}, &ir.Instr{Op: ir.St, Space: ir.Global, Root: 2}
	unknown := &ir.Instr{Op: ir.St, Space: ir.Global}
	for _, test := range []struct {
		instrs []*ir.Instr
		second simt.Window
		want   bool
	}{
		{[]*ir.Instr{load, store}, simt.Window{Lo: 64, Hi: 128}, true},
		{[]*ir.Instr{load, store}, simt.Window{Lo: 60, Hi: 128}, false},
		{[]*ir.Instr{load, unknown}, simt.Window{Lo: 64, Hi: 128}, false},
	} {
		l := &Launch{Program: &simt.Program{Instrs: test.instrs}, Windows: []simt.Window{{Lo: 0, Hi: 64}, test.second}}
		if got := harmless(l); got[0] != test.want || got[1] {
			t.Errorf("%v with %v: got %v, want %v and false", test.instrs[1], test.second, got, test.want)
		}
	}
}
