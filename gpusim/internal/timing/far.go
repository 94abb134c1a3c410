package timing

// This file answers what the SMs asked for in a window, in the order of the cycles.

import (
	"math/bits"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/trace"
)

// ones is the number of sectors in a set.
func ones(sectors uint32) int64 { return int64(bits.OnesCount32(sectors)) }

// order is the requests of a window by the cycle at which they were sent; those
// of one cycle by SM.
type order struct {
	first []int32 // by cycle of the window
	place []place
}

// place is where a request stands.
type place struct{ sm, request int32 }

// sort puts the requests of the SMs in order: a counting sort by cycles, which
// reach a little beyond the window.
func (o *order) sort(sms []sm, from, window int64) []place {
	cells := int(2*window) + 1
	o.first = append(o.first[:0], make([]int32, cells+1)...)
	cell := func(r *request) int { return int(min(max(r.at>>tickBits-from, 0), int64(cells-1))) }
	n := 0
	for i := range sms {
		for j := range sms[i].requests {
			o.first[cell(&sms[i].requests[j])+1]++
			n++
		}
	}
	for i := range cells {
		o.first[i+1] += o.first[i]
	}
	if cap(o.place) < n {
		o.place = make([]place, n, 2*n)
	}
	o.place = o.place[:n]
	for i := range sms {
		for j := range sms[i].requests {
			c := cell(&sms[i].requests[j])
			o.place[o.first[c]] = place{int32(i), int32(j)}
			o.first[c]++
		}
	}
	return o.place
}

// answerAll answers the requests of a window that began at a cycle.
func (c *chip) answerAll(from int64) {
	for _, p := range c.order.sort(c.sms, from, c.window) {
		r := &c.sms[p.sm].requests[p.request]
		r.ready = c.answer(r)
	}
	for i := range c.sms {
		c.sms[i].answered()
	}
}

// answer plays a request behind the SMs and returns the cycle at which what it
// asked for is back.
func (c *chip) answer(r *request) int64 {
	k := &c.Spec.Clock.Memory
	f := c.memory.L2Access(c.clockOf(r), &r.ask, &c.counts[r.pc])
	c.waves.moved += ones(r.ask.Sectors)
	c.rounds.filled += int64(f.Fetched)
	if r.ask.Kind == trace.Store {
		c.rounds.filled += ones(r.ask.Sectors)
	}
	at, s := c.way(r), c.sliceOf(&r.ask)
	switch {
	case f.Coalesced:
		if f.SameSM {
			at = c.again(r, s, at)
		}
		return max(int64(f.Ready)-c.rounds.passed.cycles, at>>tickBits+c.l2Takes(r, s))
	case f.Host:
		return at>>tickBits + int64(k.Host)
	}
	came := at
	at = c.sendBack(r, s, c.slice(r, s, at, f.Fetched))
	ready := at>>tickBits + c.l2Takes(r, s)
	if f.Fetched > 0 {
		then := c.fetch(r.ask.Line, at, f.Fetched) >> tickBits
		ready = max(ready, then+int64(c.dramLatency)+c.late[r.ask.SM]+c.loaded()+c.refresh(r.ask.Line, then))
		if f.Remote {
			ready += int64(k.Far)
		}
		c.fetched[spread(r.ask.Line, len(c.fetched))] = arrival{r.ask.Line, ready}
	}
	for i := range f.WriteBacks {
		then := c.writeBack(&f.WriteBacks[i], at) >> tickBits
		if r.ask.Kind == trace.Store { // L2 takes it when memory has made room
			ready = max(ready, then)
		}
	}
	x := &c.fetched[spread(r.ask.Line, len(c.fetched))]
	waits := f.Fetched == 0 && x.line == r.ask.Line && x.at > ready && r.ask.Kind == trace.Load
	if waits {
		ready = x.at // it is on its way from memory, to this part of L2 or another
	}
	back := uint64(ready + c.rounds.passed.cycles)
	until := back
	switch {
	case waits || !f.Hit:
	case r.ask.Volatile:
		until = c.now
	default:
		until = c.now + uint64(at-came)>>tickBits + joinsAtLeast + uint64(scatter(r.ask.Line, joinsAtMost-joinsAtLeast+1))
	}
	c.memory.Reply(&r.ask, f, back, until)
	c.lastAnswer = max(c.lastAnswer, ready)
	return ready
}

