package gpusim

// This file is streams and events: work that is ordered, and when it happens.
// What a stream is given is done at once, so results never depend on time; the
// host's timeline says when a device would have done it.

import (
	"fmt"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/timeline"
)

// Stream is work of a device that runs in order, beside that of other streams.
// CUDA: cudaStream_t.
type Stream struct {
	device    *Device
	lane      *timeline.Stream
	destroyed bool
}

// DefaultStream returns the legacy default stream, which waits for all blocking
// streams of its device, and lets none of their later work pass. Copies and
// launches that name no stream go there.
func (d *Device) DefaultStream() *Stream {
	return &Stream{device: d, lane: d.clock().Default(d.number())}
}

// NewStream makes a stream that the default stream waits for. The name stands in
// pictures. CUDA: cudaStreamCreate.
func (d *Device) NewStream(name string) *Stream {
	return &Stream{device: d, lane: d.clock().NewStream(d.number(), name, false)}
}

// NewNonBlockingStream makes a stream that goes its way beside the default one.
// CUDA: cudaStreamCreateWithFlags with cudaStreamNonBlocking.
func (d *Device) NewNonBlockingStream(name string) *Stream {
	return &Stream{device: d, lane: d.clock().NewStream(d.number(), name, true)}
}

func (d *Device) clock() *timeline.Machine { return d.context.process.clock }

// number is the device's place among those of its host.
func (d *Device) number() int { return d.context.handle.Device }

// Synchronize waits for all work of the device. CUDA: cudaDeviceSynchronize.
func (d *Device) Synchronize() { d.clock().Synchronize(d.number()) }

// Device returns the device whose work the stream is.
func (s *Stream) Device() *Device { return s.device }

// String returns the stream's name.
func (s *Stream) String() string { return s.lane.Name }

// Synchronize waits for the stream's work. CUDA: cudaStreamSynchronize.
func (s *Stream) Synchronize() { s.lane.Synchronize() }

// Done reports whether the stream's work has ended. CUDA: cudaStreamQuery.
func (s *Stream) Done() bool { return s.device.clock().Done(s.lane.Last()) }

// Destroy ends the stream; the work that it has is done all the same. The
// default stream cannot be destroyed. CUDA: cudaStreamDestroy.
func (s *Stream) Destroy() error {
	if err := s.usable("Destroy"); err != nil {
		return err
	}
	if s.lane == s.device.clock().Default(s.device.number()) {
		return badStream("destroy streams that NewStream made", "Destroy: the default stream lives as long as its device")
	}
	s.destroyed = true
	return nil
}

// usable returns an error when the stream was destroyed.
func (s *Stream) usable(call string) error {
	if s == nil || s.device == nil {
		return badStream("make it with Device.NewStream", "%s: there is no stream", call)
	}
	if s.destroyed {
		return badStream("use a stream before it is destroyed", "%s: stream %s has been destroyed", call, s)
	}
	return nil
}

