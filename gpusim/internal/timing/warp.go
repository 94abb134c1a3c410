package timing

// This file is the warp: where it is, and what it waits for.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/trace"
)

// warp is a resident warp.
type warp struct { // what each issue uses is together
	ready   int64 // when nothing but its scheduler keeps the next instruction back
	counted int64 // when what that counts has been counted, less what it was frozen
	comes   int64 // when what that counts at the end only comes
	last    int64 // up to when its time is accounted for
	pc      int32
	site    int32 // what the trace has next
	number  int32 // in the SM
	event   replay.Event
	reason  trace.StallReason // why not before ready
	alive   bool              // it has a block and has not ended
	held    bool              // at a barrier
	board   []written         // by register
	cursor  replay.Cursor
	index   int32 // in the block
	slot    int32
	began   int64 // when the warp did
	ahead   int   // steps that are to be passed over
	drain   int64 // when its stores have left the SM
	passes  int64 // ticks: when the memory pipeline is through with its last access
}

// written says when a register is there, which unit makes it, and what those who
// need it wait for. Where they just wait, the scheduler counts the cycles, and what it was
// frozen is not among them.
type written int64

const (
	unitShift  = 4
	cycleShift = 8
	fieldMask  = 15
)

func writtenAt(cycle int64, u arch.Unit, r trace.StallReason) written {
	return written(cycle<<cycleShift | int64(u)<<unitShift | int64(r))
}

func (w written) cycle() int64              { return int64(w >> cycleShift) }
func (w written) unit() arch.Unit           { return arch.Unit(w >> unitShift & fieldMask) }
func (w written) reason() trace.StallReason { return trace.StallReason(w & fieldMask) }

// arrives sets the cycle of what was under way. An instruction that makes several
// accesses has written its register when the last of them is back.
func (w *written) arrives(cycle int64) {
	if before := w.cycle(); before < never {
		cycle = max(cycle, before)
	}
	*w = writtenAt(cycle, w.unit(), w.reason())
}

// slot holds a resident block.
type slot struct {
	block   int // its index in the grid; −1: none
	live    int // warps that have not ended
	waiting int // at a barrier
	end     int64
}

// begin gives the warp to a block at a cycle.
func (w *warp) begin(t *replay.Reader, at int64) {
	clear(w.board)
	w.alive, w.held = true, false
	w.last, w.began, w.drain, w.passes = at, at, 0, 0
	w.look(t)
	w.goOn(t)
}

// look takes note of what the trace has next.
func (w *warp) look(t *replay.Reader) { w.site, w.event = w.cursor.Step(t) }

// goOn takes the warp to the next run of instructions; false when it has ended.
func (w *warp) goOn(t *replay.Reader) bool {
	if w.event != replay.Flow {
		return false
	}
	w.pc = t.PC(w.site)
	w.look(t)
	return true
}
