package sm

// This file is copies between global and shared memory that no register takes part in: those of a few bytes per lane
// pass the load/store unit, bulk copies are made by a unit of their own (TMA).

import (
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
)

// copies is the groups of copies of a warp, in order. The last group is open.
type copies struct {
	groups  []copyGroup
	dropped int   // groups before the first of the list
	done    int64 // cycle at which all of these are done
}

// copyGroup is copies that a warp awaits together.
type copyGroup struct {
	pending int32 // copies whose replies are not known
	done    int64 // cycle at which the others are done
}

// keptGroups is how many groups a warp keeps, as far as they are done.
const keptGroups = 16

// begin forgets all groups.
func (c *copies) begin() { *c = copies{groups: c.groups[:0]} }

// open returns the open group and its number.
func (c *copies) open() (g *copyGroup, number int) {
	if len(c.groups) == 0 {
		c.groups = append(c.groups, copyGroup{})
	}
	last := len(c.groups) - 1
	return &c.groups[last], c.dropped + last
}

// commit closes the open group.
func (c *copies) commit() {
	c.open()
	c.groups = append(c.groups, copyGroup{})
	for len(c.groups) > keptGroups && c.groups[0].pending == 0 {
		c.drop()
	}
}

// drop forgets the first group.
func (c *copies) drop() {
	c.done = max(c.done, c.groups[0].done)
	c.groups = append(c.groups[:0], c.groups[1:]...)
	c.dropped++
}

// awaited returns the cycle at which all closed groups but the last few are done; notReady if that is not known.
func (c *copies) awaited(left int) int64 {
	at := c.done
	for i := range max(0, len(c.groups)-1-left) {
		if c.groups[i].pending > 0 {
			return notReady
		}
		at = max(at, c.groups[i].done)
	}
	return at
}

// all returns when all copies are done, those of the open group included.
func (c *copies) all() int64 { return c.awaited(-1) }

// arrived notes the end of a copy of a group.
func (c *copies) arrived(number int, at int64) {
	g := &c.groups[number-c.dropped]
	g.pending--
	g.done = max(g.done, at)
}

// closeCopies closes a group of copies.
func (w *warp) closeCopies(o *op) {
	switch o.mod {
	case ir.CopyCommit:
		w.copies.commit()
	case ir.BulkCommit:
		w.bulks.commit()
	}
}

// awaited returns when what the warp's next instruction waits for is done; notReady if that is not known.
func (m *SM) awaited(w *warp, o *op) int64 {
	switch {
	case o.Kind == isa.PhaseWait:
		return m.awaits(w)
	case o.mod == ir.CopyWait:
		return w.copies.awaited(o.left)
	case o.mod == ir.BulkWait || o.mod == ir.BulkWaitRead:
		return w.bulks.awaited(o.left)
	}
	return 0
}

// copyLanes executes a copy of a few bytes per lane. It passes the load/store unit as a load does, for as many
// wavefronts as write shared memory.
func (m *SM) copyLanes(w *warp, o *op, now int64) {
	t, p := m.worker.trace, m.program
	for w.atAccess(t) {
		shared := w.decoder.Access(t, w.site)
		wavefronts, split := int64(shared.Base), tracefile.SplitOf(shared)
		w.advance(t)
		requests := m.accessCaches(t.Divide(m.next(w), split)).Requests
		takes := max(p.t.request, wavefronts*p.t.wavefront)
		first := max(m.lsu.tags, now<<mem.TickBits)
		m.lsu.tags = first + m.lookups(requests)*p.t.line
		start := m.lsu.pass(w, first, takes, takes)
		ready := (start+takes-p.t.request)>>mem.TickBits + int64(p.Spec.Clock.Memory.L1)
		m.request(w, o, requests, max(first, start), ready)
	}
}

// bulkCopy is a bulk copy to shared memory.
type bulkCopy struct {
	receivers []receiver
	pending   int   // requests without a reply
	ready     int64 // cycle of the last reply
}

// receiver is a barrier that counts the bytes of a copy.
type receiver struct {
	slot    int
	block   int // in the slot; when it has ended, nobody counts
	barrier uint64
	bytes   int64
}

// bulkRequest is a request of a bulk copy.
type bulkRequest struct {
	cache.MemRequest
	at       int64 // tick
	warp, pc int32
	copy     *bulkCopy // nil: nobody waits for the reply
}

