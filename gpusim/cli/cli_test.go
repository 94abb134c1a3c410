package cli

import (
	"slices"
	"testing"
)

func TestDashes(t *testing.T) {
	args := []string{"profile", "-grid", "1,2", "-format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x"}
	want := []string{"profile", "--grid", "1,2", "--format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x"}
	if got := TwoDashes(args); !slices.Equal(got, want) {
		t.Errorf("TwoDashes: got %q, want %q", got, want)
	}
	if got, want := OneDash("  --grid X, -h, --help  a--b ---"), "  -grid X, -h, -help  a--b ---"; got != want {
		t.Errorf("OneDash: got %q, want %q", got, want)
	}
}
