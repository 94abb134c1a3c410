package simt

// This file is the call of a function: stack frames, arguments, results.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// callee is a decoded function.
type callee struct {
	entry   ir.BlockID
	bytes   int          // of a stack frame
	locals  []int        // indices of its objects in warp.regions
	args    []ir.Reg     // where it finds its arguments
	results []ir.Operand // where it leaves its results
}

// callOp moves the values of one call, the arguments there and the results back.
type callOp struct{ args, results []inst }

// frame is a place in the stack: the function that runs, 0 for the kernel, and
// where in local memory its frame begins.
type frame struct{ fn, sp int }

// link prepares the functions, and the calls of them, once all blocks are
// decoded.
func (d *decoder) link() {
	k := d.p.Kernel
	for i, f := range k.Funcs {
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
			c.note(b)
		}
		d.p.funcs = append(d.p.funcs, c)
	}
	for id := range d.p.blocks {
		for i := range d.p.blocks[id].body {
			if in := &d.p.blocks[id].body[i]; in.call != nil {
				d.block = ir.BlockID(id)
				d.moves(in)
			}
		}
	}
}

// note finds what a function is given and what it returns.
func (c *callee) note(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.Args:
			c.args = in.Dst
		case ir.Ret:
			c.results = in.Src[1:]
		}
	}
}

// moves prepares the copies of one call.
func (d *decoder) moves(in *inst) {
	f := &d.p.funcs[in.ir.Func-1]
	var results []ir.Reg
	for _, o := range f.results {
		results = append(results, o.Reg)
	}
	var given []ir.Reg
	for _, o := range in.ir.Src {
		given = append(given, o.Reg)
	}
	in.call.args = d.copies(f.args, given, func(ir.Reg) bool { return true })
	in.call.results = d.copies(in.ir.Dst, results, func(r ir.Reg) bool { return d.masked.needed(d.block, r) })
}

// copies returns moves to dst from src that happen as if at once: where one would
// overwrite what another has still to read, all go by way of further slots.
func (d *decoder) copies(dst, src []ir.Reg, merge func(ir.Reg) bool) []inst {
	var there, back []inst
	clash := false
	for i, r := range dst {
		if i >= len(src) {
			break // of a function that never returns
		}
		for _, later := range src[i+1:] {
			clash = clash || later == r
		}
		via := int32(len(d.p.slots))
		d.p.slots = append(d.p.slots, slot{wide: d.p.slots[r].wide})
		there = append(there, d.move(via, int32(src[i]), r, true))
		back = append(back, d.move(int32(r), via, r, merge(r)))
	}
	if clash {
		return append(there, back...)
	}
	d.p.slots = d.p.slots[:len(d.p.slots)-len(there)]
	for i := range back {
		back[i].a = int32(src[i])
	}
	return back
}

// move is a copy between slots of r's type.
func (d *decoder) move(dst, src int32, r ir.Reg, merge bool) inst {
	t := d.p.Kernel.Regs[r].Type
	return inst{exec: execOf(&ir.Instr{Op: ir.Mov, Type: t}), a: src, dst: dst, masked: merge}
}

// frameBytes returns the size of the running function's frame.
func (w *warp) frameBytes() int {
	p := w.worker.p
	if w.frame.fn == 0 {
		return p.Kernel.LocalBytes
	}
	return p.funcs[w.frame.fn-1].bytes
}

// execCall begins a function with the lanes that take part. They wait behind the
// call for each other.
func execCall(w *warp, in *inst) {
	f := &w.worker.p.funcs[in.ir.Func-1]
	next := frame{in.ir.Func, w.frame.sp + w.frameBytes()}
	if next.sp+f.bytes > w.stride {
		w.stackOverflow(in, next.sp+f.bytes)
		return
	}
	for i := range in.call.args {
		m := &in.call.args[i]
		m.exec(w, m)
	}
	w.stack = append(w.stack, stackEntry{mask: w.mask, block: w.block, reconv: w.reconv, call: in, ip: w.ip, frame: w.frame})
	w.enterFrame(next)
	w.block, w.ip, w.entered, w.reconv = f.entry, 0, false, ir.NoBlock
	w.state = called
}

// back goes on behind a call, all lanes of which have come back.
func (w *warp) returnFromCall(e *stackEntry) {
	w.ip, w.entered = e.ip, true
	if f := w.worker.flow; f != nil {
		f.Flow(w.worker.index, w.index, w.worker.p.blocks[w.block].first+int32(e.ip))
	}
	for i := range e.call.call.results {
		m := &e.call.call.results[i]
		m.exec(w, m)
	}
	w.enterFrame(e.frame)
}

// place makes the running function's objects those of a frame.
func (w *warp) enterFrame(f frame) {
	w.frame = f
	if f.fn == 0 {
		return
	}
	k := w.worker.p.Kernel
	for _, i := range w.worker.p.funcs[f.fn-1].locals {
		v := &k.Vars[i]
		w.regions[i] = localRegion(w.local, f.sp+v.Offset, v.Bytes, w.stride)
	}
}

// clearLocal zeroes what a thread finds as zeros: its own frame. Functions clear
// what they use.
func (w *warp) clearLocal() {
	w.frame = frame{}
	own := w.worker.p.Kernel.LocalBytes
	if own == w.stride {
		clear(w.local)
		return
	}
	for at := 0; at < len(w.local)-own; at += w.stride {
		clear(w.local[at : at+own])
	}
}

// stackOverflow reports a call for which the stack has no room left.
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
		fmt.Sprintf("make sure that %s ends; if it does, give the launch more stack: Config.Stack, in bytes a thread (cudaDeviceSetLimit, cudaLimitStackSize)", name),
		"stack overflow: call %d deep, of %s, needs %d bytes of stack, a thread has %d; %s",
		depth, name, need, w.stride, w.describeLane(w.mask.First()))
}

// chain tells by which calls the running function was reached, innermost first;
// calls from one line are told once.
func (w *warp) callChain() string {
	k := w.worker.p.Kernel
	var s string
	var last ir.PosID
	times := 0
	tell := func() {
		switch {
		case times == 1:
			s += fmt.Sprintf("; called at %s", k.Frame(last).Pos)
		case times > 1:
			s += fmt.Sprintf("; called at %s, %d times", k.Frame(last).Pos, times)
		}
	}
	for i := len(w.stack) - 1; i >= 0; i-- {
		c := w.stack[i].call
		if c == nil || w.stack[i].mask&w.mask == 0 {
			continue
		}
		if c.ir.Pos != last {
			tell()
			last, times = c.ir.Pos, 0
		}
		times++
	}
	tell()
	return s
}
