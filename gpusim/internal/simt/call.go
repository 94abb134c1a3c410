package simt

// This file executes calls: stack frames, arguments, results.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// callee is a decoded function.
type callee struct {
	entry   ir.BlockID
	bytes   int          // of a stack frame
	locals  []int        // indices of its objects in accessState.regions
	args    []ir.Reg     // registers of its arguments
	results []ir.Operand // registers of its results
}

// callOp is the register moves of one call: arguments to the function, results
// from it.
type callOp struct{ args, results []inst }

// frame is a stack frame: its function, 0 for the kernel, and the offset of the
// frame in each thread's local memory.
type frame struct{ fn, sp int }

// link prepares the functions and their calls after all blocks are decoded.
func (d *decoder) link() {
	for i := range d.p.Kernel.Funcs {
		d.p.funcs = append(d.p.funcs, newCallee(d.p.Kernel, i))
	}
	for id := range d.p.blocks {
		for i := range d.p.blocks[id].body {
			if in := &d.p.blocks[id].body[i]; in.call != nil {
				d.block = ir.BlockID(id)
				d.linkCall(in)
			}
		}
	}
}

// newCallee decodes the kernel's function i.
func newCallee(k *ir.Kernel, i int) callee {
	f := k.Funcs[i]
	c := callee{entry: f.Entry, bytes: f.FrameBytes}
	for j := range k.Vars {
		if k.Vars[j].Func == i+1 {
			c.locals = append(c.locals, j)
		}
	}
	last := ir.BlockID(len(k.Blocks))
	if i+1 < len(k.Funcs) {
		last = k.Funcs[i+1].Entry
	}
	for _, b := range k.Blocks[f.Entry:last] {
		c.collect(b)
	}
	return c
}

// collect takes the argument and result registers of a function from a block.
func (c *callee) collect(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.Args:
			c.args = in.Dst
		case ir.Ret:
			c.results = in.Src[1:]
		}
	}
}

// linkCall prepares the register moves of one call.
func (d *decoder) linkCall(in *inst) {
	f := &d.p.funcs[in.ir.Func-1]
	var results []ir.Reg
	for _, o := range f.results {
		results = append(results, o.Reg)
	}
	var given []ir.Reg
	for _, o := range in.ir.Src {
		given = append(given, o.Reg)
	}
	in.call.args = d.parallelCopy(f.args, given, func(ir.Reg) bool { return true })
	in.call.results = d.parallelCopy(in.ir.Dst, results, func(r ir.Reg) bool { return d.masked.needed(d.block, r) })
}

// parallelCopy returns moves from src to dst that behave as one parallel copy:
// where a move would overwrite the source of a later one, all go through temporary
// slots.
func (d *decoder) parallelCopy(dst, src []ir.Reg, masked func(ir.Reg) bool) []inst {
	var save, restore []inst
	overwrites := false
	for i, r := range dst {
		if i >= len(src) {
			break // the function never returns
		}
		for _, later := range src[i+1:] {
			overwrites = overwrites || later == r
		}
		temporary := int32(len(d.p.slots))
		d.p.slots = append(d.p.slots, slot{wide: d.p.slots[r].wide})
		save = append(save, d.move(temporary, int32(src[i]), r, true))
		restore = append(restore, d.move(int32(r), temporary, r, masked(r)))
	}
	if overwrites {
		return append(save, restore...)
	}
	d.p.slots = d.p.slots[:len(d.p.slots)-len(save)]
	for i := range restore {
		restore[i].a = int32(src[i])
	}
	return restore
}

// move returns a copy between slots of r's type.
func (d *decoder) move(dst, src int32, r ir.Reg, masked bool) inst {
	t := d.p.Kernel.Regs[r].Type
	return inst{exec: execOf(&ir.Instr{Op: ir.Mov, Type: t}), a: src, dst: dst, masked: masked}
}

