package check

// This file holds asyncChecker against the definition of its order: a graph of all that random launches do, in which
// paths are searched.

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// The random launches have blocks of some warps, of each of which some lanes do something.
const (
	asyncWarps    = 2
	asyncBarriers = 2
	asyncArrivals = 2 // of a phase
)

// asyncLanes are the lanes that do something.
var asyncLanes = []int{0, 5}

// asyncOps is what a thread or all threads do, with what the instruction is.
var asyncOps = map[string]ir.Instr{
	"load":    {Op: ir.Ld, Space: ir.Shared, Type: ir.U32},
	"store":   {Op: ir.St, Space: ir.Shared, Type: ir.U32},
	"copy":    {Op: ir.CopyAsync},
	"commit":  {Op: ir.CopyGroup, Mod: ir.CopyCommit},
	"wait":    {Op: ir.CopyGroup, Mod: ir.CopyWait},
	"fetch":   {Op: ir.CopyBulk, Mod: ir.BulkLoad},
	"send":    {Op: ir.CopyBulk, Mod: ir.BulkStore},
	"close":   {Op: ir.CopyGroup, Mod: ir.BulkCommit},
	"sent":    {Op: ir.CopyGroup, Mod: ir.BulkWaitRead},
	"arrive":  {Op: ir.Barrier, Mod: ir.BarrierArrive},
	"await":   {Op: ir.BarrierTest, Mod: ir.BarrierTry},
	"fence":   {Op: ir.Membar, Mod: ir.ScopeAsync},
	"warp":    {Op: ir.BarWarp},
	"block":   {Op: ir.Bar},
	"signal":  {Op: ir.BarArrive},
	"meet":    {Op: ir.Bar},
	"cluster": {Op: ir.ClusterBar, Mod: ir.ClusterArrive},
}

// asyncEvent is one thing that a thread does, or that threads do together.
type asyncEvent struct {
	what    string
	warp    int
	lane    int // index in asyncLanes
	element int
	n       int // groups that may be under way, or the number of a barrier
}

// drawPipeline draws what threads do: a pipeline of one thread that copies and others that read, with steps that are left
// out or moved, or steps in any order.
func drawPipeline(t *rapid.T) (events []asyncEvent) {
	thread := func(name string) asyncEvent {
		return asyncEvent{warp: rapid.IntRange(0, asyncWarps-1).Draw(t, name+" warp"), lane: rapid.IntRange(0, len(asyncLanes)-1).Draw(t, name+" lane")}
	}
	if rapid.Bool().Draw(t, "any order") {
		kinds := []string{
			"load", "load", "store", "copy", "copy", "commit", "wait", "fetch", "fetch", "send", "close", "sent", "arrive", "arrive", "arrive", "await", "await",
			"fence", "warp", "block", "signal", "meet",
		}
		for range rapid.IntRange(2, 40).Draw(t, "events") {
			e := thread("its")
			e.what = rapid.SampledFrom(kinds).Draw(t, "what")
			e.element, e.n = rapid.IntRange(0, 1).Draw(t, "element"), rapid.IntRange(0, 1).Draw(t, "n")
			events = append(events, e)
		}
		return events
	}
	producer := thread("producer")
	do := func(e asyncEvent, what string, element, n int) {
		if rapid.IntRange(0, 11).Draw(t, "left out") > 0 {
			e.what, e.element, e.n = what, element, n
			events = append(events, e)
		}
	}
	bulk := rapid.Bool().Draw(t, "bulk")
	for round := range rapid.IntRange(2, 5).Draw(t, "rounds") {
		stage := round % 2
		if bulk {
			do(producer, "fetch", stage, stage)
			do(producer, "arrive", 0, stage)
			do(producer, "arrive", 0, stage)
		} else {
			do(producer, "copy", stage, 0)
			do(producer, "commit", 0, 0)
			do(producer, "wait", 0, rapid.IntRange(0, 1).Draw(t, "under way"))
			do(producer, "block", 0, 0)
		}
		for w := range asyncWarps {
			for l := range asyncLanes {
				reader := asyncEvent{warp: w, lane: l}
				if bulk {
					do(reader, "await", 0, stage)
				}
				do(reader, rapid.SampledFrom([]string{"load", "load", "load", "store"}).Draw(t, "use"), stage, 0)
			}
		}
		if rapid.Bool().Draw(t, "sends") {
			if rapid.Bool().Draw(t, "fenced") {
				do(producer, "fence", 0, 0)
			}
			do(producer, "block", 0, 0)
			do(producer, "send", stage, 0)
			do(producer, "close", 0, 0)
			do(producer, "sent", 0, 0)
		}
		do(producer, "block", 0, 0)
	}
	return events
}

