package plan

// This file is the calls that give streams work: an array in chunks that go to
// the first device, are computed there and come back.

import (
	"fmt"
	"sync"
	"time"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/report"
)

// Stream is a stream of the first device, by its name; "default" is the default
// stream, any other one is made with its first call.
type Stream string

// Chunks is how many chunks the array has; each has chunkElements float32, in
// page-locked memory of the host.
const (
	Chunks        = 4
	chunkElements = 1 << 16
)

// smooth is what is computed of a chunk. It takes about as long as a copy over
// PCI Express 2.
func smooth(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for range 760 {
		v = 0.5*v + 0.25
	}
	x[i] = v
}

// Step is work that a stream was given, and when it was done.
type Step struct {
	Call  Call
	Chunk int
	Span  report.Activity
}

// work is the array, and what streams were given to do with it.
type work struct {
	device  *gpusim.Device
	array   *gpusim.Buffer[float32]
	host    []float32
	streams map[Stream]*gpusim.Stream
	events  map[string]*gpusim.Event
	start   time.Duration
	steps   []Step
}

// onStream makes a call that gives a stream something.
func (s Stream) onStream(name string, do func(*work, *gpusim.Stream) error, args ...any) Call {
	return Call{Thread: Thread(s), Name: name, Args: args, do: func(p *player, _ *driver.Thread) error {
		w, err := p.chunks()
		if err != nil {
			return err
		}
		return do(w, w.stream(s))
	}}
}

// onChunk makes a call that works on a chunk, on an engine.
func (s Stream) onChunk(name string, chunk int, engine report.Engine, do func(*work, *gpusim.Stream, *gpusim.Buffer[float32], []float32) error) Call {
	var c Call
	c = s.onStream(name, func(w *work, stream *gpusim.Stream) error {
		if chunk < 0 || chunk >= Chunks {
			return diag.Diagnostic{Code: diag.CopySize, CUDA: "cudaErrorInvalidValue", Message: fmt.Sprintf("%v: there is no chunk %d", c, chunk), Hint: fmt.Sprintf("the chunks are 0 to %d", Chunks-1)}
		}
		lo, hi := chunk*chunkElements, (chunk+1)*chunkElements
		w.steps = append(w.steps, Step{Call: c, Chunk: chunk, Span: report.Activity{Engine: engine, Stream: string(s)}})
		return do(w, stream, w.array.View(lo, hi), w.host[lo:hi])
	}, chunk)
	return c
}

// CopyIn copies a chunk to the device. CUDA: cudaMemcpyAsync.
func (s Stream) CopyIn(chunk int) Call {
	return s.onChunk("CopyIn", chunk, report.EngineCopyIn, func(_ *work, stream *gpusim.Stream, device *gpusim.Buffer[float32], host []float32) error {
		return stream.CopyFrom(device, host)
	})
}

// Compute launches the kernel on a chunk. Nobody sees the values, and the time is the same
// for every chunk of a device: a process runs the kernel once per device and then repeats
// the time.
func (s Stream) Compute(chunk int) Call {
	return s.onChunk("Compute", chunk, report.EngineCompute, func(w *work, stream *gpusim.Stream, device *gpusim.Buffer[float32], _ []float32) error {
		if r, known := smoothed.Load(w.device.Name()); known {
			return stream.Repeat(r.(*gpusim.Report))
		}
		r, err := launch(stream, device)
		if err == nil {
			smoothed.Store(w.device.Name(), r)
		}
		return err
	})
}

// smoothed holds a report of smooth by the name of its device.
var smoothed sync.Map

// launch runs smooth on a chunk.
func launch(stream *gpusim.Stream, chunk *gpusim.Buffer[float32]) (*gpusim.Report, error) {
	const threads = 256
	return stream.Launch(smooth, gpusim.Config{Grid: gpusim.Dim(chunkElements / threads), Block: gpusim.Dim(threads), Options: gpusim.Options{NoCaches: true}}, chunk)
}

// CopyOut copies a chunk to the host. CUDA: cudaMemcpyAsync.
func (s Stream) CopyOut(chunk int) Call {
	return s.onChunk("CopyOut", chunk, report.EngineCopyOut, func(_ *work, stream *gpusim.Stream, device *gpusim.Buffer[float32], host []float32) error {
		return stream.CopyTo(host, device)
	})
}

// Record lets an event stand for what the stream has by now. CUDA: cudaEventRecord.
func (s Stream) Record(event string) Call {
	return s.onStream("Record", func(w *work, stream *gpusim.Stream) error { return stream.Record(w.event(event)) }, event)
}

// Wait lets the stream wait for an event. CUDA: cudaStreamWaitEvent.
func (s Stream) Wait(event string) Call {
	return s.onStream("Wait", func(w *work, stream *gpusim.Stream) error { return stream.Wait(w.event(event)) }, event)
}

// chunks returns the array, made when it is first asked for.
func (p *player) chunks() (*work, error) {
	if p.work != nil {
		return p.work, nil
	}
	dev := p.host.Devices()[0]
	w := &work{device: dev, streams: map[Stream]*gpusim.Stream{"default": dev.DefaultStream()}, events: map[string]*gpusim.Event{}}
	var err error
	if w.array, err = gpusim.Malloc[float32](dev, Chunks*chunkElements); err != nil {
		return nil, err
	}
	if w.host, err = gpusim.MallocHost[float32](dev, Chunks*chunkElements); err != nil {
		return nil, err
	}
	w.start = dev.Now()
	p.work = w
	return w, nil
}

func (w *work) stream(s Stream) *gpusim.Stream {
	if w.streams[s] == nil {
		w.streams[s] = w.device.NewStream(string(s))
	}
	return w.streams[s]
}

func (w *work) event(name string) *gpusim.Event {
	if w.events[name] == nil {
		w.events[name] = &gpusim.Event{}
	}
	return w.events[name]
}

// Steps returns the work of streams on chunks with its times, counted from the
// first call, in the order of the calls.
func (o *Outcome) Steps() []Step {
	w := o.player.work
	if w == nil {
		return nil
	}
	type lane struct {
		stream string
		engine report.Engine
	}
	spans := map[lane][]report.Activity{}
	for _, s := range w.device.Timeline().Activities {
		at := lane{s.Stream, s.Engine}
		spans[at] = append(spans[at], s)
	}
	steps := make([]Step, len(w.steps))
	for i, s := range w.steps {
		at := lane{s.Span.Stream, s.Span.Engine}
		s.Span, spans[at] = spans[at][0], spans[at][1:]
		s.Span.Start -= w.start
		s.Span.End -= w.start
		steps[i] = s
	}
	return steps
}

// Micros is the time from the first call on streams until all their work has
// ended, in whole microseconds.
func (o *Outcome) Micros() int {
	end := time.Duration(0)
	for _, s := range o.Steps() {
		end = max(end, s.Span.End)
	}
	return int(padding.Units(end, time.Microsecond))
}
