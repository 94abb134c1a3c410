package simt

// This file is the warp: its lanes, its reconvergence stack, its control flow. paths.go
// lets the lanes leave the order of the stack.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// warp executes the threads of one warp in lockstep.
type warp struct {
	worker *worker
	index  int        // in the block
	shape  warpShape  // of all warps of the launch
	lanes  trace.Mask // all lanes of the device's warps

	mask      trace.Mask // active lanes
	alive     trace.Mask // lanes that have not exited
	threads   trace.Mask // lanes that the block has threads for
	converged bool       // mask == alive

	position
	reconv   ir.BlockID   // where the active lanes reconverge with others; NoBlock: at the end
	stack    []stackEntry // the reconvergence stack: waiting lanes, innermost last
	apart    bool         // some lanes left the order of the stack, and the lanes have not met since
	meeting  *meeting     // the warp function that lanes of several paths execute; else nil
	frame    frame        // of the current function
	state    state
	at       meetingPoint // where it waits; meaningless in other states
	arrived  int          // the phase of the cluster's barrier at which it arrived, counted from 1; 0: at none
	err      error        // why state is failed
	executed uint64       // instructions of the current block of threads
	clock    uint64       // the same, with those of the basic block under way
	spin     spin         // of the active lanes
	watch    watch        // the loops that are looked at
	// localWrites counts the stores to local memory.
	localWrites uint64

	regs    []register
	scratch laneBits // result of a masked write, before it is blended
	mem     accessState

	undefined undefinedValues     // nil while all values are defined
	observe   func(*trace.Access) // the observer of accesses; nil: nobody asks
	ofData    []bool              // by PC; nil: nobody asks what lanes decide
	far       []distances         // of predicates, by register slot; nil: nobody asks
}

// position is where lanes continue.
type position struct {
	block   ir.BlockID
	ip      int  // next instruction of the block's body
	entered bool // the execution of the block is counted
}

// stackEntry is a set of lanes that wait.
type stackEntry struct {
	mask trace.Mask
	position
	reconv ir.BlockID
	frame  frame
	spin   spin  // of lanes that were in a loop
	call   *inst // the call behind which the lanes continue; nil: they wait for a block
	parked
}

// state says whether a warp can continue.
type state uint8

const (
	running state = iota
	moved         // the warp left the block before its end: for a call, or with other lanes
	waiting       // at a barrier
	away          // at a barrier of the cluster
	stalled       // until its next slice, because its paths spin
	ended
	failed
)

// start prepares the warp for its threads of a new block.
func (w *warp) start(lanes trace.Mask) {
	w.mask, w.alive, w.threads, w.converged = lanes, lanes, lanes, true
	w.executed, w.clock, w.spin, w.watch = 0, 0, spin{}, strongLoops
	w.position, w.reconv = position{}, ir.NoBlock
	w.stack, w.state, w.err = w.stack[:0], running, nil
	w.apart, w.arrived = false, 0
	w.clearLocal()
	w.undefined = nil
}

// event returns an event of the active lanes at an instruction.
func (w *warp) event(pc int32) trace.Event {
	return trace.Event{Block: w.worker.index, Warp: w.index, PC: pc, Lanes: w.mask}
}

// stop ends the warp with an error.
func (w *warp) stop(err error) { w.state, w.err = failed, err }

// run executes about the given number of instructions, fewer when the warp
// waits, ends or fails. It returns the number of instructions of the basic blocks
// that it entered.
func (w *warp) run(p *Program, instructions uint64) (used uint64) {
	for w.state == running && used < instructions {
		b := &p.blocks[w.block]
		if !w.entered {
			if b.loop&w.watch != 0 && w.turn() {
				continue
			}
			w.entered = true
			used += b.instructions
			w.clock += b.instructions
			w.worker.countBlock(w)
		}
		for body := b.body[w.ip:]; len(body) > 0; body = body[1:] {
			in := &body[0]
			w.ip++
			if w.undefined != nil {
				w.followUndefined(in)
			}
			in.exec(w, in)
			if w.state != running {
				break
			}
		}
		switch w.state {
		case running:
			w.terminate(b)
		case moved:
			w.state = running
		}
	}
	return used
}

// terminate executes the terminator of a block.
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

// branchTo moves the active lanes to a block. At their reconvergence block the
// innermost waiting lanes continue. No branch leads to ir.NoBlock, the entry.
func (w *warp) branchTo(to ir.BlockID) {
	w.position = position{block: to}
	if to == w.reconv {
		w.pop()
	}
}

// branch executes a conditional branch. Where lanes disagree, those of the first
// target run first. Lanes whose target is the reconvergence block wait there.
func (w *warp) branch(b *decodedBlock) {
	if w.undefined != nil {
		w.useUndefined(b.cond, w.mask)
	}
	taken := w.pred(b.cond) & w.mask
	if w.ofData != nil {
		if pc := b.first + int32(b.instructions) - 1; w.ofData[pc] {
			w.tell(pc, b.cond, taken)
		}
	}
	switch taken {
	case w.mask:
		w.branchTo(b.targets[0])
	case 0:
		w.branchTo(b.targets[1])
	default:
		w.diverge(b, taken)
	}
}

// diverge splits the active lanes: those in taken go to the first target, the
// others to the second.
func (w *warp) diverge(b *decodedBlock, taken trace.Mask) {
	w.worker.diverged[w.block]++
	if f := w.worker.observer.Diverge; f != nil {
		f(w.event(b.first + int32(b.instructions) - 1))
	}
	reconv := b.reconv
	if reconv == ir.NoBlock {
		reconv = w.reconv // the two sides reconverge only where the active lanes do
	}
	if reconv != w.reconv { // else the entry of the enclosing branch waits there already
		w.push(w.mask, reconv, w.reconv)
	}
	if b.targets[1] != reconv {
		w.push(w.mask&^taken, b.targets[1], reconv)
	}
	if b.targets[0] != reconv {
		w.push(taken, b.targets[0], reconv)
	}
	w.pop()
}

// push makes lanes wait to continue at a block of the current function.
func (w *warp) push(lanes trace.Mask, at, reconv ir.BlockID) {
	w.stack = append(w.stack, stackEntry{mask: lanes, position: position{block: at}, reconv: reconv, frame: w.frame})
}

// exit ends the active lanes.
func (w *warp) exit() {
	if f := w.worker.observer.Ended; f != nil {
		b := &w.worker.p.blocks[w.block]
		f(w.event(b.first + int32(b.instructions) - 1))
	}
	w.alive &^= w.mask
	if w.apart {
		w.meet() // lanes may have waited for these
	}
	w.pop()
}

// pop activates the innermost waiting lanes that have not exited. Without any the
// warp has ended.
func (w *warp) pop() {
	if w.apart {
		w.resume()
		return
	}
	for n := len(w.stack) - 1; n >= 0; n-- {
		e := w.stack[n]
		w.stack = w.stack[:n]
		if m := e.mask & w.alive; m != 0 {
			w.mask, w.position, w.reconv = m, e.position, e.reconv
			w.converged = m == w.alive
			if e.call != nil {
				w.returnFromCall(&e)
			}
			return
		}
	}
	w.state = ended
}
