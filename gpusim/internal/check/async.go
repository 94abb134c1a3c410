package check

// This file follows the order of threads and of copies without registers. It is the part of racecheck that looks at
// shared memory of kernels with cp.async, bulk copies, barriers in shared memory, clusters or wgmma.
//
// Order is kept by vector clocks (clocks.go). Agents are threads, the cp.async and the bulk stores of each thread, the
// wgmma of each warp, and the bulk copies that each barrier in shared memory counts. A thread knows an access if waits
// and barriers order the access before what the thread does now:
//
//   - a barrier of the block, of some warps, of a warp or of the cluster lets its threads know what each of them knew;
//   - an arrival at an mbarrier hands over what the thread knows, the end of the phase hands over what its copies did, and
//     a thread that has seen the end knows all of it;
//   - a copy comes behind all that its thread knew when it began the copy;
//   - cp.async.wait_group, cp.async.bulk.wait_group and wgmma.wait_group let a thread know its own copies and products;
//   - a volatile or atomic write that another thread reads, and that decides a branch there, is taken for a release.
//
// A relaxed arrival at an mbarrier counts as a release. What a fence.proxy.async orders is a clock of its own.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// asyncChecker is the checker.
type asyncChecker struct {
	launch   *Launch
	flow     *flow
	shape    clockShape
	clusters map[int]*clusterState // by number
	numbers  map[int]int           // see clusterNumbers
	tick     uint32
	shift    uint // an element has 1<<shift bytes
	bytes    int64
	complete bool
	flags    bool // some strong read of shared memory decides a branch

	cluster *clusterState // of the current event
	block   *asyncBlock
	parts   [2]knowledge // the last two that were joined, and the result
	joined  knowledge
	count   uint32 // of accesses

	races    map[raceKey]*asyncRace
	order    []*asyncRace
	products map[int32]accessRecord // who executed each wgmma first, by PC
}

// clusterState is the blocks of a cluster, or one block.
type clusterState struct {
	blocks  []*asyncBlock
	barrier []*gathering // by phase of the barrier of the cluster
	ended   gathering    // of warps that have ended: no phase waits for them
	alive   int          // threads
}

// asyncBlock is what is known of a block while its cluster runs.
type asyncBlock struct {
	index, rank int
	threads     []asyncThread
	warps       []asyncWarp
	numbered    map[int]*gathering // arrivals at numbered barriers
	barriers    map[uint64]*phaseBarrier
	pages       map[uint64]*asyncPage
	exit        gathering                  // of threads that have ended
	last        accessRecord               // the end of the last of them
	users       map[agentKey]elementAccess // the last access of other blocks, and of copies, to shared memory of the block
}

// asyncThread is a thread.
type asyncThread struct {
	knowledge
	index          int // in the block
	copied, bulked groups
	fencedTick     uint32 // its own accesses that a fence.proxy.async follows
	fencedCopies   uint32
	ended          bool
}

// asyncWarp is a warp.
type asyncWarp struct {
	products groups
	arrivals int // at the barrier of the cluster
	waits    int // for the phase with this number, from 1 on; 0: for none
}

// groups is the copies or products of a thread or a warp in their groups. The products of one group have one number.
type groups struct {
	issued, done uint32
	closed       []uint32 // the last one of each group; of many groups the latest
	waited       int      // the number of the last wait; −1: there was none
	waitedAt     int32    // its PC
	atWait       int      // groups in closed then
}

// someGroups is how many groups are kept at least.
const someGroups = 512

func (g *groups) close() {
	if len(g.closed) == 2*someGroups {
		g.closed = append(g.closed[:0], g.closed[someGroups:]...)
		g.atWait = max(0, g.atWait-someGroups)
	}
	g.closed = append(g.closed, g.issued)
}

// wait notes that at most n groups are under way.
func (g *groups) wait(n int, pc int32) {
	g.waited, g.waitedAt, g.atWait = n, pc, len(g.closed)
	if at := len(g.closed) - 1 - n; at >= 0 {
		g.done = max(g.done, g.closed[at])
	}
}

