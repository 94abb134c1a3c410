package simt

// This file runs the blocks of a grid: in order on one worker, or in parallel on
// several workers with the same result.

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
)

const (
	timeSlice           = 1 << 14 // warp instructions that a warp runs at a time, and between checks of the limits
	minParallelThreads  = 1 << 13 // smaller launches run on one worker: a second one would not pay
	savedBytesPerThread = 1 << 10 // memory that the kernel may write; where there is more, saving it does not pay
	minChunks           = 128     // chunks of a large grid: enough to keep all workers busy to the end
	maxChunk            = 256     // blocks per chunk
	orderBytes          = 8       // memory per block for a random order of the blocks
)

// run is one launch under way.
type run struct {
	p       *Program
	l       *Launch
	ctx     context.Context
	blocks  int
	chunk   int // blocks per chunk
	workers int
	order   []int        // block indices in the order of execution; nil: grid order
	random  *rand.Rand   // orders blocks and warps; nil: blocks in grid order, warps in block order
	budget  atomic.Int64 // warp instructions left
	halt    atomic.Bool  // a worker failed, so the others stop
	printed int          // bytes of text

	mu   sync.Mutex
	done int

	owners map[*Allocation]*ownerTable // during a parallel run; else nil
}

func newRun(ctx context.Context, p *Program, l *Launch) (*run, error) {
	r := &run{p: p, l: l, ctx: ctx, blocks: l.Blocks()}
	if l.Only != nil {
		r.blocks, r.order = len(l.Only), l.Only
	}
	r.chunk = min(max(r.blocks/minChunks, 1), maxChunk)
	need, limit := p.workerBytes(l), l.Limits.Bytes
	if limit > 0 && need > limit {
		return nil, p.tooMuchState(need, limit)
	}
	r.workers = min(r.mostWorkers(), r.blocks/r.chunk)
	if limit > 0 {
		r.workers = min(r.workers, int(limit/need))
	}
	if l.Shuffle != 0 {
		if order := int64(r.blocks) * orderBytes; limit > 0 && order > limit {
			return nil, p.tooMuchOrder(r.blocks, limit)
		}
		r.random = rand.New(rand.NewPCG(l.Shuffle, 0))
		r.order = r.random.Perm(r.blocks)
		if l.Shuffle&2 != 0 {
			last := slices.Index(r.order, 0)
			r.order[last], r.order[r.blocks-1] = r.order[r.blocks-1], 0
		}
	}
	r.refillBudget()
	return r, nil
}

// blockAt returns the index of the i-th block to run. Those of a cluster follow each other, in the order of their ranks.
func (r *run) blockAt(i int) int {
	if r.l.ClusterBlocks() > 1 {
		return r.l.InCluster(i)
	}
	if r.order == nil {
		return i
	}
	return r.order[i]
}

// mostWorkers returns how many workers the launch may use. A parallel run saves
// the memory that the kernel may write, which does not pay for small launches.
func (r *run) mostWorkers() int {
	threads := int64(r.l.GridThreads())
	if r.p.traits.blocksInOrder || r.l.InOrder || r.l.Only != nil || r.l.Shuffle != 0 || r.l.StaleL1 != nil || threads < minParallelThreads || r.rendersToTexture() {
		return 1
	}
	if n := r.writtenBytes(); n > threads*savedBytesPerThread || r.l.Limits.Bytes > 0 && n+r.l.Memory.heapBytes() > r.l.Limits.Bytes {
		return 1
	}
	if r.l.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return r.l.Workers
}

func (r *run) refillBudget() {
	limit := int64(r.l.Limits.Instructions)
	if limit <= 0 {
		limit = 1<<63 - 1
	}
	r.budget.Store(limit)
}

// runInOrder runs all blocks on one goroutine, in the order of the launch.
func (r *run) runInOrder() (*Result, error) {
	all := &residents{run: r, first: newWorker(r)}
	if err := all.runBlocks(); err != nil {
		return nil, err
	}
	r.mergeObservers([]*worker{all.first})
	res := r.p.result([]*worker{all.first})
	res.Suspended = all.suspended
	return res, nil
}

// runParallel runs the blocks on all workers, which own memory in granules of the
// given size in bytes. After an error memory is as it was before the run. The
// error is errConflict when two chunks of blocks use the same memory.
func (r *run) runParallel(granule uint64) (*Result, error) {
	before := r.own(granule)
	workers, err := r.runWorkers()
	r.disown()
	if err != nil {
		discardObservers(workers)
		before.restore()
		r.reset()
		if cause := r.ctx.Err(); cause != nil {
			return nil, errors.Join(err, cause)
		}
		return nil, err
	}
	r.mergeObservers(workers)
	return r.p.result(workers), nil
}

// runWorkers runs all chunks of blocks and waits for the workers. The error
// joins those of all workers.
func (r *run) runWorkers() ([]*worker, error) {
	var next atomic.Int64
	workers := make([]*worker, r.workers)
	errs := make([]error, r.workers)
	var wg sync.WaitGroup
	for i := range workers {
		workers[i] = newWorker(r)
		wg.Go(func() { errs[i] = r.runChunks(workers[i], &next) })
	}
	wg.Wait()
	return workers, errors.Join(errs...)
}

