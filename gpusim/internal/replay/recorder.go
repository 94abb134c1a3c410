package replay

// This file watches a launch and joins what several workers saw.

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/texture"
	"gpucourse/gpusim/trace"
)

// Trace is the accesses of a launch. The recorders that it hands out fill it
// when they are merged; after that it is read only.
type Trace struct {
	numPC, warps int
	timed        bool           // where warps go and what they do in shared memory is kept too
	siteOf       []int32        // by PC; 0 where there is no access to remember. The sites of further texels stand before it
	flowOf       []int32        // by PC: the site of going there; 0 where no run of instructions begins
	mark         []bool         // by site: no access, but a barrier or a way
	kinds        []trace.Access // by site: what does not change from access to access
	width        int            // of rows in closed forms
	limit        int64          // bytes
	kept         atomic.Int64   // bytes of all recorders whose work counts
	tooLong      bool
	slabs        [][]byte
	blocks       []place // by index in the grid

	tap []bool // by site: a further texel of the site that follows
}

// place is where a block's accesses stand: its slab and the offset there,
// counted from 1. 0: the block made none.
type place uint64

const placeShift = 32

// NewTrace returns a trace for a launch of so many blocks of so many warps. It
// keeps at most limit bytes. One that is timed keeps all that a clock must know:
// which instructions warps executed, and the wavefronts of shared memory.
func NewTrace(instrs []*ir.Instr, blocks, warps int, limit int64, timed bool) *Trace {
	tooLong := int64(blocks) > limit/placeBytes
	if tooLong {
		blocks = 0
	}
	t := &Trace{
		numPC: len(instrs), warps: warps, limit: limit, blocks: make([]place, blocks), timed: timed, tooLong: tooLong,
		siteOf: make([]int32, len(instrs)), flowOf: make([]int32, len(instrs)),
	}
	t.addSite(true)
	for pc, in := range instrs {
		if timed && (pc == 0 || leaves(instrs[pc-1])) {
			t.flowOf[pc] = t.addSite(true)
		}
		if !t.remembers(in.Space) {
			continue
		}
		if in.Space == ir.Texture {
			for range texture.MaxTexels - 1 {
				t.tap[t.addSite(false)] = true
			}
		}
		t.siteOf[pc] = t.addSite(false)
	}
	t.kinds = make([]trace.Access, len(t.tap))
	for pc, at := range t.flowOf {
		if at != 0 {
			t.kinds[at].PC = int32(pc)
		}
	}
	return t
}

// leaves reports whether a run of instructions ends with in.
func leaves(in *ir.Instr) bool { return in.Op.Facts().Term || in.Op == ir.Call }

// addSite returns a new site.
func (t *Trace) addSite(mark bool) int32 {
	t.tap, t.mark = append(t.tap, false), append(t.mark, mark)
	return int32(len(t.tap) - 1)
}

// remembers reports whether accesses to a space are kept. Nothing that is
// played later happens among the parameters.
func (t *Trace) remembers(s ir.Space) bool {
	return s != ir.NoSpace && s != ir.Param && (t.timed || s != ir.Shared)
}

// TooLong reports whether the launch made more accesses than the limit has
// room for; then there is nothing to play.
func (t *Trace) TooLong() bool { return t.tooLong || t.kept.Load() > t.limit }

// Bytes returns the memory that the trace takes.
func (t *Trace) Bytes() int64 { return t.kept.Load() + int64(len(t.blocks))*placeBytes }

const placeBytes = 8

// Recorder returns an observer for one worker.
func (t *Trace) Recorder() *Recorder {
	return &Recorder{trace: t, kinds: make([]trace.Access, len(t.kinds)), block: noBlock, tooLong: t.tooLong}
}

// Merge takes over what a recorder saw. Every block must have been seen whole,
// by one recorder.
func (t *Trace) Merge(r *Recorder) {
	r.finish()
	t.tooLong = t.tooLong || r.tooLong
	first := place(len(t.slabs)) << placeShift
	t.slabs = append(t.slabs, r.slabs...)
	for _, b := range r.done {
		t.blocks[b.index] = b.at + first
	}
	for i := range r.kinds {
		if k := &r.kinds[i]; k.Bytes != 0 {
			t.kinds[i], t.width = *k, k.Width
		}
	}
}

