package report

// This file says when the devices of a process did their work.

import (
	"encoding/json"
	"slices"
	"time"
)

// Timeline is what the devices of a process did, in order of start. Times count
// from the start of the process.
type Timeline struct {
	Devices    []string // names, by Activity.Device
	Activities []Activity
	Totals     Totals // also of activities that are too many to be listed
}

// Total is the sum of the activities of one device, engine and stream that have the same name.
type Total struct {
	Device       int
	Engine       Engine
	Stream, Name string
	Count, Bytes int
	Busy         time.Duration // the sum of their times
	Start, End   time.Duration // of the first to start, of the last to end
}

// Totals are the totals of a timeline, in the order of their first activities.
type Totals []Total

// Add adds an activity.
func (t *Totals) Add(a Activity) {
	one := Total{Device: a.Device, Engine: a.Engine, Stream: a.Stream, Name: a.Name}
	t.of(one).add(Total{Count: 1, Bytes: a.Bytes, Busy: a.End - a.Start, Start: a.Start, End: a.End})
}

// of returns the total of the same device, engine, stream and name, which may be new.
func (t *Totals) of(key Total) *Total {
	i := slices.IndexFunc(*t, func(o Total) bool {
		return o.Device == key.Device && o.Engine == key.Engine && o.Stream == key.Stream && o.Name == key.Name
	})
	if i < 0 {
		i = len(*t)
		*t = append(*t, key)
	}
	return &(*t)[i]
}

func (t *Total) add(o Total) {
	if t.Count == 0 {
		t.Start = o.Start
	}
	t.Start, t.End = min(t.Start, o.Start), max(t.End, o.End)
	t.Count, t.Bytes, t.Busy = t.Count+o.Count, t.Bytes+o.Bytes, t.Busy+o.Busy
}

// by sums totals whose keys name the same device, engine, stream and name.
func (t Totals) by(key func(Total) Total) (sums Totals) {
	for _, c := range t {
		sums.of(key(c)).add(c)
	}
	return sums
}

// Extent is from the start of the first activity to the end of the last.
func (t *Timeline) Extent() (from, to time.Duration) {
	for _, all := range t.Totals.by(func(Total) Total { return Total{} }) {
		from, to = all.Start, all.End
	}
	return from, to
}

// Activity is one piece of work that an engine of a device did. CUPTI: activity
// record.
type Activity struct {
	Device     int
	Engine     Engine
	Stream     string
	Name       string
	Start, End time.Duration
	Bytes      int // that a copy moved; 0 for other work
}

// Engine is a part of a device that works on one thing at a time.
type Engine uint8

// The engines. NoEngine is for work that only keeps order.
const (
	NoEngine Engine = iota
	EngineCompute
	EngineCopyIn  // host to device
	EngineCopyOut // device to host
	EngineHost    // functions of the host that a stream calls
	NumEngines
)

var engineNames = [NumEngines]string{"none", "compute", "copy in", "copy out", "host"}

// String returns the engine's name in pictures.
func (e Engine) String() string { return engineNames[e] }

// Since returns the activities that begin at a time or later.
func (t *Timeline) Since(at time.Duration) *Timeline {
	out := &Timeline{Devices: t.Devices}
	for _, a := range t.Activities {
		if a.Start >= at {
			out.Activities = append(out.Activities, a)
		}
	}
	return out
}

// traceEvent is one event of the Trace Event Format: a complete event ("X"), or
// metadata ("M") that names a process or a thread. Times are microseconds.
type traceEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	TS    float64        `json:"ts"`
	Dur   float64        `json:"dur,omitempty"`
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// ChromeTrace returns the timeline as JSON that chrome://tracing and
// ui.perfetto.dev show: a process for each device, and a thread for each engine.
func (t *Timeline) ChromeTrace() []byte {
	var events []traceEvent
	for i, name := range t.Devices {
		events = append(events, traceEvent{Name: "process_name", Phase: "M", PID: i, Args: map[string]any{"name": name}})
		for e := EngineCompute; e < NumEngines; e++ {
			events = append(events, traceEvent{Name: "thread_name", Phase: "M", PID: i, TID: int(e), Args: map[string]any{"name": e.String()}})
		}
	}
	for _, a := range t.Activities {
		args := map[string]any{"stream": a.Stream}
		if a.Bytes > 0 {
			args["bytes"] = a.Bytes
		}
		events = append(events, traceEvent{
			Name: a.Name, Phase: "X", PID: a.Device, TID: int(a.Engine), Args: args,
			TS: float64(a.Start) / 1e3, Dur: float64(a.End-a.Start) / 1e3,
		})
	}
	out, err := json.MarshalIndent(map[string]any{"traceEvents": events, "displayTimeUnit": "ns"}, "", " ")
	if err != nil {
		panic("BUG: a timeline has no JSON: " + err.Error())
	}
	return append(out, '\n')
}
