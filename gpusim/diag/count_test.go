package diag

import "testing"

func TestOne(t *testing.T) {
	for things, want := range map[string]string{
		"elements": "element", "contexts left": "context left", "warp instructions": "warp instruction",
		"divergent branches": "divergent branch", "copies to the device": "copy to the device",
		"global accesses of the busiest warp": "global access of the busiest warp",
		"µs until all is done":                "µs until all is done", "percent occupancy": "percent occupancy",
		"sectors per load request": "sector per load request", "misses": "miss",
	} {
		if got := One(things); got != want {
			t.Errorf("%q: got %q, want %q", things, got, want)
		}
	}
	if got := Count(1, "arguments") + ", " + Count(0, "arguments"); got != "1 argument, 0 arguments" {
		t.Errorf("got %q", got)
	}
}
