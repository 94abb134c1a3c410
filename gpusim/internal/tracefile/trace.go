package tracefile

// This file holds the bytes of a trace and finds the blocks in them.

import (
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
	marker       []Event        // by site: what a site without an access stands for
	static       []trace.Access // by site: the fields that are the same in all executions
	width        int            // of rows in closed forms
	limit        int64          // bytes
	kept         atomic.Int64   // bytes of all recorders that were not discarded
	tooLong      bool
	slabs        [][]byte
	blocks       []location // by index in the grid
	watching     *watching  // how warps wait for each other; nil: no loop waits
}

// location is where a block begins: its slab, and its offset there plus 1. 0: the block has
// no entries.
type location uint64

const slabShift = 32

// barrierSite is the site of all barriers. A warp starts as if it came from one.
const barrierSite = 0

// noSite is the absence of an access site or a jump site.
const noSite = 0

// NewTrace returns an empty trace for a launch of some blocks with some warps each. It keeps
// at most limit bytes. A timed trace has what the timing model needs.
func NewTrace(instrs []*ir.Instr, blocks, warps int, limit int64, timed bool) *Trace {
	tooLong := int64(blocks) > limit/locationBytes
	if tooLong {
		blocks = 0
	}
	t := &Trace{
		numPC: len(instrs), warps: warps, limit: limit, blocks: make([]location, blocks), timed: timed, tooLong: tooLong,
		accessSite: make([]int32, len(instrs)), sharedSite: make([]int32, len(instrs)), phaseSite: make([]int32, len(instrs)), jumpSite: make([]int32, len(instrs)), leaveSite: make([]int32, len(instrs)), divergeSite: make([]int32, len(instrs)),
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
	for _, sites := range [][]int32{t.jumpSite, t.leaveSite, t.divergeSite} {
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
func (t *Trace) Bytes() int64 { return t.kept.Load() + int64(len(t.blocks))*locationBytes }

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
		t.blocks[b.index] = b.at + first
	}
	if r.waits != nil {
		r.waits.merge()
	}
	for i := range r.static {
		if k := &r.static[i]; k.Bytes != 0 {
			t.static[i], t.width = *k, max(t.width, k.Width)
		}
	}
}

// Open sets the decoders of a block's warps to the warps' first entries.
func (t *Trace) Open(block int, decoder func(warp int) *Decoder) {
	at := t.blocks[block]
	if at == 0 {
		for i := range t.warps {
			d := decoder(i)
			d.run, d.control = 0, nil
		}
		return
	}
	data := numbers(t.slabs[at>>slabShift][uint32(at)-1:])
	for i := 0; i < t.warps; {
		i += data.openGroup(t, i, decoder)
	}
}

// openGroup reads a group and sets the decoders of its warps, from warp first on. It returns
// how many warps the group has: all that are left if the bytes are not those of a recorder.
func (n *numbers) openGroup(t *Trace, first int, decoder func(warp int) *Decoder) int {
	count, left := int(n.unsigned()), t.warps-first
	if count < 1 || count > left {
		count = left
	}
	control := n.take()
	bases, steps := n.take(), numbers(nil)
	if count > 1 {
		steps = n.take()
	}
	for i := range count {
		d := decoder(first + i)
		d.reset(len(t.static))
		d.run, d.control, d.bases, d.steps, d.ordinal = 0, control, bases, steps, uint64(i)
	}
	return count
}
