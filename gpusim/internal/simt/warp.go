package simt

// This file is the warp: its lanes, its stack of meeting points, its steps.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// warp executes the threads of one warp in lockstep.
type warp struct {
	regs      []register
	shape     warpShape
	mask      trace.Mask // lanes that take part now
	alive     trace.Mask // lanes that have not ended
	converged bool       // mask == alive
	block     ir.BlockID
	ip        int // next instruction of the block's body
	entered   bool
	reconv    ir.BlockID   // where the lanes of mask meet others; NoBlock: at the end
	stack     []stackEntry // the lanes that wait, innermost last
	frame     frame        // of the function that runs
	state     state
	err       error // why state is failed

	executed       uint64     // instructions of the running block
	index          int        // in the block
	threads        trace.Mask // lanes that the block has threads for
	lanes          trace.Mask // all lanes of the device's warps
	worker         *worker
	regions        []region
	local          []byte
	stride         int // bytes of local memory a thread
	lastAllocation region
	target         target
	groups         []laneGroup
	addrs          trace.Lanes
	offsets        trace.Lanes
	scratch        laneBits
	observer       trace.Observer
	access         trace.Access
}

// entry is a set of lanes that wait to go on at a block, or behind a call in it.
type stackEntry struct {
	mask   trace.Mask
	block  ir.BlockID
	reconv ir.BlockID
	call   *inst // they wait behind a call in block at, before instruction ip; nil: before that block
	ip     int
	frame
}

// state says whether a warp can go on.
type state uint8

const (
	running state = iota
	called        // the block was left in its middle, by a call
	waiting       // at a barrier
	ended
	failed
)

// start prepares the warp for its threads of a new block.
func (w *warp) start(lanes trace.Mask) {
	w.mask, w.alive, w.threads, w.converged = lanes, lanes, lanes, true
	w.executed = 0
	w.block, w.ip, w.entered, w.reconv = 0, 0, false, ir.NoBlock
	w.stack, w.state, w.err = w.stack[:0], running, nil
	w.clearLocal()
}

// stop ends the warp with an error.
func (w *warp) stop(err error) { w.state, w.err = failed, err }

// run goes on until the warp waits, ends, fails, or has had its turn of about
// quantum instructions. It returns how many it began.
func (w *warp) run(p *Program, quantum uint64) (used uint64) {
	for w.state == running && used < quantum {
		b := &p.blocks[w.block]
		if !w.entered {
			w.entered = true
			used += b.instructions
			w.worker.countBlock(w)
		}
		for body := b.body[w.ip:]; len(body) > 0; body = body[1:] {
			in := &body[0]
			w.ip++
			in.exec(w, in)
			if w.state != running {
				break
			}
		}
		switch w.state {
		case running:
			w.terminate(b)
		case called:
			w.state = running
		}
	}
	return used
}

// terminate leaves a block by its terminator.
func (w *warp) terminate(b *decodedBlock) {
	switch b.term {
	case ir.Bra:
		w.branchTo(b.targets[0])
	case ir.CBra:
		w.branch(b)
	case ir.Exit:
		w.exit()
	case ir.Ret:
		w.pop() // the lanes wait for the others of their call
	case ir.Trap:
		w.trap(b)
	}
}

// jump goes to a block, or lets waiting lanes go on when it is where the
// present ones meet them. The entry, NoBlock, is never a target.
func (w *warp) branchTo(to ir.BlockID) {
	w.block, w.ip, w.entered = to, 0, false
	if to == w.reconv {
		w.pop()
	}
}

// branch splits the lanes. Those that go to the first target run first; those
// that go straight to the meeting point just wait there.
func (w *warp) branch(b *decodedBlock) {
	taken := w.pred(b.cond) & w.mask
	switch taken {
	case w.mask:
		w.branchTo(b.targets[0])
		return
	case 0:
		w.branchTo(b.targets[1])
		return
	}
	w.worker.diverged[w.block]++
	meet := b.reconv
	if meet == ir.NoBlock {
		meet = w.reconv // these lanes meet nobody before those around them do
	}
	if meet != w.reconv { // else those who wait there hold these lanes' place
		w.push(w.mask, meet, w.reconv)
	}
	if b.targets[1] != meet {
		w.push(w.mask&^taken, b.targets[1], meet)
	}
	if b.targets[0] != meet {
		w.push(taken, b.targets[0], meet)
	}
	w.pop()
}

// push lets lanes wait to go on at a block of the function that runs.
func (w *warp) push(lanes trace.Mask, at, meet ir.BlockID) {
	w.stack = append(w.stack, stackEntry{mask: lanes, block: at, reconv: meet, frame: w.frame})
}

// exit ends the lanes that take part.
func (w *warp) exit() {
	w.alive &^= w.mask
	w.pop()
}

// pop lets the innermost waiting lanes go on; without any the warp has ended.
func (w *warp) pop() {
	for n := len(w.stack) - 1; n >= 0; n-- {
		e := w.stack[n]
		w.stack = w.stack[:n]
		if m := e.mask & w.alive; m != 0 {
			w.mask, w.block, w.reconv = m, e.block, e.reconv
			w.converged, w.ip, w.entered = m == w.alive, 0, false
			if e.call != nil {
				w.returnFromCall(&e)
			}
			return
		}
	}
	w.state = ended
}
