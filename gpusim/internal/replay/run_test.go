package replay

// Every access is played once, in an order that a device could have.

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
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
	seen   []moment
	whole  []trace.Access
}

func (l *listener) Begin(shared int) { l.shared = shared }

func (l *listener) Access(sm int, now uint64, a *trace.Access, c *trace.CacheCounts) {
	l.seen = append(l.seen, moment{sm, now, a.Block, a.Warp, a.Base})
	b := *a
	if a.Addr != nil {
		lanes := *a.Addr
		b.Addr = &lanes
	}
	l.whole = append(l.whole, b)
	c.L1Hits++
}

func (l *listener) End() trace.CacheCounts { return trace.CacheCounts{DRAMWrites: 7} }

// load is a full load from base.
func load(base uint64) step {
	s := at(2)
	s.a.Active, s.a.Base, s.a.DX, s.a.DY = everyLane, base, 4, 4*testWidth
	return s
}

var barrier step

func play(t *testing.T, l Launch, p program) (*listener, *trace.CacheResult) {
	t.Helper()
	tr := record(p, 2, func(b int) int { return b % 2 })
	l.Spec, l.Blocks, l.Warps = device, len(p), len(p[0])
	m := &listener{}
	res, err := Run(context.Background(), l, tr, m)
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
	m, res := play(t, Launch{Resident: 2, Shared: 99}, p)
	want := []moment{
		{0, 0, 0, 0, 0}, {0, 0, 2, 0, 2}, {1, 0, 1, 0, 1}, {1, 0, 3, 0, 3},
		{0, 1, 0, 0, 0}, {0, 1, 2, 0, 2},
		{0, 2, 0, 0, 0}, {0, 2, 2, 0, 2}, {1, 2, 4, 0, 4}, {1, 2, 5, 0, 5},
	}
	if !slices.Equal(m.seen, want) {
		t.Errorf("got %v\nwant %v (SM, turn, block, warp, base)", m.seen, want)
	}
	if m.shared != 99 || res.ByPC[2].L1Hits != 10 || res.Rest.DRAMWrites != 7 {
		t.Errorf("got %d shared bytes, %d accesses counted, %d writes at the end; want 99, 10, 7", m.shared, res.ByPC[2].L1Hits, res.Rest.DRAMWrites)
	}
}

// TestBarrier: a warp waits at a barrier for those that have not ended.
func TestBarrier(t *testing.T) {
	p := program{{
		{load(0), barrier, load(10)},
		{load(1), load(1), load(1), barrier, load(11)},
		{load(2)},
	}}
	m, _ := play(t, Launch{Resident: 1}, p)
	want := []moment{
		{0, 0, 0, 0, 0}, {0, 0, 0, 1, 1}, {0, 0, 0, 2, 2},
		{0, 1, 0, 1, 1}, {0, 2, 0, 1, 1},
		{0, 4, 0, 0, 10}, {0, 4, 0, 1, 11},
	}
	if !slices.Equal(m.seen, want) {
		t.Errorf("got %v\nwant %v (SM, turn, block, warp, base)", m.seen, want)
	}
}

// TestLocal: local memory lies as coalesce.LocalWord has it, in the share of the
// warp's slot, which the next block uses again.
func TestLocal(t *testing.T) {
	uneven := at(4)
	uneven.a.Active, uneven.a.Addr = 0xff, &uneven.addr
	for i := range uneven.addr {
		uneven.addr[i] = uint64(4 * (i % 3))
	}
	even := at(4)
	even.a.Active, even.a.Base = everyLane, 8
	block := [][]step{{even, uneven}}
	m, _ := play(t, Launch{Resident: 1, LocalBytes: 12}, program{block, block, block})
	share := uint64(12 * device.WarpSize)
	for i := range m.whole {
		a := &m.whole[i]
		s := &block[0][(i/2)%2]
		if a.Block == 2 {
			s = &block[0][i-4]
		}
		_, want := coalesce.LocalWord(device, &s.a, 0)
		for rest := a.Active; rest != 0; rest &= rest - 1 {
			lane := rest.First()
			if got, want := a.Lane(lane), localBase+uint64(m.seen[i].sm)*share+want[lane]; got != want {
				t.Fatalf("block %d, access %d, lane %d: got %#x, want %#x", a.Block, i, lane, got, want)
			}
		}
	}
	if len(m.whole) != 6 {
		t.Errorf("got %d accesses, want 6", len(m.whole))
	}
}

// TestTooLong: a trace beyond its limit says so, whoever recorded it, and what
// was discarded does not count.
func TestTooLong(t *testing.T) {
	block := [][]step{nil}
	for i := range uint64(40) {
		block[0] = append(block[0], load(i*i*i*1000))
	}
	for _, limit := range []int64{100, 1 << 20} {
		tr := NewTrace(testInstrs, 3, 1, limit, false)
		lost := tr.Recorder()
		recordBlock(lost, 0, block)
		recordBlock(lost, 1, block)
		lost.Discard()
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

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := record(program{{{load(0)}}}, 1, func(int) int { return 0 })
	if _, err := Run(ctx, Launch{Spec: device, Blocks: 1, Warps: 1, Resident: 1}, tr, &listener{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
