package validation

// This file says how the package's tests trade memory for time.

import (
	"os"
	"runtime/debug"
	"testing"
)

const (
	garbage     = 400       // percent of the live heap: collecting less often saves a twentieth of the time
	memoryLimit = 650 << 20 // makes the garbage collector run more often before two packages take 2 GB
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(m.Run())
}
