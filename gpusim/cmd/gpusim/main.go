// Command gpusim runs kernels written in Go on a simulated GPU and reports what
// a hardware profiler would. Package command has its commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"gpucourse/gpusim/command"
)

// garbage lets the heap grow to five times what is alive before it is
// collected: what a compilation leaves behind is small, and collecting it as
// often as Go does by default takes two fifths of the time of gpusim compile.
const garbage = 400

// heapBytes bounds the garbage of a launch, such as the recorded accesses of an attempt that is
// repeated: a heap of this size is collected sooner.
const heapBytes = 1000 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(heapBytes)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(command.Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}
