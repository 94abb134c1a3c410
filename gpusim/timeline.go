package gpusim

// This file shows when things happened.

import (
	"time"

	"gpucourse/gpusim/internal/timeline"
)

// Span is one piece of work: on which device and engine, from when to when.
type Span = timeline.Span

// Engine is a part of a device that works.
type Engine = timeline.Engine

// The engines of spans.
const (
	EngineCompute = timeline.Compute
	EngineCopyIn  = timeline.CopyIn
	EngineCopyOut = timeline.CopyOut
	EngineHost    = timeline.HostFunc
)

// Timeline is what the devices of a host did, in order of start. Times count
// from the beginning of the host.
type Timeline struct {
	Devices []string // names, by Span.Device
	Spans   []Span
}

// Timeline waits for all devices and returns what they did, the last hundred
// thousand pieces of work.
func (h *Host) Timeline() *Timeline {
	t := &Timeline{}
	for _, d := range h.devices {
		d.Synchronize()
		t.Devices = append(t.Devices, d.Name())
	}
	t.Spans = h.clock.Spans()
	return t
}

// Timeline waits for the devices of d's host and returns what they did.
func (d *Device) Timeline() *Timeline { return d.context.host.Timeline() }

// Since returns the timeline from a time on: the spans that begin then or later.
func (t *Timeline) Since(at time.Duration) *Timeline {
	out := &Timeline{Devices: t.Devices}
	for _, s := range t.Spans {
		if s.Start >= at {
			out.Spans = append(out.Spans, s)
		}
	}
	return out
}

// ChromeTrace returns the timeline as JSON that chrome://tracing and
// ui.perfetto.dev show.
func (t *Timeline) ChromeTrace() []byte { return timeline.ChromeTrace(t.Spans, t.Devices) }

// Now returns the time on the host's clock: what its calls, and waiting for the
// device, have taken by now.
func (d *Device) Now() time.Duration { return d.clock().Now() }

// Work lets the host do something of its own for a time.
func (d *Device) Work(t time.Duration) { d.clock().Spend(t) }
