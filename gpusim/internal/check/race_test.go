package check

// This file holds racecheck against the definition of a race: all pairs of
// accesses of a small random launch.

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// The random launches: few blocks and warps, and so few elements that they meet.
const (
	someBlocks   = 3
	someWarps    = 3
	someElements = 2
	warpSize     = 32
	elementBytes = 4
)

// event is one thing a warp does: an access of some lanes, or a barrier of its
// block, or a fence.
type event struct {
	block, warp int
	what        string // "load", "store", "atomic", "barrier", "fence"
	volatile    bool
	device      bool // of a fence
	space       ir.Space
	element     int
	lanes       []int    // that take part
	value       []uint64 // by index in lanes
}

// drawEvents draws a launch: block after block or blocks in turns, and in each all warps
// from barrier to barrier.
func drawEvents(t *rapid.T, fences, flags bool) []event {
	var parts [][]event
	for _, b := range rapid.Permutation([]int{0, 1, 2}).Draw(t, "order")[:someBlocks] {
		parts = append(parts, drawBlock(t, b, fences, flags))
	}
	if rapid.Bool().Draw(t, "turns") {
		return inTurns(t, parts)
	}
	return slices.Concat(parts...)
}

// inTurns draws an order of the events of blocks that take turns.
func inTurns(t *rapid.T, parts [][]event) (events []event) {
	for len(parts) > 0 {
		i := rapid.IntRange(0, len(parts)-1).Draw(t, "turn")
		n := rapid.IntRange(1, len(parts[i])).Draw(t, "length")
		events = append(events, parts[i][:n]...)
		if parts[i] = parts[i][n:]; len(parts[i]) == 0 {
			parts = slices.Delete(parts, i, i+1)
		}
	}
	return events
}

// drawBlock draws the events of one block.
func drawBlock(t *rapid.T, b int, fences, flags bool) (events []event) {
	for range rapid.IntRange(1, 3).Draw(t, "barriers") {
		for i := rapid.IntRange(0, 6).Draw(t, "accesses"); i > 0; i-- {
			if flags && rapid.IntRange(0, 2).Draw(t, "flag") == 0 {
				events = append(events, drawFlag(t, b)...)
				continue
			}
			events = append(events, drawEvent(t, b, fences))
		}
		for w := range someWarps {
			events = append(events, event{block: b, warp: w, what: "barrier"})
		}
	}
	return events
}

func drawEvent(t *rapid.T, block int, fences bool) event {
	kinds := []string{"load", "load", "load", "load", "store", "store", "atomic"}
	if fences {
		kinds = append(kinds, "fence")
	}
	e := event{
		block: block, warp: rapid.IntRange(0, someWarps-1).Draw(t, "warp"), what: rapid.SampledFrom(kinds).Draw(t, "what"),
		volatile: rapid.IntRange(0, 4).Draw(t, "volatile") == 0, device: rapid.Bool().Draw(t, "device"),
		space:   rapid.SampledFrom([]ir.Space{ir.Global, ir.Shared}).Draw(t, "space"),
		element: rapid.IntRange(0, someElements-1).Draw(t, "element"),
	}
	for lane := range rapid.IntRange(1, 3).Draw(t, "lanes") {
		e.lanes = append(e.lanes, lane*5)
		e.value = append(e.value, rapid.Uint64Range(0, 1).Draw(t, "value"))
	}
	return e
}

// drawFlag draws a message: data that is written before a flag, or read after it.
func drawFlag(t *rapid.T, block int) []event {
	fence := event{block: block, warp: rapid.IntRange(0, someWarps-1).Draw(t, "warp"), what: "fence", device: rapid.IntRange(0, 3).Draw(t, "device") > 0}
	data := fence
	data.space, data.lanes, data.value = rapid.SampledFrom([]ir.Space{ir.Global, ir.Shared}).Draw(t, "space"), []int{0}, []uint64{0}
	flag := data
	flag.element, flag.space, flag.volatile = 1, ir.Global, true
	if rapid.Bool().Draw(t, "send") {
		data.what, flag.what = "store", rapid.SampledFrom([]string{"store", "atomic"}).Draw(t, "what")
		return []event{data, fence, flag}
	}
	data.what, flag.what = "load", rapid.SampledFrom([]string{"load", "atomic"}).Draw(t, "what")
	return []event{flag, fence, data}
}

