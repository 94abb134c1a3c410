// Package native runs a kernel as the ordinary Go function it is: every thread
// a coroutine, one at a time, block after block. It is the second opinion on
// what a kernel computes, for tests; it counts and times nothing.
//
// The machine. A block's threads are resumed in order of their linear index;
// each runs until it ends or has to wait. A thread waits at the block barrier,
// or at a meeting: a shuffle, a vote or a warp barrier that the lanes of a mask
// must all reach. Threads that have ended are not waited for, as on hardware
// from cc 7.0 on. When a round is over, each complete meeting and the complete
// barrier let their threads go on. When nobody may go on and somebody still
// waits, that is a fault. The coroutines are made once a launch and walk through
// the blocks together.
//
// State is package-global, as the index variables of package gpu are: one run
// at a time, guarded by a mutex.
//
// A fault is an error that names block and thread: an index out of range, a
// division by zero, another panic of the kernel, a wait for a thread that waits
// elsewhere. The memory of a block begins as zeros.
//
// Not modelled: lockstep (a lane may run ahead of its warp between meetings),
// endless loops (they do not end), 32-bit int (Go's is 64 bits wide), threads
// running at once (races have one outcome: the lowest thread first).
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
	SharedBytes int       // dynamic shared memory a block
	WarpSize    int       // lanes, 1 to 32
	Stdout      io.Writer // for gpu.Printf; nil is os.Stdout
}

// Place is where the resumed thread stands, as package gpu shows it.
type Place struct {
	Thread, Block, BlockDim, GridDim Dim3
	WarpSize                         int
}

var (
	place   func(Place) // sets the index variables of package gpu
	one     sync.Mutex  // held while a run is under way
	current *Thread     // the resumed thread; nil outside of a run
)

// Bind says how to show a thread its place. Package gpu calls it once.
func Bind(show func(Place)) { place = show }

// Self returns the resumed thread. Outside of a run it panics with what the
// learner should have done.
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
	one.Lock()
	defer one.Unlock()
	r := newRun(c, kernel)
	defer r.close()
	for b := range c.Grid.Count() {
		if err := r.block(b); err != nil {
			return err
		}
	}
	return nil
}

// maskBits bounds WarpSize: masks name lanes by bit.
const maskBits = 32

func (c Config) check() error {
	for _, d := range []Dim3{c.Grid, c.Block} {
		if d.X < 1 || d.Y < 1 || d.Z < 1 {
			return fmt.Errorf("native: grid %v and block %v must be at least 1 in each direction", c.Grid, c.Block)
		}
	}
	if c.WarpSize < 1 || c.WarpSize > maskBits || c.SharedBytes < 0 {
		return fmt.Errorf("native: warps of %d lanes with %d bytes of shared memory cannot run", c.WarpSize, c.SharedBytes)
	}
	return nil
}

// run is one launch under way.
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
		t.next, t.stop = iter.Pull(t.life(kernel))
		r.threads[i] = t
	}
	return r
}

// close ends the coroutines that a fault left waiting.
func (r *run) close() {
	for _, t := range r.threads {
		t.stop()
	}
	current = nil
}

// block runs block b of the grid to its end.
func (r *run) block(b int) error {
	r.shared.reset(r.SharedBytes)
	for _, t := range r.threads {
		t.place.Block = r.Grid.At(b)
		t.state = ready
	}
	for {
		if err := r.round(); err != nil {
			return err
		}
		if r.count(ended) == len(r.threads) {
			return nil
		}
		if met := r.meetings(); !met && !r.barrier() {
			return r.stuck()
		}
	}
}

// round resumes every ready thread once.
func (r *run) round() error {
	for _, t := range r.threads {
		if t.state != ready {
			continue
		}
		current = t
		place(t.place)
		t.next()
		current = nil
		if t.fault != nil {
			return t.fault
		}
	}
	return nil
}

func (r *run) count(s state) int {
	n := 0
	for _, t := range r.threads {
		if t.state == s {
			n++
		}
	}
	return n
}

// barrier lets the block go on when all of its threads that run have arrived.
func (r *run) barrier() bool {
	if r.count(atBarrier)+r.count(ended) != len(r.threads) {
		return false
	}
	for _, t := range r.threads {
		if t.state == atBarrier {
			t.state = ready
		}
	}
	return true
}
