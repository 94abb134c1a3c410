package sample

// This file checks how far SMs go, and when they stop.

import "testing"

// TestMissesAlike: iterations are no longer like those watched when caches miss more or less.
func TestMissesAlike(t *testing.T) {
	const instructions, times = 10000, 2
	v := Loops{spans: make([]*Snapshot, equalSpans+1)}
	v.spans[0] = &Snapshot{Issued: []int64{0}}
	v.spans[equalSpans] = &Snapshot{At: 1000, Issued: []int64{instructions}, Misses: [2]uint64{2000, 500}}
	for _, x := range []struct {
		name   string
		missed [2]uint64
		want   bool
	}{
		{"as many", [2]uint64{4000, 1000}, true},
		{"nearly as many", [2]uint64{4300, 1000}, true},
		{"a list that L1 has now", [2]uint64{1000, 1000}, false},
		{"a list that L2 has now", [2]uint64{4000, 100}, false},
		{"a list that nobody has", [2]uint64{4000, 2000}, false},
	} {
		before := &Snapshot{Misses: [2]uint64{7, 7}}
		after := &Snapshot{Misses: [2]uint64{x.missed[0] + 7, x.missed[1] + 7}}
		if got := v.alike(before, after, times); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// TestTogether: SMs pass over as many iterations as the first of them has, but for a part of
// one.
func TestTogether(t *testing.T) {
	for _, x := range []struct {
		name   string
		paces  []pace
		n      int
		cycles float64
	}{
		{"none runs", []pace{{}, {}}, 0, 0},
		{"one", []pace{{left: 7, cycles: 100}}, 7, 100},
		{"paces that hardly differ", []pace{{left: 26, cycles: 1000}, {}, {left: 26, cycles: 1001}}, 26, 1001},
		{"the same for long", []pace{{left: 4000, cycles: 1000}, {left: 4000, cycles: 1001}}, 3996, 1001},
		{"one that is at its end", []pace{{left: 3, cycles: 100}, {left: 40, cycles: 100}}, 3, 100},
		{"the slowest has least to go", []pace{{left: 40, cycles: 100}, {left: 3, cycles: 200}}, 3, 200},
	} {
		if n, cycles := together(x.paces); n != x.n || cycles != x.cycles {
			t.Errorf("%s: %d iterations of %g cycles, want %d of %g", x.name, n, cycles, x.n, x.cycles)
		}
	}
}

// TestQueuesThatGrowCountForTheRest: blocks that end before their stores are done leave a
// queue, which the launch's end waits for.
func TestQueuesThatGrowCountForTheRest(t *testing.T) {
	const blocks, size, wave, grows = 1000, 10, 100, 60
	v := NewWaves(blocks, size, 0)
	at := func(n int) Snapshooter {
		return func(now int64) *Snapshot { return &Snapshot{At: now, Backlog: []int64{0, int64(n) * grows}} }
	}
	n := 1
	for ; !v.Watch(Progress{Now: int64(n) * wave, Started: (n + 1) * size, Ended: n * size}, at(n)); n++ {
	}
	if want := float64((blocks - (n+1)*size) / size * (wave + grows)); v.rest.cycles != want {
		t.Errorf("got %v cycles for the rest, want %v", v.rest.cycles, want)
	}
}