// joinsAtLeast and joinsAtMost bound for how many cycles, besides those that it waits for its
// slice, a read that L2 answers by itself can be joined: all between are as likely (window). One
// that passed by L1 because it must see what others wrote is not.
const joinsAtLeast, joinsAtMost = 5, 105

// l2Takes is what L2 takes for a request, by where the SM and the slice are. That of constants
// is the mean: there are few lines of them, and where those are is chance.
func (c *chip) l2Takes(r *request, slice int) int64 {
	takes := int64(c.l2Latency) + c.late[r.ask.SM]
	if r.ask.Kind == trace.Load && c.ops[r.pc].kind != constant {
		takes += c.farther[slice]
	}
	return takes
}

// arrival is a line that memory sends to L2, or sent.
type arrival struct {
	line uint64
	at   int64 // cycle
}

// arrivals is how many lines L2 knows to be on their way; a newer one takes the
// place of an older one.
const arrivals = 1 << 14

// clockOf is the request's cycle for the caches, whose time never falls.
func (c *chip) clockOf(r *request) uint64 {
	c.now = max(c.now, uint64(r.at>>tickBits+c.rounds.passed.cycles))
	return c.now
}

// groupBits is how much finer than ticks the time of a group's way is: a sector takes
// few of them.
const groupBits = 6

// way takes a request from its SM's group to L2, in ticks.
func (c *chip) way(r *request) int64 {
	if c.groups == nil {
		return r.at
	}
	g := &c.groups[c.Spec.GPCOf(int(r.ask.SM))]
	return c.serve(g, r.at<<groupBits, ones(r.ask.Sectors)*c.t.groupSector, c.windowEnd<<(tickBits+groupBits)) >> groupBits
}

// slice gives a request its turn in the slice that its line is in. What comes from
// memory is written there.
func (c *chip) slice(r *request, s int, at int64, fetched int) int64 {
	takes := int64(0)
	switch r.ask.Kind {
	case trace.Atomic:
		takes = max(ones(r.ask.Sectors)*c.t.atomicSector, int64(r.depth)*c.t.atomicLane)
	case trace.Store:
		part := ones(r.ask.Sectors &^ r.ask.Full)
		takes = max(c.t.sliceStoreLine, ones(r.ask.Full)*c.t.sliceStore+part*c.t.slicePartial)
	default:
		takes = max(c.t.sliceLine, ones(r.ask.Sectors)*c.t.sliceSector, int64(fetched)*c.t.sliceFill)
	}
	if r.ask.Kind == trace.Atomic {
		at = c.enter(r, s, at)
	}
	return c.take(s, at, takes)
}

// take keeps a slice busy for some ticks.
func (c *chip) take(s int, at, ticks int64) int64 {
	c.busySlices += ticks
	return c.serve(&c.slices[s], at, ticks, c.windowEnd<<tickBits)
}

// again gives its turn to a read that was joined with one of the same SM: L2 looks the line up
// once, but sends it twice (chain: same takes more than own, with a quarter of the lookups). It
// sends it once to several SMs of a group (chain: same_all in a GPC).
func (c *chip) again(r *request, s int, at int64) int64 {
	sends := ones(r.ask.Sectors) * c.t.sliceSector
	return c.take(s, at, max(c.t.sliceLine, 2*sends)-max(c.t.sliceLine, sends))
}

// enter takes an atomic to the slice that changes its line: by the slice of the SM's own part
// which has copies of that, and then by a way between the parts (flows: Am, A4).
func (c *chip) enter(r *request, slice int, at int64) int64 {
	n, until, takes := len(c.ports), c.windowEnd<<tickBits, ones(r.ask.Sectors)*c.t.atomicPort
	if n == 0 {
		return at
	}
	each, part := len(c.slices)/c.parts, c.memory.Partition(int(r.ask.SM))
	at = c.serve(&c.gates[part*each+slice%each], at, takes, until)
	if slice/each != part {
		at = c.serve(&c.ports[slice*n/len(c.slices)], at, takes, until)
	}
	return at
}

