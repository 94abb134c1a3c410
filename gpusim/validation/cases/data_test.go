package cases

import "testing"

// TestAfter: many steps at once lead where single steps lead.
func TestAfter(t *testing.T) {
	want := uint32(12345)
	for n := range 1000 {
		if got := after(n, 12345); got != want {
			t.Fatalf("after %d steps: got %d, want %d", n, got, want)
		}
		want = Step(want)
	}
}
