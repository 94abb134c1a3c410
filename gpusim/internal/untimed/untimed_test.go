package untimed

// This file checks that every access is played once, in an order that a device could have.

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// device has two SMs, so that orders can be written down.
var device = &arch.Spec{
	SMs: 2, WarpSize: arch.MaxLanes,
	Global: arch.GlobalMemory{LineBytes: 128, SectorBytes: 32}, Local: arch.LocalMemory{WordBytes: 4},
}

// moment is when and where an access was played.
type moment struct {
	sm          int
	now         uint64
	block, warp int
	base        uint64
}

// listener is a Memory that remembers.
type listener struct {
	shared int
	queue  []queued
	seen   []moment
	whole  []trace.Access
}

// queued is an access that waits for Serve.
type queued struct {
	moment
	access trace.Access
}

func (l *listener) Begin(shared int) { l.shared = shared }

func (l *listener) Queue(sm int, now uint64, a *trace.Access, c *trace.CacheCounts) {
	b := *a
	if a.Addr != nil {
		lanes := *a.Addr
		b.Addr = &lanes
	}
	l.queue = append(l.queue, queued{moment{sm, now, a.Block, a.Warp, a.Base}, b})
	c.L1Hits++
}

func (l *listener) Serve(uint64) {
	slices.SortStableFunc(l.queue, func(a, b queued) int { return cmp.Or(cmp.Compare(a.now, b.now), cmp.Compare(a.sm, b.sm)) })
	for _, q := range l.queue {
		l.seen, l.whole = append(l.seen, q.moment), append(l.whole, q.access)
	}
	l.queue = l.queue[:0]
}

func (l *listener) End() trace.CacheCounts { return trace.CacheCounts{DRAMWrites: 7} }

// instrs is the program: a load from global memory, and one from local memory.
var instrs = []*ir.Instr{{Op: ir.Ld, Space: ir.Global}, {Op: ir.Ld, Space: ir.Local}, {Op: ir.Bar}}

// The PCs of instrs.
const (
	globalLoad = iota
	localLoad
)

// program is the accesses of a launch, by block and warp.
type program [][][]*trace.Access

// load is a load of neighbouring words by a whole warp.
func load(base uint64) *trace.Access {
	a := access(globalLoad, ir.Global)
	a.Active, a.Base, a.DX, a.DY = trace.MaskOf(0, arch.MaxLanes), base, 4, 4*int64(a.Width)
	return a
}

func access(pc int32, s trace.Space) *trace.Access {
	return &trace.Access{PC: pc, Space: s, Bytes: 4, Width: 8}
}

// barrier stands for a wait at a barrier.
var barrier = &trace.Access{}

// record returns the trace of a program.
func record(p program) *tracefile.Trace {
	const limit = 1 << 20
	t := tracefile.NewTrace(instrs, len(p), len(p[0]), limit, false)
	r := t.Recorder()
	for b, block := range p {
		for w, list := range block {
			for _, a := range list {
				if a == barrier {
					r.Events().Barrier(trace.Event{Block: b, Warp: w, PC: 2})
					continue
				}
				a.Block, a.Warp = b, w
				r.Access(a)
			}
		}
	}
	t.Merge(r)
	return t
}

// shape is a launch of blocks on device.
func shape(blocks, warps int) launch.Shape {
	return launch.Shape{Spec: device, Grid: arch.Dim3{X: blocks, Y: 1, Z: 1}, Block: arch.Dim3{X: warps * device.WarpSize, Y: 1, Z: 1}}
}

func play(t *testing.T, l tracefile.Launch, p program) (*listener, *trace.CacheResult) {
	t.Helper()
	l.Shape = shape(len(p), len(p[0]))
	m := &listener{}
	res, err := Run(context.Background(), l, record(p), m)
	if err != nil {
		t.Fatal(err)
	}
	return m, res
}

// TestPlacement: blocks go round the SMs, and the next one takes the slot of
// the first that ends.
func TestPlacement(t *testing.T) {
	p := program{
		{{load(0), load(0), load(0)}}, {{load(1)}}, {{load(2), load(2), load(2)}}, {{load(3)}}, {{load(4)}}, {{load(5)}},
	}
	m, res := play(t, tracefile.Launch{Resident: 2, Shared: 99}, p)
	want := []moment{
		{0, 0, 0, 0, 0}, {0, 0, 2, 0, 2}, {1, 0, 1, 0, 1}, {1, 0, 3, 0, 3},
		{0, 1, 0, 0, 0}, {0, 1, 2, 0, 2},
		{0, 2, 0, 0, 0}, {0, 2, 2, 0, 2}, {1, 2, 4, 0, 4}, {1, 2, 5, 0, 5},
	}
	if !slices.Equal(m.seen, want) {
		t.Errorf("got %v\nwant %v (SM, turn, block, warp, base)", m.seen, want)
	}
	if m.shared != 99 || res.ByPC[globalLoad].L1Hits != 10 || res.Rest.DRAMWrites != 7 {
		t.Errorf("got %d shared bytes, %d accesses counted, %d writes at the end; want 99, 10, 7", m.shared, res.ByPC[globalLoad].L1Hits, res.Rest.DRAMWrites)
	}
}

// TestBarrier: a warp waits at a barrier for those that have not ended.
func TestBarrier(t *testing.T) {
	p := program{{
		{load(0), barrier, load(10)},
		{load(1), load(1), load(1), barrier, load(11)},
		{load(2)},
	}}
	m, _ := play(t, tracefile.Launch{Resident: 1}, p)
	want := []moment{
		{0, 0, 0, 0, 0}, {0, 0, 0, 1, 1}, {0, 0, 0, 2, 2},
		{0, 1, 0, 1, 1}, {0, 2, 0, 1, 1},
		{0, 4, 0, 0, 10}, {0, 4, 0, 1, 11},
	}
	if !slices.Equal(m.seen, want) {
		t.Errorf("got %v\nwant %v (SM, turn, block, warp, base)", m.seen, want)
	}
}

// TestLocal: local memory lies as coalesce.LocalWord has it, in the memory of the warp's
// slot, which the next block uses again.
func TestLocal(t *testing.T) {
	irregular, uniform := access(localLoad, ir.Local), access(localLoad, ir.Local)
	irregular.Active, irregular.Addr = 0xff, &trace.Lanes{}
	for i := range irregular.Addr {
		irregular.Addr[i] = uint64(4 * (i % 3))
	}
	uniform.Active, uniform.Base = trace.MaskOf(0, arch.MaxLanes), 8
	block := [][]*trace.Access{{uniform, irregular}}
	m, _ := play(t, tracefile.Launch{Resident: 1, LocalBytes: 12}, program{block, block, block})
	share := uint64(12 * device.WarpSize)
	for i := range m.whole {
		a := &m.whole[i]
		s := block[0][(i/2)%2]
		if a.Block == 2 {
			s = block[0][i-4]
		}
		_, want := coalesce.LocalWord(device, s, 0)
		for rest := a.Active; rest != 0; rest &= rest - 1 {
			lane := rest.First()
			if got, want := a.Lane(lane), coalesce.LocalBase+uint64(m.seen[i].sm)*share+want[lane]; got != want {
				t.Fatalf("block %d, access %d, lane %d: got %#x, want %#x", a.Block, i, lane, got, want)
			}
		}
	}
	if len(m.whole) != 6 {
		t.Errorf("got %d accesses, want 6", len(m.whole))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := tracefile.Launch{Shape: shape(1, 1), Resident: 1}
	if _, err := Run(ctx, l, record(program{{{load(0)}}}), &listener{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
