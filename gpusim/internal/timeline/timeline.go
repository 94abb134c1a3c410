// Package timeline computes when the work of devices and their host happens. It
// knows durations and order, and no data: the caller has done the work already, in
// the order of issue.
//
// State: a host with one clock, devices with engines, streams with ops. A call takes
// the host some time and adds an op to a stream. An op is ready when its
// dependencies have ended. These are the previous op of its stream, events that the
// stream waits for, and the rules of the legacy default stream: an op in it depends
// on all blocking streams, and theirs depend on it.
//
// An engine starts ready ops in the order in which they became ready, ties in the
// order of issue. A copy engine prefers the stream that it served last, as on an
// H200. An engine has capacity 1. A copy uses all of it. A kernel uses the share of
// the device that its blocks fill, so up to arch.Transfer.Kernels small kernels of
// different streams run at the same time.
//
// Streams are mapped to arch.Transfer.Queues hardware queues. An op is not ready
// before its predecessor in the hardware queue, even of another stream. With one
// queue the order of issue therefore decides what can overlap.
//
// Units: times are nanoseconds since the machine's start. The simulation advances
// only as far as a call of the host needs, so that later calls can still be
// scheduled before work that waits. The same calls always give the same times.
//
// Not modelled: copies that share the bandwidth of a link, kernels that slow each
// other down, priorities, work issued by a device, several host threads.
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
	devices    []*device
	now        time.Duration // the host's clock
	issued     int
	events     eventQueue
	activities []report.Activity // the last, at least maxActivities of them
	totals     report.Totals
}

type device struct {
	spec    *arch.Spec
	engines [report.NumEngines]engine
	streams []*Stream // the default stream first
	queues  []*Op     // by hardware queue: the op issued last
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

// Stream is a sequence of ops that run in order.
type Stream struct {
	Name        string
	NonBlocking bool // independent of the default stream
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

// Spend advances the host's clock.
func (m *Machine) Spend(t time.Duration) { m.now += t }

// Work is what Enqueue adds to a stream.
type Work struct {
	Name   string
	Engine report.Engine
	// Share is the part of the engine that the work uses, above 0 and at most 1; 0
	// means 1.
	Share    float64
	Duration time.Duration
	Bytes    int
	// Peer marks a copy from device From, which also uses that device's copy-out
	// engine.
	Peer bool
	From int
	// NotBefore is the earliest start, which may have passed; 0 means now.
	NotBefore time.Duration
	// After is further ops that the work depends on.
	After []*Op
}

// Op is one piece of work in a stream.
type Op struct {
	Work
	stream *Stream
	seq    int
	state  state
	ready  time.Duration // when the last dependency ended
	start  time.Duration
	end    time.Duration

	pending         int   // dependencies that have not ended
	dependents      []*Op // ops that depend on its end
	queueDependents []*Op // ops behind it in its hardware queue, which depend on its being ready
}

// state is the progress of an op.
type state uint8

const (
	issued state = iota
	ready
	started // start and end are known
	ended
)

// Enqueue adds work to a stream at the time of the host's clock.
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

// dependencies returns the ops that the stream's next op depends on.
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

// dependOn makes op depend on another; nil is none.
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

// joinHardwareQueue adds op to the hardware queue of its stream.
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

// Wait makes the host wait until op has ended.
func (m *Machine) Wait(op *Op) {
	if op == nil {
		return
	}
	m.runUntilStarted(op)
	if op.end > m.now {
		m.now = op.end + micros(m.devices[op.stream.device].spec.Transfer.Calls.Wake)
	}
}

// Done reports whether op has ended at the time of the host's clock.
func (m *Machine) Done(op *Op) bool {
	m.runTo(m.now)
	return op == nil || op.state >= started && op.end <= m.now
}

// End returns the time at which op ends. The host does not wait.
func (m *Machine) End(op *Op) time.Duration {
	m.runUntilStarted(op)
	return op.end
}

// Synchronize makes the host wait until all ops of the stream have ended.
func (s *Stream) Synchronize() { s.machine.Wait(s.last) }

// Last returns the op that was issued last, or nil.
func (s *Stream) Last() *Op { return s.last }

// Synchronize makes the host wait until all ops of a device have ended.
func (m *Machine) Synchronize(device int) {
	for _, s := range m.devices[device].streams {
		m.Wait(s.last)
	}
}

// maxActivities is the number of activities that a machine keeps.
const maxActivities = 100_000

// Activities returns the last that engines have begun, in order of start.
func (m *Machine) Activities() []report.Activity {
	return slices.Clone(m.activities[max(0, len(m.activities)-maxActivities):])
}

// Totals returns the sums of all activities, also of those that are no longer kept.
func (m *Machine) Totals() report.Totals { return slices.Clone(m.totals) }

func micros(us float64) time.Duration { return time.Duration(us*1000 + 0.5) }
