package simt

// This file is one worker: the state that blocks run in, and how one block runs.

import (
	"errors"
	"math/rand/v2"
	"slices"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// registerBytes is the size of one register of one warp.
const registerBytes = int(unsafe.Sizeof(register{}) + unsafe.Sizeof(laneBits{}))

// worker runs blocks, one at a time, and keeps the state of one that waits for others.
type worker struct {
	p         *Program
	run       *run
	launch    *Launch
	shape     warpShape
	warps     []*warp
	threadIdx [][3]register // by warp of the block

	cluster  *cluster  // of the current block; nil without clusters
	rank     int       // of the current block in its cluster
	block    arch.Dim3 // blockIdx of the current block
	index    int       // its linear index
	chunk    uint32    // number of the current chunk, from 1
	shared   []byte
	before   []byte                 // what shared memory holds when a block starts
	order    []int                  // warps of the block in the order of execution
	tokens   int64                  // warp instructions until the next check of the limits
	writes   uint64                 // counts changes of memory that other threads can see
	arrived  map[int]int            // warps that came to a numbered barrier without waiting
	barriers map[uint32]*barrierUse // in shared memory, by their address
	free     bool                   // lanes of a stuck block have become free
	since    *progress              // of all workers whose blocks take turns

	staleL1     *staleL1s // nil: loads read memory
	speculative bool      // other workers run at the same time: memory must be acquired
	fills       bool      // some memory is filled on first use
	prepares    bool      // speculative or fills

	texels [texture.MaxTexels]trace.Tap // of the current texture read
	stored trace.Lanes                  // what the current store stores
	// replaced is what the current store or atomic writes over, by lane.
	replaced trace.Lanes

	observer      trace.Observer
	steps         func(*trace.Step) // who receives those of the current block; nil: nobody
	counts        []blockCount      // by basic block
	diverged      []uint64          // branches whose lanes disagreed, by basic block
	predicatedOff []uint64          // by PC
}

// progress is what warps have done since one of them ended.
type progress struct {
	instructions uint64
	work         uint64 // the unit is the time that a warp instruction takes here
}

func (p *progress) add(instructions uint64) {
	p.instructions += instructions
	p.work += instructions
}

// accessWork is what observers do for an access of a warp, in units of work.
const accessWork = 4

// observed adds the work of observers for an access. A lane takes one unit more where the
// addresses of the lanes are not evenly spaced.
func (p *progress) observed(a *trace.Access) {
	p.work += accessWork
	if a.Addr != nil {
		p.work += uint64(a.Active.Count())
	}
}

// blockCount is how often warps and threads entered a basic block.
type blockCount struct{ warps, threads uint64 }

func newWorker(r *run) *worker {
	p, l := r.p, r.l
	wk := &worker{
		p: p, run: r, launch: l, speculative: r.owners != nil, since: &progress{}, arrived: map[int]int{},
		shape:         newWarpShape(l.Block, p.spec.WarpSize),
		shared:        alignedBytes(p.sharedBytes(l)),
		counts:        make([]blockCount, len(p.blocks)),
		diverged:      make([]uint64, len(p.blocks)),
		predicatedOff: make([]uint64, len(p.Instrs)),
	}
	wk.fills = l.Memory.fills()
	wk.prepares = wk.speculative || wk.fills
	wk.before = sharedBefore(len(wk.shared), l.SharedSeed)
	if l.StaleL1 != nil {
		wk.staleL1 = newStaleL1s(p.spec, l.Memory, l.StaleL1.Bytes)
	}
	if l.NewObserver != nil {
		wk.observer = l.NewObserver()
	}
	for i := range l.Warps() {
		wk.threadIdx = append(wk.threadIdx, wk.threadIDs(i))
		wk.order = append(wk.order, i)
	}
	wk.newWarps()
	return wk
}

func (wk *worker) newWarps() {
	for range wk.p.contexts(wk.launch) {
		wk.warps = append(wk.warps, newWarp(wk))
	}
}

// sibling returns a worker for another block. It counts and observes together with wk.
func (wk *worker) sibling() *worker {
	s := *wk
	s.shared, s.order = alignedBytes(len(wk.shared)), slices.Clone(wk.order)
	s.tokens, s.warps, s.arrived = 0, nil, map[int]int{}
	s.newWarps()
	return &s
}

// alignedBytes returns zeroed memory aligned for every element.
func alignedBytes(n int) []byte {
	words := make([]uint64, n/8+1)
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n)
}

