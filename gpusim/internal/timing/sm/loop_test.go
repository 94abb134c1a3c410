package sm

import "testing"

// TestPeriod: the loop that a warp is in is found in its next steps.
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