// one is one lane's access, for the definition.
type one struct {
	event
	id    int // the instruction
	phase int // barriers of the block before
	value uint64
}

// flat takes the launch apart.
func flat(events []event) []one {
	var all []one
	phase := map[[2]int]int{}
	for id, e := range events {
		if e.what == "barrier" {
			phase[[2]int{e.block, e.warp}]++
		}
		if e.what == "barrier" || e.what == "fence" {
			continue
		}
		for _, value := range e.value {
			all = append(all, one{e, id, phase[[2]int{e.block, e.warp}], value})
		}
	}
	return all
}

// race reports whether two accesses race, as CUDA defines it: b comes first, and ordered
// says whether it is ordered before a.
func (a one) race(b one, ordered bool) bool {
	writes := a.what != "load" || b.what != "load"
	strong := (a.volatile || a.what == "atomic") && (b.volatile || b.what == "atomic")
	switch {
	case a.space != b.space || a.element != b.element || !writes || strong:
		return false
	case a.id == b.id:
		return a.what == "store" && a.value != b.value
	case a.block != b.block:
		return a.space == ir.Global && !ordered
	}
	return a.warp != b.warp && !ordered
}

// order returns which events are ordered before which, by event: by their warp, barriers
// of their block, and fences with flags.
func order(events []event) [][]bool {
	before := make([][]bool, len(events))
	phase := map[[2]int]int{}
	phases := make([]int, len(events))
	for i, e := range events {
		before[i] = make([]bool, len(events))
		phases[i] = phase[[2]int{e.block, e.warp}]
		if e.what == "barrier" {
			phase[[2]int{e.block, e.warp}]++
		}
		for j, earlier := range events[:i] {
			before[j][i] = earlier.block == e.block && (earlier.warp == e.warp || phases[j] < phases[i])
		}
	}
	for i, f := range events {
		for j, g := range events[:i] {
			if f.what == "fence" && g.what == "fence" && (f.block == g.block || f.device && g.device) && synchronizes(events, j, i) {
				before[j][i] = true
			}
		}
	}
	for k := range events {
		for i := range events {
			for j := range events {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	return before
}

// synchronizes reports whether a flag that is written after the fence release is read
// before the fence acquire.
func synchronizes(events []event, release, acquire int) bool {
	same := func(a, b event) bool { return a.block == b.block && a.warp == b.warp }
	for w := release + 1; w < acquire; w++ {
		if e := events[w]; !same(e, events[release]) || e.what != "atomic" && !(e.what == "store" && e.volatile) {
			continue
		}
		for r := w + 1; r < acquire; r++ {
			e := events[r]
			if e.space != events[w].space || e.element != events[w].element || e.space == ir.Shared && e.block != events[w].block {
				continue
			}
			if same(e, events[acquire]) && (e.what == "atomic" || e.what == "load" && e.volatile) {
				return true
			}
			if e.what == "store" {
				break
			}
		}
	}
	return false
}

// place is an element of a memory; of shared memory, of the block that runs.
type place struct {
	space   ir.Space
	block   int // 0 in global memory
	element int
}

func (a one) place() place {
	p := place{a.space, a.block, a.element}
	if a.space == ir.Global {
		p.block = 0
	}
	return p
}

// allPairs returns where there is a race, and the first event that raced there.
func allPairs(events []event) map[place]int {
	races := map[place]int{}
	all, before := flat(events), order(events)
	for i, a := range all {
		for _, b := range all[:i] {
			if _, known := races[a.place()]; !known && a.race(b, before[b.id][a.id] || observed(all[:i], b, a, before)) {
				races[a.place()] = a.id
			}
		}
	}
	return races
}

// observed reports whether the last atomic of an element is ordered before a, and observes
// the atomic b.
func observed(earlier []one, b, a one, before [][]bool) bool {
	ordered := false
	for _, z := range earlier {
		switch {
		case z.place() != b.place() || z.id == a.id:
		case z.what == "store" && z.volatile:
			return false
		case z.what == "atomic":
			ordered = before[z.id][a.id] || z.block == a.block && z.warp == a.warp
		}
	}
	return ordered && b.what == "atomic"
}

// programOf has one instruction an event, each of one element.
func programOf(events []event) *simt.Program {
	p := &simt.Program{Kernel: &ir.Kernel{Name: "K", Frames: make([]ir.Frame, 1)}}
	for _, e := range events {
		in := &ir.Instr{Op: ir.Membar, Type: ir.U32}
		switch e.what {
		case "load":
			in.Op = ir.Ld
		case "store":
			in.Op = ir.St
		case "atomic":
			in.Op, in.Mod = ir.Atom, ir.AtomAdd
		}
		in.Space, in.Volatile, in.Src = e.space, e.volatile, []ir.Operand{ir.I(0), ir.I(1)}
		p.Instrs = append(p.Instrs, in)
	}
	p.Instrs = append(p.Instrs, &ir.Instr{Op: ir.Exit})
	p.Kernel.Blocks = []*ir.Block{{Instrs: p.Instrs}}
	return p
}

// newTestRacer returns a checker of a launch of events.
func newTestRacer(events []event) *raceChecker {
	r := newRaceChecker(&Launch{
		Shape: launch.Shape{
			Spec: &arch.Spec{WarpSize: warpSize},
			Grid: arch.Dim3{X: someBlocks, Y: 1, Z: 1}, Block: arch.Dim3{X: someWarps * warpSize, Y: 1, Z: 1},
		},
		Program: programOf(events), Line: func(diag.Pos) string { return "" }, Bytes: 1 << 30,
	})
	for pc, in := range r.launch.Program.Instrs {
		r.flow.decides[pc], r.flow.raises[pc], r.flow.unguarded = strong(in), strong(in), true // as if a branch followed
	}
	return r
}

// play tells a checker the events.
func play(r *raceChecker, events []event) {
	for pc, e := range events {
		if pc > 0 && suspends(events, pc) {
			r.suspend(events[pc-1].block)
		}
		switch e.what {
		case "barrier":
			r.wait(trace.Event{Block: e.block, Warp: e.warp})
			continue
		case "fence":
			r.fence(trace.Event{Block: e.block, Warp: e.warp, Lanes: allLanes}, e.device)
			continue
		}
		var addr, values trace.Lanes
		a := &trace.Access{PC: int32(pc), Space: e.space, Bytes: elementBytes, Addr: &addr, Block: e.block, Warp: e.warp, Volatile: e.volatile}
		for i, lane := range e.lanes {
			a.Active |= 1 << lane
			addr[lane], values[lane] = uint64(elementBytes*e.element), e.value[i]
		}
		a.Kind = map[string]trace.Kind{"load": trace.Load, "store": trace.Store, "atomic": trace.Atomic}[e.what]
		r.visit(a)
		if a.Kind == trace.Store {
			r.stored(trace.Stored{Access: a, Bytes: elementBytes, Values: &values})
		}
	}
}

// suspends reports whether the block of the event before waits while another one runs.
func suspends(events []event, at int) bool {
	b := events[at-1].block
	return events[at].block != b && slices.ContainsFunc(events[at:], func(e event) bool { return e.block == b })
}

// found returns where a checker found a race, and the first event that raced.
func found(r *raceChecker, events []event) map[place]int {
	play(r, events)
	races := map[place]int{}
	for _, c := range r.order {
		p := place{space: c.space, element: int(c.addr / elementBytes)}
		if c.space == ir.Shared {
			p.block = int(c.second.block) - 1
		}
		if _, known := races[p]; !known {
			races[p] = int(c.second.pc)
		}
	}
	return races
}

// TestRandom: exactly the elements where two accesses race are found, as soon as
// they do, with the few records that are kept.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawEvents(t, false, false)
		want := allPairs(events)
		got := found(newTestRacer(events), events)
		if !maps.Equal(got, want) {
			t.Fatalf("got races at %v, want %v", got, want)
		}
	})
}

