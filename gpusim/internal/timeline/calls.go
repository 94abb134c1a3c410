package timeline

// This file is the calls that a host makes, with the times that its device's
// description gives them.

import (
	"time"

	"gpucourse/gpusim/internal/arch"
)

// Event is a point in a stream that was recorded.
type Event struct{ op *Op }

func (s *Stream) spec() *arch.Transfer { return &s.machine.devices[s.device].spec.Transfer }

// Launch adds a kernel of a duration that fills a share of the device.
func (s *Stream) Launch(name string, t time.Duration, share float64) *Op {
	calls := s.spec().Calls
	s.machine.Spend(micros(calls.Launch))
	return s.Enqueue(Work{Name: name, Engine: Compute, Share: share, Duration: t + micros(calls.KernelWork)})
}

// ToDevice adds a copy from page-locked memory.
func (s *Stream) ToDevice(name string, bytes int) *Op {
	s.machine.Spend(micros(s.spec().Calls.Copy))
	return s.Enqueue(Work{Name: name, Engine: CopyIn, Duration: linkTime(s.spec().Host.ToDevice, bytes), Bytes: bytes})
}

// FromDevice adds a copy to page-locked memory.
func (s *Stream) FromDevice(name string, bytes int) *Op {
	s.machine.Spend(micros(s.spec().Calls.Copy))
	return s.Enqueue(Work{Name: name, Engine: CopyOut, Duration: linkTime(s.spec().Host.FromDevice, bytes), Bytes: bytes})
}

// StagedToDevice adds a copy from pageable memory. The host fills page-locked
// buffers, which takes its time, and does not wait for the device: the copy
// engine empties them as they are filled, or later.
func (s *Stream) StagedToDevice(name string, bytes int) *Op {
	m, host := s.machine, s.spec().Host
	m.Spend(micros(s.spec().Calls.Copy))
	m.Spend(streamTime(host.StagedTo.BytesPerSecond, bytes))
	emptied := linkTime(host.ToDevice, bytes)
	return s.Enqueue(Work{
		Name: name, Engine: CopyIn, Duration: emptied, Bytes: bytes,
		NotBefore: m.now + micros(host.StagedTo.Micros) - emptied,
	})
}

// StagedFromDevice adds a copy to pageable memory and keeps the host until it
// has the bytes.
func (s *Stream) StagedFromDevice(name string, bytes int) *Op {
	m := s.machine
	m.Spend(micros(s.spec().Calls.Copy))
	op := s.Enqueue(Work{Name: name, Engine: CopyOut, Duration: linkTime(s.spec().Host.StagedFrom, bytes), Bytes: bytes})
	m.now = max(m.now, m.End(op))
	return op
}

// Within adds a copy within the device, which reads and writes its memory.
func (s *Stream) Within(name string, bytes int) *Op {
	d := s.machine.devices[s.device].spec
	s.machine.Spend(micros(d.Transfer.Calls.Copy))
	return s.Enqueue(Work{
		Name: name, Engine: Compute, Bytes: bytes,
		Duration: micros(d.Transfer.Calls.Within) + streamTime(d.Rates.DRAMBytesPerSecond, 2*bytes),
	})
}

// FromPeer adds a copy from another device: over the peers' link when they are
// peers, else out to the host and in again.
func (s *Stream) FromPeer(name string, from, bytes int, peers bool) *Op {
	m := s.machine
	m.Spend(micros(s.spec().Calls.Copy))
	source := &m.devices[from].spec.Transfer
	if peers {
		return s.Enqueue(Work{Name: name, Engine: CopyIn, Duration: linkTime(source.Peer, bytes), Bytes: bytes, Peer: true, From: from})
	}
	there := m.Default(from)
	out := there.Enqueue(Work{
		Name: name + " (to the host)", Engine: CopyOut, Duration: linkTime(source.Host.FromDevice, bytes), Bytes: bytes, After: []*Op{s.last},
	})
	return s.Enqueue(Work{
		Name: name + " (from the host)", Engine: CopyIn, Duration: linkTime(s.spec().Host.ToDevice, bytes), Bytes: bytes, After: []*Op{out},
	})
}

// Host adds a function that the host runs in the stream's order.
func (s *Stream) Host(name string, t time.Duration) *Op {
	s.machine.Spend(micros(s.spec().Calls.Event))
	return s.Enqueue(Work{Name: name, Engine: HostFunc, Duration: t})
}

// Record lets e stand for the work that the stream has by now.
func (s *Stream) Record(e *Event) {
	calls := s.spec().Calls
	s.machine.Spend(micros(calls.Event))
	e.op = s.Enqueue(Work{Name: "event", Duration: micros(calls.EventWork)})
}

// WaitFor lets the stream's further work wait for what e stands for. An event
// that was not recorded is not waited for.
func (s *Stream) WaitFor(e *Event) {
	if e.op != nil {
		s.Enqueue(Work{Name: "wait", After: []*Op{e.op}})
	}
}

// Recorded reports whether e stands for anything.
func (e *Event) Recorded() bool { return e.op != nil }

// Op returns the point in its stream that e stands for, nil for none.
func (e *Event) Op() *Op { return e.op }

// linkTime is how long a link takes for so many bytes.
func linkTime(l arch.Link, bytes int) time.Duration {
	return micros(l.Micros) + streamTime(l.BytesPerSecond, bytes)
}

// streamTime is how long bytes take at a rate.
func streamTime(rate float64, bytes int) time.Duration {
	return time.Duration(float64(bytes)/rate*1e9 + 0.5)
}
