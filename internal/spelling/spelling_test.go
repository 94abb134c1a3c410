package spelling

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("v", longest)
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"Sqtr", "Sqrt", 1}, {"Saxpi", "Saxpy", 1}, {"goal", "goals", 1}, {"ca", "abc", 3},
		{long, long[1:], 1}, {long, long + "v", longest + 1}, {"v", strings.Repeat(long, 1000), 1000 * longest},
	} {
		if got := Distance(test.a, test.b); got != test.want {
			t.Errorf("%.20q and %.20q: got %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	long := strings.Repeat("v", longest)
	for _, test := range []struct {
		name, other, want string
	}{
		{"Saxpi", "Saxpy", "Saxpy"}, {long, long[1:], long[1:]}, {long + "v", long, ""}, {long, long + "v", ""},
	} {
		if got := Nearest(test.name, []string{test.other}); got != test.want {
			t.Errorf("%d bytes among one of %d: got %d bytes, want %d", len(test.name), len(test.other), len(got), len(test.want))
		}
	}
}

// TestOneEdit: an edit moves a word by at most one, and the way back is as long.
func TestOneEdit(t *testing.T) {
	word := rapid.StringMatching("[ab]{2,6}")
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		i := rapid.IntRange(0, len(b)-2).Draw(t, "i")
		for _, edited := range []string{b[:i] + b[i+1:], b[:i] + "a" + b[i:], b[:i] + "b" + b[i+1:], b[:i] + b[i+1:i+2] + b[i:i+1] + b[i+2:]} {
			if d := Distance(b, edited); d > 1 {
				t.Errorf("%q and %q: got %d", b, edited, d)
			}
		}
		if there, back := Distance(a, b), Distance(b, a); there != back || (there == 0) != (a == b) {
			t.Errorf("%q and %q: %d there, %d back", a, b, there, back)
		}
	})
}
