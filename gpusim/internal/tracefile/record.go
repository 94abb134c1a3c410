package tracefile

// This file observes a launch and encodes it.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/trace"
)

// noBlock is the block of a recorder between two blocks.
const noBlock = -1

// The size of slabs in bytes: small at first, then as much as the recorder has already.
const (
	firstSlab = 1 << 14
	slabBytes = 1 << 20
)

// runningShare is the part of the limit that the running block may take before it is packed.
const runningShare = 8

// Recorder encodes what the warps of one worker do. One goroutine uses it.
type Recorder struct {
	trace   *Trace
	static  []trace.Access // as Trace.static
	warps   []encoder      // of the running block
	shapes  shapeTable
	block   int   // the running one
	running int64 // bytes of the encoders, about
	held    map[int]suspended
	heldSum int64 // bytes of held, about
	tooLong bool
	slabs   [][]byte
	done    []recorded
	bytes   int64 // of done
	packed  []byte
	waits   *waitRecorder // nil: no loop waits
}

// suspended is a block that stopped before its end.
type suspended struct {
	warps   []encoder
	running int64 // bytes
}

// recorded is a block that has ended.
type recorded struct {
	index int
	at    location
}

// Recorder returns a recorder for one worker.
func (t *Trace) Recorder() *Recorder {
	r := &Recorder{trace: t, static: make([]trace.Access, len(t.static)), block: noBlock, tooLong: t.tooLong}
	if t.watching != nil {
		r.waits = newWaitRecorder(t.watching)
	}
	return r
}

// Events observes all that is recorded except accesses, which the caller prepares for Access
// and Shared.
func (r *Recorder) Events() trace.Observer {
	o := trace.Observer{
		Match: r.match, Phase: r.phase, Suspend: r.suspend, Discard: r.discard,
		Barrier: func(e trace.Event) { r.markSite(e, r.trace.barrierSite[e.PC]) },
		Flow:    func(e trace.Event) { r.markSite(e, r.trace.jumpSite[e.PC]) },
		Leave:   func(e trace.Event) { r.markSite(e, r.trace.leaveSite[e.PC]) },
		Diverge: func(e trace.Event) { r.markSite(e, r.trace.divergeSite[e.PC]) },
	}
	if w := r.waits; w != nil {
		o = trace.Join(o, trace.Observer{Changed: w.changed, Polled: w.polled, Turn: w.turn, Flow: w.flow})
	}
	return o
}

// Access records an access, which must have no further texels.
func (r *Recorder) Access(a *trace.Access) {
	at := r.trace.accessSite[a.PC]
	if at == noSite {
		return
	}
	if a.Block != r.block {
		r.beginBlock(a.Block)
	}
	r.add(at, a)
	if r.waits != nil {
		r.waits.access(a)
	}
}

// Shared records an access to shared memory by how many wavefronts it needs. A trace that is
// not timed has none.
func (r *Recorder) Shared(a *trace.Access, wavefronts int) {
	at := r.trace.accessSite[a.PC]
	if other := r.trace.sharedSite[a.PC]; other != noSite {
		at = other
	}
	if !r.trace.timed || at == noSite {
		return
	}
	if a.Block != r.block {
		r.beginBlock(a.Block)
	}
	b := trace.Access{PC: a.PC, Block: a.Block, Warp: a.Warp, Kind: a.Kind, Space: a.Space, Bytes: a.Bytes, Active: everyLane, Base: uint64(wavefronts), Width: a.Width}
	r.add(at, &b)
}

// Moved is what an access to shared memory of any block of the cluster moves: wavefronts in the block's own, and sectors
// and packets to or from others.
type Moved struct{ Wavefronts, Sectors, Packets int64 }

// The base of such an access holds wavefronts, sectors and packets, from the lowest bits on.
const (
	movedBits = 16
	movedMask = 1<<movedBits - 1
)

