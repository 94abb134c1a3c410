package chart

import (
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim/report"
)

// timelines is chunks on two streams, kernels at the same time on two devices,
// and nothing at all.
func timelines() map[string]*Picture {
	span := func(device int, e any, stream, name string, from, to int) report.Activity {
		s := report.Activity{Device: device, Stream: stream, Name: name, Start: time.Duration(from) * time.Microsecond, End: time.Duration(to) * time.Microsecond}
		s.Engine = map[any]report.Engine{"in": report.EngineCopyIn, "kernel": report.EngineCompute, "out": report.EngineCopyOut}[e]
		return s
	}
	chunks := &report.Timeline{Devices: []string{"H200"}, Activities: []report.Activity{
		span(0, "in", "s0", "copy to device", 1000, 1300), span(0, "in", "s1", "copy to device", 1300, 1600), span(0, "kernel", "s0", "Scale", 1300, 1305),
		span(0, "out", "s0", "copy to host", 1305, 1605), span(0, "kernel", "s1", "Scale", 1600, 1605), span(0, "out", "s1", "copy to host", 1605, 1905),
	}}
	two := &report.Timeline{Devices: []string{"H200", "H200"}, Activities: []report.Activity{
		span(0, "kernel", "a", "Small", 0, 7), span(0, "kernel", "b", "Small", 2, 9), span(0, "kernel", "c", "Small", 7, 14), span(1, "in", "default", "copy from a device", 14, 20),
	}}
	return map[string]*Picture{
		"timeline_chunks": Timeline("Two chunks on two streams", chunks), "timeline_two": Timeline("Two devices", two),
		"timeline_empty": Timeline("Nothing", &report.Timeline{Devices: []string{"H200"}}),
	}
}

// TestTimelinesTell: the words have the whole time and that of each engine.
func TestTimelinesTell(t *testing.T) {
	want := map[string]string{
		"timeline_chunks": "6 pieces of work in 905.00 µs. compute: 10.00 µs. copy in: 600.00 µs. copy out: 600.00 µs.",
		"timeline_two":    "4 pieces of work in 20.00 µs. H200 0, compute: 14.00 µs. H200 1, copy in: 6.00 µs.",
		"timeline_empty":  "0 pieces of work in 0.00 µs.",
	}
	for name, p := range timelines() {
		if p.Alt != want[name] {
			t.Errorf("%s: got %q, want %q", name, p.Alt, want[name])
		}
	}
	if n := strings.Count(timelines()["timeline_two"].SVG(), "Small, stream"); n != 3 {
		t.Errorf("got %d kernels in the picture, want 3", n)
	}
}

// TestTimelineOfManyPieces: a hundred thousand short pieces of work make a small picture, which
// counts them all and shows the long one between them.
func TestTimelineOfManyPieces(t *testing.T) {
	line := &report.Timeline{Devices: []string{"H200"}}
	at := time.Duration(0)
	for i := range 100_000 {
		a := report.Activity{Engine: report.EngineCompute, Stream: "default", Name: "short", Start: at, End: at + time.Microsecond}
		if i == 50_000 {
			a.Name, a.End = "long", at+20*time.Millisecond
		}
		at = a.End
		line.Activities = append(line.Activities, a)
	}
	p := Timeline("many", line)
	if len(p.svg) > 200_000 || !strings.Contains(p.svg, ">long<") || !strings.Contains(p.Alt, "100000 pieces") {
		t.Errorf("%d bytes, %s", len(p.svg), p.Alt)
	}
}