// phaseBarrier is a barrier in shared memory.
type phaseBarrier struct {
	number   int // of the block's barriers
	addr     uint64
	phase    uint32 // from 1 on
	arrivals gathering
	past     knowledge // what the end of the last phase hands over
	begun    elementAccess
}

// elementAccess is one access of an element by neighbouring agents.
type elementAccess struct {
	tick   uint32     // of the agents; 0: there was none
	mask   trace.Mask // of the agents from first on
	first  uint16
	rank   uint8
	kind   agent
	strong bool
	writes bool
	by     accessRecord // who did it, or began it
}

// agentKey is an agent.
type agentKey struct {
	kind        agent
	rank, index int
}

// asyncCell is the state of one element.
type asyncCell struct {
	write elementAccess   // the last weak one
	count uint32          // the number of the store that wrote it: asyncChecker.count
	rest  []elementAccess // reads and strong writes since then that represent all
	value uint64
	flag  knowledge // that strong writes hand over
}

const (
	asyncPageCells = 256
	asyncCellBytes = 120
)

type asyncPage [asyncPageCells]asyncCell

// isAsynchronous reports whether a kernel has something that only asyncChecker orders.
func isAsynchronous(all []*ir.Instr) bool {
	for _, in := range all {
		switch in.Op {
		case ir.CopyAsync, ir.CopyBulk, ir.CopyReduce, ir.CopyBox, ir.Barrier, ir.BarrierTest, ir.ClusterBar, ir.GroupProduct:
			return true
		}
	}
	return false
}

func newAsyncChecker(l *Launch, f *flow) *asyncChecker {
	c := &asyncChecker{
		launch: l, flow: f, shape: newClockShape(l.Warps(), l.ClusterBlocks()), clusters: map[int]*clusterState{}, numbers: l.clusterNumbers(),
		products: map[int32]accessRecord{}, tick: 1, complete: true, races: map[raceKey]*asyncRace{}, shift: elementShift(l.Program.Instrs),
	}
	for pc, in := range l.Program.Instrs {
		c.flags = c.flags || inShared(in.Space) && f.decides[pc]
	}
	return c
}

// clusterNumbers returns the numbers of blocks that are counted cluster by cluster, nil without clusters.
func (l *Launch) clusterNumbers() map[int]int {
	if l.ClusterBlocks() == 1 {
		return nil
	}
	numbers := map[int]int{}
	for i := range l.Blocks() {
		numbers[l.InCluster(i)] = i
	}
	return numbers
}

func inShared(s ir.Space) bool { return s == ir.Shared || s == ir.Cluster }

// elementShift returns the binary logarithm of the size of the smallest access to shared memory.
func elementShift(all []*ir.Instr) (shift uint) {
	smallest := smallestAccess(all, largestAccess, inShared)
	for 1<<(shift+1) <= smallest {
		shift++
	}
	return shift
}

// smallestAccess returns the bytes of the smallest access to some spaces, at most a number.
func smallestAccess(all []*ir.Instr, most int, in func(ir.Space) bool) int {
	for _, x := range all {
		switch {
		case x.Op.Facts().Memory && in(x.Space):
			most = min(most, x.Type.Bytes())
		case x.Op == ir.CopyAsync && (in(ir.Shared) || in(ir.Global)) && !x.Src[2].IsReg:
			most = min(most, int(x.Src[2].Imm))
		}
	}
	return most
}

// checker returns the checker that other packages see.
func (c *asyncChecker) checker() Checker {
	return Checker{
		Observer: trace.Observer{
			Access: c.access, Stored: c.stored, Fence: c.fence, SyncWarp: c.syncWarp, BarArrive: c.barArrive, Met: c.met, Copied: c.copied,
			Grouped: c.grouped, Arrived: c.arrived, Awaited: c.awaited, Clustered: c.clustered, Ended: c.ended,
		},
		Findings: c.findings,
	}
}