// reset prepares the run for another attempt.
func (r *run) reset() {
	r.refillBudget()
	r.done = 0
	r.halt.Store(false)
}

// runChunks runs chunks of blocks until none is left or a worker fails.
func (r *run) runChunks(wk *worker, next *atomic.Int64) error {
	for {
		first := int(next.Add(1)-1) * r.chunk
		if first >= r.blocks || r.halt.Load() {
			return nil
		}
		if err := wk.runChunk(first); err != nil {
			r.halt.Store(true)
			return err
		}
	}
}

// own makes the owner tables of the memory that the kernel may write, and saves it.
func (r *run) own(granule uint64) *checkpoint {
	r.owners = map[*Allocation]*ownerTable{}
	before := &checkpoint{whole: map[*Allocation][]byte{}}
	for _, a := range r.p.Written(r.l) {
		if r.owners[a] == nil {
			r.owners[a] = newOwnerTable(a, granule)
			before.save(a, r.owners[a])
		}
	}
	return before
}

// disown ends what own began.
func (r *run) disown() {
	for _, t := range r.owners {
		t.free()
	}
	r.owners = nil
}

// Written returns the allocations that a launch of the kernel may store to.
func (p *Program) Written(l *Launch) []*Allocation {
	if p.traits.storesAnywhere {
		return l.Memory.Allocations()
	}
	var as []*Allocation
	for _, v := range p.traits.storedVars {
		if w := l.Windows[v-1]; w.Lo < w.Hi {
			as = append(as, l.Memory.Find(w.Lo))
		}
	}
	return as
}

// rendersToTexture reports whether a texture lies in memory that the kernel may
// store to. Texture reads do not acquire memory, so such a launch runs in order.
func (r *run) rendersToTexture() bool {
	written := r.p.Written(r.l)
	return slices.ContainsFunc(slices.AppendSeq(slices.Clone(r.l.Textures), maps.Values(r.l.Objects)), func(t *texture.Texture) bool {
		return t != nil && slices.Contains(written, r.l.Memory.Find(t.Base))
	})
}

// writtenBytes returns the bytes of all allocations that the kernel may store to.
func (r *run) writtenBytes() int64 {
	n := int64(0)
	for _, a := range r.p.Written(r.l) {
		n += int64(len(a.Data))
	}
	return n
}

// mergeObservers tells observers that the launch has ended without an error.
func (r *run) mergeObservers(workers []*worker) {
	for _, wk := range workers {
		if f := wk.observer.Merge; f != nil {
			f()
		}
	}
}

// discardObservers tells observers that a parallel run failed and will be repeated.
func discardObservers(workers []*worker) {
	for _, wk := range workers {
		if f := wk.observer.Discard; f != nil {
			f()
		}
	}
}

// report tells the launch that n more blocks are done.
func (r *run) report(n int) {
	if r.l.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += n
	r.l.Progress(r.done, r.blocks)
}

// refill takes a worker's next instructions from the budget. It returns an error
// when the budget is spent, the deadline has passed, the launch was cancelled or
// another worker failed.
func (r *run) refill() (int64, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if d := r.l.Limits.Deadline; !d.IsZero() && time.Now().After(d) {
		return 0, errDeadline
	}
	if r.halt.Load() {
		return 0, errHalted
	}
	for {
		left := r.budget.Load()
		n := min(left, timeSlice)
		if n <= 0 {
			return 0, errBudget
		}
		if r.budget.CompareAndSwap(left, left-n) {
			return n, nil
		}
	}
}

// Why a worker stops. The warp that stops turns them into diagnostics.
var (
	errBudget   = errors.New("instruction budget spent")
	errDeadline = errors.New("deadline passed")
	errHalted   = errors.New("another worker failed")
)

// workerBytes returns the bytes of registers, local and shared memory that one
// worker needs.
func (p *Program) workerBytes(l *Launch) int64 {
	perWarp := len(p.slots)*(registerBytes) + p.Kernel.LocalPerThread(l.Stack)*p.spec.WarpSize
	return int64(p.contexts(l)*perWarp + p.sharedBytes(l))
}

// contexts returns how many warps a worker holds at a time: all warps of a block
// when they communicate, else one.
func (p *Program) contexts(l *Launch) int {
	if !p.traits.warpsInterleave {
		return 1
	}
	return l.Warps()
}

// sharedBytes returns the bytes of shared memory per block.
func (p *Program) sharedBytes(l *Launch) int {
	return p.DynamicOffset() + l.Dynamic
}

// DynamicOffset returns the offset of dynamic shared memory: behind static shared
// memory, aligned for every element type.
func (p *Program) DynamicOffset() int {
	at := p.Kernel.SharedBytes
	for _, v := range p.Kernel.Vars {
		if v.Kind == ir.DynamicShared {
			at = max(at, v.Offset, padding.Up(p.Kernel.SharedBytes, v.Align))
		}
	}
	return at
}
