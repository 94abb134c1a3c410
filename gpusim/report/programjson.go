package report

// This file writes what a program did as JSON and CSV. report.schema.json describes the JSON.

import (
	"encoding/json"
	"slices"
	"time"
)

type programJSON struct {
	Devices     []string         `json:"devices"`
	Launches    []launchesJSON   `json:"launches"`
	Work        []workJSON       `json:"work"`
	Profiled    json.RawMessage  `json:"profiled,omitempty"`
	Checks      []checked        `json:"checks,omitempty"`
	Diagnostics []diagnosticJSON `json:"diagnostics"`
}

type launchesJSON struct {
	Kernel       string          `json:"kernel"`
	Device       int             `json:"device"`
	Grid         [3]int          `json:"grid"`
	Block        [3]int          `json:"block"`
	Shared       int             `json:"shared_dynamic"`
	Calls        int             `json:"calls"`
	Microseconds float64         `json:"microseconds,omitempty"`
	Report       json.RawMessage `json:"report,omitempty"`
}

type workJSON struct {
	Device int     `json:"device"`
	Engine string  `json:"engine"`
	Stream string  `json:"stream"`
	Name   string  `json:"name"`
	Count  int     `json:"count"`
	Bytes  int     `json:"bytes,omitempty"`
	Busy   float64 `json:"microseconds"`
	Start  float64 `json:"start"`
	End    float64 `json:"end"`
}

// JSON returns what the program did as indented JSON, ended by a newline.
func (p *Program) JSON() []byte {
	doc := programJSON{Devices: p.Timeline.Devices, Launches: []launchesJSON{}, Work: []workJSON{}, Diagnostics: diagnosticsJSON(append(slices.Clone(p.Mistakes), p.Leaks...))}
	for _, l := range p.Launches {
		doc.Launches = append(doc.Launches, launchesJSON{
			l.Kernel, l.Device, extent(l.Grid), extent(l.Block), l.Shared, l.Calls, Round(l.Microseconds()), l.Timed.raw(),
		})
	}
	us := func(t time.Duration) float64 { return Round(float64(t) / float64(time.Microsecond)) }
	for _, t := range p.Timeline.Totals {
		doc.Work = append(doc.Work, workJSON{t.Device, t.Engine.String(), t.Stream, t.Name, t.Count, t.Bytes, us(t.Busy), us(t.Start), us(t.End)})
	}
	doc.Profiled = p.Profiled.raw()
	for _, c := range p.Checks {
		doc.Checks = append(doc.Checks, checked{c.Device, c.Kernel, c.Tool, diagnosticsJSON(c.Diagnostics())})
	}
	return encode(doc)
}

// raw is the JSON of a report inside of another document; nil for no report.
func (r *Report) raw() json.RawMessage {
	if r == nil {
		return nil
	}
	return r.JSON()
}

// CSV returns the metrics of all reports, with the columns of ncu --csv.
func (p *Program) CSV() []byte { return All(p.Reports()...).CSV() }
