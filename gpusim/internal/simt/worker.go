package simt

// This file is one worker: the state in which blocks run, and the running of
// one block.

import (
	"errors"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// slotBytes is the size of one register of one warp.
const registerBytes = int(unsafe.Sizeof(register{}) + unsafe.Sizeof(laneBits{}))

// worker runs blocks, one at a time.
type worker struct {
	p         *Program
	run       *run
	launch    *Launch
	shape     warpShape
	warps     []*warp
	threadIdx [][3]register // threadIdx by warp of the block

	block  arch.Dim3 // blockIdx of the running block
	index  int       // its linear index
	chunk  uint32    // number of the running chunk, from 1
	shared []byte
	tokens int64 // warp instructions until the next look at the limits

	staleL1     *staleL1s // nil: loads see memory
	speculative bool      // others use the same memory at the same time

	texels [texture.MaxTaps]trace.Tap // of the read under way

	observer      trace.Observer
	barriers      trace.BarrierObserver // the observer, when it asks for barriers; else nil
	fences        trace.FenceObserver   // likewise
	stores        trace.StoreObserver   // likewise, for the values of stores
	flow          trace.FlowObserver    // the observer, when it asks where warps go; else nil
	steps         trace.StepObserver    // nil: nobody follows the running block
	counts        []count               // by basic block
	diverged      []uint64              // by basic block
	predicatedOff []uint64              // by PC
}

// count is how often a basic block ran.
type count struct{ warps, threads uint64 }

func newWorker(r *run) *worker {
	p, l := r.p, r.l
	wk := &worker{
		p: p, run: r, launch: l, speculative: r.owners != nil,
		shape:         newWarpShape(l.Block, p.spec.WarpSize),
		shared:        alignedBytes(p.sharedBytes(l)),
		counts:        make([]count, len(p.blocks)),
		diverged:      make([]uint64, len(p.blocks)),
		predicatedOff: make([]uint64, len(p.Instrs)),
	}
	if l.StaleL1 != nil {
		wk.staleL1 = newStaleL1s(p.spec, l.Memory, l.StaleL1.Bytes)
	}
	if l.NewObserver != nil {
		wk.observer = l.NewObserver()
		wk.barriers, _ = wk.observer.(trace.BarrierObserver)
		wk.fences, _ = wk.observer.(trace.FenceObserver)
		wk.stores, _ = wk.observer.(trace.StoreObserver)
		wk.flow, _ = wk.observer.(trace.FlowObserver)
	}
	for i := range p.warps(l) {
		wk.threadIdx = append(wk.threadIdx, wk.threadIDs(i))
	}
	for range p.contexts(l) {
		wk.warps = append(wk.warps, newWarp(wk))
	}
	return wk
}

// alignedBytes returns zeroed memory aligned for every element.
func alignedBytes(n int) []byte {
	words := make([]uint64, n/8+1)
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n)
}

// newWarp makes the registers and memory of one warp, immediates filled in.
func newWarp(wk *worker) *warp {
	p := wk.p
	w := &warp{
		worker: wk, shape: wk.shape, observer: wk.observer,
		lanes: trace.Mask(1<<p.spec.WarpSize - 1),
		regs:  make([]register, len(p.slots)),
		local: alignedBytes(p.Kernel.LocalPerThread(wk.launch.Stack) * p.spec.WarpSize),
	}
	w.stride = len(w.local) / p.spec.WarpSize
	slabs := make([]laneBits, len(p.slots))
	for i, s := range p.slots {
		w.regs[i] = register{base: s.bits, wide: s.wide, lanes: &slabs[i]}
	}
	w.access.Width = wk.shape.width
	w.regions = wk.regions(w.local)
	return w
}

// threadIDs returns threadIdx.x, y and z of warp i's lanes. Lanes beyond the
// block go on counting, so that closed forms hold for them too.
func (wk *worker) threadIDs(i int) (ids [3]register) {
	b, first := wk.launch.Block, i*wk.p.spec.WarpSize
	for axis := range ids {
		ids[axis].lanes = new(laneBits)
		l := lanesOf[uint32](ids[axis].lanes)
		for lane := range l {
			t := first + lane
			if b.Y == 1 && b.Z == 1 {
				l[lane] = uint32([3]int{t, 0, 0}[axis])
			} else {
				l[lane] = uint32([3]int{t % b.X, t / b.X % b.Y, t / (b.X * b.Y)}[axis])
			}
		}
		wk.shape.classify(&ids[axis])
	}
	return ids
}

// regions returns the memory of each object, then of each space, by
// regionIndex.
func (wk *worker) regions(local []byte) []region {
	k, l := wk.p.Kernel, wk.launch
	spaces := map[ir.Space][]byte{ir.Param: l.Params, ir.Const: l.Const, ir.Shared: wk.shared, ir.Local: local}
	var rs []region
	for i := range k.Vars {
		rs = append(rs, wk.objectRegion(i, spaces))
	}
	for s := ir.NoSpace; s <= ir.Local; s++ {
		g := memoryRegion(spaces[s], 0, len(spaces[s]))
		if s == ir.Local {
			n := len(local) / wk.p.spec.WarpSize
			g = localRegion(local, 0, n, n)
		}
		g.search = s == ir.Global
		rs = append(rs, g)
	}
	return rs
}

