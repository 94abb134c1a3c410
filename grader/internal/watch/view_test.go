package watch

import (
	"strings"
	"testing"
)

// TestWrapCommand: a command that is too long for the screen goes on behind backslashes, and is the same
// command when a shell has joined its lines.
func TestWrapCommand(t *testing.T) {
	const command = "go run gpucourse/gpusim/cmd/gpusim profile -metrics inst_executed,gst_transactions -grid 81 -block 128 exercises/00_start/kernel.go Add n=10368"
	for _, width := range []int{200, 80, 60} {
		text := wrap("Look:\n\n    "+command, width)
		_, shown, _ := strings.Cut(text, "\n\n")
		for line := range strings.SplitSeq(shown, "\n") {
			if len(line) > width {
				t.Errorf("width %d: got a line of %d: %q", width, len(line), line)
			}
		}
		if joined := strings.ReplaceAll(shown, "\\\n", ""); strings.Join(strings.Fields(joined), " ") != command {
			t.Errorf("width %d: got %q, want it to be joined to %q", width, shown, command)
		}
	}
}
