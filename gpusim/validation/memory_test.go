package validation

// This file limits the memory that the package's tests take.

import (
	"os"
	"runtime/debug"
	"testing"
)

// memoryLimit makes the garbage collector run more often before the tests take 2 GB.
const memoryLimit = 1400 << 20

func TestMain(m *testing.M) {
	debug.SetMemoryLimit(memoryLimit)
	os.Exit(m.Run())
}
