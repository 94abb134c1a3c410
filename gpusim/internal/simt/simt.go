// Package simt executes kernels functionally, warp by warp. It computes what a
// kernel computes and reports which memory it uses. It knows nothing of time.
//
// State: a grid has blocks, a block has warps, a warp has up to arch.MaxLanes
// lanes that execute in lockstep. A register holds the values of all lanes in one
// of three forms: scalar (one value), affine (a base, a step per column and a
// step per row of the warp's lanes in the block) or vector (one value per lane).
// Index arithmetic and uniform loads stay scalar or affine and cost one operation
// per warp, even when lanes are inactive. A predicate is a lane mask.
//
// Divergence: each warp has a reconvergence stack. A branch whose lanes disagree
// runs the lanes of its first target up to the reconvergence block, then the
// lanes of its second target, then all of them.
//
// Independent lanes (arch.Limits.IndependentLanes, cc 7.0 and later): a warp function
// waits until the lanes of its mask that have not ended execute the same function with the
// same mask, at any place (paths.go). A path that spins, because it waits for memory to
// change, lets other paths of its warp run, and lanes that left its loop (spin.go). Lanes
// that never come are a fault. On older devices all lanes of a mask must be active.
//
// Calls: a thread's stack frames lie behind each other in its local memory, the
// kernel's frame first. Active lanes have made the same calls, so a warp has one
// current frame. The warp continues behind a call when all lanes that made the
// call have returned.
//
// Barriers: a barrier waits for all threads of the block. A barrier that some
// thread can never reach is a fault.
//
// Order: the result is that of running the blocks one after another in grid
// order. Within a block each warp runs until it reaches a barrier, or for a fixed
// number of instructions where warps communicate. Lanes access memory in
// ascending order. CUDA allows this order among others. A launch may ask for
// another order of the blocks and of their warps, drawn with a seed. Only a block that can
// do nothing but wait lets later blocks begin, as many as the device holds (residents.go).
//
// Parallel runs: several workers run chunks of blocks at the same time and detect
// conflicts (ownership.go). After a conflict or a fault, memory is restored and
// the launch runs again in order, so the result is the same. Kernels that use
// global atomics, volatile accesses, device-wide fences or Printf always run in
// order.
//
// Faults are diag.Diagnostic errors. They name the kernel's line, the thread, the
// learner's variable and the numbers. What the kernel wrote before the fault stays
// written.
//
// Large allocations are address space of the host, which takes memory where it is touched
// (reserved.go). Their contents may be made when an access first uses them (filling.go).
//
// Loads read memory, except when a launch asks for L1 caches without coherence
// (stalel1.go). Texture reads always read memory and never fault.
//
// Units: addresses, offsets and sizes are bytes. A PC is the index of an
// instruction in Program.Instrs.
//
// Not modelled: time; the order in which hardware would interleave blocks, or the paths of
// a warp that do not wait for each other. Shared memory starts with random
// bytes, the same in each block, where hardware leaves what was there before. A shuffle from a lane that brings
// no value returns 0.
package simt

