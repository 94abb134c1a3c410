package simt

// This file is the warp: its lanes, its stack of meeting points, its steps.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// warp executes the threads of one warp in lockstep.
type warp struct {
	r       []value
	shape   shape
	mask    trace.Mask // lanes that take part now
	alive   trace.Mask // lanes that have not ended
	whole   bool       // mask == alive
	at      ir.BlockID
	ip      int // next instruction of the block's body
	entered bool
	meet    ir.BlockID // where the lanes of mask meet others; NoBlock: at the end
	stack   []entry    // the lanes that wait, innermost last
	frame   frame      // of the function that runs
	state   state
	err     error // why state is failed

	executed uint64     // instructions of the running block
	index    int        // in the block
	threads  trace.Mask // lanes that the block has threads for
	lanes    trace.Mask // all lanes of the device's warps
	worker   *worker
	regions  []region
	local    []byte
	stride   int // bytes of local memory a thread
	found    region
	reach    reach
	groups   []group
	addrs    trace.Lanes
	offsets  trace.Lanes
	scratch  slab
	observer trace.Observer
	access   trace.Access
}

// entry is a set of lanes that wait to go on at a block, or behind a call in it.
type entry struct {
	mask trace.Mask
	at   ir.BlockID
	meet ir.BlockID
	call *inst // they wait behind a call in block at, before instruction ip; nil: before that block
	ip   int
	frame
}

// state says whether a warp can go on.
type state uint8

const (
	running state = iota
	left          // the block was left in its middle, by a call
	waiting       // at a barrier
	ended
	failed
)

// start prepares the warp for its threads of a new block.
func (w *warp) start(lanes trace.Mask) {
	w.mask, w.alive, w.threads, w.whole = lanes, lanes, lanes, true
	w.executed = 0
	w.at, w.ip, w.entered, w.meet = 0, 0, false, ir.NoBlock
	w.stack, w.state, w.err = w.stack[:0], running, nil
	w.clearLocal()
}

// stop ends the warp with an error.
func (w *warp) stop(err error) { w.state, w.err = failed, err }

// run goes on until the warp waits, ends, fails, or has had its turn of about
// quantum instructions. It returns how many it began.
func (w *warp) run(p *Program, quantum uint64) (used uint64) {
	for w.state == running && used < quantum {
		b := &p.blocks[w.at]
		if !w.entered {
			w.entered = true
			used += b.size
			w.worker.enter(w)
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
		case left:
			w.state = running
		}
	}
	return used
}

// terminate leaves a block by its terminator.
func (w *warp) terminate(b *block) {
	switch b.term {
	case ir.Bra:
		w.jump(b.to[0])
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
func (w *warp) jump(to ir.BlockID) {
	w.at, w.ip, w.entered = to, 0, false
	if to == w.meet {
		w.pop()
	}
}

// branch splits the lanes. Those that go to the first target run first; those
// that go straight to the meeting point just wait there.
func (w *warp) branch(b *block) {
	taken := w.pred(b.cond) & w.mask
	switch taken {
	case w.mask:
		w.jump(b.to[0])
		return
	case 0:
		w.jump(b.to[1])
		return
	}
	w.worker.diverged[w.at]++
	meet := b.reconv
	if meet == ir.NoBlock {
		meet = w.meet // these lanes meet nobody before those around them do
	}
	if meet != w.meet { // else those who wait there hold these lanes' place
		w.push(w.mask, meet, w.meet)
	}
	if b.to[1] != meet {
		w.push(w.mask&^taken, b.to[1], meet)
	}
	if b.to[0] != meet {
		w.push(taken, b.to[0], meet)
	}
	w.pop()
}

// push lets lanes wait to go on at a block of the function that runs.
func (w *warp) push(lanes trace.Mask, at, meet ir.BlockID) {
	w.stack = append(w.stack, entry{mask: lanes, at: at, meet: meet, frame: w.frame})
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
			w.mask, w.at, w.meet = m, e.at, e.meet
			w.whole, w.ip, w.entered = m == w.alive, 0, false
			if e.call != nil {
				w.back(&e)
			}
			return
		}
	}
	w.state = ended
}
