package timeline

// This file compares the timeline with two independent ways to compute it: a
// clock that is stepped one nanosecond at a time, and the formula of a pipeline.

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// bare is a device whose calls take no time, with so many copy engines, queues
// and kernels at a time.
func bare(engines, queues, kernels int) *arch.Spec {
	return &arch.Spec{Transfer: arch.Transfer{CopyEngines: engines, Queues: queues, Kernels: kernels}}
}

// step is one op as the stepped clock sees it.
type step struct {
	Stream, Engine int
	Length         int
	Share          float64
	After          []int // of other streams, by event

	ready, start, end int // -1: not yet
}

// stepped plays ops that were all issued at time 0. Streams 0 is the default
// stream, the last one does not block.
func stepped(ops []*step, engines, queues, kernels, streams int) {
	for _, op := range ops {
		op.ready, op.start, op.end = -1, -1, -1
	}
	served := map[int]int{int(report.EngineCopyIn): -1, int(report.EngineCopyOut): -1}
	for now, left := 0, len(ops); left > 0; now++ {
		for again := true; again; {
			again = false
			for i, op := range ops {
				if op.ready < 0 && mayBegin(ops, i, now, queues, streams) {
					op.ready, again = now, true
				}
			}
			for _, op := range ops {
				if op.ready >= 0 && op.start < 0 && report.Engine(op.Engine) == report.NoEngine {
					op.start, op.end, again = now, now+op.Length, true
					left--
				}
			}
		}
		for e := int(report.EngineCompute); e < int(report.NumEngines); e++ {
			for op := chosen(ops, e, now, engines, kernels, served); op != nil; op = chosen(ops, e, now, engines, kernels, served) {
				op.start, op.end = now, now+op.Length
				served[e] = op.Stream
				left--
			}
		}
	}
}

// mayBegin says whether all that op i follows has ended.
func mayBegin(ops []*step, i, now, queues, streams int) bool {
	op, free := ops[i], streams-1
	for j, before := range ops[:i] {
		over := before.end >= 0 && before.end <= now
		same := before.Stream == op.Stream
		legacy := before.Stream != free && op.Stream != free && (before.Stream == 0 || op.Stream == 0)
		event := false
		for _, k := range op.After {
			event = event || k == j
		}
		if (same || legacy || event) && !over {
			return false
		}
		if before.Stream%queues == op.Stream%queues && before.ready < 0 {
			return false
		}
	}
	return true
}

// chosen is the op that an engine begins next, nil for none.
func chosen(ops []*step, e, now, engines, kernels int, served map[int]int) *step {
	var first *step
	count, taken := 0, 0.0
	for _, op := range ops {
		switch {
		case physical(op.Engine, engines) != e || op.ready < 0:
		case op.start < 0:
			stays := e == int(report.EngineCopyIn) || e == int(report.EngineCopyOut)
			mine, best := stays && op.Stream == served[e], first != nil && stays && first.Stream == served[e]
			if first == nil || mine && !best || mine == best && op.ready < first.ready {
				first = op
			}
		case op.end > now:
			count++
			taken += op.Share
		}
	}
	limit := 1
	if e == int(report.EngineCompute) {
		limit = kernels
	}
	if first == nil || count >= limit || taken+first.Share > 1+1e-9 {
		return nil
	}
	return first
}

func physical(e, engines int) int {
	if e == int(report.EngineCopyIn) || e == int(report.EngineCopyOut) {
		return []int{int(report.EngineCompute), int(report.EngineCopyIn), e}[engines]
	}
	return e
}

// TestSteppedClock draws streams full of work and compares both.
func TestSteppedClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		engines, queues, kernels := rapid.IntRange(0, 2).Draw(t, "engines"), rapid.IntRange(1, 3).Draw(t, "queues"), rapid.IntRange(1, 3).Draw(t, "kernels")
		const streams = 4
		var ops []*step
		for i := range rapid.IntRange(1, 20).Draw(t, "ops") {
			op := &step{
				Stream: rapid.IntRange(0, streams-1).Draw(t, "stream"), Engine: rapid.IntRange(0, int(report.EngineHost)).Draw(t, "engine"),
				Length: rapid.IntRange(1, 9).Draw(t, "length"), Share: 1,
			}
			if report.Engine(op.Engine) == report.EngineCompute {
				op.Share = []float64{0.25, 0.5, 1}[rapid.IntRange(0, 2).Draw(t, "share")]
			}
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "waits") == 0 {
				op.After = []int{rapid.IntRange(0, i-1).Draw(t, "for")}
			}
			ops = append(ops, op)
		}
		stepped(ops, engines, queues, kernels, streams)

		m := New(bare(engines, queues, kernels))
		all := []*Stream{m.Default(0), m.NewStream(0, "a", false), m.NewStream(0, "b", false), m.NewStream(0, "free", true)}
		var got []*Op
		for _, op := range ops {
			w := Work{Engine: report.Engine(op.Engine), Share: op.Share, Duration: time.Duration(op.Length)}
			for _, j := range op.After {
				w.After = append(w.After, got[j])
			}
			got = append(got, all[op.Stream].Enqueue(w))
		}
		m.Synchronize(0)
		for i, op := range ops {
			if int(got[i].start) != op.start || int(got[i].end) != op.end {
				t.Errorf("op %d %+v: got %d to %d, the stepped clock says %d to %d", i, *op, got[i].start, got[i].end, op.start, op.end)
			}
		}
	})
}

