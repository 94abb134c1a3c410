package check

// This file is racecheck. It follows blocks, barriers and fences and keeps the races that it finds.

import (
	"math/bits"
	"sort"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/trace"
)

// raceChecker is the checker of races.
//
// A block counts phases. Each barrier of the block and each fence of one of its
// warps begins a new phase. Warps run in no order between two barriers. An access
// of a phase before the last barrier races with nothing after it.
type raceChecker struct {
	indifferent
	launch   *Launch
	spaces   [ir.Texture + 1]*shadowMemory // nil: accesses are not checked
	harmless []bool                        // by PC: reads of memory that the kernel never writes
	strong   []strongAccesses              // [0] is unused
	cells    []*chunk                      // of split rows
	used     int                           // rows of cells, [0] is unused
	bytes    int64                         // of all pages and chunks
	complete bool                          // memory sufficed for all accesses

	block    int
	ordinal  uint32 // of the block among the blocks that ran, from 1 on
	tick     uint32
	phase    stamp        // mark of the current phase
	start    stamp        // mark of the block
	barrier  stamp        // mark of the phase that began with the last barrier
	blocks   []blockStart // by ordinal−1
	waiting  []bool       // by warp: it waits at a barrier
	warps    []warpOrder
	flags    []warpFlags
	fences   []*release // of the block: the last one of each warp and its lanes
	acquired bool       // a strong read has decided a branch in the block
	// released is the fences of earlier blocks, by ordinal.
	released  map[uint32][]*release
	flow      *flow
	lastReads []lastRead // by warp and flow.kept

	access       stamp  // lane 0 of the current access
	now          stamp  // the current lane of it
	isStrong     bool   // the current access is volatile or atomic
	since        stamp  // lanes of the current warp may be unordered from this mark on
	addr         uint64 // of the current element
	current      *shadowCell
	value        *uint64 // where the value of the current element is
	last, before uint64  // addresses of the last two lanes
	accessCount  uint32
	laneAddrs    trace.Lanes // buffer

	races   map[raceKey]*race
	allowed map[allowanceKey]*allowed
	order   []*race // in the order of discovery
}

// blockStart is when a block began.
type blockStart struct {
	mark  stamp
	block int
}

// raceKey identifies races that are reported once.
type raceKey struct {
	firstPC, secondPC int32 // PCs
	code              diag.Code
}

// race is the first race with a key.
type race struct {
	raceKey
	first, second accessRecord
	space         ir.Space
	addr          uint64
	count         uint64
}

func newRaceChecker(l *Launch) Checker {
	warps := (l.Block.Count() + l.Spec.WarpSize - 1) / l.Spec.WarpSize
	r := &raceChecker{
		launch: l, harmless: harmless(l), block: -1, waiting: make([]bool, warps), warps: make([]warpOrder, warps), flags: make([]warpFlags, warps),
		strong: make([]strongAccesses, 1), used: 1,
		released: map[uint32][]*release{}, races: map[raceKey]*race{}, allowed: map[allowanceKey]*allowed{},
	}
	r.follow()
	if r.complete = fits(l.Program); r.complete {
		r.spaces[ir.Shared], r.spaces[ir.Global] = newShadow(l, ir.Shared, true), newShadow(l, ir.Global, false)
	}
	return r
}

// follow finds what the reads of the program lead to.
func (r *raceChecker) follow() {
	p := r.launch.Program
	r.flow = flowOf(p.Kernel, p.Instrs, r.launch.related)
	r.lastReads = make([]lastRead, len(r.warps)*r.flow.number)
}

// newShadow returns the shadow memory of a space. An element has the size of the
// kernel's smallest access.
func newShadow(l *Launch, space ir.Space, private bool) *shadowMemory {
	smallest := ir.F64.Bytes()
	for _, in := range l.Program.Instrs {
		if in.Op.Facts().Memory && in.Space == space {
			smallest = min(smallest, in.Type.Bytes())
		}
	}
	return &shadowMemory{
		space: space, private: private, shift: uint(bits.TrailingZeros(uint(smallest))),
		elementMask: ^uint64(0) >> (64 - 8*smallest), pages: map[uint64]*page{},
	}
}

