package mem

// This file holds back the replies to polls until the changes that they saw have been made.
//
// The executor ran the blocks in an order of its own, and the trace says how many changes of a word
// each poll needed. Here a poll that comes before the last of them waits, and its warp polls again
// and again: the first poll behind that change brings the reply. Which warps made the changes, and
// in which order, does not matter, so that any of several arrivals at a barrier may be the last.

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// Woken is the late reply to a poll.
type Woken struct {
	SM, Warp, PC int32
	Ready        int64 // cycle at which the reply is at the SM
}

// waits is the changes that have been made, and the polls that wait for more.
type waits struct {
	trace   *tracefile.Trace
	periods []int64          // by PC of a poll: cycles from a poll to the next one
	changes []uint32         // by word
	polls   map[int32][]poll // that wait, by word
	waiting int
	woken   []Woken
	waited  map[[2]int32]*trace.Waited // by PCs of the poll and the change
}

// poll is what a poll waits for at a word.
type poll struct {
	*waitingPoll
	count uint32 // of changes
}

// waitingPoll is a poll that waits.
type waitingPoll struct {
	sm, warp, pc, mark int32
	at                 int64 // tick of the first poll, at L2
	words              int   // that have not changed often enough
}

// Watch lets polls wait as a trace says. periods has for each poll, by PC, the cycles from the reply to a poll
// to the next poll.
func (m *Memory) Watch(t *tracefile.Trace, periods []int64) {
	m.waits = &waits{trace: t, periods: periods, changes: make([]uint32, t.Words()), polls: map[int32][]poll{}, waited: map[[2]int32]*trace.Waited{}}
	for pc := range periods {
		periods[pc] = (periods[pc] + m.Latency) << TickBits
	}
}

// Waiting returns how many polls wait.
func (m *Memory) Waiting() int {
	if m.waits == nil {
		return 0
	}
	return m.waits.waiting
}

// Woken returns the late replies of a window.
func (m *Memory) Woken() []Woken {
	if m.waits == nil {
		return nil
	}
	woken := m.waits.woken
	m.waits.woken = nil
	return woken
}

// Waited returns what warps waited for, the longest in all first.
func (m *Memory) Waited() (all []trace.Waited) {
	if m.waits == nil {
		return nil
	}
	for _, w := range m.waits.waited {
		all = append(all, *w)
	}
	slices.SortFunc(all, func(a, b trace.Waited) int {
		return cmp.Or(cmp.Compare(b.Cycles, a.Cycles), cmp.Compare(a.Poll, b.Poll), cmp.Compare(a.Change, b.Change))
	})
	return all
}

// watched makes the changes of a request with marks, which has been served, or lets it wait.
func (m *Memory) watched(r *Request) {
	x := m.waits
	at := (r.Ready - m.Latency) << TickBits
	p := &waitingPoll{sm: r.SM, warp: r.Warp, pc: r.PC, mark: r.Mark, at: at}
	for mark := range x.marks(r.Mark) {
		if mark.Kind == tracefile.Await && x.changes[mark.Word] < mark.Count {
			p.words++
			x.polls[mark.Word] = append(x.polls[mark.Word], poll{p, mark.Count})
		}
	}
	if p.words > 0 {
		r.Waits = true
		x.waiting++
		return
	}
	m.change(r.Mark, r.PC, at)
}

// marks returns the marks of one access, of which it is given the first.
func (x *waits) marks(first int32) func(yield func(*tracefile.Mark) bool) {
	return func(yield func(*tracefile.Mark) bool) {
		at := x.trace.Mark(first).At
		for i := first; ; i++ {
			if m := x.trace.Mark(i); m.Kind == tracefile.NoMark || m.At != at || !yield(m) {
				return
			}
		}
	}
}

// change makes the changes of an access at a tick, and wakes the polls that waited for them.
func (m *Memory) change(mark, pc int32, at int64) {
	x := m.waits
	for c := range x.marks(mark) {
		if c.Kind != tracefile.Change {
			continue
		}
		x.changes[c.Word]++
		n := x.changes[c.Word]
		var seen []*waitingPoll
		x.polls[c.Word] = slices.DeleteFunc(x.polls[c.Word], func(p poll) bool {
			if p.count > n {
				return false
			}
			if p.words--; p.words == 0 {
				seen = append(seen, p.waitingPoll)
			}
			return true
		})
		for _, p := range seen {
			m.wake(p, pc, at)
		}
	}
}

// wake replies to a poll behind the change that it waited for.
func (m *Memory) wake(p *waitingPoll, pc int32, at int64) {
	x := m.waits
	then := p.at
	if at > then {
		then = at + int64(phase(p, at))*x.periods[p.pc]>>phaseBits
	}
	x.waiting--
	ready := then>>TickBits + m.Latency
	m.lastReply = max(m.lastReply, ready)
	x.woken = append(x.woken, Woken{SM: p.sm, Warp: p.warp, PC: p.pc, Ready: ready})
	x.note(p.pc, pc, uint64(then-p.at)>>TickBits)
	m.change(p.mark, p.pc, then)
}

// phaseBits are the bits of a phase.
const phaseBits = 16

// phase returns by which part of a period the next poll comes after a change: any part as often as
// another, because a poll takes a time of its own from each SM, and after each change.
func phase(p *waitingPoll, at int64) uint64 {
	return hash.Mix(uint64(p.sm)<<48^uint64(p.warp)<<40^uint64(at)) >> (32 - phaseBits)
}

func (x *waits) note(poll, change int32, cycles uint64) {
	w := x.waited[[2]int32{poll, change}]
	if w == nil {
		w = &trace.Waited{Poll: poll, Change: change}
		x.waited[[2]int32{poll, change}] = w
	}
	w.Times++
	w.Cycles += cycles
	w.Longest = max(w.Longest, cycles)
}

// Release wakes one poll though nothing has changed. It is called when nothing else can happen: the
// executor ran the blocks in another order than that in which they start here.
func (m *Memory) Release() {
	x := m.waits
	for word := range int32(len(x.changes)) {
		if list := x.polls[word]; len(list) > 0 {
			p := list[0].waitingPoll
			for w, l := range x.polls {
				x.polls[w] = slices.DeleteFunc(l, func(q poll) bool { return q.waitingPoll == p })
			}
			m.wake(p, p.pc, m.end)
			return
		}
	}
}
