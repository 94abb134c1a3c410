package timeline

// This file is the host's calls, with the durations that the device's description
// gives.

import (
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// Event is a recorded point in a stream.
type Event struct{ op *Op }

func (s *Stream) spec() *arch.Transfer { return &s.machine.devices[s.device].spec.Transfer }

// Copy describes a copy.
type Copy struct {
	Name  string
	Bytes int
	Rows  int // of a two-dimensional copy; else 0
}

// copyWork returns a copy over a link as work.
func (s *Stream) copyWork(c Copy, e report.Engine, l arch.Link) Work {
	rows := micros(float64(c.Rows) * s.spec().Calls.Row)
	return Work{Name: c.Name, Engine: e, Duration: linkTime(l, c.Bytes) + rows, Bytes: c.Bytes}
}

// Launch adds a kernel that takes time t and uses a share of the device.
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

// StagedToDevice adds a copy from pageable memory. The host copies to page-locked
// buffers and does not wait for the device. The copy engine empties the buffers
// while the host fills them, or later.
func (s *Stream) StagedToDevice(c Copy) *Op {
	m, host := s.machine, s.spec().Host
	m.Spend(micros(s.spec().Calls.Copy))
	m.Spend(transferTime(host.StagedTo.BytesPerSecond, c.Bytes))
	w := s.copyWork(c, report.EngineCopyIn, host.ToDevice)
	w.NotBefore = m.now + micros(host.StagedTo.Micros) - linkTime(host.ToDevice, c.Bytes)
	return s.Enqueue(w)
}

// StagedFromDevice adds a copy to pageable memory and makes the host wait for it.
func (s *Stream) StagedFromDevice(c Copy) *Op {
	m := s.machine
	m.Spend(micros(s.spec().Calls.Copy))
	op := s.Enqueue(s.copyWork(c, report.EngineCopyOut, s.spec().Host.StagedFrom))
	m.now = max(m.now, m.End(op))
	return op
}

// Within adds a copy within the device's memory.
func (s *Stream) Within(c Copy) *Op {
	d := s.machine.devices[s.device].spec
	s.machine.Spend(micros(d.Transfer.Calls.Copy))
	return s.Enqueue(s.copyWork(c, report.EngineCompute, arch.Link{Micros: d.Transfer.Calls.Within, BytesPerSecond: d.Rates.DRAMBytesPerSecond / 2}))
}

// Set adds the setting of bytes of the device's memory, which takes as long as writing them.
func (s *Stream) Set(c Copy) *Op {
	d := s.machine.devices[s.device].spec
	s.machine.Spend(micros(d.Transfer.Calls.Launch))
	return s.Enqueue(s.copyWork(c, report.EngineCompute, arch.Link{Micros: d.Transfer.Calls.Within, BytesPerSecond: d.Rates.DRAMBytesPerSecond}))
}

// FromPeer adds a copy from another device: directly if the devices are peers, else
// through host memory.
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

// Host adds a host function.
func (s *Stream) Host(name string, t time.Duration) *Op {
	s.machine.Spend(micros(s.spec().Calls.Event))
	return s.Enqueue(Work{Name: name, Engine: report.EngineHost, Duration: t})
}

// Record records e behind the work that the stream has now.
func (s *Stream) Record(e *Event) {
	calls := s.spec().Calls
	s.machine.Spend(micros(calls.Event))
	e.op = s.Enqueue(Work{Name: "event", Duration: micros(calls.EventWork)})
}

// WaitFor makes later work of the stream depend on e. An event that was not recorded
// has no effect.
func (s *Stream) WaitFor(e *Event) {
	if e.op != nil {
		s.Enqueue(Work{Name: "wait", After: []*Op{e.op}})
	}
}

// Recorded reports whether e was recorded.
func (e *Event) Recorded() bool { return e.op != nil }

// Op returns the op that recorded e, or nil.
func (e *Event) Op() *Op { return e.op }

// linkTime returns the time that a link takes to transfer bytes, latency included.
func linkTime(l arch.Link, bytes int) time.Duration {
	return micros(l.Micros) + transferTime(l.BytesPerSecond, bytes)
}

// transferTime returns the time of bytes at a rate in bytes per second.
func transferTime(rate float64, bytes int) time.Duration {
	return time.Duration(float64(bytes)/rate*1e9 + 0.5)
}