// enter goes to the block of an event, and ends the wait of its warp for the cluster.
func (c *asyncChecker) enter(block, warp int) *asyncWarp {
	if c.block == nil || c.block.index != block {
		number := block
		if c.numbers != nil {
			number = c.numbers[block]
		}
		c.cluster = c.clusters[number/c.shape.blocks]
		if c.cluster == nil {
			c.cluster = c.newCluster(number / c.shape.blocks)
		}
		c.block = c.cluster.blocks[number%c.shape.blocks]
	}
	w := &c.block.warps[warp]
	if w.waits > 0 {
		c.releaseFromCluster(w, warp)
	}
	return w
}

func (c *asyncChecker) newCluster(number int) *clusterState {
	s := &clusterState{}
	n := c.launch.Block.Count()
	for rank := range c.shape.blocks {
		b := &asyncBlock{
			index: number, rank: rank, threads: make([]asyncThread, n), warps: make([]asyncWarp, c.shape.warps),
			numbered: map[int]*gathering{}, barriers: map[uint64]*phaseBarrier{}, pages: map[uint64]*asyncPage{}, users: map[agentKey]elementAccess{},
		}
		if c.numbers != nil {
			b.index = c.launch.InCluster(number*c.shape.blocks + rank)
		}
		for i := range b.threads {
			b.threads[i].index, b.threads[i].copied.waited, b.threads[i].bulked.waited = i, -1, -1
		}
		for i := range b.warps {
			b.warps[i].products.issued, b.warps[i].products.waited = 1, -1
		}
		s.blocks = append(s.blocks, b)
		s.alive += n
	}
	c.clusters[number] = s
	return s
}

// threadsOf calls f for lanes of a warp of the current block that have not ended.
func (c *asyncChecker) threadsOf(warp int, lanes trace.Mask, f func(t *asyncThread)) {
	for ; lanes != 0; lanes &= lanes - 1 {
		if i := warp*arch.MaxLanes + lanes.First(); i < len(c.block.threads) && !c.block.threads[i].ended {
			f(&c.block.threads[i])
		}
	}
}

// add adds what a thread of the current block knows to what threads know together.
func (c *asyncChecker) add(g *gathering, t *asyncThread) {
	index := t.index
	g.knowledge = c.joinOf(g.knowledge, t.knowledge)
	rank := c.block.rank
	g.add(entry{rank, index, threads, c.tick, false})
	g.add(entry{rank, index, threads, t.fencedTick, true})
	g.add(entry{rank, index, copies, t.copied.done, false})
	g.add(entry{rank, index, copies, t.fencedCopies, true})
	g.add(entry{rank, index, bulks, t.bulked.done, false})
	warp := index / arch.MaxLanes
	g.add(entry{rank, warp, products, c.block.warps[warp].products.done, false})
}

// joinOf joins what is known. The lanes of a warp know the same, as a rule.
func (c *asyncChecker) joinOf(k, l knowledge) knowledge {
	if pair := [2]knowledge{k, l}; !same(pair[0], c.parts[0]) || !same(pair[1], c.parts[1]) {
		c.parts, c.joined = pair, k.join(l)
	}
	return c.joined
}

// same reports whether two are the same in memory.
func same(k, l knowledge) bool { return sameClock(k.all, l.all) && sameClock(k.fenced, l.fenced) }

func sameClock(c, d clock) bool {
	return len(c) == len(d) && (len(c) == 0 || &c[0] == &d[0])
}

// meet lets threads know what each of them knew, and what others have left.
func (c *asyncChecker) meet(g *gathering, warps trace.Mask, lanes trace.Mask) {
	for w := warps; w != 0; w &= w - 1 {
		c.threadsOf(w.First(), lanes, func(t *asyncThread) { c.add(g, t) })
	}
	known := g.close(&c.shape)
	for w := warps; w != 0; w &= w - 1 {
		c.threadsOf(w.First(), lanes, func(t *asyncThread) { t.knowledge = known })
	}
	c.tick++
}

func (c *asyncChecker) syncWarp(e trace.Event) {
	c.enter(e.Block, e.Warp)
	c.meet(&gathering{}, trace.MaskOf(e.Warp, 1), e.Lanes)
}

func (c *asyncChecker) barArrive(e trace.Event, number int) {
	c.enter(e.Block, e.Warp)
	g := c.block.numbered[number]
	if g == nil {
		g = &gathering{}
		c.block.numbered[number] = g
	}
	c.threadsOf(e.Warp, e.Lanes, func(t *asyncThread) { c.add(g, t) })
	c.tick++
}