// sharedBefore returns the contents of shared memory before a block writes it: random
// bytes, or zeros when the seed is 0.
func sharedBefore(n int, seed uint64) []byte {
	b := alignedBytes(n)
	if seed != 0 {
		random := rand.NewPCG(seed, 0)
		for i := range b {
			b[i] = byte(random.Uint64())
		}
	}
	return b
}

// newWarp makes the registers, immediates included, and the local memory of one warp.
func newWarp(wk *worker) *warp {
	p := wk.p
	w := &warp{
		worker: wk, shape: wk.shape, observe: wk.observer.Access,
		lanes: trace.Mask(1<<p.spec.WarpSize - 1),
		regs:  make([]register, len(p.slots)),
	}
	if wk.observer.Decided != nil || wk.observer.Apart != nil {
		w.ofData = p.ofData()
	}
	if wk.observer.Apart != nil {
		w.far = newDistances(p)
	}
	storage := make([]laneBits, len(p.slots))
	for i, s := range p.slots {
		w.regs[i] = register{base: s.bits, wide: s.wide, lanes: &storage[i]}
	}
	stack := p.Kernel.LocalPerThread(wk.launch.Stack)
	w.mem.local, w.mem.stride = alignedBytes(stack*p.spec.WarpSize), stack
	w.mem.record.Width = wk.shape.width
	w.mem.regions = wk.regions(w.mem.local)
	return w
}

// threadIDs returns threadIdx.x, y and z of warp i's lanes. Lanes beyond the
// block continue the count, so that the affine form holds for them too.
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

// regions returns the memory of each object, then of each space, in the order of
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
		return memoryRegion(wk.shared, wk.p.DynamicOffset(), l.Dynamic)
	}
	if v.Space == ir.Local {
		if v.Func != 0 {
			return region{} // in the frame of a call: see enterFrame
		}
		return localRegion(spaces[ir.Local], v.Offset, v.Bytes, len(spaces[ir.Local])/wk.p.spec.WarpSize)
	}
	return memoryRegion(spaces[v.Space], v.Offset, v.Bytes)
}

// region returns the addresses lo to hi of an allocation.
func (wk *worker) region(a *Allocation, lo, hi uint64) region {
	g := memoryRegion(a.Data, int(lo-a.Base), int(hi-lo))
	g.lo, g.base, g.owners, g.filling = lo, lo, wk.run.owners[a], a.filling
	return g
}

// memoryRegion returns a part of one space. Kernels address it from 0.
func memoryRegion(data []byte, at, bytes int) region {
	if bytes == 0 {
		return region{base: uint64(at)}
	}
	return region{size: uint64(bytes), p: unsafe.Pointer(&data[at : at+bytes][0]), base: uint64(at)}
}

// localRegion returns a part of each thread's local memory; stride is the bytes
// from one lane's memory to the next lane's.
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
		wk.begin(wk.run.blockAt(b))
		if done, err := wk.advance(); err != nil {
			return err
		} else if !done {
			return wk.spinsInVain(0, wk.run.blocks-1-wk.index)
		}
	}
	wk.run.report(last - first)
	return nil
}

// begin prepares the worker for a block.
func (wk *worker) begin(index int) {
	g := wk.launch.Grid
	wk.index, wk.block = index, arch.Dim3{X: index % g.X, Y: index / g.X % g.Y, Z: index / (g.X * g.Y)}
	copy(wk.shared, wk.before)
	clear(wk.arrived)
	wk.barriers = nil
	wk.shuffleWarps()
	if f := wk.observer.Steps; f != nil {
		wk.steps = f(index)
	}
	if wk.p.traits.warpsInterleave {
		for i, w := range wk.warps {
			wk.startWarp(w, i)
		}
	}
}

