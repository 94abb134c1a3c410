package timing

import (
	"testing"

	"gpucourse/gpusim/internal/dispatch"
)

// TestPeriod: what a warp does again and again is found in what it is going to do.
func TestPeriod(t *testing.T) {
	for _, x := range []struct {
		name, list string
		want       int
	}{
		{"nothing", "", 0},
		{"no loop", "abcdefg", 0},
		{"a loop of one step", "aaaaaaaa", 1},
		{"a loop and what follows it", "ababababxyz", 2},
		{"begun in the middle", "cabcabcabz", 3},
		{"a loop in a loop", "aaabaaabaaabaaab", 4},
		{"from the midst of an inner loop", "aabcaaabcaaabcaaabc", 5},
		{"too short a part of the whole", "ababcdefghijkl", 0},
		{"once and a half", "abcdab", 0},
	} {
		var list []int32
		for _, c := range x.list {
			list = append(list, c)
		}
		if got := period(list); got != x.want {
			t.Errorf("%s: %q repeats after %d, want %d", x.name, x.list, got, x.want)
		}
	}
}

// TestMissesAlike: rounds are no more like those watched when caches miss more or less.
func TestMissesAlike(t *testing.T) {
	const cycles, instructions, times = 1000, 10000, 2
	v := rounds{spans: make([]tally, equalSpans+1)}
	v.spans[0].issued = []int64{0}
	v.spans[equalSpans] = tally{at: cycles, issued: []int64{instructions}, missed: missed{2000, 500}}
	for _, x := range []struct {
		name   string
		missed missed
		want   bool
	}{
		{"as many", missed{4000, 1000}, true},
		{"nearly as many", missed{4300, 1000}, true},
		{"a list that L1 has now", missed{1000, 1000}, false},
		{"a list that L2 has now", missed{4000, 100}, false},
		{"a list that nobody has", missed{4000, 2000}, false},
	} {
		before := missed{7, 7}
		after := missed{x.missed[0] + 7, x.missed[1] + 7}
		if got := v.alike(before, after, times); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// TestTogether: SMs go ahead as far as the first comes, but for part of a round.
func TestTogether(t *testing.T) {
	for _, x := range []struct {
		name   string
		paces  []*pace
		rounds int
		cycles float64
	}{
		{"none runs", []*pace{nil, nil}, 0, 0},
		{"one", []*pace{{ahead: 7, cycles: 100}}, 7, 100},
		{"paces that hardly differ", []*pace{{ahead: 26, cycles: 1000}, nil, {ahead: 26, cycles: 1001}}, 26, 1001},
		{"the same for long", []*pace{{ahead: 4000, cycles: 1000}, {ahead: 4000, cycles: 1001}}, 3996, 1001},
		{"one that is at its end", []*pace{{ahead: 3, cycles: 100}, {ahead: 40, cycles: 100}}, 3, 100},
		{"the slowest has least to go", []*pace{{ahead: 40, cycles: 100}, {ahead: 3, cycles: 200}}, 3, 200},
	} {
		c := chip{Launch: &Launch{}, blocks: dispatch.New(alone(t, "H200"), 0, 1)} // a block is left
		if rounds, cycles := c.together(x.paces); rounds != x.rounds || cycles != x.cycles {
			t.Errorf("%s: %d rounds of %g cycles, want %d of %g", x.name, rounds, cycles, x.rounds, x.cycles)
		}
	}

	// No blocks are left, and what SMs share is idle: half may be at their ends before.
	c := chip{Launch: &Launch{}, blocks: dispatch.New(alone(t, "H200"), 0, 0), rounds: rounds{spans: make([]tally, equalSpans+1)}}
	c.rounds.spans[equalSpans].at = 1000
	paces := []*pace{{ahead: 40, most: 40, cycles: 100}, {ahead: 40, most: 40, cycles: 100}, {ahead: 3, most: 3, cycles: 200}}
	if rounds, cycles := c.together(paces); rounds != 3 || cycles != 200 {
		t.Errorf("the slowest at its end before half of the others: %d rounds of %g cycles, want its 3 of 200", rounds, cycles)
	}
}