func badStream(hint, format string, args ...any) error {
	return diag.Called(diag.Diagnostic{Code: diag.BadStream, CUDA: invalidResource, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// noEvent refuses a nil event.
func noEvent(call string) error {
	return badStream("pass the address of an Event", "%s: the event is nil", call)
}

// Launch runs a kernel in the stream and does not wait for it. On the timeline
// it takes the time of its report. CUDA: kernel<<<grid, block, shared, stream>>>.
func (s *Stream) Launch(kernel any, c Config, args ...any) (*Report, error) {
	return s.launch(nil, kernel, c, args)
}

// launch is Launch under the eyes of w, as Device.launch is.
func (s *Stream) launch(w *watcher, kernel any, c Config, args []any) (*Report, error) {
	if err := s.usable("Launch"); err != nil {
		return nil, err
	}
	rep, err := s.device.execute(w, kernel, c, args)
	if err != nil {
		return nil, err
	}
	timed := rep
	if c.As != nil {
		timed = c.As
	}
	s.lane.Launch(rep.Kernel, duration(timed), filled(timed))
	return rep, nil
}

// Repeat lets the stream spend the time of a launch once more. The kernel does not run:
// Repeat serves timelines of equal launches, where only the time matters.
func (s *Stream) Repeat(r *Report) error {
	if err := s.usable("Repeat"); err != nil {
		return err
	}
	if err := s.device.context.ready("kernel " + r.Kernel); err != nil {
		return err
	}
	s.lane.Launch(r.Kernel, duration(r), filled(r))
	return nil
}

// duration is how long a launch takes: at least what its report says, and what
// the host's memory that it reached needs on the bus.
func duration(r *Report) time.Duration {
	t := r.Time.Microseconds
	for _, bus := range []struct {
		metric string
		rate   float64
	}{
		{"pcie__read_bytes.sum", r.Spec.Transfer.Host.ToDevice.BytesPerSecond},
		{"pcie__write_bytes.sum", r.Spec.Transfer.Host.FromDevice.BytesPerSecond},
	} {
		bytes, _ := r.Metric(bus.metric)
		t = max(t, bytes/bus.rate*1e6)
	}
	return time.Duration(t * 1e3)
}

// filled is the part of the device that a launch fills.
func filled(r *Report) float64 {
	return min(1, float64(r.Grid.Count())/float64(r.Spec.SMs*r.Occupancy.Blocks))
}

// Host lets the host run a function of its own when the stream's work before it
// has ended; on the timeline it takes time t. The function is called at once.
// CUDA: cudaLaunchHostFunc.
func (s *Stream) Host(name string, t time.Duration, f func()) error {
	if err := s.usable("Host"); err != nil {
		return err
	}
	f()
	s.lane.Host(name, t)
	return nil
}

// Event is a point in a stream's work. The zero value was not recorded yet.
// CUDA: cudaEvent_t.
type Event struct {
	point timeline.Event
	clock *timeline.Machine
}

// Record lets e stand for the work that the stream has by now.
// CUDA: cudaEventRecord.
func (s *Stream) Record(e *Event) error {
	if err := s.usable("Record"); err != nil {
		return err
	}
	if e == nil {
		return noEvent("Record")
	}
	e.clock = s.device.clock()
	s.lane.Record(&e.point)
	return nil
}

// Wait lets the stream's further work wait for what e stands for; the host does
// not wait. An event that was not recorded is not waited for.
// CUDA: cudaStreamWaitEvent.
func (s *Stream) Wait(e *Event) error {
	if err := s.usable("Wait"); err != nil {
		return err
	}
	if e == nil {
		return noEvent("Wait")
	}
	if e.clock != nil && e.clock != s.device.clock() {
		return badStream("use devices of one Host", "Wait: the event was recorded on the device of another host")
	}
	s.lane.WaitFor(&e.point)
	return nil
}

// Synchronize waits for what the event stands for. CUDA: cudaEventSynchronize.
func (e *Event) Synchronize() {
	if e.point.Recorded() {
		e.clock.Wait(e.point.Op())
	}
}

// Done reports whether what the event stands for has ended; of an event that was
// not recorded it has. CUDA: cudaEventQuery.
func (e *Event) Done() bool { return !e.point.Recorded() || e.clock.Done(e.point.Op()) }

// Elapsed returns the time between two events, negative when b comes before a.
// Both must have been recorded and have passed. CUDA: cudaEventElapsedTime.
func Elapsed(a, b *Event) (time.Duration, error) {
	switch {
	case a == nil || b == nil:
		return 0, noEvent("Elapsed")
	case !a.point.Recorded() || !b.point.Recorded():
		return 0, badStream("record both events first", "Elapsed: an event was not recorded")
	case a.clock != b.clock:
		return 0, badStream("use devices of one Host", "Elapsed: the events belong to different hosts")
	case !a.Done() || !b.Done():
		return 0, diag.Called(diag.Diagnostic{Code: diag.NotReady, CUDA: "cudaErrorNotReady", Message: "Elapsed: what an event stands for has not ended", Hint: "call Synchronize on the later event first"})
	}
	return a.clock.End(b.point.Op()) - a.clock.End(a.point.Op()), nil
}