// advance runs the block until it has ended, or until it is stuck: then done is false.
func (wk *worker) advance() (done bool, err error) {
	if wk.p.traits.warpsInterleave {
		return wk.interleaveWarps()
	}
	w := wk.warps[0]
	for _, i := range wk.order {
		for wk.startWarp(w, i); w.state != ended; {
			if err := wk.runSlice(w); err != nil || wk.stuck() {
				return false, err
			}
		}
	}
	return true, nil
}

// interleaveWarps runs the warps of a block in slices, from barrier to barrier.
func (wk *worker) interleaveWarps() (done bool, err error) {
	for {
		if err := wk.runUntilBarrier(); err != nil || wk.stuck() {
			return false, err
		}
		if wk.countIn(away) > 0 {
			return false, nil
		}
		if wk.countIn(waiting) == 0 {
			return true, nil
		}
		if err := wk.releaseBarrier(); err != nil {
			return false, err
		}
		wk.shuffleWarps()
	}
}

// shuffleWarps draws another order of the block's warps, if the launch asks for it.
func (wk *worker) shuffleWarps() {
	if r := wk.run.random; r != nil {
		r.Shuffle(len(wk.order), func(i, j int) { wk.order[i], wk.order[j] = wk.order[j], wk.order[i] })
	}
}

// startWarp makes w execute the threads of warp i.
func (wk *worker) startWarp(w *warp, i int) {
	size := wk.p.spec.WarpSize
	n := min(size, wk.launch.Block.Count()-i*size)
	w.index = i
	w.mem.record.Block, w.mem.record.Warp = wk.index, i
	w.start(trace.Mask(1<<n - 1))
}

// runUntilBarrier runs the warps in slices until all of them wait or have ended, or until
// the block is stuck.
func (wk *worker) runUntilBarrier() error {
	for wk.countIn(running) > 0 {
		for _, i := range wk.order {
			w := wk.warps[i]
			if w.state != running {
				continue
			}
			if err := wk.runSlice(w); err != nil {
				return err
			}
		}
		if wk.stuck() {
			return nil
		}
	}
	return nil
}

// countIn returns the number of warps in a state.
func (wk *worker) countIn(s state) (n int) {
	for _, w := range wk.warps {
		if w.state == s {
			n++
		}
	}
	return n
}

// runSlice runs a warp for timeSlice instructions and checks the limits in
// between. The length of a slice must not depend on what the worker ran before:
// where warps use shared memory without barriers, the results depend on it.
func (wk *worker) runSlice(w *warp) error {
	for left := int64(timeSlice); left > 0 && w.state == running; {
		if most := wk.launch.Limits.Work; most > 0 && wk.since.work >= most {
			return w.noWarpEnds()
		}
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
		wk.since.add(used)
	}
	if w.state == ended {
		*wk.since = progress{}
		wk.cluster.leave(w)
	}
	if w.executed >= spinsFrom {
		w.watch = strongLoops | otherLoops
	}
	if w.state == stalled {
		w.state = running
	}
	if w.state == failed {
		return w.err
	}
	return nil
}

// limitReached turns an error of refill into a diagnostic.
func (w *warp) limitReached(err error) error {
	switch {
	case errors.Is(err, errBudget):
		return w.budgetSpent()
	case errors.Is(err, errDeadline):
		return w.deadlinePassed()
	case errors.Is(err, errHalted):
		return err
	}
	return w.cancelled(err)
}

// countBlock counts a warp that enters a basic block and notifies the observers.
func (wk *worker) countBlock(w *warp) {
	c := &wk.counts[w.block]
	c.warps++
	c.threads += uint64(w.mask.Count())
	if f := wk.observer.Flow; f != nil {
		f(w.event(wk.p.blocks[w.block].first))
	}
	if wk.steps != nil {
		b := &wk.p.blocks[w.block]
		wk.steps(&trace.Step{PC: int(b.first), Instrs: int(b.instructions), Active: w.mask, Warp: w.index})
	}
}
