package check

// This file is racecheck. It follows blocks, barriers and fences and keeps the races that it finds.

import (
	"math/bits"
	"slices"
	"sort"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// raceChecker is the checker of races.
//
// A block counts phases. Each barrier of the block and each fence of one of its
// warps begins a new phase. Warps run in no order between two barriers. An access
// of a phase before the last barrier races with nothing after it.
type raceChecker struct {
	launch       *Launch
	spaces       [ir.Cluster + 1]*shadowMemory // nil: accesses are not checked
	asynchronous bool                          // asyncChecker looks at shared memory
	harmless     []bool                        // by PC: reads of memory that the kernel never writes
	strong       []*[strongPerChunk]strongAccesses
	usedStrong   uint32   // of strong
	cells        []*chunk // of split rows
	used         int      // rows of cells, [0] is unused
	bytes        int64    // of all pages and chunks
	complete     bool     // memory sufficed for all accesses

	tick      uint32
	phase     stamp     // mark of the current phase
	stretches []stretch // in order
	turns     bool      // blocks take turns: some block has several stretches
	blockState
	held   map[int]blockState // of blocks that wait for others
	spares []*shadowMemory    // shared memory of blocks that ended beside those that wait
	begun  uint32             // blocks
	// released is the fences of blocks before their last stretch, by ordinal.
	released map[uint32][]*release
	numbers  map[int]int             // see clusterNumbers; nil before the first barrier of a cluster
	barriers map[int]clusterBarriers // by cluster
	flow     *flow
	// hasFences: the kernel has fences, so that strong accesses may be flags.
	hasFences bool

	access       stamp  // lane 0 of the current access
	now          stamp  // the current lane of it
	isStrong     bool   // the current access is volatile or atomic
	repeats      bool   // it writes what is there already, having compared it
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

// blockState is what the checker knows of a block while it runs.
type blockState struct {
	block     int
	ordinal   uint32        // of the block among the blocks that ran, from 1 on
	shared    *shadowMemory // nil: accesses are not checked
	start     stamp         // mark of the block's current stretch
	barrier   stamp         // mark of the phase that began with the last barrier
	waiting   []bool        // by warp: it waits at a barrier
	warps     []warpOrder
	clusters  []clusterOrder // by warp
	flags     []warpFlags
	fences    []*release // of the block: the last one of each warp and its lanes
	met       []*release // of these, those before the last barrier
	acquired  bool       // a strong read has decided a branch in the block
	lastReads []lastRead // by warp and flow.kept
}

// stretch is a part of the launch during which one block runs. It begins with a mark.
type stretch struct {
	mark    stamp
	block   int
	ordinal uint32
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

func newRaceChecker(l *Launch) *raceChecker {
	r := &raceChecker{
		launch: l, harmless: harmless(l), held: map[int]blockState{}, flow: flowOf(l.Program.Kernel, l.Program.Instrs, l.related),
		used:         1,
		asynchronous: isAsynchronous(l.Program.Instrs),
		hasFences:    slices.ContainsFunc(l.Program.Instrs, func(in *ir.Instr) bool { return in.Op == ir.Membar }),
		released:     map[uint32][]*release{}, races: map[raceKey]*race{}, allowed: map[allowanceKey]*allowed{},
	}
	if r.complete = fits(l.Program); r.complete {
		r.spaces[ir.Global] = newShadow(l, ir.Global, false)
	}
	r.blockState = r.noBlock()
	r.spaces[ir.Shared] = r.shared
	return r
}

// newRacecheck returns the checkers of races.
func newRacecheck(l *Launch) Checker {
	r := newRaceChecker(l)
	c := r.checker()
	if mixed := l.mixedFragments(); len(mixed) > 0 {
		races := c.Findings
		c.Findings = func() ([]report.Finding, bool) {
			list, complete := races()
			return append(mixed, list...), complete
		}
	}
	if !r.asynchronous {
		return c
	}
	async := newAsyncChecker(l, r.flow).checker()
	return Checker{
		Observer: trace.Join(c.Observer, async.Observer), Notes: c.Notes,
		Findings: func() ([]report.Finding, bool) {
			list, complete := async.Findings()
			more, whole := c.Findings()
			return append(list, more...), complete && whole
		},
	}
}

// checker returns the checker that other packages see.
func (r *raceChecker) checker() Checker {
	return Checker{
		Observer: trace.Observer{Access: r.visit, Stored: r.stored, Barrier: r.wait, Fence: r.fence, SyncWarp: r.syncWarp, Clustered: r.clustered, Suspend: r.suspend},
		Findings: r.findings, Notes: r.notes,
	}
}

// noBlock returns the state of no block, with room for one.
func (r *raceChecker) noBlock() blockState {
	l := r.launch
	warps := l.Warps()
	b := blockState{
		block: -1, waiting: make([]bool, warps), warps: make([]warpOrder, warps), flags: make([]warpFlags, warps), clusters: make([]clusterOrder, warps),
		lastReads: make([]lastRead, warps*r.flow.number),
	}
	if n := len(r.spares); n > 0 {
		b.shared, r.spares = r.spares[n-1], r.spares[:n-1]
	} else if r.spaces[ir.Global] != nil && !r.asynchronous {
		b.shared = newShadow(l, ir.Shared, true)
	}
	return b
}

// newShadow returns the shadow memory of a space. An element has the size of the
// kernel's smallest access.
func newShadow(l *Launch, space ir.Space, private bool) *shadowMemory {
	smallest := smallestAccess(l.Program.Instrs, ir.F64.Bytes(), func(s ir.Space) bool { return s == space })
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
	case a.Space != b.Space && !(inShared(a.Space) && inShared(b.Space)):
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
	if w := &r.clusters[warp]; w.waits {
		r.leaveCluster(w)
	}
	if r.waiting[warp] {
		r.barrier = r.nextPhase()
		r.settle()
		clear(r.waiting)
		r.meetWarps()
	}
}

// enter begins a block, or goes on with one that waited for others.
func (r *raceChecker) enter(block int) {
	r.leave()
	if held, ok := r.held[block]; ok {
		r.spares = append(r.spares, r.shared)
		delete(r.held, block)
		r.blockState, r.turns = held, true
		r.spaces[ir.Shared] = r.shared
		r.start = r.nextPhase()
	} else {
		r.start = r.nextPhase()
		r.begun++
		r.block, r.ordinal, r.barrier, r.fences, r.met, r.acquired = block, r.begun, r.start, nil, nil, false
		clear(r.waiting)
		clear(r.warps)
		clear(r.flags)
		clear(r.clusters)
	}
	r.stretches = append(r.stretches, stretch{r.start, block, r.ordinal})
	r.settle()
}

// leave keeps the fences of the current block for those who meet it later.
func (r *raceChecker) leave() {
	if len(r.fences) > 0 {
		r.released[r.ordinal] = r.fences
	}
}

// suspend puts a block aside: it waits, and others run.
func (r *raceChecker) suspend(block int) {
	if block != r.block {
		return
	}
	r.leave()
	r.held[block] = r.blockState
	r.blockState = r.noBlock()
	r.spaces[ir.Shared] = r.shared
}

// nextPhase begins a phase and returns its mark. Once ticks run out, nothing more is checked.
func (r *raceChecker) nextPhase() stamp {
	if r.tick++; r.tick == 0 {
		clear(r.spaces[:])
		r.shared, r.spares, r.complete = nil, nil, false
		clear(r.held)
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

// wait notes that a warp waits at a barrier.
func (r *raceChecker) wait(e trace.Event) {
	r.advance(e.Block, e.Warp)
	r.waiting[e.Warp] = true
}

// fence begins a new phase: lanes executed a fence.
func (r *raceChecker) fence(e trace.Event, device bool) {
	r.advance(e.Block, e.Warp)
	r.nextPhase()
	r.fenceWarp(e.Warp, e.Lanes, device)
}

// ordinalOf returns the ordinal of the block that made an access.
func (r *raceChecker) ordinalOf(a stamp) uint32 {
	if a >= r.start {
		return r.ordinal
	}
	return r.stretchOf(a).ordinal
}

func (r *raceChecker) stretchOf(a stamp) *stretch {
	return &r.stretches[sort.Search(len(r.stretches), func(i int) bool { return r.stretches[i].mark > a })-1]
}

// ownBlock reports whether the current block made an access.
func (r *raceChecker) ownBlock(a stamp) bool {
	return a >= r.start || r.turns && a != 0 && r.ordinalOf(a) == r.ordinal
}

// record returns an access in plain fields.
func (r *raceChecker) record(a stamp) accessRecord {
	return accessRecord{block: uint32(r.stretchOf(a).block) + 1, pc: a.pc(), warp: uint16(a.warp()), lane: uint8(a.lane())}
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
