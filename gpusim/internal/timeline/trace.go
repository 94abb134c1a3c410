package timeline

// This file writes spans in the format that chrome://tracing and Perfetto read.

import "encoding/json"

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

// ChromeTrace writes spans as Chrome trace JSON: a process for each device,
// named by names, and a thread for each engine. Streams and bytes are arguments.
func ChromeTrace(spans []Span, names []string) []byte {
	var events []traceEvent
	for i, name := range names {
		events = append(events, traceEvent{Name: "process_name", Phase: "M", PID: i, Args: map[string]any{"name": name}})
		for e := Compute; e < numEngines; e++ {
			events = append(events, traceEvent{Name: "thread_name", Phase: "M", PID: i, TID: int(e), Args: map[string]any{"name": e.String()}})
		}
	}
	for _, s := range spans {
		args := map[string]any{"stream": s.Stream}
		if s.Bytes > 0 {
			args["bytes"] = s.Bytes
		}
		events = append(events, traceEvent{
			Name: s.Name, Phase: "X", PID: s.Device, TID: int(s.Engine), Args: args,
			TS: float64(s.Start) / 1e3, Dur: float64(s.End-s.Start) / 1e3,
		})
	}
	out, err := json.MarshalIndent(map[string]any{"traceEvents": events, "displayTimeUnit": "ns"}, "", " ")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return append(out, '\n')
}
