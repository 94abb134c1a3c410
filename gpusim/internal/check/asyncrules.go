package check

// This file holds the rules for accesses of one element of shared memory by threads, copies and products.

import (
	"cmp"
	"maps"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// problem is what is wrong with two accesses.
type problem uint8

const (
	unordered  problem = iota // two threads, one of them writing
	conflict                  // lanes of one instruction write different values
	sameValues                // two threads write the same value
	unawaited                 // a copy may still write what a thread or another copy uses
	reused                    // a copy writes what threads, copies or products may still use
	beingRead                 // a thread writes what a copy or a product may still read
	unfenced                  // a copy or a product may not see what a thread wrote
	unbegun                   // a barrier is used before its mbarrier.init
	early                     // the block whose memory is used may not have begun
	late                      // the block whose memory is used may have ended
)

// knows reports whether an access comes before what a thread of the current block does now.
func (c *asyncChecker) knows(t *asyncThread, a *elementAccess) bool {
	return c.covers(t.all, t, a, false)
}

// covers reports whether a clock covers an access, or the thread knows it by itself. fenced asks for what a
// fence.proxy.async follows. t may be nil.
func (c *asyncChecker) covers(by clock, t *asyncThread, a *elementAccess, fenced bool) bool {
	if a.tick == 0 {
		return true
	}
	for rest := a.mask; rest != 0; rest &= rest - 1 {
		index := int(a.first) + rest.First()
		if by.value(&c.shape, int(a.rank), a.kind, index) < a.tick && (t == nil || !c.owns(t, a, index, fenced)) {
			return false
		}
	}
	return true
}

// owns reports whether a thread knows an access because it is its own, or because it waited for it.
func (c *asyncChecker) owns(t *asyncThread, a *elementAccess, index int, fenced bool) bool {
	if int(a.rank) != c.block.rank {
		return false
	}
	switch a.kind {
	case threads:
		return index == t.index && (!fenced || t.fencedTick >= a.tick)
	case copies:
		return index == t.index && (t.fencedCopies >= a.tick || !fenced && t.copied.done >= a.tick)
	case bulks:
		return index == t.index && t.bulked.done >= a.tick
	case products:
		return index == t.index/arch.MaxLanes && c.block.warps[index].products.done >= a.tick
	}
	return false
}

// touched is an access of a thread, or one that it begins, to an element.
type touched struct {
	t     *asyncThread
	now   elementAccess
	owner *asyncBlock // in whose memory it lies
	addr  uint64      // of the element
}

// access looks at loads, atomics and matrices; stored looks at stores, copied at copies.
func (c *asyncChecker) access(a *trace.Access) {
	if !inShared(a.Space) {
		return
	}
	e := trace.Event{Block: a.Block, Warp: a.Warp, PC: a.PC}
	strong := false
	switch in := c.launch.Program.Instrs[a.PC]; in.Op {
	case ir.Ld:
		strong = in.Volatile
	case ir.Atom:
		strong = true
	case ir.GroupProduct:
		c.factor(e, a)
		return
	case ir.LoadMatrix, ir.StoreMatrix:
	default:
		return
	}
	c.enter(a.Block, a.Warp)
	c.count++
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		t := &c.block.threads[a.Warp*arch.MaxLanes+lanes.First()]
		now := c.ofThread(e, t)
		now.strong, now.writes = strong, a.Kind != trace.Load
		c.touch(t, now, a.Lane(lanes.First()), a.Bytes, func(x *touched, cell *asyncCell) {
			switch {
			case strong:
				c.meetFlag(x, cell)
				c.useStrongly(x, cell)
			case now.writes:
				c.write(x, cell)
			default:
				c.read(x, cell)
			}
		})
	}
}

// touch calls f for each element of some bytes of shared memory.
func (c *asyncChecker) touch(t *asyncThread, now elementAccess, addr uint64, bytes int, f func(x *touched, cell *asyncCell)) {
	owner, at := c.owner(addr)
	if owner == nil {
		return
	}
	c.use(owner, t, now)
	x := touched{t, now, owner, 0}
	for x.addr = at >> c.shift << c.shift; x.addr < at+uint64(bytes); x.addr += 1 << c.shift {
		if cell := c.cell(owner, x.addr); cell != nil {
			f(&x, cell)
		}
	}
}