// Cluster records an access to shared memory of any block of the cluster.
func (r *Recorder) Cluster(a *trace.Access, m Moved) {
	b := *a
	b.Space = trace.Shared
	r.Shared(&b, int(m.Wavefronts|m.Sectors<<movedBits|m.Packets<<(2*movedBits)))
}

// MovedOf returns what an access in a cluster moves, by its base.
func MovedOf(base uint64) Moved {
	return Moved{int64(base & movedMask), int64(base >> movedBits & movedMask), int64(base >> (2 * movedBits))}
}

// Copy records a copy from global to shared memory: first how many wavefronts write shared memory and which lanes'
// lines are fetched piece by piece, then the access to global memory. A trace that is not timed has the first only
// where there are such lanes.
func (r *Recorder) Copy(a *trace.Access, wavefronts int, split trace.Mask) {
	if at := r.trace.sharedSite[a.PC]; at != noSite && (r.trace.timed || split != 0) {
		if a.Block != r.block {
			r.beginBlock(a.Block)
		}
		b := trace.Access{PC: a.PC, Block: a.Block, Warp: a.Warp, Kind: trace.Store, Space: trace.Shared, Bytes: a.Bytes, Active: everyLane, Base: uint64(wavefronts), DX: int64(split), Copied: true}
		r.add(at, &b)
	}
	r.Access(a)
}

// SplitOf returns the lanes of a copy whose lines are fetched piece by piece, by the access to shared memory that goes
// before it; none by another access.
func SplitOf(a *trace.Access) trace.Mask {
	if !a.Copied {
		return 0
	}
	return trace.Mask(a.DX)
}

// Divide returns an access to global memory with the lanes of SplitOf. It is valid until the next call.
func (r *Reader) Divide(a *trace.Access, split trace.Mask) *trace.Access {
	if split == 0 {
		return a
	}
	r.divided = *a
	r.divided.Split = split
	return &r.divided
}

// phase records what a warp does at a barrier in shared memory as an access to it: see PhaseOf.
func (r *Recorder) phase(p *trace.Phase) {
	at := r.trace.phaseSite[p.PC]
	if at == noSite {
		return
	}
	if p.Block != r.block {
		r.beginBlock(p.Block)
	}
	r.add(at, &trace.Access{
		PC: p.PC, Block: p.Block, Warp: p.Warp, Space: trace.Shared, Bytes: barrierBytes, Active: everyLane,
		Base: p.Address<<1 | p.Parity, DX: p.Arrivals, DY: p.Bytes,
	})
}

// barrierBytes is the size of a barrier in shared memory.
const barrierBytes = 8

// PhaseOf returns what a warp does at a barrier in shared memory, by the access that stands for it.
func PhaseOf(a *trace.Access) trace.Phase {
	return trace.Phase{PC: a.PC, Address: a.Base >> 1, Arrivals: a.DX, Bytes: a.DY, Parity: a.Base & 1}
}

// IsPhase reports whether a site is of barriers in shared memory.
func (t *Trace) IsPhase(site int32) bool { return t.phaseSite[t.static[site].PC] == site }

// match records a match as an access to shared memory with a wavefront per value.
func (r *Recorder) match(e trace.Event, values int) {
	r.Shared(&trace.Access{PC: e.PC, Block: e.Block, Warp: e.Warp, Space: trace.Shared, Bytes: 1}, values)
}

// add encodes an access.
func (r *Recorder) add(at int32, a *trace.Access) {
	e := &r.warps[a.Warp]
	if e.predicted(at, a) || r.tooLong {
		return
	}
	if k := &r.static[at]; k.Bytes == 0 {
		*k = *a
		k.Addr, k.Into = nil, nil
	}
	before := e.size()
	e.add(at, a)
	r.grow(e.size() - before)
}

// size is the bytes that an encoder takes.
func (e *encoder) size() int64 { return int64(len(e.control) + cap(e.bases)*baseBytes) }

