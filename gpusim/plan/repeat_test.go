package plan

// This file tests that one launch may stand for those of all chunks.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// madeChunks returns the array of a plan without calls.
func madeChunks(t *testing.T, device string) *work {
	t.Helper()
	o, err := Play([]string{device})
	if err != nil {
		t.Fatal(err)
	}
	return gpusim.Must(o.player.chunks())
}

// TestEveryChunkTakesTheSameTime launches the kernel on all chunks of a device. The times are
// the same to the bit, and a plan that repeats one of them has the timeline of the launches.
func TestEveryChunkTakesTheSameTime(t *testing.T) {
	for _, device := range []string{"Tesla C2050", "Tesla K20c"} {
		repeated, err := Play([]string{device}, Stream("a").Compute(0), Stream("b").Compute(1), Stream("a").Compute(2), Stream("c").Compute(3))
		if err != nil {
			t.Fatal(err)
		}
		w := madeChunks(t, device)
		var first *gpusim.Report
		for chunk, s := range []Stream{"a", "b", "a", "c"} {
			lo := chunk * chunkElements
			r := gpusim.Must(launch(w.stream(s), w.array.View(lo, lo+chunkElements)))
			if first == nil {
				first = r
			}
			if r.Time.Microseconds != first.Time.Microseconds || r.Occupancy.Blocks != first.Occupancy.Blocks {
				t.Errorf("%s: chunk %d takes %+v, chunk 0 %+v", device, chunk, r.Time, first.Time)
			}
		}
		got, want := repeated.Host.Devices()[0].Timeline().Activities, w.device.Timeline().Activities
		if len(got) != Chunks || len(want) != Chunks {
			t.Fatalf("%s: got %d and %d activities, want %d", device, len(got), len(want), Chunks)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: repeated %+v, launched %+v", device, got[i], want[i])
			}
		}
	}
}

// TestRepeatAnswersAsALaunch: neither works in a stream that was destroyed.
func TestRepeatAnswersAsALaunch(t *testing.T) {
	w := madeChunks(t, "Tesla K20c")
	s := w.stream("a")
	r := gpusim.Must(launch(s, w.array.View(0, chunkElements)))
	if err := s.Destroy(); err != nil {
		t.Fatal(err)
	}
	for _, d := range diag.ListOf(s.Repeat(r)) {
		if d.Code == diag.BadStream {
			return
		}
	}
	t.Errorf("got %v, want %s", s.Repeat(r), diag.BadStream)
}