// Open sets the cursors of a block's warps to their beginnings.
func (t *Trace) Open(block int, cursor func(warp int) *Cursor) {
	at := t.blocks[block]
	if at == 0 {
		for i := range t.warps {
			c := cursor(i)
			c.run, c.shape = 0, nil
		}
		return
	}
	data := numbers(t.slabs[at>>placeShift][uint32(at)-1:])
	for i := 0; i < t.warps; {
		i += data.openGroup(len(t.kinds), i, cursor)
	}
}

// openGroup reads a group and gives its warps, from the first on, their cursors.
func (n *numbers) openGroup(sites, first int, cursor func(warp int) *Cursor) int {
	count := int(n.unsigned())
	shape := n.take()
	bases, steps := n.take(), numbers(nil)
	if count > 1 {
		steps = n.take()
	}
	for i := range count {
		c := cursor(first + i)
		c.begin(sites)
		c.run, c.shape, c.bases, c.steps, c.ordinal = 0, shape, bases, steps, uint64(i)
	}
	return count
}

// take reads a length and returns that many bytes.
func (n *numbers) take() []byte {
	size := n.unsigned()
	part := (*n)[:size:size]
	*n = (*n)[size:]
	return part
}

// noBlock is the block of a recorder that is in none.
const noBlock = -1

// What memory is taken at a time: first little, then as much as there is already.
const (
	firstSlab = 1 << 14
	slabBytes = 1 << 20
)

// pendingShare is which part of the limit the block under way may take, before
// it is packed.
const pendingShare = 8

// Recorder is a trace.Observer that keeps accesses. One goroutine uses it.
type Recorder struct {
	trace   *Trace
	kinds   []trace.Access // as the trace's
	tapes   []tape         // by warp of the block under way
	shapes  shapes
	block   int
	pending int64 // bytes of the tapes, about
	tooLong bool
	slabs   [][]byte
	done    []recorded
	bytes   int64 // of done
	packed  []byte
}

// recorded is a block that has ended.
type recorded struct {
	index int
	at    place
}

// Access implements trace.Observer.
func (r *Recorder) Access(a *trace.Access) {
	at := r.trace.siteOf[a.PC]
	if at == 0 {
		return
	}
	if a.Block != r.block {
		r.begin(a.Block)
	}
	t := &r.tapes[a.Warp]
	if a.Taps != nil {
		r.keepTaps(t, at, a)
	}
	if t.guessed(at, a) {
		return
	}
	r.keep(t, at, a)
}

// keepTaps puts the further texels of a read before it, as reads of their own.
func (r *Recorder) keepTaps(t *tape, at int32, a *trace.Access) {
	for i := range a.Taps {
		if tap := &a.Taps[i]; tap.Active != 0 {
			b := *a
			b.Active, b.Addr = tap.Active, &tap.Addr
			r.keep(t, at-int32(len(a.Taps)-i), &b)
		}
	}
}

// keep puts an access on a tape.
func (r *Recorder) keep(t *tape, at int32, a *trace.Access) {
	if r.tooLong {
		return
	}
	if k := &r.kinds[at]; k.Bytes == 0 {
		*k = *a
		k.Addr, k.Taps = nil, nil
	}
	before := len(t.shape) + cap(t.bases)*8
	t.put(at, a)
	r.grow(int64(len(t.shape) + cap(t.bases)*8 - before))
}

// Barrier implements trace.BarrierObserver.
func (r *Recorder) Barrier(block, warp int) { r.mark(block, warp, barrierSite) }

// Flow implements trace.FlowObserver.
func (r *Recorder) Flow(block, warp int, pc int32) {
	if at := r.trace.flowOf[pc]; at != 0 {
		r.mark(block, warp, at)
	}
}

// mark keeps that a warp came to a site without an access.
func (r *Recorder) mark(block, warp int, at int32) {
	if block != r.block {
		r.begin(block)
	}
	if !r.tooLong {
		t := &r.tapes[warp]
		before := len(t.shape)
		t.putMark(at)
		r.grow(int64(len(t.shape) - before))
	}
}

// grow counts bytes of the block under way, and gives up when they are too many.
func (r *Recorder) grow(bytes int64) {
	r.pending += bytes
	if r.pending > r.trace.limit/pendingShare {
		r.stop()
	}
}

