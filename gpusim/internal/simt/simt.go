// Package simt executes kernels warp by warp. It knows what a kernel computes
// and which memory it uses, and nothing of time.
//
// The machine: a grid of blocks, each a few warps, each up to arch.MaxLanes
// lanes in lockstep. A register holds a value of all lanes in one of three
// forms: scalar (one value), affine (a base and a step by column and by row of
// the warp's lanes in the block) or vector (a value a lane). Index arithmetic
// and uniform loads stay in the first two, whatever lanes take part, and cost
// one operation instead of a warpful. Predicates are lane masks.
//
// Calls: a thread's stack frames follow each other in its local memory, the
// kernel's first. Lanes that execute an instruction together have made the same
// calls, so that the warp has one frame at a time; its lanes go on behind a call
// when the last of them has come back.
//
// Divergence: a stack of meeting points. A conditional branch whose lanes
// disagree runs the lanes of its first target until they reach the branch's
// Reconv, then those of the second, then all of them together. A barrier waits
// for all threads of the block; that some can never come is a fault.
//
// Order: a launch gives the result of running its blocks one after another in
// grid order, and of a block's warps in turns between barriers, lanes in
// ascending order. That is one of the orders CUDA allows, always the same one.
// Blocks run on several goroutines as long as no two chunks of them share
// memory that either writes (claims.go); when two do, or anything goes wrong,
// memory is put back and the launch runs again in order. Kernels with global
// atomics, volatile accesses, device fences or Printf run in order at once. So
// a block that waits for a later block waits for ever, and ends by its budget.
// A launch may ask for another order of the blocks, drawn with a seed.
//
// Faults are diag.Diagnostic errors that name the kernel's line, the thread,
// the learner's variable and the numbers. What the kernel wrote before stays.
//
// Loads see memory, unless a launch asks for L1 caches that do not know of each
// other (incoherent.go). Reads of textures always do, and never fault.
//
// Not modelled: time, the order of accesses between blocks that
// hardware might choose, independent scheduling of diverged lanes (cc ≥ 7.0),
// memory contents that hardware leaves undefined (shared and local memory
// start as zeros), values read by a shuffle from a lane that does not take
// part (the lane's own value is returned).
package simt

import (
	"context"
	"errors"
	"io"
	"time"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// Window is where a slice parameter or a global variable lies: device
// addresses Lo to Hi, Hi excluded. A nil slice has Lo = Hi = 0.
type Window struct{ Lo, Hi uint64 }

// StaleL1 is the size of the L1 caches, in bytes each.
type StaleL1 struct{ Bytes int }

// Limits bound a launch. Zero means no bound.
type Limits struct {
	Instructions     uint64    // warp instructions of the whole launch
	WarpInstructions uint64    // of each warp: finds an endless loop in seconds
	Deadline         time.Time // wall clock
	Bytes            int64     // of registers, shared and local memory held at a time
}

// Launch is one execution of a kernel. It must fit the device: the host checks
// extents and shared memory before.
type Launch struct {
	Grid, Block   arch.Dim3
	DynamicShared int                // bytes
	Stack         int                // bytes of local memory a thread, for calls whose depth is not known
	Params        []byte             // the parameter block
	Const         []byte             // constant memory, objects at their Var.Offset
	Windows       []Window           // by VarID−1: of every ParamSlice and GlobalVar
	Textures      []*texture.Texture // by VarID−1: of every TextureVar
	Memory        *Memory
	Limits        Limits
	// StaleL1 runs the blocks in order, through L1 caches that do not know of
	// each other's stores; nil: every load sees memory.
	StaleL1 *StaleL1

	// NewObserver makes the observer of one goroutine; nil: nobody watches.
	// MergeObserver receives each of them once, in a fixed order, after a
	// launch without error; which blocks an observer saw is not fixed. An
	// observer that must see the blocks in order sets InOrder.
	NewObserver   func() trace.Observer
	MergeObserver func(trace.Observer)
	InOrder       bool
	// Shuffle runs the blocks one after another in an order drawn with this seed;
	// 0: in the order of the grid.
	Shuffle uint64

	Stdout   io.Writer             // of Printf; nil: discard
	Workers  int                   // goroutines; 0: GOMAXPROCS
	Progress func(done, total int) // blocks; called from any goroutine, one at a time
}

// Result is what a launch did, by PC where not said otherwise.
type Result struct {
	Warps         []uint64 // warp instructions executed
	Threads       []uint64 // lanes that took part, guarded ones included
	PredicatedOff []uint64 // of these, lanes that a guard held back
	Diverged      []uint64 // branches whose lanes disagreed
	Written       []bool   // by VarID−1: objects that some thread stored to
}

// Run executes the kernel. Its error is a diag.Diagnostic, or ctx's error.
func (p *Program) Run(ctx context.Context, l Launch) (*Result, error) {
	r, err := newRun(ctx, p, &l)
	if err != nil {
		return nil, err
	}
	if r.workers > 1 {
		for _, piece := range granuleSizes {
			res, err := r.runParallel(piece)
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

// deadline finds in the errors of several workers that the deadline passed.
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

// addTo adds what the worker counted in block i.
func (wk *worker) addTo(res *Result, i int) {
	b := &wk.p.blocks[i]
	for pc := int(b.first); pc < int(b.first)+int(b.instructions); pc++ {
		res.Warps[pc] += wk.counts[i].warps
		res.Threads[pc] += wk.counts[i].threads
		res.PredicatedOff[pc] += wk.predicatedOff[pc]
	}
	res.Diverged[int(b.first)+int(b.instructions)-1] += wk.diverged[i]
}
