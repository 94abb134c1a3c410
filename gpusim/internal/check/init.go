package check

// This file is initcheck. It keeps which bytes were written, and looks at each read.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// initChecker is the checker of reads before any write.
type initChecker struct {
	indifferent
	launch   *Launch
	block    int
	shared   writtenBytes
	global   []writtenBytes // what nobody had written before the launch
	complete bool
	found    map[int32]*unwritten // by PC
	order    []*unwritten
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
}

const wordBits = 64

func newWritten(lo, hi uint64) writtenBytes {
	return writtenBytes{lo, hi, make([]uint64, (hi-lo+wordBits-1)/wordBits)}
}

// largestAccess is the bytes of the largest access, which is aligned to them.
const largestAccess = 16

// newUnwritten returns a range of which nobody has written the bytes from lo to hi. Those
// beside them count as written, so that no access lies partly outside of the range.
func newUnwritten(lo, hi uint64) writtenBytes {
	from, to := lo&^(largestAccess-1), (hi+largestAccess-1)&^(largestAccess-1)
	w := newWritten(from, to)
	for at := range lo - from {
		w.bits[0] |= 1 << at
	}
	for at := hi - from; at < to-from; at++ {
		w.bits[at/wordBits] |= 1 << (at % wordBits)
	}
	return w
}

func newInitChecker(l *Launch) Checker {
	c := &initChecker{launch: l, block: -1, complete: true, found: map[int32]*unwritten{}}
	c.shared = newWritten(0, uint64(l.Spec.Shared.PerBlockOptin))
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

// Access implements trace.Observer.
func (c *initChecker) Access(a *trace.Access) {
	if a.Block != c.block {
		c.block = a.Block
		clear(c.shared.bits)
	}
	switch {
	case a.Space == ir.Shared:
		c.visit(&c.shared, a)
	case a.Space == ir.Global:
		for i := range c.global {
			c.visit(&c.global[i], a)
		}
	}
}

// visit checks the reads of an access, lane by lane, and marks what it writes.
func (c *initChecker) visit(w *writtenBytes, a *trace.Access) {
	if c.wholeRow(w, a) {
		return
	}
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		at := a.Lane(lane)
		if at < w.lo || at >= w.hi {
			continue
		}
		// An access is aligned to its size, of at most 16 bytes: it lies in one word.
		word, mask := &w.bits[(at-w.lo)/wordBits], (uint64(1)<<a.Bytes-1)<<((at-w.lo)%wordBits)
		if a.Kind != trace.Store && *word&mask != mask {
			c.report(a, lane, at)
		}
		if a.Kind != trace.Load {
			*word |= mask
		}
	}
}

// wholeRow handles an access of all lanes to bytes that lie next to each other. It returns
// false for other accesses, and where something is unwritten.
func (c *initChecker) wholeRow(w *writtenBytes, a *trace.Access) bool {
	lanes := c.launch.Spec.WarpSize
	bytes := uint64(lanes * a.Bytes)
	if a.Addr != nil || a.Width != lanes || a.DX != int64(a.Bytes) || a.Active.Count() != lanes {
		return false
	}
	if a.Base+bytes <= w.lo || a.Base >= w.hi {
		return true
	}
	if a.Base < w.lo || a.Base+bytes > w.hi || (a.Base-w.lo)%wordBits != 0 || bytes%wordBits != 0 {
		return false
	}
	words := w.bits[(a.Base-w.lo)/wordBits:][:bytes/wordBits]
	if a.Kind == trace.Store {
		for i := range words {
			words[i] = ^uint64(0)
		}
		return true
	}
	for _, word := range words {
		if word != ^uint64(0) {
			return false
		}
	}
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
		c.found[a.PC] = u
		c.order = append(c.order, u)
	}
	u.count++
}

// Findings implements Checker. Instructions of one line that read one object give one
// finding.
func (c *initChecker) Findings() ([]report.Finding, bool) {
	l := c.launch
	var list []located
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
		never, hint := fmt.Sprintf("before any thread of block %s has written it", dim(p.Block)), "write every element that is read, and wait with gpu.SyncThreads(): shared memory holds what was there before"
		if u.space == ir.Global {
			never, hint = "and nothing has written it, neither the host nor a launch", "copy data to it, or set it to zero, before the launch"
		}
		list = append(list, l.single(p, "initcheck", "Uninitialized memory read", u.count, diag.Uninitialized, hint,
			fmt.Sprintf("%s is read by thread %s of block %s, %s; in %s", name, dim(p.Thread), dim(p.Block), never, l.Program.Kernel.Name)))
	}
	return sorted(list), c.complete
}
