// Package timeline says when the work of devices and their host happens. It
// knows durations and order, and nothing of data: whoever calls has done the
// work already, in the order in which it was issued.
//
// The machine: a host with one clock, devices with engines, streams with work.
// A call takes the host some time and adds an Op to a stream. An op is ready
// when the ops that it follows have ended: the one before it in its stream,
// events that the stream waits for, and what the legacy default stream asks for,
// which follows all work of blocking streams and lets none of theirs pass.
// An engine takes ready ops in the order in which they became ready, ties in the
// order of issue; but a copy engine stays with the stream that it served last as
// long as that has copies for it, as on an H200. An engine is a capacity of 1: a
// copy takes all of it, a kernel the share of the device that its blocks fill, so
// that small kernels of different streams overlap up to arch.Transfer.Kernels.
//
// Streams are spread over arch.Transfer.Queues hardware queues. An op is not
// ready before its predecessor in the queue, whatever its stream: with one queue
// the order of issue decides what can overlap.
//
// Times are whole nanoseconds from the machine's start. What happens is played as
// far as a call of the host asks, never further, so later calls can still run
// before work that waits. Equal calls give equal times, whatever the computer.
//
// Not modelled: copies that slow each other down on the link, kernels that slow
// each other down on the device, priorities, work that is issued by a device,
// several threads of the host.
package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// Machine is a host and its devices.
type Machine struct {
	devices []*device
	now     time.Duration // the host's clock
	issued  int
	events  eventQueue
	spans   []report.Activity
}

type device struct {
	spec    *arch.Spec
	engines [report.NumEngines]engine
	streams []*Stream // the default stream first
	queues  []*Op     // by hardware queue, its last op
}

// New returns a machine at time 0 with devices of the given descriptions.
func New(specs ...*arch.Spec) *Machine {
	m := &Machine{}
	for i, s := range specs {
		d := &device{spec: s, queues: make([]*Op, s.Transfer.Queues)}
		d.engines[report.EngineCompute].limit = s.Transfer.Kernels
		d.engines[report.EngineHost].limit = 1
		for _, e := range []report.Engine{report.EngineCopyIn, report.EngineCopyOut} {
			d.engines[e].limit, d.engines[e].keepsStream = 1, true
		}
		m.devices = append(m.devices, d)
		m.NewStream(i, "default", false)
	}
	return m
}

// Stream is work that runs in order.
type Stream struct {
	Name        string
	NonBlocking bool // goes its way beside the default stream
	machine     *Machine
	device      int
	number      int // on the device; 0 is the default stream
	last        *Op
}

// NewStream adds a stream to a device.
func (m *Machine) NewStream(device int, name string, nonBlocking bool) *Stream {
	d := m.devices[device]
	s := &Stream{Name: name, NonBlocking: nonBlocking, machine: m, device: device, number: len(d.streams)}
	d.streams = append(d.streams, s)
	return s
}

// Default returns a device's legacy default stream.
func (m *Machine) Default(device int) *Stream { return m.devices[device].streams[0] }

// Now returns the host's clock.
func (m *Machine) Now() time.Duration { return m.now }

// Spend lets the host work for a time.
func (m *Machine) Spend(t time.Duration) { m.now += t }

// Work is what Enqueue adds to a stream.
type Work struct {
	Name   string
	Engine report.Engine
	// Share is the part of the engine that is taken, above 0 and at most 1; 0
	// means 1.
	Share    float64
	Duration time.Duration
	Bytes    int
	// From is the device whose copy-out engine the work takes too, when Peer
	// is set: a copy from that device.
	Peer bool
	From int
	// NotBefore is the earliest time the work may begin, which may have passed; 0
	// means now.
	NotBefore time.Duration
	// After is ops that must have ended, besides those the stream asks for.
	After []*Op
}

// Op is work in a stream.
type Op struct {
	Work
	stream *Stream
	seq    int
	state  state
	ready  time.Duration // when all it follows had ended
	start  time.Duration
	end    time.Duration

	pending         int   // how many it waits for to be ready
	dependents      []*Op // ops that wait for its end
	queueDependents []*Op // ops behind it in its hardware queue, which wait for it to be ready
}

// state is how far an op has come.
type state uint8

const (
	issued state = iota
	ready
	started // start and end are known
	ended
)

// Enqueue adds work to a stream; the host's clock says when it was issued.
func (s *Stream) Enqueue(w Work) *Op {
	m := s.machine
	if w.Duration < 0 || w.Share < 0 || w.Share > 1 {
		panic(fmt.Sprintf("BUG: work %+v", w))
	}
	if w.Share == 0 {
		w.Share = 1
	}
	m.issued++
	op := &Op{Work: w, stream: s, seq: m.issued, ready: cmp.Or(w.NotBefore, m.now)}
	for _, before := range s.dependencies() {
		op.dependOn(before)
	}
	for _, before := range w.After {
		op.dependOn(before)
	}
	op.joinHardwareQueue(m.devices[s.device])
	s.last = op
	if op.pending == 0 {
		m.events.add(op.ready, op)
	}
	return op
}

// before returns the ops that the stream's next one follows.
func (s *Stream) dependencies() []*Op {
	ops := []*Op{s.last}
	d := s.machine.devices[s.device]
	switch {
	case s.NonBlocking:
	case s.number == 0:
		for _, other := range d.streams[1:] {
			if !other.NonBlocking {
				ops = append(ops, other.last)
			}
		}
	default:
		ops = append(ops, d.streams[0].last)
	}
	return ops
}

// after makes op follow another; nil is none.
func (op *Op) dependOn(before *Op) {
	switch {
	case before == nil:
	case before.state == ended:
		op.ready = max(op.ready, before.end)
	default:
		op.pending++
		before.dependents = append(before.dependents, op)
	}
}

// line puts op into the hardware queue of its stream.
func (op *Op) joinHardwareQueue(d *device) {
	q := &d.queues[op.stream.number%len(d.queues)]
	switch before := *q; {
	case before == nil:
	case before.state >= ready:
		op.ready = max(op.ready, before.ready)
	default:
		op.pending++
		before.queueDependents = append(before.queueDependents, op)
	}
	*q = op
}

// Wait keeps the host until op has ended, and wakes it.
func (m *Machine) Wait(op *Op) {
	if op == nil {
		return
	}
	m.runUntilStarted(op)
	if op.end > m.now {
		m.now = op.end + micros(m.devices[op.stream.device].spec.Transfer.Calls.Wake)
	}
}

// Done reports whether op has ended when the host asks.
func (m *Machine) Done(op *Op) bool {
	m.runTo(m.now)
	return op == nil || op.state >= started && op.end <= m.now
}

// End returns when op ends, without keeping the host.
func (m *Machine) End(op *Op) time.Duration {
	m.runUntilStarted(op)
	return op.end
}

// Synchronize keeps the host until all work of a stream has ended.
func (s *Stream) Synchronize() { s.machine.Wait(s.last) }

// Last returns the op that was issued last, nil when there was none.
func (s *Stream) Last() *Op { return s.last }

// Synchronize keeps the host until all work of a device has ended.
func (m *Machine) Synchronize(device int) {
	for _, s := range m.devices[device].streams {
		m.Wait(s.last)
	}
}

// maxSpans is how many spans a machine remembers.
const maxSpans = 100_000

// Activities returns the last that engines have begun, in order of start.
func (m *Machine) Activities() []report.Activity {
	return slices.Clone(m.spans[max(0, len(m.spans)-maxSpans):])
}

func micros(us float64) time.Duration { return time.Duration(us*1000 + 0.5) }
