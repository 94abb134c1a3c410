package sm

// This file is the warp and its scoreboard.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// warp is a resident warp.
type warp struct { // what each issue uses lies together
	ready  int64             // when the operands of its next instruction are there
	last   int64             // up to when its time is accounted for
	pc     int32             // of its next instruction
	site   int32             // what the trace has next
	number int32             // in the SM
	event  replay.Event      // what happens at the site
	reason trace.StallReason // why it is not ready before
	alive  bool              // it has a block and has not ended
	held   bool              // it waits at a barrier
	board  []entry           // scoreboard, by register
	cursor replay.Cursor
	index  int32 // in its block
	block  int32 // of the SM's resident blocks
	began  int64
	ahead  int   // steps of a loop that are to be passed over
	drain  int64 // when its stores have left the SM
}

// entry is a register's entry in the scoreboard: the cycle at which it is written, the unit
// that writes it, and what those who need it wait for.
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

// arrives sets the cycle of a pending register. An instruction that makes several accesses
// has written its register when the last of them is back.
func (e *entry) arrives(cycle int64) {
	if before := e.cycle(); before < notReady {
		cycle = max(cycle, before)
	}
	*e = writtenAt(cycle, e.unit(), e.reason())
}

// operands returns when what an instruction reads has been written, and what it waits for
// until then. A result crosses to another unit in CrossUnit cycles, to the load/store unit
// in CrossLSU.
func (p *Program) operands(w *warp, o *op) (at int64, why trace.StallReason) {
	cross := int64(p.Spec.Clock.CrossUnit)
	if o.unit == arch.UnitLSU {
		cross = int64(p.Spec.Clock.CrossLSU)
	}
	for _, r := range o.reads {
		e := w.board[r]
		then := e.cycle()
		if u := e.unit(); u != o.unit && u != arch.NoUnit {
			then += cross
		}
		if then > at {
			at, why = then, e.reason()
		}
	}
	return at, why
}

// begin gives the warp to a block at a cycle.
func (w *warp) begin(t *replay.Reader, at int64) {
	clear(w.board)
	w.alive, w.held = true, false
	w.last, w.began, w.drain = at, at, 0
	w.advance(t)
	w.flow(t)
}

// advance notes what the trace has next.
func (w *warp) advance(t *replay.Reader) { w.site, w.event = w.cursor.Step(t) }

// flow takes the warp to its next run of instructions; false when it has ended.
func (w *warp) flow(t *replay.Reader) bool {
	if w.event != replay.Flow {
		return false
	}
	w.pc = t.PC(w.site)
	w.advance(t)
	return true
}
