// Package native runs a kernel as the ordinary Go function that it is. Tests compare
// its results with those of the simulator. It counts and times nothing.
//
// State: every thread of a block is a coroutine. One thread runs at a time, one
// block after another. The threads of a block are resumed in order of their linear
// index. Each runs until it ends or waits: at the block's barrier, or in a
// collective operation of its warp (a shuffle, a vote or a warp barrier). Threads
// that have ended are not waited for, as on hardware of cc 7.0 and later. After
// each round, complete collective operations and the complete barrier make their
// threads ready. If no thread is ready and some still wait, that is a fault. The
// coroutines live as long as the launch.
//
// The state is global, like the index variables of package gpu. A mutex allows one
// run at a time.
//
// A fault is an error that names block and thread: an index out of range, a
// division by zero, another panic of the kernel, or a deadlock. Shared memory is
// zero when a block begins.
//
// Not modelled: lockstep (a lane may run ahead of its warp between collective
// operations), limits (an endless loop does not end), 32-bit int (Go's has 64 bits),
// concurrent threads (a race has one outcome: the lowest thread runs first).
package native

import (
	"fmt"
	"io"
	"iter"
	"os"
	"sync"
)

// Dim3 is a position or an extent in threads or blocks.
type Dim3 struct{ X, Y, Z int }

// Count returns X·Y·Z.
func (d Dim3) Count() int { return d.X * d.Y * d.Z }

// At returns the position of linear index i in an extent d; X runs fastest.
func (d Dim3) At(i int) Dim3 { return Dim3{i % d.X, i / d.X % d.Y, i / d.X / d.Y} }

// Config is the shape of a launch.
type Config struct {
	Grid, Block Dim3      // each extent at least 1
	SharedBytes int       // dynamic shared memory per block
	WarpSize    int       // 1 to maxWarpSize
	Stdout      io.Writer // output of gpu.Printf; nil: os.Stdout
}

// Place is the values of package gpu's index variables for one thread.
type Place struct {
	Thread, Block, BlockDim, GridDim Dim3
	WarpSize                         int
}

var (
	setPlace func(Place) // sets the index variables of package gpu
	running  sync.Mutex  // held while a run is under way
	current  *Thread     // nil outside of a run
)

// SetPlaceFunc sets the function that sets the index variables. Package gpu calls
// it once.
func SetPlaceFunc(show func(Place)) { setPlace = show }

// Self returns the current thread. Outside of a run it panics and says what to do
// instead; what is the function that needs a thread.
func Self(what string) *Thread {
	if current == nil {
		panic(what + " works only inside a kernel that is running on a device: launch the kernel with dev.Launch(Kernel, config, args...) instead of calling it")
	}
	return current
}

// Run runs kernel once for each thread of the grid.
func Run(c Config, kernel func()) error {
	if err := c.check(); err != nil {
		return err
	}
	running.Lock()
	defer running.Unlock()
	r := newRun(c, kernel)
	defer r.close()
	for b := range c.Grid.Count() {
		if err := r.runBlock(b); err != nil {
			return err
		}
	}
	return nil
}

// maxWarpSize is the bits of a lane mask.
const maxWarpSize = 32

func (c Config) check() error {
	for _, d := range []Dim3{c.Grid, c.Block} {
		if d.X < 1 || d.Y < 1 || d.Z < 1 {
			return fmt.Errorf("native: grid %v and block %v must be at least 1 in each direction", c.Grid, c.Block)
		}
	}
	if c.WarpSize < 1 || c.WarpSize > maxWarpSize || c.SharedBytes < 0 {
		return fmt.Errorf("native: warps of %d lanes with %d bytes of shared memory cannot run", c.WarpSize, c.SharedBytes)
	}
	return nil
}

// run is one launch.
type run struct {
	Config
	threads []*Thread // of the current block, by linear index
	shared  shared
}

func newRun(c Config, kernel func()) *run {
	if c.Stdout == nil {
		c.Stdout = os.Stdout
	}
	r := &run{Config: c, threads: make([]*Thread, c.Block.Count()), shared: newShared()}
	for i := range r.threads {
		t := &Thread{run: r, index: i}
		t.place = Place{Thread: c.Block.At(i), BlockDim: c.Block, GridDim: c.Grid, WarpSize: c.WarpSize}
		t.next, t.stop = iter.Pull(t.coroutine(kernel))
		r.threads[i] = t
	}
	return r
}

// close ends the coroutines of threads that still wait.
func (r *run) close() {
	for _, t := range r.threads {
		t.stop()
	}
	current = nil
}

// runBlock runs block b of the grid from start to end.
func (r *run) runBlock(b int) error {
	r.shared.reset(r.SharedBytes)
	for _, t := range r.threads {
		t.place.Block = r.Grid.At(b)
		t.state = ready
	}
	for {
		if err := r.resumeReady(); err != nil {
			return err
		}
		if r.count(ended) == len(r.threads) {
			return nil
		}
		if finished := r.completeCollectives() || r.releaseConditions(); !finished && !r.releaseBarrier() {
			return r.deadlock()
		}
	}
}

// resumeReady resumes every ready thread once.
func (r *run) resumeReady() error {
	for _, t := range r.threads {
		if t.state != ready {
			continue
		}
		current = t
		setPlace(t.place)
		t.next()
		current = nil
		if t.fault != nil {
			return t.fault
		}
	}
	return nil
}

// count returns the number of threads in a state.
func (r *run) count(s state) int {
	n := 0
	for _, t := range r.threads {
		if t.state == s {
			n++
		}
	}
	return n
}

// releaseBarrier makes the block's threads ready if all that have not ended wait at
// the barrier. It reports whether they do.
func (r *run) releaseBarrier() bool {
	if r.count(atBarrier)+r.count(ended) != len(r.threads) {
		return false
	}
	holds, voters := 0, r.count(atBarrier)
	for _, t := range r.threads {
		if t.state == atBarrier && t.vote {
			holds++
		}
	}
	for _, t := range r.threads {
		if t.state == atBarrier {
			t.state, t.holds, t.voters = ready, holds, voters
		}
	}
	return true
}