const baseBytes = 8

// markSite encodes a jump or a leave, where it has a site.
func (r *Recorder) markSite(e trace.Event, at int32) {
	if at != noSite {
		r.mark(e, at)
	}
}

// mark encodes a barrier, a jump or a leave.
func (r *Recorder) mark(e trace.Event, at int32) {
	if e.Block != r.block {
		r.beginBlock(e.Block)
	}
	if !r.tooLong {
		w := &r.warps[e.Warp]
		before := w.size()
		w.addMarker(at)
		r.grow(w.size() - before)
	}
}

// suspend puts the running block aside before its end.
func (r *Recorder) suspend(block int) {
	if block != r.block || r.tooLong {
		return
	}
	if r.held == nil {
		r.held = map[int]suspended{}
	}
	r.held[block] = suspended{r.warps, r.running}
	r.heldSum += r.running
	r.block, r.warps = noBlock, nil
}

// resume goes on with a block that stopped before its end.
func (r *Recorder) resume(block int, s suspended) {
	r.block, r.warps, r.running = block, s.warps, s.running
	r.heldSum -= s.running
	delete(r.held, block)
}

// end packs all blocks.
func (r *Recorder) end() {
	r.endBlock()
	for _, block := range slices.Sorted(maps.Keys(r.held)) {
		r.resume(block, r.held[block])
		r.endBlock()
	}
}

// grow counts bytes of the running block, and gives up when they are too many.
func (r *Recorder) grow(bytes int64) {
	r.running += bytes
	if r.running+r.heldSum > r.trace.limit/runningShare {
		r.giveUp()
	}
}

// giveUp drops everything: the launch is too long to be recorded.
func (r *Recorder) giveUp() {
	r.tooLong = true
	r.slabs, r.done, r.held = nil, nil, nil
	r.newEncoders()
	for i := range r.warps {
		r.warps[i].reset(len(r.static))
	}
}

func (r *Recorder) newEncoders() {
	r.warps = make([]encoder, r.trace.warps)
	for i := range r.warps {
		r.warps[i].shapes = &r.shapes
	}
}

// beginBlock packs the running block and makes the encoders ready for another.
func (r *Recorder) beginBlock(block int) {
	r.endBlock()
	if s, ok := r.held[block]; ok {
		r.resume(block, s)
		return
	}
	r.block, r.running = block, 0
	if r.warps == nil {
		r.newEncoders()
	}
	for i := range r.warps {
		r.warps[i].restart(len(r.static))
	}
}

// endBlock packs the running block.
func (r *Recorder) endBlock() {
	if r.block == noBlock || r.tooLong {
		return
	}
	r.packed = r.packed[:0]
	for i := range r.warps {
		r.warps[i].endRun()
	}
	for rest := r.warps; len(rest) > 0; {
		n := groupSize(rest)
		r.packed = appendGroup(r.packed, rest[:n])
		rest = rest[n:]
	}
	at := r.store(r.packed)
	r.done = append(r.done, recorded{r.block, at})
	r.block = noBlock
	n := int64(len(r.packed))
	r.bytes += n
	if r.trace.kept.Add(n) > r.trace.limit {
		r.giveUp()
	}
}

// store copies a packed block into a slab.
func (r *Recorder) store(data []byte) location {
	last := len(r.slabs) - 1
	if last < 0 || cap(r.slabs[last])-len(r.slabs[last]) < len(data) {
		size := min(max(firstSlab, int(r.bytes)), slabBytes)
		r.slabs = append(r.slabs, make([]byte, 0, max(size, len(data))))
		last++
	}
	at := location(last)<<slabShift | location(len(r.slabs[last])+1)
	r.slabs[last] = append(r.slabs[last], data...)
	return at
}

// discard drops what was recorded.
func (r *Recorder) discard() {
	r.trace.kept.Add(-r.bytes)
	r.giveUp()
}