func (c *asyncChecker) met(m trace.Meeting) {
	for w := m.Warps; w != 0; w &= w - 1 {
		c.enter(m.Block, w.First())
	}
	g := c.block.numbered[m.Number]
	if g == nil {
		g = &gathering{}
	}
	delete(c.block.numbered, m.Number)
	c.meet(g, m.Warps, allLanes)
}

// fence notes which accesses a fence.proxy.async follows.
func (c *asyncChecker) fence(e trace.Event, _ bool) {
	if c.launch.Program.Instrs[e.PC].Mod != ir.ScopeAsync {
		return
	}
	c.enter(e.Block, e.Warp)
	c.threadsOf(e.Warp, e.Lanes, func(t *asyncThread) {
		t.fenced, t.fencedTick, t.fencedCopies = t.all, c.tick, t.copied.done
	})
	c.tick++
}

// grouped closes a group, or waits for groups.
func (c *asyncChecker) grouped(e trace.Event, n int) {
	w := c.enter(e.Block, e.Warp)
	each := func(f func(t *asyncThread)) { c.threadsOf(e.Warp, e.Lanes, f) }
	switch c.launch.Program.Instrs[e.PC].Mod {
	case ir.CopyCommit:
		each(func(t *asyncThread) { t.copied.close() })
	case ir.CopyWait:
		each(func(t *asyncThread) { t.copied.wait(n, e.PC) })
	case ir.BulkCommit:
		each(func(t *asyncThread) { t.bulked.close() })
	case ir.BulkWait, ir.BulkWaitRead:
		each(func(t *asyncThread) { t.bulked.wait(n, e.PC) })
	case ir.ProductCommit:
		w.products.close()
		w.products.issued++
	case ir.ProductWait:
		w.products.wait(n, e.PC)
	}
}

// clustered arrives at the barrier of the cluster, or waits for it.
func (c *asyncChecker) clustered(e trace.Event) {
	w := c.enter(e.Block, e.Warp)
	mod := c.launch.Program.Instrs[e.PC].Mod
	if mod == ir.ClusterWait {
		w.waits = w.arrivals
		return
	}
	w.arrivals++
	for len(c.cluster.barrier) < w.arrivals {
		c.cluster.barrier = append(c.cluster.barrier, &gathering{})
	}
	if mod == ir.ClusterArrive {
		c.threadsOf(e.Warp, e.Lanes, func(t *asyncThread) { c.add(c.cluster.barrier[w.arrivals-1], t) })
		c.tick++
	}
}

// releaseFromCluster lets a warp go on behind the barrier of the cluster, at which all have arrived.
func (c *asyncChecker) releaseFromCluster(w *asyncWarp, warp int) {
	g := c.cluster.barrier[w.waits-1]
	if len(g.entries) > 0 { // closed once
		g.knowledge = g.close(&c.shape)
		g.entries = nil
	}
	ended := c.cluster.ended.close(&c.shape)
	w.waits = 0
	c.threadsOf(warp, allLanes, func(t *asyncThread) {
		t.knowledge = c.joinOf(t.knowledge, g.knowledge)
		t.knowledge = c.joinOf(t.knowledge, ended)
	})
}

// barrier returns the barrier in shared memory at an address, and the block in whose memory it lies.
func (c *asyncChecker) barrier(addr uint64) (*phaseBarrier, *asyncBlock) {
	b, at := c.owner(addr)
	if b == nil {
		return nil, nil
	}
	p := b.barriers[at]
	if p == nil {
		p = &phaseBarrier{number: len(b.barriers), addr: at, phase: 1}
		b.barriers[at] = p
	}
	return p, b
}

// owner returns the block in whose shared memory an address lies, and the address there.
func (c *asyncChecker) owner(addr uint64) (*asyncBlock, uint64) {
	rank := int(addr >> ir.ClusterShift)
	if rank == 0 {
		return c.block, addr
	}
	if rank > len(c.cluster.blocks) {
		return nil, 0
	}
	return c.cluster.blocks[rank-1], addr & ir.ClusterMask
}