// newTestAsync returns a checker of a launch of events, each with an instruction.
func newTestAsync(events []asyncEvent) *asyncChecker {
	p := &simt.Program{Kernel: &ir.Kernel{Name: "K", Frames: make([]ir.Frame, 1)}}
	for _, e := range events {
		in := asyncOps[e.what]
		in.Src = []ir.Operand{ir.I(0), ir.I(0), ir.I(4), ir.I(4)}
		p.Instrs = append(p.Instrs, &in)
	}
	p.Instrs = append(p.Instrs, &ir.Instr{Op: ir.Exit})
	p.Kernel.Blocks = []*ir.Block{{Instrs: p.Instrs}}
	l := &Launch{
		Shape: launch.Shape{
			Spec: &arch.Spec{WarpSize: warpSize}, Grid: arch.Dim3{X: 1, Y: 1, Z: 1}, Block: arch.Dim3{X: asyncWarps * warpSize, Y: 1, Z: 1},
		},
		Program: p, Line: func(diag.Pos) string { return "" }, Bytes: 1 << 30,
	}
	l.Spec.Limits.IndependentLanes = true
	c := newAsyncChecker(l, flowOf(p.Kernel, p.Instrs, l.related))
	c.shift = 2 // of all elements, whatever accesses the launch has
	return c
}

// somePhases is the arrivals that the barriers of a launch still wait for, and the phases that are over.
type somePhases struct{ pending, over [asyncBarriers]int }

// arrives notes an arrival, and reports whether the phase is over.
func (p *somePhases) arrives(n int) (over bool) {
	p.pending[n]++
	if over = p.pending[n] == asyncArrivals; over {
		p.pending[n] = 0
		p.over[n]++
	}
	return over
}

// barrierAddress returns the address of a barrier.
func barrierAddress(n int) uint64 { return uint64(64 + n*8) }

// playAsync tells a checker of events. It returns the first event at which an element has a problem, by element.
func playAsync(c *asyncChecker, events []asyncEvent) map[int]string {
	found := map[int]string{}
	phases := somePhases{}
	o := c.checker().Observer
	for pc, e := range events {
		lane := asyncLanes[e.lane]
		at := trace.Event{Warp: e.warp, PC: int32(pc), Lanes: trace.MaskOf(lane, 1)}
		all := trace.MaskOf(0, asyncWarps)
		shared := trace.SharedCopy{Event: at, Shared: uint64(e.element * elementBytes), Bytes: elementBytes, Barrier: barrierAddress(e.n)}
		access := &trace.Access{PC: at.PC, Warp: e.warp, Space: ir.Shared, Bytes: elementBytes, Active: at.Lanes, Base: shared.Shared, Width: warpSize}
		before := len(c.order)
		switch e.what {
		case "load":
			o.Access(access)
		case "store":
			access.Kind = trace.Store
			var values trace.Lanes
			values[lane] = uint64(pc + 1)
			o.Stored(trace.Stored{Access: access, Bytes: elementBytes, Values: &values})
		case "copy":
			shared.Writes = true
			o.Copied(shared)
		case "fetch":
			shared.Writes, shared.Counted = true, true
			o.Copied(shared)
		case "send":
			o.Copied(shared)
		case "commit", "wait", "close", "sent":
			o.Grouped(at, e.n)
		case "arrive":
			o.Arrived(trace.Arrival{Event: at, Barrier: barrierAddress(e.n), Over: phases.arrives(e.n)})
		case "await":
			if phases.over[e.n] > 0 {
				o.Awaited(at, barrierAddress(e.n))
			}
		case "fence":
			o.Fence(at, false)
		case "warp":
			at.Lanes = allLanes
			o.SyncWarp(at)
		case "block":
			o.Met(trace.Meeting{Warps: all})
		case "signal":
			at.Lanes = allLanes
			o.BarArrive(at, 1)
		case "meet":
			o.Met(trace.Meeting{Number: 1, Warps: trace.MaskOf(e.warp, 1)})
		}
		for _, r := range c.order[before:] {
			element := int(r.addr) / elementBytes
			if old, known := found[element]; !known || old == problemText(pc, true) {
				found[element] = problemText(pc, r.problem == unfenced)
			}
		}
	}
	return found
}