// Shared takes an access to shared memory that needs so many wavefronts. A trace
// that is not timed keeps none.
func (r *Recorder) Shared(a *trace.Access, wavefronts int) {
	if !r.trace.timed {
		return
	}
	at := r.trace.siteOf[a.PC]
	if a.Block != r.block {
		r.begin(a.Block)
	}
	b := trace.Access{PC: a.PC, Kind: a.Kind, Space: a.Space, Bytes: a.Bytes, Active: everyLane, Base: uint64(wavefronts), Width: a.Width}
	if t := &r.tapes[a.Warp]; !t.guessed(at, &b) {
		r.keep(t, at, &b)
	}
}

// stop gives up: the launch is too long to be kept.
func (r *Recorder) stop() {
	r.tooLong = true
	r.slabs, r.done = nil, nil
	r.newTapes()
	for i := range r.tapes {
		r.tapes[i].begin(len(r.kinds))
	}
}

func (r *Recorder) newTapes() {
	r.tapes = make([]tape, r.trace.warps)
	for i := range r.tapes {
		r.tapes[i].shapes = &r.shapes
	}
}

// begin packs the block that has ended and makes the tapes ready for another.
func (r *Recorder) begin(block int) {
	r.finish()
	r.block, r.pending = block, 0
	if r.tapes == nil {
		r.newTapes()
	}
	for i := range r.tapes {
		r.tapes[i].rewind(len(r.kinds))
	}
}

// finish packs the block under way.
func (r *Recorder) finish() {
	if r.block == noBlock || r.tooLong {
		return
	}
	r.packed = r.packed[:0]
	for i := range r.tapes {
		r.tapes[i].endRun()
	}
	for rest := r.tapes; len(rest) > 0; {
		n := alike(rest)
		r.packed = pack(r.packed, rest[:n])
		rest = rest[n:]
	}
	at := r.store(r.packed)
	r.done = append(r.done, recorded{r.block, at})
	r.block = noBlock
	n := int64(len(r.packed))
	r.bytes += n
	if r.trace.kept.Add(n) > r.trace.limit {
		r.stop()
	}
}

// store copies a packed block into a slab.
func (r *Recorder) store(data []byte) place {
	last := len(r.slabs) - 1
	if last < 0 || cap(r.slabs[last])-len(r.slabs[last]) < len(data) {
		size := min(max(firstSlab, int(r.bytes)), slabBytes)
		r.slabs = append(r.slabs, make([]byte, 0, max(size, len(data))))
		last++
	}
	at := place(last)<<placeShift | place(len(r.slabs[last])+1)
	r.slabs[last] = append(r.slabs[last], data...)
	return at
}

// Discard implements trace.Discarder: what was seen does not count.
func (r *Recorder) Discard() {
	r.trace.kept.Add(-r.bytes)
	r.stop()
}

// alike is how many of the first warps do the same, each with bases that
// differ from its neighbour's by the same steps.
func alike(tapes []tape) int {
	n := 1
	for n < len(tapes) && slices.Equal(tapes[n].shape, tapes[0].shape) && (n == 1 || sameSteps(tapes[n-2:n+1])) {
		n++
	}
	return n
}

// sameSteps reports whether three warps' bases lie evenly.
func sameSteps(t []tape) bool {
	for i, b := range t[1].bases {
		if t[2].bases[i]-b != b-t[0].bases[i] {
			return false
		}
	}
	return true
}

// pack appends a group of warps that are alike: how many, their shape, the
// bases of the first, and by how much they differ from warp to warp.
func pack(dst []byte, tapes []tape) []byte {
	first := &tapes[0]
	dst = binary.AppendUvarint(dst, uint64(len(tapes)))
	dst = binary.AppendUvarint(dst, uint64(len(first.shape)))
	dst = append(dst, first.shape...)
	dst = packNumbers(dst, first.bases, nil)
	if len(tapes) > 1 {
		dst = packNumbers(dst, tapes[1].bases, first.bases)
	}
	return dst
}

// packNumbers appends the numbers less those in from, with the bytes they take
// before them.
func packNumbers(dst []byte, list, from []uint64) []byte {
	start := len(dst)
	for i, v := range list {
		if from != nil {
			v -= from[i]
		}
		dst = binary.AppendVarint(dst, int64(v))
	}
	size := len(dst) - start
	var head [binary.MaxVarintLen64]byte
	return slices.Insert(dst, start, head[:binary.PutUvarint(head[:], uint64(size))]...)
}
