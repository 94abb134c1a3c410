package plan_test

// This file plays plans of streams.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/plan"
)

// micros plays calls on a device and returns the whole time.
func micros(t *testing.T, device string, calls ...plan.Call) int {
	t.Helper()
	o, err := plan.Play([]string{device}, calls...)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range o.Answers {
		if a.Err != nil {
			t.Fatalf("%v: %v", a.Call, a.Err)
		}
	}
	return o.Micros()
}

// orders are chunks one by one, and stage by stage.
func orders(streams ...plan.Stream) (chunks, stages []plan.Call) {
	s := func(c int) plan.Stream { return streams[c%len(streams)] }
	for c := range plan.Chunks {
		chunks = append(chunks, s(c).CopyIn(c), s(c).Compute(c), s(c).CopyOut(c))
	}
	for _, do := range []func(plan.Stream, int) plan.Call{plan.Stream.CopyIn, plan.Stream.Compute, plan.Stream.CopyOut} {
		for c := range plan.Chunks {
			stages = append(stages, do(s(c), c))
		}
	}
	return chunks, stages
}

// TestOrders: on four streams chunks overlap; with one hardware queue only when
// they are issued stage by stage.
func TestOrders(t *testing.T) {
	one, _ := orders("a")
	chunks, stages := orders("a", "b", "c", "d")
	for _, tt := range []struct {
		device        string
		chunksOverlap bool
	}{{"Tesla C2050", false}, {"Tesla K20c", true}} {
		alone, byChunk, byStage := micros(t, tt.device, one...), micros(t, tt.device, chunks...), micros(t, tt.device, stages...)
		t.Log(tt.device, alone, byChunk, byStage)
		if overlap := byChunk*10 < alone*8; overlap != tt.chunksOverlap || byStage*10 > alone*8 {
			t.Errorf("%s: one stream %d µs, chunk by chunk %d, stage by stage %d; want overlap: %v", tt.device, alone, byChunk, byStage, tt.chunksOverlap)
		}
	}
}

// TestSteps: the times of each chunk's work, in the order of the calls.
func TestSteps(t *testing.T) {
	in, work := plan.Stream("in"), plan.Stream("work")
	o, err := plan.Play([]string{"Tesla K20c"}, in.CopyIn(2), in.Record("there"), work.Wait("there"), work.Compute(2))
	if err != nil {
		t.Fatal(err)
	}
	steps := o.Steps()
	if len(steps) != 2 || steps[0].Chunk != 2 || steps[0].Call.String() != "in.CopyIn(2)" || steps[1].Span.Start < steps[0].Span.End {
		t.Errorf("got %+v, want the copy and then the kernel", steps)
	}
	if bad, _ := plan.Play([]string{"Tesla K20c"}, in.CopyIn(plan.Chunks)); gpusim.CUDAName(bad.Answers[0].Err) != "cudaErrorInvalidValue" {
		t.Errorf("a chunk that is not there: got %v", bad.Answers[0].Err)
	}
}