func problemText(pc int, unfenced bool) string {
	if unfenced {
		return fmt.Sprintf("event %d: no fence", pc)
	}
	return fmt.Sprintf("event %d: no order", pc)
}

// asyncGraph is the order of a launch: nodes, each with those that come directly before it.
type asyncGraph struct{ before [][]int }

func (g *asyncGraph) node(before ...int) int {
	g.before = append(g.before, before)
	return len(g.before) - 1
}

// reaches reports whether a node comes before another one, or is it.
func (g *asyncGraph) reaches(from, to int) bool {
	if from == to {
		return true
	}
	seen, work := map[int]bool{}, []int{to}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range g.before[at] {
			if b == from {
				return true
			}
			if !seen[b] {
				seen[b] = true
				work = append(work, b)
			}
		}
	}
	return false
}

// graphAccess is an access of the definition. Its node is the thread's, or that of the copy, which comes behind the node
// of the thread that begins it.
type graphAccess struct {
	node, begins int
	writes       bool
	ordinary     bool
}

// graphThread is the nodes of a thread: the last one, and its copies by group.
type graphThread struct {
	last           int
	copied, sent   [][]int // closed groups
	copying, using []int   // since the last group was closed
}

// problemsOf returns the first event at which an element has a problem, by element: the definition.
func problemsOf(events []asyncEvent) map[int]string {
	g := &asyncGraph{}
	start := g.node()
	threads := map[[2]int]*graphThread{}
	for w := range asyncWarps {
		for l := range asyncLanes {
			threads[[2]int{w, l}] = &graphThread{last: start}
		}
	}
	var fences []int
	accesses, found := map[int][]graphAccess{}, map[int]string{}
	phases := somePhases{}
	arrivals, ends, signals := [asyncBarriers][]int{}, [asyncBarriers]int{}, []int(nil)
	for pc, e := range events {
		t := threads[[2]int{e.warp, e.lane}]
		step := func(before ...int) int {
			t.last = g.node(append(before, t.last)...)
			return t.last
		}
		together := func(of func(warp int) bool, more ...int) {
			node := g.node(more...)
			for key, t := range threads {
				if of(key[0]) {
					g.before[node] = append(g.before[node], t.last)
				}
			}
			for key, t := range threads {
				if of(key[0]) {
					t.last = node
				}
			}
		}
		var now *graphAccess
		switch e.what {
		case "load", "store":
			n := step()
			now = &graphAccess{n, n, e.what == "store", true}
		case "copy":
			n := step()
			now = &graphAccess{g.node(n), n, true, true}
			t.copying = append(t.copying, now.node)
		case "commit":
			t.copied, t.copying = append(t.copied, t.copying), nil
		case "wait":
			for _, group := range t.copied[:max(0, len(t.copied)-e.n)] {
				step(group...)
			}
		case "fetch":
			n := step()
			now = &graphAccess{g.node(n), n, true, false}
			arrivals[e.n] = append(arrivals[e.n], now.node)
		case "send":
			n := step()
			now = &graphAccess{g.node(n), n, false, false}
			t.using = append(t.using, now.node)
		case "close":
			t.sent, t.using = append(t.sent, t.using), nil
		case "sent":
			for _, group := range t.sent[:max(0, len(t.sent)-e.n)] {
				step(group...)
			}
		case "arrive":
			arrivals[e.n] = append(arrivals[e.n], step())
			if phases.arrives(e.n) {
				ends[e.n] = g.node(append(arrivals[e.n], ends[e.n])...)
				arrivals[e.n] = nil
			}
		case "await":
			if phases.over[e.n] > 0 {
				step(ends[e.n])
			}
		case "fence":
			fences = append(fences, step())
		case "warp":
			together(func(w int) bool { return w == e.warp })
		case "block":
			together(func(int) bool { return true })
		case "signal":
			for l := range asyncLanes {
				t := threads[[2]int{e.warp, l}]
				t.last = g.node(t.last)
				signals = append(signals, t.last)
			}
		case "meet":
			together(func(w int) bool { return w == e.warp }, signals...)
			signals = nil
		}
		if now == nil {
			continue
		}
		_, known := found[e.element]
		for _, old := range accesses[e.element] {
			switch {
			case known || !old.writes && !now.writes:
			case !g.reaches(old.node, now.begins):
				found[e.element] = problemText(pc, false)
			case found[e.element] == "" && old.writes && old.ordinary && !now.ordinary && !fenced(g, fences, old.node, now.begins):
				found[e.element] = problemText(pc, true)
			}
		}
		accesses[e.element] = append(accesses[e.element], *now)
	}
	return found
}