// frameBytes returns the size of the current function's frame.
func (w *warp) frameBytes() int {
	p := w.worker.p
	if w.frame.fn == 0 {
		return p.Kernel.LocalBytes
	}
	return p.funcs[w.frame.fn-1].bytes
}

// execCall enters a function with the active lanes. They reconverge behind the call.
func execCall(w *warp, in *inst) {
	f := &w.worker.p.funcs[in.ir.Func-1]
	next := frame{in.ir.Func, w.frame.sp + w.frameBytes()}
	if next.sp+f.bytes > w.mem.stride {
		w.stackOverflow(in, next.sp+f.bytes)
		return
	}
	for i := range in.call.args {
		m := &in.call.args[i]
		w.followMove(m)
		m.exec(w, m)
	}
	w.stack = append(w.stack, stackEntry{mask: w.mask, position: w.position, reconv: w.reconv, frame: w.frame, call: in})
	w.enterFrame(next)
	w.position, w.reconv = position{block: f.entry}, ir.NoBlock
	w.state = moved
}

// returnFromCall continues behind a call after all of its lanes have returned.
func (w *warp) returnFromCall(e *stackEntry) {
	if f := w.worker.observer.Flow; f != nil {
		f(w.event(w.worker.p.blocks[w.block].first + int32(e.ip)))
	}
	for i := range e.call.call.results {
		m := &e.call.call.results[i]
		w.followMove(m)
		m.exec(w, m)
	}
	w.enterFrame(e.frame)
}

// enterFrame makes a frame the current one: the function's objects lie in it.
func (w *warp) enterFrame(f frame) {
	w.frame = f
	if f.fn == 0 {
		return
	}
	k := w.worker.p.Kernel
	for _, i := range w.worker.p.funcs[f.fn-1].locals {
		v := &k.Vars[i]
		w.mem.regions[i] = localRegion(w.mem.local, f.sp+v.Offset, v.Bytes, w.mem.stride)
	}
}

// clearLocal zeroes the kernel's frame of every thread. Functions clear their own
// frames.
func (w *warp) clearLocal() {
	w.frame = frame{}
	own := w.worker.p.Kernel.LocalBytes
	if own == w.mem.stride {
		clear(w.mem.local)
		return
	}
	for at := 0; at < len(w.mem.local)-own; at += w.mem.stride {
		clear(w.mem.local[at : at+own])
	}
}

// stackOverflow reports a call whose frame does not fit the stack.
func (w *warp) stackOverflow(in *inst, need int) {
	k := w.worker.p.Kernel
	name := k.Funcs[in.ir.Func-1].Name
	depth := 1
	for _, e := range w.stack {
		if e.call != nil {
			depth++
		}
	}
	w.fault(in.ir, diag.StackOverflow,
		fmt.Sprintf("make sure that %s ends; if it does, give the launch more stack: Config.Stack, in bytes per thread (cudaDeviceSetLimit, cudaLimitStackSize)", name),
		"stack overflow: call %d deep, of %s, needs %d bytes of stack, a thread has %d; %s",
		depth, name, need, w.mem.stride, w.describeLane(w.mask.First()))
}

// callChain describes the calls that lead to the current function, innermost
// first. Successive calls from one line are counted.
func (w *warp) callChain() string {
	var s string
	var last ir.PosID
	times := 0
	for i := len(w.stack) - 1; i >= 0; i-- {
		c := w.stack[i].call
		if c == nil || w.stack[i].mask&w.mask == 0 {
			continue
		}
		if c.ir.Pos != last {
			s += w.calledAt(last, times)
			last, times = c.ir.Pos, 0
		}
		times++
	}
	return s + w.calledAt(last, times)
}

// calledAt describes a number of calls from one line.
func (w *warp) calledAt(at ir.PosID, times int) string {
	k := w.worker.p.Kernel
	switch times {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("; called at %s", k.Frame(at).Pos)
	}
	return fmt.Sprintf("; called at %s, %d times", k.Frame(at).Pos, times)
}