// TestRandomFlags: with fences and flags between, every element that is found has a race.
func TestRandomFlags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawEvents(t, true, true)
		want := allPairs(events)
		for at := range found(newTestRacer(events), events) {
			if _, ok := want[at]; !ok {
				t.Fatalf("got a race at %v, want %v", at, want)
			}
		}
	})
}

// TestStories plays what warps do to one element. r, w, a, v and s are a read, a
// write, an atomic, a volatile read and a volatile write, each with the warp's
// number; | is a barrier, / the next block. Every write has a value of its own.
func TestStories(t *testing.T) {
	for _, test := range []struct {
		story          string
		global, shared int // the first event that races; -1: none does
	}{
		{"w0 r0 w0", -1, -1},
		{"w0 r1", 1, 1},
		{"w0 | r1 | w2 | w0", -1, -1},
		{"r0 r1 w1", 2, 2},
		{"r0 r1 r2 w0", 3, 3},
		{"r0 r1 | r0 r1 w0", 4, 4},
		{"r0 | r0 w1", 2, 2},
		{"r0 r1 | r1 w1 | r0 w0", -1, -1},
		{"r0 / w0", 1, -1},
		{"r0 r1 | r0 / r0 w0", 4, -1},
		{"w0 | r1 / r0 | r1", 2, -1},
		{"a0 a1 a2 / a0", -1, -1},
		{"a0 | r1 w1 / a0", 3, -1},
		{"a0 a1 r0", 2, 2},
		{"a0 a1 r1", -1, -1},
		{"a0 / a1 w1", -1, -1},
		{"a0 / a1 | w0", -1, -1},
		{"a0 / a1 w0", 2, 2},
		{"a0 / s1 a1 w1", 3, -1},
		{"v0 / a1 w1", 2, -1},
		{"v0 s1 v2 / s0", -1, -1},
		{"v0 v1 | v0 v1 w0", 4, 4},
		{"w0 v1", 1, 1},
	} {
		for space, want := range map[ir.Space]int{ir.Global: test.global, ir.Shared: test.shared} {
			events := story(test.story, space)
			got := -1
			r := newTestRacer(events)
			for _, at := range found(r, events) {
				got = accessesBefore(events, at)
			}
			if got != want {
				t.Errorf("%q in %s memory: got the first race at access %d, want %d", test.story, space, got, want)
			}
		}
	}
}

