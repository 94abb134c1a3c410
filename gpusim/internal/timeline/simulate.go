package timeline

// This file simulates the machine event by event: ops become ready, engines start
// them, they end.

import (
	"cmp"
	"container/heap"
	"slices"
	"time"

	"gpucourse/gpusim/report"
)

// queuedEvent is the time at which an op becomes ready or ends.
type queuedEvent struct {
	at time.Duration
	op *Op
}

// eventQueue is a heap of known events, earliest first, ties in the order of issue.
type eventQueue []queuedEvent

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (q eventQueue) Len() int { return len(q) }
func (q eventQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].at, q[j].at), cmp.Compare(q[i].op.seq, q[j].op.seq)) < 0
}
func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *eventQueue) Push(x any)   { *q = append(*q, x.(queuedEvent)) }
func (q *eventQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

func (q *eventQueue) add(at time.Duration, op *Op) { heap.Push(q, queuedEvent{at, op}) }
func (q *eventQueue) removeFirst() queuedEvent     { return heap.Pop(q).(queuedEvent) }

// runUntilStarted simulates until op has started. The host waits meanwhile, so
// nothing that it issues later happens before.
func (m *Machine) runUntilStarted(op *Op) {
	for op.state < started {
		if len(m.events) == 0 {
			panic("BUG: work waits for itself")
		}
		m.step()
	}
}

// runTo simulates all events up to a time.
func (m *Machine) runTo(at time.Duration) {
	for len(m.events) > 0 && m.events[0].at <= at {
		m.step()
	}
}

// step handles all events of the next moment. Then the engines start waiting ops.
func (m *Machine) step() {
	at := m.events[0].at
	for len(m.events) > 0 && m.events[0].at == at {
		op := m.events.removeFirst().op
		if op.state == issued {
			m.makeReady(op)
		} else {
			m.finish(op)
		}
	}
	for _, d := range m.devices {
		for e := range d.engines {
			m.startWaiting(&d.engines[e], at)
		}
	}
}

// makeReady makes an op wait for its engine; an op without an engine starts.
func (m *Machine) makeReady(op *Op) {
	op.state = ready
	for _, next := range op.queueDependents {
		m.release(next, op.ready)
	}
	op.queueDependents = nil
	if op.Engine == report.NoEngine {
		m.start(op, op.ready)
		return
	}
	e := m.devices[op.stream.device].engine(op.Engine)
	e.waiting = append(e.waiting, op)
}

// start starts an op.
func (m *Machine) start(op *Op, at time.Duration) {
	op.state, op.start, op.end = started, at, at+op.Duration
	m.events.add(op.end, op)
}

// finish ends an op and releases those that depend on it.
func (m *Machine) finish(op *Op) {
	op.state = ended
	for _, next := range op.dependents {
		m.release(next, op.end)
	}
	op.dependents = nil
	for _, e := range m.engines(op) {
		e.running = slices.DeleteFunc(e.running, func(other *Op) bool { return other == op })
	}
}

// release tells op that one of its dependencies was fulfilled at a time.
func (m *Machine) release(op *Op, at time.Duration) {
	op.ready = max(op.ready, at)
	if op.pending--; op.pending == 0 {
		m.events.add(op.ready, op)
	}
}

// startWaiting starts the ops that wait for an engine, as long as the next one fits.
func (m *Machine) startWaiting(e *engine, at time.Duration) {
	for len(e.waiting) > 0 {
		i := e.nextWaiting()
		op := e.waiting[i]
		engines := m.engines(op)
		if slices.ContainsFunc(engines, func(e *engine) bool { return !e.fits(op) }) {
			return
		}
		e.waiting = slices.Delete(e.waiting, i, i+1)
		for _, e := range engines {
			e.running = append(e.running, op)
			e.lastStream = op.stream
		}
		m.start(op, at)
		m.record(op)
	}
}

// record adds the activity of an op that has started.
func (m *Machine) record(op *Op) {
	if len(m.activities) == 2*maxActivities {
		m.activities = slices.Delete(m.activities, 0, maxActivities)
	}
	a := report.Activity{
		Device: op.stream.device, Engine: op.Engine, Stream: op.stream.Name, Name: op.Name,
		Start: op.start, End: op.end, Bytes: op.Bytes,
	}
	m.activities = append(m.activities, a)
	m.totals.Add(a)
}

// engines returns the engines that op uses; none for an op that only keeps order.
func (m *Machine) engines(op *Op) []*engine {
	if op.Engine == report.NoEngine {
		return nil
	}
	all := []*engine{m.devices[op.stream.device].engine(op.Engine)}
	if op.Peer {
		all = append(all, m.devices[op.From].engine(report.EngineCopyOut))
	}
	return all
}

// engine returns the device's engine for a kind of work. A single copy engine
// copies in both directions. Without copy engines, copies share the compute engine
// with kernels.
func (d *device) engine(e report.Engine) *engine {
	n := d.spec.Transfer.CopyEngines
	switch {
	case e != report.EngineCopyIn && e != report.EngineCopyOut:
	case n == 0:
		e = report.EngineCompute
	case n == 1:
		e = report.EngineCopyIn
	}
	return &d.engines[e]
}

// engine is one engine of a device: the ops that run on it, and those that wait, in
// the order in which they became ready.
type engine struct {
	limit       int // ops at the same time
	running     []*Op
	waiting     []*Op
	lastStream  *Stream // stream of the op that started last
	keepsStream bool    // it prefers ops of lastStream, as copy engines do
}

// nextWaiting returns the index of the waiting op that starts next.
func (e *engine) nextWaiting() int {
	if !e.keepsStream {
		return 0
	}
	same := slices.IndexFunc(e.waiting, func(op *Op) bool { return op.stream == e.lastStream })
	return max(same, 0)
}

// fits reports whether an op can run beside those that run already.
func (e *engine) fits(op *Op) bool {
	const rounding = 1e-9
	taken := op.Share
	for _, other := range e.running {
		taken += other.Share
	}
	return len(e.running) < e.limit && taken <= 1+rounding
}
