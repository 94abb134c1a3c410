package check

// This file is initcheck. It keeps which bytes were written, and looks at each read.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// initChecker is the checker of reads before any write.
type initChecker struct {
	launch   *Launch
	block    int
	shared   writtenBytes
	held     map[int]writtenBytes  // shared memory of blocks that stopped before their end
	numbers  map[int]int           // see clusterNumbers
	cluster  map[int]*writtenBytes // shared memory of blocks of clusters
	over     map[int]int           // threads that have ended, by the number of the first block of their cluster
	global   []writtenBytes        // what nobody had written before the launch
	complete bool
	writes   []bool               // by PC: exchanges that nobody asks for what was there, and mbarrier.init
	found    map[int32]*unwritten // by PC
	order    []*unwritten
	unset    []*unsetRead
}

// unsetRead is the first read of a place that found a variable without a value.
type unsetRead struct {
	reader accessRecord
	name   string
	count  uint64
}

// readUnset keeps the first read of a place that finds a variable without a value, and counts.
func (c *initChecker) readUnset(e trace.Event) {
	in := c.launch.Program.Instrs[e.PC]
	at := slices.IndexFunc(c.unset, func(u *unsetRead) bool {
		return u.name == in.Text && c.launch.position(u.reader.pc).Line == c.launch.position(e.PC).Line
	})
	if at < 0 {
		at = len(c.unset)
		c.unset = append(c.unset, &unsetRead{reader: firstLane(e), name: in.Text})
	}
	c.unset[at].count += uint64(e.Lanes.Count())
}

// unsetFindings describes the reads of variables without a value.
func (c *initChecker) unsetFindings() (list []located) {
	for _, u := range c.unset {
		p := c.launch.participant(u.reader)
		list = append(list, c.launch.single(p, "initcheck", "Uninitialized variable read", u.count, diag.UnsetVariable,
			fmt.Sprintf("give %s a value where it is declared, or on every path to this line", u.name),
			fmt.Sprintf("%s is read by thread %s of block %s, which has not set it; in %s", u.name, p.Thread.Index(), p.Block.Index(), c.launch.Program.Kernel.Name)))
	}
	return list
}

// unwritten is the first read of an instruction that found bytes nobody had written.
type unwritten struct {
	reader accessRecord
	space  ir.Space
	addr   uint64
	count  uint64
}

// writtenBytes is a range of addresses with a bit for each byte that was written.
type writtenBytes struct {
	lo, hi uint64
	bits   []uint64
	used   int    // words of bits that may hold ones
	done   uint64 // all bytes before this address are written
}

const wordBits = 64

func newWritten(lo, hi uint64) writtenBytes {
	return writtenBytes{lo: lo, hi: hi, done: lo, bits: make([]uint64, padding.Units(hi-lo, wordBits))}
}

// clear marks all as unwritten.
func (w *writtenBytes) clear() {
	clear(w.bits[:w.used])
	w.used, w.done = 0, w.lo
}

// mark marks n bytes from an address on as written.
func (w *writtenBytes) mark(addr, n uint64) {
	for at, end := addr-w.lo, addr-w.lo+n; at < end; at += wordBits - at%wordBits {
		w.bits[at/wordBits] |= wordMask(at, end)
	}
	w.used = max(w.used, int(padding.Units(addr-w.lo+n, wordBits)))
	for next := (w.done - w.lo) / wordBits; next < uint64(w.used) && w.bits[next] == ^uint64(0); next++ {
		w.done += wordBits
	}
}

// written reports whether n bytes from an address on are written.
func (w *writtenBytes) written(addr, n uint64) bool {
	for at, end := addr-w.lo, addr-w.lo+n; at < end; at += wordBits - at%wordBits {
		if mask := wordMask(at, end); w.bits[at/wordBits]&mask != mask {
			return false
		}
	}
	return true
}

// wordMask returns the bits from at on, up to end, that lie in one word.
func wordMask(at, end uint64) uint64 {
	return (uint64(1)<<min(wordBits-at%wordBits, end-at) - 1) << (at % wordBits)
}

// largestAccess is the bytes of the largest access, which is aligned to them.
const largestAccess = 16

// newUnwritten returns a range of which nobody has written the bytes from lo to hi. Those
// beside them count as written, so that no access lies partly outside of the range.
func newUnwritten(lo, hi uint64) writtenBytes {
	from, to := lo&^(largestAccess-1), (hi+largestAccess-1)&^(largestAccess-1)
	w := newWritten(from, to)
	w.mark(from, lo-from)
	w.mark(hi, to-hi)
	return w
}

