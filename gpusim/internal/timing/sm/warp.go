package sm

// This file is the warp and its scoreboard.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// warp is a warp slot of the SM. The fields that each issue uses come first.
type warp struct {
	ready      int64             // cycle from which its next instruction can issue
	last       int64             // cycle up to which its time is accounted for
	pc         int32             // of its next instruction
	site       int32             // next entry of the trace
	number     int32             // in the SM
	event      tracefile.Event   // of the next entry of the trace
	reason     trace.StallReason // why it cannot issue before ready
	running    bool              // it has a block and has not ended
	atBarrier  bool
	scoreboard []entry
	decoder    tracefile.Decoder
	index      int32 // in its block
	slot       int32 // of its block
	sequences
	began   int64 // cycle
	drained int64 // cycle at which its stores have left the SM
	passed  int64 // tick from which the LSU passes its next access
	marks   marks
	clusterWait
	underWay
}

// clusterWait is a warp at the barrier of its cluster.
type clusterWait struct {
	arrivals  int32
	inCluster bool // it waits
}

// sequences is how long a warp spends on sequences of instructions that do not overlap.
type sequences struct {
	serial   int64 // cycles that it spent on sequences just before
	sequence int64 // cycle from which its next sequence can issue
}

// underWay is what goes on while the warp does.
type underWay struct {
	products *products // nil: none yet
	copies   copies    // of a few bytes per lane
	bulks    copies    // to global memory
}

// entry is a scoreboard entry: the cycle at which a register is written, the unit that
// writes it, and the stall reason of instructions that wait for it.
type entry int64

const (
	unitShift  = 4
	cycleShift = 8
	fieldMask  = 15
)

func writtenAt(cycle int64, u arch.Unit, r trace.StallReason) entry {
	return entry(cycle<<cycleShift | int64(u)<<unitShift | int64(r))
}

func (e entry) cycle() int64              { return int64(e >> cycleShift) }
func (e entry) unit() arch.Unit           { return arch.Unit(e >> unitShift & fieldMask) }
func (e entry) reason() trace.StallReason { return trace.StallReason(e & fieldMask) }

// loaded sets the cycle of a register that a load writes. When an instruction makes several
// accesses, the last reply counts.
func (e *entry) loaded(cycle int64) {
	if before := e.cycle(); before < notReady {
		cycle = max(cycle, before)
	}
	*e = writtenAt(cycle, e.unit(), e.reason())
}

// write sets the cycle at which the result of a memory instruction is written.
func (w *warp) write(o *op, at int64) {
	for _, r := range o.Writes {
		w.scoreboard[r] = max(w.scoreboard[r], writtenAt(at, arch.NoUnit, o.Reason))
	}
}

// operands returns when the operands of an instruction are ready, and the stall reason until
// then. A result needs extra cycles to reach another unit.
func (p *Program) operands(w *warp, o *op) (at int64, why trace.StallReason) {
	cross := int64(p.Spec.Clock.CrossUnit)
	if o.Unit == arch.UnitLSU {
		cross = int64(p.Spec.Clock.CrossLSU)
	}
	for _, r := range o.Reads {
		e := w.scoreboard[r]
		then := e.cycle()
		if u := e.unit(); u != o.Unit && u != arch.NoUnit {
			then += cross
		}
		if then > at {
			at, why = then, e.reason()
		}
	}
	return at, why
}

// begin starts the warp at a cycle.
func (w *warp) begin(t *tracefile.Reader, at int64) {
	clear(w.scoreboard)
	w.running, w.atBarrier = true, false
	w.products, w.arrivals, w.inCluster = nil, 0, false
	w.copies.begin()
	w.bulks.begin()
	w.last, w.began, w.serial, w.sequence, w.drained = at, at, 0, at, -1<<32
	w.advance(t)
	w.jump(t)
}

// advance reads the next entry of the trace.
func (w *warp) advance(t *tracefile.Reader) { w.site, w.event = w.decoder.Next(t) }

// atAccess reports whether the trace has an access of the warp's next instruction.
func (w *warp) atAccess(t *tracefile.Reader) bool {
	return w.event == tracefile.Access && t.PC(w.site) == w.pc
}

// leaves reports whether other lanes of the warp continue, in front of its next instruction.
func (w *warp) leaves(t *tracefile.Reader) bool {
	if w.event != tracefile.Leave || t.PC(w.site) != w.pc {
		return false
	}
	w.advance(t)
	return true
}

// diverges reports whether lanes disagree at the warp's branch.
func (w *warp) diverges(t *tracefile.Reader) bool {
	if w.event != tracefile.Diverge {
		return false
	}
	w.advance(t)
	return true
}

// jump goes to the target of a branch. It returns false at the end of the warp.
func (w *warp) jump(t *tracefile.Reader) bool {
	if w.event != tracefile.Flow {
		return false
	}
	w.pc = t.PC(w.site)
	w.advance(t)
	return true
}