// arrived follows a change of a barrier.
func (c *asyncChecker) arrived(a trace.Arrival) {
	c.enter(a.Block, a.Warp)
	p, owner := c.barrier(a.Barrier)
	if p == nil {
		return
	}
	t := &c.block.threads[a.Warp*arch.MaxLanes+a.Lanes.First()]
	in := c.launch.Program.Instrs[a.PC]
	now := c.ofThread(a.Event, t)
	c.use(owner, t, now)
	switch {
	case in.Op != ir.Barrier:
	case in.Mod == ir.BarrierInit:
		if p.begun.tick > 0 && !c.knows(t, &p.begun) {
			c.report(asyncRace{problem: unordered, first: p.begun, second: now, owner: owner, addr: p.addr})
		}
		p.begun, p.past, p.arrivals = now, knowledge{}, gathering{}
		p.phase++
		return
	case in.Mod == ir.BarrierCopied:
		p.arrivals.add(entry{c.block.rank, t.index, copies, t.copied.issued, false})
	case in.Mod == ir.BarrierArrive || in.Mod == ir.BarrierDrop:
		c.add(&p.arrivals, t)
		c.tick++
	}
	c.checkBegun(p, owner, t, now)
	if !a.Over {
		return
	}
	if p.number < maxPhaseBarriers {
		p.arrivals.add(entry{owner.rank, p.number, phases, p.phase, false})
	}
	p.past = c.joinOf(p.past, p.arrivals.close(&c.shape))
	p.arrivals = gathering{}
	p.phase++
}

// checkBegun reports the use of a barrier whose mbarrier.init is not ordered before.
func (c *asyncChecker) checkBegun(p *phaseBarrier, owner *asyncBlock, t *asyncThread, now elementAccess) {
	if p.begun.tick > 0 && !c.knows(t, &p.begun) {
		c.report(asyncRace{problem: unbegun, first: p.begun, second: now, owner: owner, addr: p.addr})
	}
}

// awaited lets lanes know what the phases of a barrier have brought.
func (c *asyncChecker) awaited(e trace.Event, barrier uint64) {
	c.enter(e.Block, e.Warp)
	p, owner := c.barrier(barrier)
	if p == nil {
		return
	}
	c.threadsOf(e.Warp, e.Lanes, func(t *asyncThread) {
		c.checkBegun(p, owner, t, c.ofThread(e, t))
		t.knowledge = c.joinOf(t.knowledge, p.past)
	})
}

// ended notes the end of lanes.
func (c *asyncChecker) ended(e trace.Event) {
	c.enter(e.Block, e.Warp)
	c.block.last = firstLane(e)
	c.threadsOf(e.Warp, e.Lanes, func(t *asyncThread) {
		c.add(&c.block.exit, t)
		if c.shape.blocks > 1 {
			c.add(&c.cluster.ended, t)
		}
		t.ended = true
		c.cluster.alive--
	})
	c.tick++
	if c.cluster.alive > 0 {
		return
	}
	for _, b := range c.cluster.blocks {
		c.checkEnd(b)
	}
	number := c.block.index
	if c.numbers != nil {
		number = c.numbers[number] / c.shape.blocks
	}
	delete(c.clusters, number)
	c.block, c.cluster = nil, nil
}

// ofThread returns an access of a thread of the current block now.
func (c *asyncChecker) ofThread(e trace.Event, t *asyncThread) elementAccess {
	return c.accessOf(e, t, threads, c.block.rank, t.index, c.tick)
}

// accessOf returns an access of an agent that a thread of the current block is, or has begun.
func (c *asyncChecker) accessOf(e trace.Event, t *asyncThread, kind agent, rank, index int, tick uint32) elementAccess {
	return elementAccess{
		tick: tick, mask: 1 << (index % arch.MaxLanes), first: uint16(index / arch.MaxLanes * arch.MaxLanes), rank: uint8(rank), kind: kind,
		by: accessRecord{block: uint32(e.Block) + 1, pc: e.PC, warp: uint16(e.Warp), lane: uint8(t.index % arch.MaxLanes)},
	}
}