// TestLoop: a store that a warp executes again, with another value, is no conflict
// among its lanes.
func TestLoop(t *testing.T) {
	events := []event{{what: "store", space: ir.Global, lanes: []int{0, 1}, value: []uint64{1, 1}}}
	r := newTestRacer(events)
	play(r, events)
	events[0].value = []uint64{2, 2}
	play(r, events)
	if len(r.order) > 0 {
		t.Errorf("got %v, want no race", r.order[0].code)
	}
}

// story reads the events of a story.
func story(text string, space ir.Space) (events []event) {
	block := 0
	what := map[byte]event{'r': {what: "load"}, 'w': {what: "store"}, 'a': {what: "atomic"}, 'v': {what: "load", volatile: true}, 's': {what: "store", volatile: true}}
	for i, word := range strings.Fields(text) {
		switch word {
		case "|":
			for w := range someWarps {
				events = append(events, event{block: block, warp: w, what: "barrier"})
			}
		case "/":
			block++
		default:
			e := what[word[0]]
			e.block, e.warp, e.space, e.lanes, e.value = block, int(word[1]-'0'), space, []int{0}, []uint64{uint64(i)}
			events = append(events, e)
		}
	}
	return events
}

// accessesBefore counts the accesses before an event.
func accessesBefore(events []event, at int) (n int) {
	for _, e := range events[:at] {
		if e.what != "barrier" {
			n++
		}
	}
	return n
}

