package tracefile

// This file holds the bytes of a trace and finds the blocks in them.

import (
	"cmp"
	"slices"
	"sync/atomic"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Trace is a recorded launch. Its recorders fill it when they are merged; after that it is
// read only.
type Trace struct {
	numPC, warps int
	timed        bool           // it has jumps, matches and accesses to shared memory
	accessSite   []int32        // by PC; noSite where no access is recorded
	sharedSite   []int32        // by PC; of an instruction that accesses shared memory and another one: the site of shared memory
	phaseSite    []int32        // by PC; noSite where no barrier in shared memory is used
	jumpSite     []int32        // by PC; noSite where no run of instructions begins
	leaveSite    []int32        // by PC; noSite where lanes never leave a run of instructions
	divergeSite  []int32        // by PC; noSite where no branch is
	barrierSite  []int32        // by PC; noSite where no barrier of the block is
	marker       []Event        // by site: what a site without an access stands for
	static       []trace.Access // by site: the fields that are the same in all executions
	width        int            // of rows in closed forms
	limit        int64          // bytes
	kept         atomic.Int64   // bytes of all recorders that were not discarded
	tooLong      bool
	slabs        [][]byte
	blocks       []location // by index in the grid; nil in a sampled trace
	sampled      bool       // few blocks of the grid are executed
	recorded     []recorded // of a sampled trace, by index in the grid
	watching     *watching  // how warps wait for each other; nil: no loop waits
	model        *model     // of the blocks that were not executed; nil: they have no entries
}

// location is where a block begins: its slab, and its offset there plus 1. 0: the block has
// no entries.
type location uint64

const slabShift = 32

// startSite is where a warp starts as if it came from there. No entry has it.
const startSite = 0

// noSite is the absence of a site.
const noSite = startSite

// NewTrace returns an empty trace for a launch of some blocks with some warps each. It keeps
// at most limit bytes. A timed trace has what the timing model needs.
func NewTrace(instrs []*ir.Instr, blocks, warps int, limit int64, timed bool) *Trace {
	tooLong := int64(blocks) > limit/locationBytes
	if tooLong {
		blocks = 0
	}
	t := newTrace(instrs, warps, limit, timed)
	t.blocks, t.tooLong = make([]location, blocks), tooLong
	return t
}

// NewSampled returns an empty trace for a launch of which few blocks are executed. Extrapolate
// completes it.
func NewSampled(instrs []*ir.Instr, warps int, limit int64, timed bool) *Trace {
	t := newTrace(instrs, warps, limit, timed)
	t.sampled = true
	return t
}

// newTrace returns an empty trace without a table of blocks.
func newTrace(instrs []*ir.Instr, warps int, limit int64, timed bool) *Trace {
	t := &Trace{
		numPC: len(instrs), warps: warps, limit: limit, timed: timed,
		accessSite: make([]int32, len(instrs)), sharedSite: make([]int32, len(instrs)), phaseSite: make([]int32, len(instrs)), jumpSite: make([]int32, len(instrs)), leaveSite: make([]int32, len(instrs)), divergeSite: make([]int32, len(instrs)), barrierSite: make([]int32, len(instrs)),
	}
	t.addSite(Barrier)
	for pc, in := range instrs {
		if timed && (pc == 0 || endsRun(instrs[pc-1])) {
			t.jumpSite[pc] = t.addSite(Flow)
		}
		if timed && in.Op == ir.CBra {
			t.divergeSite[pc] = t.addSite(Diverge)
		}
		if t.records(in.Space) || timed && in.Op == ir.Match {
			t.accessSite[pc] = t.addSite(Access)
		}
		if in.Op.Facts().Block {
			t.barrierSite[pc] = t.addSite(Barrier)
		}
		t.addTouches(pc, in)
	}
	for pc, in := range instrs {
		if timed && in.Op.Facts().Waits {
			t.leaveSite[pc] = t.addSite(Leave)
			if t.jumpSite[pc] == noSite {
				t.jumpSite[pc] = t.addSite(Flow)
			}
		}
	}
	t.static = make([]trace.Access, len(t.marker))
	for _, sites := range [][]int32{t.jumpSite, t.leaveSite, t.divergeSite, t.barrierSite} {
		for pc, at := range sites {
			if at != noSite {
				t.static[at].PC = int32(pc)
			}
		}
	}
	return t
}

// endsRun reports whether a run of instructions ends with in.
func endsRun(in *ir.Instr) bool { return in.Op.Facts().Term || in.Op == ir.Call }

// addSite returns a new site.
func (t *Trace) addSite(e Event) int32 {
	t.marker = append(t.marker, e)
	return int32(len(t.marker) - 1)
}

// addTouches adds the sites of an instruction that uses memory without having a space.
func (t *Trace) addTouches(pc int, in *ir.Instr) {
	f := in.Op.Facts()
	for _, s := range f.Touches {
		switch {
		case !t.records(s) && in.Op != ir.CopyAsync:
		case t.accessSite[pc] == noSite:
			t.accessSite[pc] = t.addSite(Access)
		default:
			t.sharedSite[pc] = t.addSite(Access)
		}
	}
	if t.timed && f.Phases {
		t.phaseSite[pc] = t.addSite(Access)
	}
}

// records reports whether accesses to a space are recorded. Parameters are not: the timing
// model knows their addresses from the code.
func (t *Trace) records(s ir.Space) bool {
	return s != ir.NoSpace && s != ir.Param && (t.timed || s != ir.Shared && s != ir.Cluster)
}

// TooLong reports whether the launch needs more bytes than the limit; then there is nothing
// to decode.
func (t *Trace) TooLong() bool { return t.tooLong || t.kept.Load() > t.limit }

// Bytes returns the memory that the trace takes.
func (t *Trace) Bytes() int64 {
	return t.kept.Load() + int64(len(t.blocks)+2*len(t.recorded))*locationBytes
}

const locationBytes = 8

// Instructions returns how many instructions the program has.
func (t *Trace) Instructions() int { return t.numPC }

// PC returns the instruction of a site: the one that accesses memory, or the first of a run.
func (t *Trace) PC(site int32) int32 { return t.static[site].PC }

// Static returns the fields of an access that are the same in all executions.
func (t *Trace) Static(site int32) *trace.Access { return &t.static[site] }

// Merge adds what a recorder saw. Each block must have been seen whole by one recorder.
func (t *Trace) Merge(r *Recorder) {
	r.end()
	t.tooLong = t.tooLong || r.tooLong
	first := location(len(t.slabs)) << slabShift
	t.slabs = append(t.slabs, r.slabs...)
	for _, b := range r.done {
		t.place(recorded{b.index, b.at + first})
	}
	slices.SortFunc(t.recorded, func(a, b recorded) int { return cmp.Compare(a.index, b.index) })
	if r.waits != nil {
		r.waits.merge()
	}
	for i := range r.static {
		if k := &r.static[i]; k.Bytes != 0 {
			t.static[i], t.width = *k, max(t.width, k.Width)
		}
	}
}

// place notes where a block begins.
func (t *Trace) place(b recorded) {
	if t.sampled {
		t.recorded = append(t.recorded, b)
	} else {
		t.blocks[b.index] = b.at
	}
}

// locate returns where a block begins; 0 if it has no entries.
func (t *Trace) locate(block int) location {
	if !t.sampled {
		return t.blocks[block]
	}
	i, found := slices.BinarySearchFunc(t.recorded, block, func(r recorded, block int) int { return cmp.Compare(r.index, block) })
	if !found {
		return 0
	}
	return t.recorded[i].at
}

// Open sets the decoders of a block's warps to the warps' first entries.
func (t *Trace) Open(block int, decoder func(warp int) *Decoder) {
	first := decoder(0)
	at := location(0)
	if first.shifts = first.shifts[:0]; t.model == nil {
		at = t.locate(block)
	} else {
		at, first.shifts = t.model.open(block, first.shifts)
	}
	if at == 0 {
		for i := range t.warps {
			d := decoder(i)
			d.run, d.control = 0, nil
		}
		return
	}
	data := t.data(at)
	for i := 0; i < t.warps; {
		g := data.group(t.warps - i)
		for k := range g.warps {
			d := decoder(i + k)
			d.shifts = first.shifts
			g.open(d, k, len(t.static))
		}
		i += g.warps
	}
}

// data returns the bytes of a block, and what follows them.
func (t *Trace) data(at location) numbers { return t.slabs[at>>slabShift][uint32(at)-1:] }

// group is neighbouring warps whose entries differ by constants in their addresses only.
type group struct {
	warps        int
	control      []byte
	bases, steps numbers
}

// group reads a group. It has all warps that are left if the bytes are not those of a recorder.
func (n *numbers) group(left int) group {
	g := group{warps: int(n.unsigned())}
	if g.warps < 1 || g.warps > left {
		g.warps = left
	}
	g.control, g.bases = n.take(), n.take()
	if g.warps > 1 {
		g.steps = n.take()
	}
	return g
}

// open sets the decoder of a warp to its first entry.
func (g *group) open(d *Decoder, ordinal, sites int) {
	d.reset(sites)
	d.run, d.control, d.bases, d.steps, d.ordinal = 0, g.control, g.bases, g.steps, uint64(ordinal)
}