// cell returns the cell of an element; nil when there is no memory for it.
func (c *asyncChecker) cell(b *asyncBlock, addr uint64) *asyncCell {
	i := addr >> c.shift
	p := b.pages[i/asyncPageCells]
	if p == nil {
		if c.bytes += asyncPageCells * asyncCellBytes; c.bytes > c.launch.Bytes {
			c.complete = false
			return nil
		}
		p = new(asyncPage)
		b.pages[i/asyncPageCells] = p
	}
	return &p[i%asyncPageCells]
}

// use notes an access to shared memory of a block by others, and by copies that its end must wait for.
func (c *asyncChecker) use(owner *asyncBlock, t *asyncThread, now elementAccess) {
	if owner != c.block && !t.all.knowsBlock(&c.shape, owner.rank) {
		c.report(asyncRace{problem: early, first: now, second: now, owner: owner})
	}
	if owner != c.block || now.kind == bulks || now.kind == phases {
		owner.users[agentKey{now.kind, int(now.rank), int(now.first) + now.mask.First()}] = now
	}
}

// checkEnd reports the accesses to shared memory of a block that its end did not wait for.
func (c *asyncChecker) checkEnd(b *asyncBlock) {
	known := b.exit.close(&c.shape).all
	keys := slices.SortedFunc(maps.Keys(b.users), func(k, l agentKey) int {
		return cmp.Or(int(k.kind)-int(l.kind), k.rank-l.rank, k.index-l.index)
	})
	for _, key := range keys {
		if a := b.users[key]; !c.covers(known, nil, &a, false) {
			c.report(asyncRace{problem: late, first: a, second: elementAccess{by: b.last}, owner: b})
		}
	}
	c.bytes -= int64(len(b.pages)) * asyncPageCells * asyncCellBytes
}

// read handles a weak read.
func (c *asyncChecker) read(x *touched, cell *asyncCell) {
	c.check(x, &cell.write)
	for i := range cell.rest {
		if cell.rest[i].writes {
			c.check(x, &cell.rest[i])
		}
	}
	c.keep(x, cell)
}

// write handles a weak write.
func (c *asyncChecker) write(x *touched, cell *asyncCell) {
	c.check(x, &cell.write)
	c.replace(x, cell)
}

// replace handles a weak write that has been compared with the last one.
func (c *asyncChecker) replace(x *touched, cell *asyncCell) {
	for i := range cell.rest {
		c.check(x, &cell.rest[i])
	}
	cell.write, cell.rest, cell.flag, cell.count = x.now, cell.rest[:0], knowledge{}, c.count
}

// useStrongly handles a volatile access or an atomic.
func (c *asyncChecker) useStrongly(x *touched, cell *asyncCell) {
	c.check(x, &cell.write)
	for i := range cell.rest {
		if old := &cell.rest[i]; !old.strong && (old.writes || x.now.writes) {
			c.check(x, old)
		}
	}
	c.keep(x, cell)
}

// meetFlag takes an element that threads read and write strongly for a flag, where some read of shared memory decides a
// branch.
func (c *asyncChecker) meetFlag(x *touched, cell *asyncCell) {
	if !c.flags {
		return
	}
	x.t.knowledge = c.joinOf(x.t.knowledge, cell.flag)
	if x.now.writes {
		g := gathering{knowledge: cell.flag}
		c.add(&g, x.t)
		cell.flag = g.close(&c.shape)
		c.tick++
	}
}

// keep adds an access to those that represent all. It drops those that come before it, where a later access that
// conflicts with these conflicts with it, too.
func (c *asyncChecker) keep(x *touched, cell *asyncCell) {
	now, kept := x.now, cell.rest[:0]
	for i := range cell.rest {
		old := cell.rest[i]
		same := old.kind == now.kind && old.rank == now.rank && old.first == now.first && old.strong == now.strong && old.writes == now.writes
		switch {
		case same && old.tick == now.tick && old.by.pc == now.by.pc:
			now.mask |= old.mask
		case (!now.strong || old.strong) && (!old.writes || now.writes) && (same && old.mask&^now.mask == 0 || c.knows(x.t, &old)):
		default:
			kept = append(kept, old)
		}
	}
	cell.rest = append(kept, now)
}

// check reports an earlier access that does not come before the current one.
func (c *asyncChecker) check(x *touched, old *elementAccess) {
	switch {
	case !c.knows(x.t, old):
		c.report(asyncRace{problem: problemOf(old, &x.now), first: *old, second: x.now, owner: x.owner, addr: x.addr, cause: c.causeOf(x, old)})
	case old.writes && ordinary(old.kind) && !ordinary(x.now.kind) && !c.covers(x.t.fenced, x.t, old, true):
		c.report(asyncRace{problem: unfenced, first: *old, second: x.now, owner: x.owner, addr: x.addr})
	}
}