// harmless returns which instructions read global arrays that no instruction of the kernel
// writes: they race with nothing.
func harmless(l *Launch) []bool {
	all := l.Program.Instrs
	list := make([]bool, len(all))
	for pc, in := range all {
		list[pc] = in.Op == ir.Ld && in.Space == ir.Global && !writes(l, all, in.Root)
	}
	return list
}

// writes reports whether an instruction may write to the memory of a variable. Variable 0 is any.
func writes(l *Launch, all []*ir.Instr, v ir.VarID) bool {
	for _, in := range all {
		if in.Space == ir.Global && (in.Op == ir.St || in.Op == ir.Atom) && (v == 0 || in.Root == 0 || overlap(l.Windows[v-1], l.Windows[in.Root-1])) {
			return true
		}
	}
	return false
}

// related reports whether two accesses of shared or global memory may access one object.
func (l *Launch) related(a, b *ir.Instr) bool {
	switch {
	case a.Space != b.Space:
		return false
	case a.Root == 0 || b.Root == 0 || a.Root == b.Root:
		return true
	}
	return a.Space == ir.Global && overlap(l.Windows[a.Root-1], l.Windows[b.Root-1])
}

func overlap(a, b simt.Window) bool { return a.Lo < b.Hi && b.Lo < a.Hi }

// advance follows the launch to the current warp: to a new block, or past a
// barrier. A barrier has completed when a warp that waited at it continues.
func (r *raceChecker) advance(block, warp int) {
	if block != r.block {
		r.enter(block)
	}
	if r.waiting[warp] {
		r.barrier = r.nextPhase()
		r.settle()
		clear(r.waiting)
		r.meetWarps()
	}
}

// enter begins a block.
func (r *raceChecker) enter(block int) {
	if len(r.fences) > 0 {
		r.released[r.ordinal] = r.fences
	}
	r.start = r.nextPhase()
	r.block, r.barrier, r.fences, r.acquired = block, r.start, nil, false
	r.ordinal++
	r.blocks = append(r.blocks, blockStart{r.start, block})
	r.settle()
	clear(r.waiting)
	clear(r.warps)
	clear(r.flags)
}

// nextPhase begins a phase and returns its mark. Once ticks run out, nothing more is checked.
func (r *raceChecker) nextPhase() stamp {
	if r.tick++; r.tick == 0 {
		clear(r.spaces[:])
		r.complete = false
	}
	r.phase = mark(r.tick)
	return r.phase
}

// settle passes the marks of the block to the shadow memories.
func (r *raceChecker) settle() {
	for _, s := range r.spaces {
		if s != nil {
			s.settle(r.start, r.barrier)
		}
	}
}

// Barrier implements trace.BarrierObserver.
func (r *raceChecker) Barrier(block, warp int) {
	r.advance(block, warp)
	r.waiting[warp] = true
}

// Fence implements trace.FenceObserver.
func (r *raceChecker) Fence(block, warp int, lanes trace.Mask, device bool) {
	r.advance(block, warp)
	r.nextPhase()
	r.fenceWarp(warp, lanes, device)
}

// Suspend implements trace.BlockObserver. Blocks that take turns are not followed.
func (r *raceChecker) Suspend(int) {
	clear(r.spaces[:])
	r.complete = false
}

// ordinalOf returns the ordinal of the block that made an access.
func (r *raceChecker) ordinalOf(a stamp) uint32 {
	if a >= r.start {
		return r.ordinal
	}
	return uint32(sort.Search(len(r.blocks), func(i int) bool { return r.blocks[i].mark > a }))
}

// record returns an access in plain fields.
func (r *raceChecker) record(a stamp) accessRecord {
	block := r.blocks[r.ordinalOf(a)-1].block
	return accessRecord{block: uint32(block) + 1, pc: a.pc(), warp: uint16(a.warp()), lane: uint8(a.lane())}
}

// report counts a race and keeps the first one of its kind.
func (r *raceChecker) report(s *shadowMemory, old stamp, code diag.Code) {
	key := raceKey{old.pc(), r.now.pc(), code}
	c := r.races[key]
	if c == nil {
		c = &race{raceKey: key, first: r.record(old), second: r.record(r.now), space: s.space, addr: r.addr}
		r.races[key] = c
		r.order = append(r.order, c)
	}
	c.count++
}