import (
	"context"
	"errors"
	"io"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// Window is the address range of a slice parameter or a global variable: device
// addresses Lo to Hi, Hi excluded. A nil slice has Lo = Hi = 0.
type Window struct{ Lo, Hi uint64 }

// StaleL1 asks for L1 caches without coherence, of Bytes bytes per SM.
type StaleL1 struct{ Bytes int }

// Limits bound a launch. A limit of zero is no limit.
type Limits struct {
	Instructions uint64 // warp instructions of the whole launch
	// Work bounds what warps do before one of them ends: warp instructions, and what observers do
	// for accesses in units of these. It finds an endless loop within seconds, in any number of warps.
	Work     uint64
	Deadline time.Time // wall clock
	Bytes    int64     // registers, shared and local memory of the blocks that run at the same time
}

// Launch is one execution of a kernel. The caller has checked that extents and
// shared memory fit the device.
type Launch struct {
	launch.Shape
	Stack    int                         // bytes of local memory per thread, for calls of unknown depth
	Params   []byte                      // the parameter block
	Const    []byte                      // constant memory, objects at their Var.Offset
	Windows  []Window                    // by VarID−1: of every ParamSlice and GlobalVar
	Textures []*texture.Texture          // by VarID−1: of every TextureVar
	Objects  map[uint64]*texture.Texture // by the handles that kernels may read from anywhere
	Memory   *Memory
	// Beyond does as hardware does where a program is wrong: an access that leaves its window uses the
	// allocation that it hits, and a warp function works for the lanes that execute it, whatever the mask
	// names that they all pass.
	Beyond bool
	Limits Limits
	// StaleL1 runs the blocks in order, through L1 caches that do not see each
	// other's stores. nil: every load reads memory.
	StaleL1 *StaleL1

	// NewObserver makes the observer of one worker; nil: no observers.
	// Which blocks an observer saw may differ from run to run. InOrder runs all
	// blocks on one worker, for observers that need the blocks in order.
	NewObserver func() trace.Observer
	// Resident is how many blocks the device holds at a time; 0 counts as 1. Blocks that
	// wait for each other end if that many suffice.
	Resident int
	InOrder  bool
	// Only is the numbers of the blocks to run, one after another; nil: all of the grid. After each of them AfterBlock
	// hears what it executed; the result of the launch then has the rest, which is nothing. Blocks of a launch with Only
	// are not in clusters.
	Only       []int
	AfterBlock func(block int, did *Result)
	// Shuffle is the seed of a random order of the blocks, and of the warps of each
	// block between barriers. 0: grid order, warps as they are numbered. With it, a shuffle
	// from a lane that brings no value gives a large number. Block 0 is the last one if the
	// seed divided by 2 is odd: its place in the grid hides most from those who count on an order.
	Shuffle uint64
	// SharedSeed draws what shared memory holds before a block writes it, the same for
	// each block. 0: zeros.
	SharedSeed uint64

	Stdout   io.Writer             // output of Printf; nil: discarded
	Workers  int                   // goroutines; 0: GOMAXPROCS
	Progress func(done, total int) // blocks; workers call it one at a time
}

// Result is what a launch executed, by PC unless stated otherwise.
type Result struct {
	Warps         []uint64 // warp instructions executed
	Threads       []uint64 // active lanes, predicated-off lanes included
	PredicatedOff []uint64 // active lanes whose guard predicate was false
	Diverged      []uint64 // branches whose lanes disagreed
	Written       []bool   // by VarID−1: some thread stored to the object
	Suspended     int      // how often a block waited while others ran
}

// Run executes the kernel. Its error is a diag.Diagnostic. If ctx has ended, the error is
// ctx's error, and a diag.Diagnostic with the code Cancelled says where a warp was then.
func (p *Program) Run(ctx context.Context, l Launch) (*Result, error) {
	r, err := newRun(ctx, p, &l)
	if err != nil {
		return nil, err
	}
	if r.workers > 1 {
		for _, granule := range granuleSizes {
			res, err := r.runParallel(granule)
			if err == nil || ctx.Err() != nil {
				return res, err
			}
			if d, late := deadline(err); late {
				return nil, d
			}
			if !errors.Is(err, errConflict) {
				break
			}
		}
	}
	return r.runInOrder()
}

// deadline reports whether the joined errors of workers include a passed deadline.
func deadline(err error) (d diag.Diagnostic, late bool) {
	late = errors.As(err, &d) && d.Code == diag.DeadlinePassed
	return d, late
}

// result sums what the workers counted.
func (p *Program) result(workers []*worker) *Result {
	n := len(p.Instrs)
	res := &Result{
		Warps: make([]uint64, n), Threads: make([]uint64, n), PredicatedOff: make([]uint64, n), Diverged: make([]uint64, n),
		Written: make([]bool, len(p.Kernel.Vars)),
	}
	for _, wk := range workers {
		for i := range p.blocks {
			wk.addTo(res, i)
		}
	}
	for pc, in := range p.Instrs {
		writes := in.Op == ir.St || in.Op == ir.Atom
		if writes && in.Root != 0 && res.Threads[pc] > res.PredicatedOff[pc] {
			res.Written[in.Root-1] = true
		}
	}
	return res
}

// tellBlock tells the launch what the block that has ended executed, and counts the next one from zero.
func (wk *worker) tellBlock() {
	f := wk.launch.AfterBlock
	if f == nil {
		return
	}
	f(wk.index, wk.p.result([]*worker{wk}))
	clear(wk.counts)
	clear(wk.diverged)
	clear(wk.predicatedOff)
}

// addTo adds the worker's counts of basic block i.
func (wk *worker) addTo(res *Result, i int) {
	b := &wk.p.blocks[i]
	for pc := int(b.first); pc < int(b.first)+int(b.instructions); pc++ {
		res.Warps[pc] += wk.counts[i].warps
		res.Threads[pc] += wk.counts[i].threads
		res.PredicatedOff[pc] += wk.predicatedOff[pc]
	}
	res.Diverged[int(b.first)+int(b.instructions)-1] += wk.diverged[i]
}