// objectRegion returns the memory of Vars[i].
func (wk *worker) objectRegion(i int, spaces map[ir.Space][]byte) region {
	l, v := wk.launch, &wk.p.Kernel.Vars[i]
	switch v.Kind {
	case ir.ParamSlice, ir.GlobalVar:
		w := l.Windows[i]
		if w.Lo >= w.Hi {
			return region{}
		}
		a := l.Memory.Find(w.Lo)
		if a == nil || w.Hi > a.End() {
			panic("BUG: the window of " + v.Name + " is not inside one allocation")
		}
		return wk.region(a, w.Lo, w.Hi)
	case ir.DynamicShared:
		return memoryRegion(wk.shared, wk.p.DynamicOffset(), l.DynamicShared)
	case ir.LocalVar, ir.SpillVar, ir.SavedVar, ir.ReductionVar:
		if v.Func != 0 {
			return region{} // lies in the frame of a call
		}
		return localRegion(spaces[ir.Local], v.Offset, v.Bytes, len(spaces[ir.Local])/wk.p.spec.WarpSize)
	}
	return memoryRegion(spaces[v.Space], v.Offset, v.Bytes)
}

// region returns addresses lo to hi of an allocation.
func (wk *worker) region(a *Allocation, lo, hi uint64) region {
	g := memoryRegion(a.Data, int(lo-a.Base), int(hi-lo))
	g.lo, g.base, g.owners = lo, lo, wk.run.owners[a]
	return g
}

// memoryRegion returns bytes of one space; the kernel counts from the first.
func memoryRegion(data []byte, at, bytes int) region {
	if bytes == 0 {
		return region{base: uint64(at)}
	}
	return region{size: uint64(bytes), p: unsafe.Pointer(&data[at : at+bytes][0]), base: uint64(at)}
}

// localRegion returns bytes of each thread's local memory.
func localRegion(data []byte, at, bytes, stride int) region {
	if bytes == 0 {
		return region{}
	}
	return region{size: uint64(bytes), p: unsafe.Pointer(&data[at]), base: uint64(at), stride: stride}
}

// runChunk runs the chunk of blocks that begins at first.
func (wk *worker) runChunk(first int) error {
	wk.chunk = uint32(first/wk.run.chunk) + 1
	last := min(first+wk.run.chunk, wk.run.blocks)
	for b := first; b < last; b++ {
		if err := wk.runBlock(wk.run.blockAt(b)); err != nil {
			return err
		}
	}
	wk.run.report(last - first)
	return nil
}

// runBlock runs one block from start to end.
func (wk *worker) runBlock(index int) error {
	g := wk.launch.Grid
	wk.index, wk.block = index, arch.Dim3{X: index % g.X, Y: index / g.X % g.Y, Z: index / (g.X * g.Y)}
	clear(wk.shared)
	wk.steps = stepObserver(wk.observer, index)
	if !wk.p.traits.warpsInterleave {
		for i := range wk.threadIdx {
			wk.startWarp(wk.warps[0], i)
			for wk.warps[0].state != ended {
				if err := wk.runSlice(wk.warps[0]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for i, w := range wk.warps {
		wk.startWarp(w, i)
	}
	for {
		if err := wk.runRunnableWarps(); err != nil {
			return err
		}
		if !wk.anyIn(waiting) {
			return nil
		}
		if err := wk.releaseBarrier(); err != nil {
			return err
		}
	}
}

// follower returns the observer when it wants the steps of a block, else nil.
func stepObserver(o trace.Observer, block int) trace.StepObserver {
	if s, ok := o.(trace.StepObserver); ok && s.Follows(block) {
		return s
	}
	return nil
}

// startWarp gives a context the threads of warp i.
func (wk *worker) startWarp(w *warp, i int) {
	size := wk.p.spec.WarpSize
	n := min(size, wk.launch.Block.Count()-i*size)
	w.index = i
	w.access.Block, w.access.Warp = wk.index, i
	w.start(trace.Mask(1<<n - 1))
}

// turns gives every warp its turns until all wait or have ended.
func (wk *worker) runRunnableWarps() error {
	for wk.anyIn(running) {
		for _, w := range wk.warps {
			if w.state != running {
				continue
			}
			if err := wk.runSlice(w); err != nil {
				return err
			}
		}
	}
	return nil
}

func (wk *worker) anyIn(s state) bool {
	for _, w := range wk.warps {
		if w.state == s {
			return true
		}
	}
	return false
}

// turn lets a warp go on for quantum instructions, with looks at the limits in
// between. How long a turn is must not depend on what the worker ran before:
// where warps use shared memory without waiting, it shows in the results.
func (wk *worker) runSlice(w *warp) error {
	for left := int64(quantum); left > 0 && w.state == running; {
		if wk.tokens <= 0 {
			n, err := wk.run.refill()
			if err != nil {
				return w.limitReached(err)
			}
			wk.tokens = n
		}
		used := w.run(wk.p, uint64(min(wk.tokens, left)))
		wk.tokens -= int64(used)
		left -= int64(used)
		w.executed += used
		if most := wk.launch.Limits.WarpInstructions; most > 0 && w.executed >= most && w.state == running {
			return w.budgetSpent("one warp of "+wk.p.Kernel.Name, most)
		}
	}
	if w.state == failed {
		return w.err
	}
	return nil
}

// limit makes a diagnostic of a limit that was met.
func (w *warp) limitReached(err error) error {
	switch {
	case errors.Is(err, errBudget):
		return w.budgetSpent(w.worker.p.Kernel.Name, w.worker.launch.Limits.Instructions)
	case errors.Is(err, errDeadline):
		return w.deadlinePassed()
	}
	return err
}

// enter counts a warp that begins a basic block.
func (wk *worker) countBlock(w *warp) {
	c := &wk.counts[w.block]
	c.warps++
	c.threads += uint64(w.mask.Count())
	if wk.flow != nil {
		wk.flow.Flow(wk.index, w.index, wk.p.blocks[w.block].first)
	}
	if wk.steps != nil {
		b := &wk.p.blocks[w.block]
		wk.steps.Step(&trace.Step{PC: int(b.first), Instrs: int(b.instructions), Active: w.mask, Warp: w.index})
	}
}