func newInitChecker(l *Launch) *initChecker {
	c := &initChecker{
		launch: l, block: -1, complete: true, found: map[int32]*unwritten{},
		numbers: l.clusterNumbers(), cluster: map[int]*writtenBytes{}, over: map[int]int{},
	}
	c.shared = newWritten(0, uint64(l.Spec.Shared.PerBlockOptin))
	c.writes = plainExchanges(l.Program.Instrs)
	left := uint64(l.Bytes) * 8
	for _, w := range l.Unwritten {
		if w.Hi-w.Lo > left {
			c.complete = false
			continue
		}
		left -= w.Hi - w.Lo
		c.global = append(c.global, newUnwritten(w.Lo, w.Hi))
	}
	return c
}

// plainExchanges finds, by PC, the atomic exchanges whose result no instruction reads.
func plainExchanges(all []*ir.Instr) []bool {
	read := map[ir.Reg]bool{}
	for _, in := range all {
		in.EachUse(func(r ir.Reg) { read[r] = true })
	}
	plain := make([]bool, len(all))
	for pc, in := range all {
		plain[pc] = in.Op == ir.Atom && in.Mod == ir.AtomExch && !read[in.Dst[0]] || in.Op == ir.Barrier && in.Mod == ir.BarrierInit
	}
	return plain
}

// checker returns the checker that other packages see.
func (c *initChecker) checker() Checker {
	return Checker{Observer: trace.Observer{Access: c.access, Unset: c.readUnset, Suspend: c.suspend, Ended: c.ended}, Findings: c.findings}
}

// access looks at an access.
func (c *initChecker) access(a *trace.Access) {
	if a.Block != c.block {
		c.enter(a.Block)
	}
	switch {
	case inShared(a.Space) && c.numbers != nil:
		c.clustered(a)
	case a.Space == ir.Shared:
		lo, hi := hull(a)
		c.visit(&c.shared, a, lo, hi)
	case a.Space == ir.Global && len(c.global) > 0:
		lo, hi := hull(a)
		for i := range c.global {
			c.visit(&c.global[i], a, lo, hi)
		}
	}
}

// clustered looks at an access to shared memory of any block of the cluster.
func (c *initChecker) clustered(a *trace.Access) {
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		block, at := a.Block, a.Lane(lane)
		if rank := int(at >> ir.ClusterShift); rank > 0 {
			n := c.launch.ClusterBlocks()
			block = c.launch.InCluster(c.numbers[a.Block]/n*n + rank - 1)
		}
		w, at := c.memoryOf(block), at&ir.ClusterMask
		if a.Kind != trace.Store && !c.writes[a.PC] && !w.written(at, uint64(a.Bytes)) {
			c.report(a, lane, at)
		}
		if a.Kind != trace.Load {
			w.mark(at, uint64(a.Bytes))
		}
	}
}

// memoryOf returns what is known of shared memory of a block of a cluster.
func (c *initChecker) memoryOf(block int) *writtenBytes {
	w := c.cluster[block]
	if w == nil {
		new := newWritten(0, uint64(c.launch.Spec.Shared.PerBlockOptin))
		w = &new
		c.cluster[block] = w
	}
	return w
}

// ended forgets the blocks of a cluster when their last thread has ended.
func (c *initChecker) ended(e trace.Event) {
	if c.numbers == nil {
		return
	}
	n := c.launch.ClusterBlocks()
	first := c.numbers[e.Block] / n * n
	if c.over[first] += e.Lanes.Count(); c.over[first] < n*c.launch.Block.Count() {
		return
	}
	for rank := range n {
		delete(c.cluster, c.launch.InCluster(first+rank))
	}
	delete(c.over, first)
}

// enter goes to another block.
func (c *initChecker) enter(block int) {
	c.block = block
	if shared, ok := c.held[block]; ok {
		c.shared = shared
		delete(c.held, block)
		return
	}
	c.shared.clear()
}

// suspend keeps what is known of a block that stops before its end.
func (c *initChecker) suspend(block int) {
	if block != c.block {
		return
	}
	if c.held == nil {
		c.held = map[int]writtenBytes{}
	}
	c.held[block] = c.shared
	c.shared, c.block = newWritten(c.shared.lo, c.shared.hi), -1
}

// hull returns a range of addresses that holds all that the active lanes access.
func hull(a *trace.Access) (lo, hi uint64) {
	if a.Addr != nil {
		lo = ^uint64(0)
		for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
			addr := a.Addr[lanes.First()]
			lo, hi = min(lo, addr), max(hi, addr)
		}
		return lo, hi + uint64(a.Bytes)
	}
	x, y := int64(a.Width-1)*a.DX, int64(arch.MaxLanes/a.Width-1)*a.DY
	return a.Base + uint64(min(x, 0)+min(y, 0)), a.Base + uint64(max(x, 0)+max(y, 0)) + uint64(a.Bytes)
}

