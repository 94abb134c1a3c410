package sm

// This file is warps that wait for others by global memory: see mem.Woken.

import (
	"gpucourse/gpusim/internal/isa"
	"gpucourse/gpusim/internal/timing/mem"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// marks is where a warp is among its marks.
type marks struct {
	next   int32  // its next mark in the trace; 0: no loop of the kernel waits
	access uint32 // number of its next watched access
}

// begin goes to the first mark of a warp.
func (x *marks) begin(t *tracefile.Reader, block, warp int) {
	*x = marks{}
	if t.Waits() {
		x.next = t.FirstMark(block, warp)
	}
}

// mark passes the marks of the access that a warp has just made to its last request, of those
// behind some others of the window.
func (m *SM) mark(w *warp, before int) {
	t, x, p := m.worker.trace, &w.marks, &m.port
	if !t.Watched(w.pc) {
		return
	}
	first := x.next
	for t.Mark(x.next).At == x.access {
		x.next++
	}
	x.access++
	if n := len(p.requests); x.next > first && n > before {
		p.requests[n-1].Mark, p.requests[n-1].Warp = first, w.number
	}
}

// skipVain goes behind turns of a loop in which a warp would wait in vain: how many there are says
// nothing about time.
func (m *SM) skipVain(w *warp) {
	t, x := m.worker.trace, &w.marks
	for w.atAccess(t) && t.Watched(w.pc) {
		mark := t.Mark(x.next)
		if mark.Kind != tracefile.Vain || mark.At != x.access {
			return
		}
		for x.next++; x.access < mark.Count || !m.atWatched(w); w.advance(t) {
			if w.event == tracefile.End {
				return
			}
			if m.atWatched(w) {
				x.access++
			}
		}
		w.pc = t.PC(w.site)
	}
}

// atWatched reports whether the next entry of the trace is a watched access.
func (m *SM) atWatched(w *warp) bool {
	t := m.worker.trace
	return w.event == tracefile.Access && t.Watched(t.PC(w.site))
}

// Wake gives a warp the late reply to a poll.
func (m *SM) Wake(x *mem.Woken) {
	m.receive()
	w, o := &m.warps[x.Warp], &m.program.ops[x.PC]
	for _, r := range o.Writes {
		w.scoreboard[r] = writtenAt(x.Ready, w.scoreboard[r].unit(), o.Reason)
	}
	if w.running && !w.atBarrier && w.ready >= notReady {
		m.settle(w, w.last, trace.Wait)
		m.update(w)
		m.Earliest = min(m.Earliest, w.ready)
	}
}

// Periods returns for each poll of some loops, by PC, how many cycles pass from its reply to the next
// poll: the instructions of a turn one after another.
func (p *Program) Periods(loops []trace.WaitLoop) []int64 {
	periods := make([]int64, len(p.ops))
	for _, l := range loops {
		n := int64(0)
		for _, pc := range l.Turn {
			n += p.turnCycles(&p.ops[pc])
		}
		for _, pc := range l.Polls {
			periods[pc] = n
		}
	}
	return periods
}

// turnCycles returns for how long an instruction of a turn holds up the next one.
func (p *Program) turnCycles(o *op) int64 {
	k := &p.Spec.Clock
	switch o.Kind {
	case isa.Memory, isa.GlobalAtomic, isa.Fallthrough:
		return 0
	case isa.Branch:
		return int64(k.Taken)
	case isa.Fence:
		return max(o.Latency, p.t.fence)
	}
	return o.Latency
}
