//go:build unix

package toolchain

// This file runs programs that do not end.

import (
	"strings"
	"testing"
	"time"
)

// TestProcessorTime: a program that computes for ever ends, and so does what it has started.
func TestProcessorTime(t *testing.T) {
	const forever = "while :; do :; done"
	for _, script := range []string{forever, "sh -c '" + forever + "'; echo done; exit 1"} {
		out := run(t.Context(), time.Second, "/bin/sh", "-c", script)
		if out.err == nil || !strings.Contains(out.err.Error(), "after 1s of processor time") {
			t.Errorf("%s: %v, %q", script, out.err, out.text)
		}
	}
	if out := run(t.Context(), time.Second, "/bin/sh", "-c", "exit 3"); out.err == nil || strings.Contains(out.err.Error(), "processor time") {
		t.Errorf("a program that fails at once: %v", out.err)
	}
}
