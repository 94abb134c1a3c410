package native

// This file is one thread: its coroutine, its state and its faults.

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"

	"gpucourse/gpusim/internal/printf"
)

// state is what a thread does while others run.
type state uint8

const (
	ready        state = iota // may be resumed
	atBarrier                 // waits for the block
	atCollective              // waits for the lanes of a mask
	atCondition               // waits for a barrier in shared memory
	ended                     // has left the kernel
)

// Thread is one thread of the current block.
type Thread struct {
	run        *run
	index      int // linear, in the block
	place      Place
	state      state
	collective collective  // the call in which it waits, and its result
	until      func() bool // what it waits for at a condition
	vote       bool        // what it brings to a barrier
	holds      int         // how many threads brought true to the last barrier
	voters     int         // how many threads came to it
	line       string      // file:line of the kernel where it waited when the run stopped
	fault      error

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// runStopped is the panic that unwinds a coroutine whose run is over.
type runStopped struct{}

// coroutine runs the kernel once per block.
func (t *Thread) coroutine(kernel func()) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		t.yield = yield
		for t.runKernel(kernel) {
			if !yield(struct{}{}) {
				return
			}
		}
	}
}

// runKernel runs the kernel for one block. It reports whether the thread can run
// again.
func (t *Thread) runKernel(kernel func()) (alive bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case runStopped:
			return
		default:
			t.fault = t.faultOf(p)
		}
		t.state = ended
	}()
	kernel()
	return true
}

// wait yields until the run makes the thread ready again. If the run is over, it
// records the kernel's line and unwinds the thread.
func (t *Thread) wait(s state) {
	t.state = s
	if !t.yield(struct{}{}) {
		t.line = kernelLine()
		panic(runStopped{})
	}
}

// Lane returns the thread's position in its warp.
func (t *Thread) Lane() int { return t.index % t.run.WarpSize }

// Warp returns the position of the thread's warp in the block.
func (t *Thread) Warp() int { return t.index / t.run.WarpSize }

// Barrier waits for every thread of the block.
func (t *Thread) Barrier() { t.wait(atBarrier) }

// BarrierVote waits for every thread of the block. It returns for how many of those that
// have not ended p holds, and how many they are.
func (t *Thread) BarrierVote(p bool) (holds, of int) {
	t.vote = p
	t.wait(atBarrier)
	return t.holds, t.voters
}

// Printf prints to the run's output.
func (t *Thread) Printf(format string, args ...any) {
	io.WriteString(t.run.Stdout, printf.Go(format, args...))
}

// Fault is an error of a kernel, and where it happened.
type Fault struct {
	Block, Thread Dim3
	Line          string // file:line, when known
	Message       string
}

// Error names block and thread.
func (f *Fault) Error() string {
	b, t := f.Block, f.Thread
	return fmt.Sprintf("block (%d,%d,%d) thread (%d,%d,%d): %s at %s", b.X, b.Y, b.Z, t.X, t.Y, t.Z, f.Message, f.Line)
}

// faultOf returns the fault of a panic.
func (t *Thread) faultOf(p any) *Fault {
	return &Fault{Block: t.place.Block, Thread: t.place.Thread, Line: kernelLine(), Message: fmt.Sprint(p)}
}

// kernelLine returns file:line of the innermost caller in the kernel's code.
func kernelLine() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !ownFunction(f.Function) {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return "an unknown line"
		}
	}
}

// ownFunction reports whether a function belongs to the runtime or to a native run,
// and not to the kernel.
func ownFunction(function string) bool {
	for _, prefix := range [...]string{"runtime.", "iter.", "gpucourse/gpusim/gpu.", "gpucourse/gpusim/internal/native."} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