// ordinary reports whether an agent's accesses need no fence to be seen by threads, and a fence.proxy.async to be seen by
// others.
func ordinary(kind agent) bool { return kind == threads || kind == copies }

// problemOf says what is wrong with two accesses that nothing orders.
func problemOf(old, now *elementAccess) problem {
	switch {
	case old.kind == threads && (now.kind == threads || !now.writes):
		return unordered
	case now.kind != threads && now.writes:
		return reused
	case old.writes:
		return unawaited
	}
	return beingRead
}

// stored looks at one element of a store.
func (c *asyncChecker) stored(s trace.Stored) {
	a := s.Access
	if !inShared(a.Space) {
		return
	}
	c.enter(a.Block, a.Warp)
	c.count++
	in := c.launch.Program.Instrs[a.PC]
	e := trace.Event{Block: a.Block, Warp: a.Warp, PC: a.PC}
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		t := &c.block.threads[a.Warp*arch.MaxLanes+lane]
		now := c.ofThread(e, t)
		now.strong, now.writes = in.Volatile, true
		value := s.Values[lane]
		c.touch(t, now, a.Lane(lane)+uint64(s.Offset), s.Bytes, func(x *touched, cell *asyncCell) {
			mask := uint64(1)<<(8<<c.shift) - 1
			if c.shift >= 3 {
				mask = ^uint64(0)
			}
			element := value & mask
			value >>= 8 << c.shift
			if in.Volatile {
				c.meetFlag(x, cell)
				c.useStrongly(x, cell)
			} else {
				c.store(x, cell, element)
			}
			cell.value = element
		})
	}
}

// store handles a weak write of a value.
func (c *asyncChecker) store(x *touched, cell *asyncCell, value uint64) {
	old, same := &cell.write, cell.value == value
	race := asyncRace{first: *old, second: x.now, owner: x.owner, addr: x.addr}
	switch {
	case cell.count == c.count && old.kind == threads:
		if race.problem = conflict; !same {
			c.report(race)
		}
	case same && old.tick > 0 && old.kind == threads && !c.knows(x.t, old):
		race.problem = sameValues
		c.report(race)
	default:
		c.check(x, old)
	}
	c.replace(x, cell)
}

// copied looks at a copy in shared memory. The thread begins it now.
func (c *asyncChecker) copied(s trace.SharedCopy) {
	c.enter(s.Block, s.Warp)
	c.count++
	t := &c.block.threads[s.Warp*arch.MaxLanes+s.Lanes.First()]
	var now elementAccess
	switch {
	case s.Counted:
		p, owner := c.barrier(s.Barrier)
		if p == nil || p.number >= maxPhaseBarriers {
			return
		}
		now = c.accessOf(s.Event, t, phases, owner.rank, p.number, p.phase)
	case s.Writes:
		t.copied.issued++
		now = c.accessOf(s.Event, t, copies, c.block.rank, t.index, t.copied.issued)
	default:
		t.bulked.issued++
		now = c.accessOf(s.Event, t, bulks, c.block.rank, t.index, t.bulked.issued)
	}
	now.writes = s.Writes
	c.touch(t, now, s.Shared, s.Bytes, func(x *touched, cell *asyncCell) {
		if s.Writes {
			c.write(x, cell)
		} else {
			c.read(x, cell)
		}
	})
	if s.Counted {
		p, _ := c.barrier(s.Barrier)
		c.add(&p.arrivals, t)
		c.tick++
	}
}

// warpsTogether is how many warps compute a wgmma together.
const warpsTogether = 4

// factor looks at what a wgmma reads. The four warps read it together: the event of one of them stands for all.
func (c *asyncChecker) factor(e trace.Event, a *trace.Access) {
	w := c.enter(a.Block, a.Warp)
	t := &c.block.threads[a.Warp*arch.MaxLanes]
	first := a.Warp / warpsTogether * warpsTogether
	now := c.accessOf(e, t, products, c.block.rank, first, w.products.issued)
	if _, known := c.products[e.PC]; !known {
		c.products[e.PC] = now.by
	}
	now.mask = trace.MaskOf(first%arch.MaxLanes, min(warpsTogether, c.shape.warps-first))
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		c.touch(t, now, a.Lane(lanes.First()), a.Bytes, c.read)
	}
}
