// Package collect makes the garbage collector of a test's process run less often: compilers and
// simulators leave much behind, and collecting it takes up to a quarter of a test's time. Tests import
// the package for this alone.
package collect

import (
	"os"
	"runtime/debug"
)

const (
	garbage     = 400       // percent of the live heap that may be garbage
	memoryLimit = 650 << 20 // bytes, near which the collector runs more often: three packages are tested at a time
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
}