// TestPipeline compares chunks with the formula of a pipeline of three engines:
// a stage begins when its engine has done the chunk before, and the stage
// before has done this one; a stream takes its next chunk when it is through.
func TestPipeline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, streams := rapid.IntRange(1, 12).Draw(t, "chunks"), rapid.IntRange(1, 5).Draw(t, "streams")
		var long [3]time.Duration
		for i := range long {
			long[i] = time.Duration(rapid.IntRange(1, 1000).Draw(t, "stage"))
		}
		m := New(bare(2, streams+1, 1))
		var all []*Stream
		for i := range streams {
			all = append(all, m.NewStream(0, fmt.Sprint(i), false))
		}
		var done [3]time.Duration // by stage, of the chunk before
		ends := make([]time.Duration, n)
		for c := range n {
			var at time.Duration
			if c >= streams {
				at = ends[c-streams]
			}
			for stage, e := range []report.Engine{report.EngineCopyIn, report.EngineCompute, report.EngineCopyOut} {
				all[c%streams].Enqueue(Work{Engine: e, Duration: long[stage]})
				at = max(at, done[stage]) + long[stage]
				done[stage] = at
			}
			ends[c] = at
		}
		m.Synchronize(0)
		if m.Now() != ends[n-1] {
			t.Errorf("%d chunks on %d streams, stages %v: got %v, the formula says %v", n, streams, long, m.Now(), ends[n-1])
		}
	})
}

// TestQueriesChangeNothing: asking how far the work is does not move it.
func TestQueriesChangeNothing(t *testing.T) {
	run := func(ask bool) []report.Activity {
		m := New(bare(2, 2, 2))
		a, b := m.NewStream(0, "a", false), m.NewStream(0, "b", true)
		for i := range 20 {
			m.Spend(time.Duration(i % 7))
			op := []*Stream{a, b}[i%2].Enqueue(Work{Engine: report.Engine(1 + i%3), Duration: time.Duration(3 + i*5%11)})
			if ask {
				m.Done(op)
			}
		}
		m.Synchronize(0)
		return m.Activities()
	}
	if diff := cmp.Diff(run(false), run(true)); diff != "" {
		t.Errorf("activities with queries differ (-without +with):\n%s", diff)
	}
}

// TestPeers: a copy between peers takes an engine of each device, and one
// without peer access goes out and in.
func TestPeers(t *testing.T) {
	spec := bare(2, 2, 1)
	spec.Transfer.Peer = arch.Link{BytesPerSecond: 10e9}
	spec.Transfer.Host.ToDevice = arch.Link{BytesPerSecond: 1e9}
	spec.Transfer.Host.FromDevice = arch.Link{BytesPerSecond: 2e9}
	for _, tt := range []struct {
		peers bool
		want  time.Duration
		spans int
	}{{true, 100, 1}, {false, 500 + 1000, 2}} {
		m := New(spec, spec)
		m.Wait(m.Default(1).FromPeer(Copy{Name: "copy", Bytes: 1000}, 0, tt.peers))
		if m.Now() != tt.want || len(m.Activities()) != tt.spans {
			t.Errorf("1000 bytes, peers %v: got %v in %d activities, want %v in %d", tt.peers, m.Now(), len(m.Activities()), tt.want, tt.spans)
		}
		m.Default(0).Enqueue(Work{Engine: report.EngineCopyOut, Duration: 50})
		m.Wait(m.Default(1).FromPeer(Copy{Name: "copy", Bytes: 1000}, 0, tt.peers))
		if got := m.Now() - tt.want; got != tt.want+50 {
			t.Errorf("behind a copy of 50 ns, peers %v: got %v, want %v", tt.peers, got, tt.want+50)
		}
	}
}

func TestChromeTrace(t *testing.T) {
	m := New(bare(2, 1, 1))
	m.Default(0).Enqueue(Work{Name: "in", Engine: report.EngineCopyIn, Duration: 1500, Bytes: 64})
	m.Synchronize(0)
	var got struct {
		TraceEvents []struct {
			Name, Ph string
			Ts, Dur  float64
			Pid, Tid int
			Args     map[string]any
		}
	}
	if err := json.Unmarshal((&report.Timeline{Devices: []string{"H200"}, Activities: m.Activities()}).ChromeTrace(), &got); err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for _, e := range got.TraceEvents {
		names[e.Ph]++
	}
	if names["M"] != int(report.NumEngines) || names["X"] != 1 {
		t.Errorf("got events %v, want the device, %d engines and one span", names, report.NumEngines-1)
	}
	last := got.TraceEvents[len(got.TraceEvents)-1]
	if last.Name != "in" || last.Dur != 1.5 || last.Tid != int(report.EngineCopyIn) || last.Args["stream"] != "default" || last.Args["bytes"] != 64.0 {
		t.Errorf("got %+v, want 1.5 µs of 64 bytes copied in on the default stream", last)
	}
}