// TestFences: exactly those races are warnings about fences where a fence came
// between, and the second block looked at something strong before.
func TestFences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawEvents(t, true, false)
		r := newTestRacer(events)
		play(r, events)
		for _, c := range r.order {
			first, second := int(c.first.pc), int(c.second.pc)
			if got, want := c.code == diag.FencedRace, c.code != diag.StoreConflict && c.code != diag.SameValueRace && fencedApart(events, first, second); got != want {
				t.Fatalf("events %d and %d: got %s, want fences between is %v", first, second, c.code, want)
			}
		}
	})
}

// fencedApart reports whether a fence that counts for the second of two events came between,
// by the warp of the first or by one that had waited for it, and a strong read before the
// second.
func fencedApart(events []event, first, second int) bool {
	block, other := events[second].block, events[first].block
	fence, strong, waited := false, false, false
	for i, e := range events[:second] {
		waited = waited || i > first && e.what == "barrier" && e.block == other
		waits := waited || e.warp == events[first].warp
		fence = fence || i > first && e.what == "fence" && e.block == other && waits && (other == block || e.device)
		strong = strong || e.block == block && (e.what == "atomic" || e.what == "load" && e.volatile)
	}
	return fence && strong
}

// TestCellBytes: the sizes that limits are reckoned with are the true ones.
func TestCellBytes(t *testing.T) {
	if cell, row := unsafe.Sizeof(shadowCell{}), unsafe.Sizeof(shadowRow{}); cell != cellBytes || row != rowBytes {
		t.Errorf("a cell has %d bytes and a row %d, want %d and %d", cell, row, cellBytes, rowBytes)
	}
}

// TestWarningBesideError: of one line and another, an error is enough.
func TestWarningBesideError(t *testing.T) {
	store := event{what: "store", space: ir.Global, lanes: []int{0}, value: []uint64{1}}
	again, other := store, store
	again.warp, other.warp, other.value = 1, 2, []uint64{2}
	for _, test := range []struct {
		events []event
		want   diag.Code
	}{{[]event{store, again}, diag.SameValueRace}, {[]event{store, again, other}, diag.GlobalRace}} {
		r := newTestRacer(test.events)
		play(r, test.events)
		if list, _ := r.findings(); len(list) != 1 || list[0].Code != test.want {
			t.Errorf("got %v, want one %s", list, test.want)
		}
	}
}

// TestLimit: a launch that uses more memory than may be watched is watched as far
// as it goes, and the report says so.
func TestLimit(t *testing.T) {
	events := []event{
		{warp: 0, what: "store", space: ir.Global, lanes: []int{0}, value: []uint64{1}},
		{warp: 1, what: "store", space: ir.Global, lanes: []int{0}, value: []uint64{2}},
		{warp: 0, what: "store", space: ir.Global, element: rowsPerPage * rowElements, lanes: []int{0}, value: []uint64{1}},
		{warp: 1, what: "store", space: ir.Global, element: rowsPerPage * rowElements, lanes: []int{0}, value: []uint64{2}},
	}
	r := newTestRacer(events)
	r.launch.Bytes = pageBytes + chunkBytes
	play(r, events)
	list, whole := r.findings()
	if len(list) != 1 || list[0].Count != 1 || whole {
		t.Errorf("got %v, whole %v, want one race and not the whole", list, whole)
	}
}
