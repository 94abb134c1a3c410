package native

// This file is one thread: its coroutine, where it waits, and its faults.

import (
	"fmt"
	"iter"
	"runtime"
	"strings"
)

// state says what a thread is doing between rounds.
type state uint8

const (
	ready     state = iota // may be resumed
	atBarrier              // waits for the block
	atMeeting              // waits for the lanes of a mask
	ended                  // has left the kernel
)

// Thread is one thread of the current block.
type Thread struct {
	run   *run
	index int // linear, in the block
	place Place
	state state
	meet  meeting // what it waits for at a meeting, then what it got
	line  string  // file:line of the kernel where it waited when the run stopped
	fault error

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

// stopped unwinds a coroutine whose run is over.
type stopped struct{}

// life is the coroutine: the kernel, once a block.
func (t *Thread) life(kernel func()) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		t.yield = yield
		for t.once(kernel) {
			if !yield(struct{}{}) {
				return
			}
		}
	}
}

// once runs the kernel for one block. It reports whether the thread can run again.
func (t *Thread) once(kernel func()) (alive bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			return
		default:
			t.fault = t.failed(p)
		}
		t.state = ended
	}()
	kernel()
	return true
}

// wait hands control back until the run lets the thread go on. A run that is
// over notes where the thread stood and unwinds it.
func (t *Thread) wait(s state) {
	t.state = s
	if !t.yield(struct{}{}) {
		t.line = kernelLine()
		panic(stopped{})
	}
}

// Lane returns the thread's position in its warp.
func (t *Thread) Lane() int { return t.index % t.run.WarpSize }

// Warp returns the position of the thread's warp in the block.
func (t *Thread) Warp() int { return t.index / t.run.WarpSize }

// Barrier waits for every thread of the block.
func (t *Thread) Barrier() { t.wait(atBarrier) }

// Printf prints to the run's output.
func (t *Thread) Printf(format string, args ...any) { fmt.Fprintf(t.run.Stdout, format, args...) }

// Fault is what went wrong in a kernel, and where.
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

func (t *Thread) failed(p any) *Fault {
	return &Fault{Block: t.place.Block, Thread: t.place.Thread, Line: kernelLine(), Message: fmt.Sprint(p)}
}

// kernelLine returns file:line of the innermost caller outside of the runtime
// and of the packages that make up the run.
func kernelLine() string {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !inside(f.Function) {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		if !more {
			return "an unknown line"
		}
	}
}

// inside reports whether a function belongs to the machinery of a native run.
func inside(function string) bool {
	for _, prefix := range [...]string{"runtime.", "iter.", "gpucourse/gpusim/gpu.", "gpucourse/gpusim/internal/native."} {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
