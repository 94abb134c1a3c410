package timeline

// This file is the calls that a host makes, with the times that its device's
// description gives them.

import (
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// Event is a point in a stream that was recorded.
type Event struct{ op *Op }

func (s *Stream) spec() *arch.Transfer { return &s.machine.devices[s.device].spec.Transfer }

// Copy is what a copy moves.
type Copy struct {
	Name  string
	Bytes int
	Rows  int // of a copy in two dimensions, else 0
}

// work returns the copy as work that takes a link's time.
func (s *Stream) copyWork(c Copy, e report.Engine, l arch.Link) Work {
	rows := micros(float64(c.Rows) * s.spec().Calls.Row)
	return Work{Name: c.Name, Engine: e, Duration: linkTime(l, c.Bytes) + rows, Bytes: c.Bytes}
}

// Launch adds a kernel of a duration that fills a share of the device.
func (s *Stream) Launch(name string, t time.Duration, share float64) *Op {
	calls := s.spec().Calls
	s.machine.Spend(micros(calls.Launch))
	return s.Enqueue(Work{Name: name, Engine: report.EngineCompute, Share: share, Duration: t + micros(calls.KernelWork)})
}

// ToDevice adds a copy from page-locked memory.
func (s *Stream) ToDevice(c Copy) *Op {
	s.machine.Spend(micros(s.spec().Calls.Copy))
	return s.Enqueue(s.copyWork(c, report.EngineCopyIn, s.spec().Host.ToDevice))
}

// FromDevice adds a copy to page-locked memory.
func (s *Stream) FromDevice(c Copy) *Op {
	s.machine.Spend(micros(s.spec().Calls.Copy))
	return s.Enqueue(s.copyWork(c, report.EngineCopyOut, s.spec().Host.FromDevice))
}

// StagedToDevice adds a copy from pageable memory. The host fills page-locked
// buffers, which takes its time, and does not wait for the device: the copy
// engine empties them as they are filled, or later.
func (s *Stream) StagedToDevice(c Copy) *Op {
	m, host := s.machine, s.spec().Host
	m.Spend(micros(s.spec().Calls.Copy))
	m.Spend(transferTime(host.StagedTo.BytesPerSecond, c.Bytes))
	w := s.copyWork(c, report.EngineCopyIn, host.ToDevice)
	w.NotBefore = m.now + micros(host.StagedTo.Micros) - linkTime(host.ToDevice, c.Bytes)
	return s.Enqueue(w)
}

// StagedFromDevice adds a copy to pageable memory and keeps the host until it
// has the bytes.
func (s *Stream) StagedFromDevice(c Copy) *Op {
	m := s.machine
	m.Spend(micros(s.spec().Calls.Copy))
	op := s.Enqueue(s.copyWork(c, report.EngineCopyOut, s.spec().Host.StagedFrom))
	m.now = max(m.now, m.End(op))
	return op
}

// Within adds a copy within the device, which reads and writes its memory.
func (s *Stream) Within(c Copy) *Op {
	d := s.machine.devices[s.device].spec
	s.machine.Spend(micros(d.Transfer.Calls.Copy))
	return s.Enqueue(s.copyWork(c, report.EngineCompute, arch.Link{Micros: d.Transfer.Calls.Within, BytesPerSecond: d.Rates.DRAMBytesPerSecond / 2}))
}

// FromPeer adds a copy from another device: over the peers' link when they are
// peers, else out to the host and in again.
func (s *Stream) FromPeer(c Copy, from int, peers bool) *Op {
	m := s.machine
	m.Spend(micros(s.spec().Calls.Copy))
	source := &m.devices[from].spec.Transfer
	if peers {
		w := s.copyWork(c, report.EngineCopyIn, source.Peer)
		w.Peer, w.From = true, from
		return s.Enqueue(w)
	}
	out := s.copyWork(c, report.EngineCopyOut, source.Host.FromDevice)
	out.Name, out.After = c.Name+" (to the host)", []*Op{s.last}
	in := s.copyWork(c, report.EngineCopyIn, s.spec().Host.ToDevice)
	in.Name, in.After = c.Name+" (from the host)", []*Op{m.Default(from).Enqueue(out)}
	return s.Enqueue(in)
}

// Host adds a function that the host runs in the stream's order.
func (s *Stream) Host(name string, t time.Duration) *Op {
	s.machine.Spend(micros(s.spec().Calls.Event))
	return s.Enqueue(Work{Name: name, Engine: report.EngineHost, Duration: t})
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
	return micros(l.Micros) + transferTime(l.BytesPerSecond, bytes)
}

// streamTime is how long bytes take at a rate.
func transferTime(rate float64, bytes int) time.Duration {
	return time.Duration(float64(bytes)/rate*1e9 + 0.5)
}