// visit checks the reads of an access, and marks what it writes. All of it lies between lo
// and hi.
func (c *initChecker) visit(w *writtenBytes, a *trace.Access, lo, hi uint64) {
	if hi <= w.lo || w.hi <= lo || w.lo <= lo && hi <= w.done || wholeLines(w, a) {
		return
	}
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		at := a.Lane(lane)
		if at < w.lo || at >= w.hi {
			continue
		}
		if a.Kind != trace.Store && !c.writes[a.PC] && !w.written(at, uint64(a.Bytes)) {
			c.report(a, lane, at)
		}
		if a.Kind != trace.Load {
			w.mark(at, uint64(a.Bytes))
		}
	}
}

// wholeLines handles an access whose lanes with one Y access one element, or elements that lie
// next to each other. It returns false for other accesses, and where something is unwritten.
func wholeLines(w *writtenBytes, a *trace.Access) bool {
	if a.Addr != nil || a.Kind == trace.Atomic || a.DX != 0 && a.DX != int64(a.Bytes) {
		return false
	}
	line := a.Base
	for first := 0; first < arch.MaxLanes; first, line = first+a.Width, line+uint64(a.DY) {
		lanes := a.Active & trace.MaskOf(first, a.Width) >> first
		if lanes == 0 {
			continue
		}
		addr, bytes := line, uint64(a.Bytes)
		if a.DX != 0 {
			addr, bytes = line+uint64(lanes.First()*a.Bytes), uint64(lanes.Count()*a.Bytes)
			if lanes>>lanes.First() != trace.MaskOf(0, lanes.Count()) {
				return false
			}
		}
		if !w.line(addr, bytes, a.Kind == trace.Store) {
			return false
		}
	}
	return true
}

// line marks a line as written by a store, or reports whether it was written. A line that lies
// in the range only in part does not count.
func (w *writtenBytes) line(addr, bytes uint64, store bool) bool {
	switch {
	case addr+bytes <= w.lo || addr >= w.hi:
		return true
	case addr < w.lo || addr+bytes > w.hi:
		return false
	case !store:
		return w.written(addr, bytes)
	}
	w.mark(addr, bytes)
	return true
}

// report counts a read of bytes that nobody has written.
func (c *initChecker) report(a *trace.Access, lane int, addr uint64) {
	u := c.found[a.PC]
	if u == nil {
		u = &unwritten{
			reader: accessRecord{block: uint32(a.Block) + 1, pc: a.PC, warp: uint16(a.Warp), lane: uint8(lane)},
			space:  a.Space, addr: addr,
		}
		if inShared(a.Space) {
			u.space = ir.Shared
		}
		c.found[a.PC] = u
		c.order = append(c.order, u)
	}
	u.count++
}

// findings describes what was found. Instructions of one line that read one object give one
// finding.
func (c *initChecker) findings() ([]report.Finding, bool) {
	l := c.launch
	list := c.unsetFindings()
	known := map[string]int{}
	for _, u := range c.order {
		p := l.participant(u.reader)
		name := l.element(u.space, u.addr, u.reader.pc)
		key := fmt.Sprint(p.Pos.File, p.Pos.Line, l.array(u.space, u.addr, u.reader.pc))
		if i, ok := known[key]; ok {
			list[i].Count += u.count
			continue
		}
		known[key] = len(list)
		never := fmt.Sprintf("before any thread of block %s has written it", p.Block.Index())
		if u.space == ir.Global {
			never = "and nothing has written it, neither the host nor a launch"
		}
		list = append(list, l.single(p, "initcheck", "Uninitialized memory read", u.count, diag.Uninitialized, c.advice(u),
			fmt.Sprintf("%s is read by thread %s of block %s, %s; in %s", name, p.Thread.Index(), p.Block.Index(), never, l.Program.Kernel.Name)))
	}
	return sorted(list), c.complete
}

// advice says what to do about a read of bytes that nobody has written, by its cause.
func (c *initChecker) advice(u *unwritten) string {
	in := c.launch.Program.Instrs[u.reader.pc]
	switch {
	case u.space != ir.Global:
		return "write every element that is read, and wait with gpu.SyncThreads(): shared memory holds what was there before"
	case c.isResult(u.addr):
		return "the launch has to write it: store a value before you read it, or keep the value in a variable of the thread"
	case in.Op != ir.Ld:
		return "set it to zero before the launch: an atomic changes the value that it finds"
	case c.launch.stores(in.Root):
		return "let the kernel write each element before a thread reads it, or set the memory to zero before the launch"
	}
	return "copy data to it, or set it to zero, before the launch"
}

// isResult reports whether the host expects the kernel to write at an address.
func (c *initChecker) isResult(addr uint64) bool {
	return slices.ContainsFunc(c.launch.Unwritten, func(w Unwritten) bool { return w.Result && w.Lo <= addr && addr < w.Hi })
}

// stores reports whether the kernel may store to global memory of a variable.
func (l *Launch) stores(v ir.VarID) bool {
	return slices.ContainsFunc(l.Program.Instrs, func(in *ir.Instr) bool {
		return in.Space == ir.Global && in.Op == ir.St && (in.Root == v || in.Root == 0)
	})
}
