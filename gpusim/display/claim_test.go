package display

import "testing"

func TestClaims(t *testing.T) {
	for _, c := range []struct {
		claim Claim
		text  string
	}{
		{Claim{Row: "2.4", What: "sectors per request", Got: 4, Want: 4}, "✓ 2.4 sectors per request: 4"},
		{Claim{What: "µs", Got: 10.4, Want: 10, Within: 0.05}, "✓ µs: 10.4"},
		{Claim{What: "µs", Got: 10.6, Want: 10, Within: 0.05}, "✗ µs: 10.6, but the text states 10"},
		{Holds("", "rows are faster than columns", true), "✓ rows are faster than columns"},
		{Holds("4.9", "rows are faster than columns", false), "✗ 4.9 rows are faster than columns: the text states it, but it is not so"},
	} {
		if got := render(c.claim).text; got != c.text {
			t.Errorf("got %q, want %q", got, c.text)
		}
	}
}