// fenced reports whether a fence comes between two nodes.
func fenced(g *asyncGraph, fences []int, from, to int) bool {
	for _, f := range fences {
		if g.reaches(from, f) && g.reaches(f, to) {
			return true
		}
	}
	return false
}

// TestRandomPipelines: exactly the elements are found that the definition finds, and as soon.
func TestRandomPipelines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := drawPipeline(t)
		if got, want := playAsync(newTestAsync(events), events), problemsOf(events); !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestPipelineStories: what threads do with one element, and the problem that the last event has. Words are what a thread
// does and its number, 0 to 3; two threads make a warp.
func TestPipelineStories(t *testing.T) {
	for _, test := range []struct {
		story string
		want  problem
		sound bool
	}{
		{story: "copy0 commit0 wait0 load0", sound: true},
		{story: "copy0 load0", want: unawaited},
		{story: "copy0 commit0 wait0 load1", want: unawaited},
		{story: "copy0 commit0 wait0 warp0 load1", sound: true},
		{story: "copy0 commit0 warp0 wait0 load1", want: unawaited},
		{story: "copy0 commit0 wait0 block0 load3", sound: true},
		{story: "copy0 wait0 load0", want: unawaited},
		{story: "load3 block0 copy0", sound: true},
		{story: "load3 copy0", want: reused},
		{story: "fetch0 arrive0 arrive1 await3 load3", sound: true},
		{story: "fetch0 arrive0 arrive1 await2 load3", want: unawaited},
		{story: "fetch0 arrive0 arrive1 load0", want: unawaited},
		{story: "load3 fetch0", want: reused},
		{story: "load3 arrive3 arrive2 await0 fetch0", sound: true},
		{story: "store0 send0", want: unfenced},
		{story: "store0 fence0 send0", sound: true},
		{story: "store0 block0 fence3 send3", sound: true},
		{story: "store0 fence0 send3", want: unordered},
		{story: "copy0 commit0 wait0 send0", want: unfenced},
		{story: "fetch0 arrive0 arrive1 await0 send0", sound: true},
		{story: "send0 close0 sent0 block0 store3", sound: true},
		{story: "send0 close0 block0 store3", want: beingRead},
		{story: "send0 close0 fetch0", want: reused},
		{story: "store0 store1", want: unordered},
		{story: "store0 signal0 meet2 load2", sound: true},
	} {
		var events []asyncEvent
		for word := range strings.FieldsSeq(test.story) {
			thread := int(word[len(word)-1] - '0')
			events = append(events, asyncEvent{what: word[:len(word)-1], warp: thread / len(asyncLanes), lane: thread % len(asyncLanes)})
		}
		c := newTestAsync(events)
		playAsync(c, events)
		switch {
		case test.sound && len(c.order) > 0:
			t.Errorf("%q: got problem %d at event %d, want none", test.story, c.order[0].problem, c.order[0].second.by.pc)
		case !test.sound && (len(c.order) != 1 || c.order[0].problem != test.want || int(c.order[0].second.by.pc) != len(events)-1):
			t.Errorf("%q: got %v, want problem %d at the last event alone", test.story, c.order, test.want)
		}
	}
}