// sendBack sends the results of an atomic back, if somebody waits for them: the slices that
// share a way for atomics do, with those of the other part that have copies of their lines
// (slices: pagepair).
func (c *chip) sendBack(r *request, s int, at int64) int64 {
	n := len(c.answers)
	if n == 0 || r.ask.Kind != trace.Atomic || r.head == 0 {
		return at
	}
	each := len(c.slices) / c.parts
	way := &c.answers[s%each*n/each]
	return c.serve(way, at, ones(r.ask.Sectors)*c.t.atomicAnswer, c.windowEnd<<tickBits)
}

// serve gives a request that comes at a tick its turn at what is free at another, and
// returns when that is. One that comes after the window, which ends at until, does not keep those of the
// next window waiting that come before it.
func (c *chip) serve(free *int64, at, takes, until int64) int64 {
	from := max(*free, min(at, until))
	*free = from + takes
	return max(from, at)
}

// sliceOf is the slice that serves a request: of the part next to the SM for a load, else
// of the line's home (homes: stores to two pages hinder each other where atomics do).
func (c *chip) sliceOf(a *cache.MemRequest) int {
	part, n := c.memory.HomePartition(a.Line), len(c.slices)/c.parts
	in := c.sliceIn(a.Line, part, n)
	if a.Kind == trace.Load {
		part = c.memory.Partition(int(a.SM))
	}
	return part*n + in
}

// sliceIn is which of n slices of its home a line is in; the other part has copies of it in the
// slice of the same number here, on the device of another, unless one of the eight is out of use.
// Slices that share a way from the other part are neighbours (slices: beside).
func (c *chip) sliceIn(line uint64, home, n int) int {
	hash := c.Spec.Caches.L2Hash
	if hash == nil {
		return scatter(line>>1, n) // neighbours are in one (pairs)
	}
	working := n - c.Spec.Clock.Memory.L2SlicesOff
	at := hash.SliceOf(line*uint64(c.Spec.Global.LineBytes), working)
	if at|7 < working {
		at ^= home
	}
	return at&^7 | at<<1&6 | at>>2&1
}

// answered keeps the requests of the window that has ended, which have been answered,
// until the SM is played again, so that its memory is walked through once a window. By
// then it can issue, though a warp that was answered may have to wait for more.
func (m *sm) answered() {
	if len(m.requests) == 0 {
		return
	}
	m.answers, m.requests = m.requests, m.answers[:0]
	for i := range m.answers {
		if r := &m.answers[i]; r.head != 0 {
			m.earliest = min(m.earliest, r.ready)
		}
	}
}

// wake tells those who wait for what was answered. Their loads write their registers;
// then the warps that waited for them can go on.
func (m *sm) wake() {
	for i := range m.answers {
		m.tellOf(int32(i), &m.answers[i])
	}
	for i := range m.loads {
		l := &m.loads[i]
		for _, r := range m.ops[l.pc].writes {
			m.warps[l.warp].board[r].arrives(l.back(m.t.answer))
		}
	}
	for i := range m.loads {
		l := &m.loads[i]
		if w := &m.warps[l.warp]; w.alive && !w.held && w.ready >= never {
			m.prepare(w, w.last, trace.Wait)
			m.set(l.warp)
		}
	}
	m.loads, m.waiters, m.answers, m.masks = m.loads[:0], m.waiters[:0], m.answers[:0], m.masks[:0]
}

// tellOf tells those who wait for a request.
func (m *sm) tellOf(index int32, r *request) {
	if f := &m.flights[flightOf(r.ask.Line)]; f.request() == index {
		f.when = r.ready
	}
	x, n := m.underWay(&r.ask)
	x.answer(r.place, n, r.ready)
	for at := r.head; at != 0; at = m.waiters[at-1].next {
		x := &m.waiters[at-1]
		m.loads[x.load].answered(r.at>>tickBits, r.ready, x.own)
	}
}