// bulk executes the bulk copies of a warp, one after another, and returns when the warp goes on. A copy begins a while
// after its instruction. The copies of an SM share the unit that makes them.
func (m *SM) bulk(w *warp, o *op, now int64) (after int64) {
	t, lanes := m.worker.trace, 0
	for after = now; w.atAccess(t); after += int64(o.issueLane) {
		lanes++
		var c *bulkCopy
		for w.atAccess(t) && t.IsPhase(w.site) {
			c = m.receives(w, c)
		}
		m.tma = max(m.tma, (after+int64(o.start))<<mem.TickBits)
		for w.atAccess(t) && !t.IsPhase(w.site) {
			m.piece(w, o, c)
		}
		switch {
		case c == nil && o.mod != ir.BulkPrefetch:
			m.toGlobal(w)
		case c == nil:
		case o.mod == ir.BulkShare:
			m.share(c)
		case c.pending == 0: // the box lies outside of the tensor
			c.ready = m.tma >> mem.TickBits
			m.received(c)
		}
	}
	if lanes < 2 {
		return now + int64(o.issue)
	}
	return after
}

// receives reads a receiver of a copy from the trace.
func (m *SM) receives(w *warp, c *bulkCopy) *bulkCopy {
	if c == nil {
		c = &bulkCopy{}
	}
	p := tracefile.PhaseOf(w.decoder.Access(m.worker.trace, w.site))
	w.advance(m.worker.trace)
	c.receivers = append(c.receivers, receiver{int(w.slot), m.blocks[w.slot].number, p.Address, p.Bytes})
	return c
}

// piece lets the bulk unit make one access of a copy: a request per line.
func (m *SM) piece(w *warp, o *op, c *bulkCopy) {
	pc := w.pc
	for _, r := range m.accessCaches(m.next(w)).Requests {
		if c != nil {
			c.pending++
			r.Alone = len(c.receivers) > 1
		}
		m.bulkRequests = append(m.bulkRequests, bulkRequest{r, m.tma, w.number, pc, c})
		m.tma += o.bulkLine
	}
	m.sendBulk()
}

// sendBulk sends the requests of bulk copies that are due in this window.
func (m *SM) sendBulk() {
	p, n := &m.port, 0
	for n < len(m.bulkRequests) && m.bulkRequests[n].at>>mem.TickBits < p.end {
		r := &m.bulkRequests[n]
		n++
		l := pendingLoad{warp: r.warp, pc: r.pc, bulk: r.copy}
		m.send(&m.warps[r.warp], &m.program.ops[r.pc], &r.MemRequest, r.at, &l)
		if l.bulk != nil {
			p.loads = append(p.loads, l)
		}
	}
	m.bulkRequests = append(m.bulkRequests[:0], m.bulkRequests[n:]...)
}

// bulkDue returns the cycle at which the next request of a bulk copy is due.
func (m *SM) bulkDue() int64 {
	if len(m.bulkRequests) == 0 {
		return notReady
	}
	return m.bulkRequests[0].at >> mem.TickBits
}

// bulkArrived notes the reply to a request of a bulk copy.
func (m *SM) bulkArrived(c *bulkCopy, at int64) {
	c.ready = max(c.ready, at)
	if c.pending--; c.pending == 0 {
		m.received(c)
	}
}

// share ends the sending of a copy to another block of the cluster.
func (m *SM) share(c *bulkCopy) {
	m.tma += c.receivers[0].bytes * m.program.t.shareByte
	c.ready = m.tma>>mem.TickBits + int64(m.program.Spec.Clock.Copy.Share)
	m.received(c)
}

// toGlobal notes the end of a copy to global memory in the open group of its warp.
func (m *SM) toGlobal(w *warp) {
	done := m.tma>>mem.TickBits + int64(m.program.Spec.Clock.Copy.Stored)
	g, _ := w.bulks.open()
	g.done = max(g.done, done)
	w.drained = max(w.drained, done)
}

// received counts the bytes of a copy that has come at its barriers.
func (m *SM) received(c *bulkCopy) {
	for _, r := range c.receivers {
		if m.blocks[r.slot].number != r.block {
			continue
		}
		m.arriveAt(r.slot, r.barrier, change{bytes: -r.bytes}, c.ready)
	}
}

// copyAwaits lets the open group of a warp wait for a copy of lanes.
func (m *SM) copyAwaits(w *warp, l pendingLoad) {
	g, number := w.copies.open()
	if l.requests == 0 {
		g.done = max(g.done, l.ready+int64(m.program.Spec.Clock.Copy.FilledL1))
		return
	}
	g.pending++
	l.copied = int32(number) + 1
	m.port.loads = append(m.port.loads, l)
}
