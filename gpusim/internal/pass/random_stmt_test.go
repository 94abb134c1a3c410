package pass

// This file makes the statements of random kernels, and checks that no pass
// changes what they compute.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/internal/ir"
)

func (w *writer) statement(depth int) {
	w.fuel--
	kinds := 12
	if depth == 0 {
		kinds = 8
	}
	switch w.pick(kinds) {
	case 0, 1:
		w.store(ir.Local, w.local(fmt.Sprintf("i%d", w.pick(4))), ir.S32, ir.I(0), w.integer(2), 0)
	case 2:
		w.store(ir.Local, w.local(fmt.Sprintf("f%d", w.pick(2))), ir.F32, ir.I(0), w.float(2), 0)
	case 3:
		w.store(ir.Local, w.local("arr"), ir.S32, w.arrayPlace(), w.integer(1), 0)
	case 4:
		w.memory()
	case 5:
		v := w.emit(ir.Instr{Op: ir.Cvt, Type: ir.U8, From: ir.S32, Src: []ir.Operand{w.integer(1)}})
		w.store(ir.Local, w.local("byte"), ir.U8, ir.I(0), v, 0)
	case 6:
		w.effect()
	case 7:
		w.storeView()
	case 8, 9:
		w.branch(depth)
	default:
		w.loop(depth)
	}
}

// memory emits an access to shared or global memory.
func (w *writer) memory() {
	target := w.local(fmt.Sprintf("i%d", w.pick(4)))
	switch w.pick(5) {
	case 0:
		w.store(ir.Global, 1, ir.S32, w.index(16, w.out), w.integer(1), 0)
	case 1:
		w.store(ir.Shared, w.local("tile"), ir.S32, w.index(16, ir.Operand{}), w.integer(1), 0)
	case 2:
		v := w.load(ir.Shared, w.local("tile"), ir.S32, w.index(16, ir.Operand{}))
		w.store(ir.Local, target, ir.S32, ir.I(0), v, 0)
	case 3:
		v := w.load(ir.Global, 2, ir.S32, w.index(32, w.in))
		w.store(ir.Local, target, ir.S32, ir.I(0), v, 0)
	default:
		w.structCopy()
	}
}

// views are the types through which the same memory is seen.
var views = []ir.Type{ir.U8, ir.S8, ir.U16, ir.S16, ir.U32, ir.S32, ir.F32, ir.U64, ir.F64}

// viewBytes is the size of the local array that is seen through all types.
const viewBytes = 16

// view draws an access of any width to the same few bytes of local, shared or global memory.
func (w *writer) view(op ir.Op, typ ir.Type, v ...ir.Operand) ir.Operand {
	at := int64(w.pick(viewBytes/typ.Bytes())) * int64(typ.Bytes())
	switch where := w.pick(4); {
	case typ.Float(): // only there no bits are a NaN
	case where == 0:
		return w.access(op, ir.Shared, "tile", typ, ir.I(0), at, v...)
	case where == 1:
		return w.access(op, ir.Global, "out", typ, w.out, at, v...)
	}
	return w.access(op, ir.Local, "view", typ, ir.I(0), at, v...)
}

func (w *writer) access(op ir.Op, s ir.Space, name string, typ ir.Type, base ir.Operand, at int64, v ...ir.Operand) ir.Operand {
	return w.emit(ir.Instr{Op: op, Type: typ, Space: s, Root: w.local(name), Vec: 1, Src: append([]ir.Operand{base}, v...), Off: at})
}

// loadView loads 32 bits of a view.
func (w *writer) loadView() ir.Operand {
	typ := views[w.pick(len(views))]
	v := w.view(ir.Ld, typ)
	switch {
	case typ.Bytes() == ir.U64.Bytes():
		bits := w.op(ir.Mov, ir.U64, v)
		return w.emit(ir.Instr{Op: ir.Cvt, Type: ir.U32, From: ir.U64, Src: []ir.Operand{w.op(ir.Shr, ir.U64, bits, ir.I(uint64(w.pick(40))))}})
	case typ.Float():
		return w.op(ir.Mov, ir.U32, v)
	}
	return v
}

// storeView stores a value of the type of a view. No byte has the highest bit of an exponent,
// so that no view as a float is a NaN: which NaN an operation gives is not defined.
func (w *writer) storeView() {
	const finite = 0xbfbf_bfbf_bfbf_bfbf
	typ, v := views[w.pick(len(views))], w.op(ir.And, ir.U32, w.integer(1), ir.I(finite&ir.U32.Mask()))
	switch {
	case typ.Bytes() == ir.U64.Bytes():
		v = w.op(ir.And, ir.U64, w.emit(ir.Instr{Op: ir.MulWide, Type: ir.S64, Src: []ir.Operand{v, w.integer(0)}}), ir.I(finite))
		v = w.op(ir.Mov, typ, v)
	case typ.Reg() != typ:
		v = w.emit(ir.Instr{Op: ir.Cvt, Type: typ, From: ir.S32, Src: []ir.Operand{v}})
	default:
		v = w.op(ir.Mov, typ, v)
	}
	w.view(ir.St, typ, v)
}

// structCopy reads two neighbours of in and writes them to neighbours in tile.
func (w *writer) structCopy() {
	at := w.op(ir.Add, ir.U64, w.in, ir.I(uint64(16*w.pick(4))))
	for i := range int64(2 + 2*w.pick(2)) {
		v := w.emit(ir.Instr{Op: ir.Ld, Type: ir.S32, Space: ir.Global, Root: 2, Vec: 1, Src: []ir.Operand{at}, Off: 4 * i})
		w.store(ir.Shared, w.local("tile"), ir.S32, ir.I(16), v, 4*i)
	}
}

// effect emits what may not be moved or removed.
func (w *writer) effect() {
	if w.pick(2) == 0 {
		w.emit(ir.Instr{Op: ir.Bar})
		return
	}
	v := w.integer(1)
	if v.IsReg {
		w.emit(ir.Instr{Op: ir.Printf, Text: "value", Src: []ir.Operand{v}})
	}
}

// test branches on a condition that may be joined by && or ||.
func (w *writer) test(yes, no ir.BlockID) {
	if kind := w.pick(4); kind >= 2 {
		mid := w.newBlock()
		if kind == 2 {
			w.fork(mid, no)
		} else {
			w.fork(yes, mid)
		}
		w.enter(mid)
	}
	w.fork(yes, no)
}

func (w *writer) fork(yes, no ir.BlockID) {
	w.end(&ir.Instr{Op: ir.CBra, Src: []ir.Operand{w.condition()}, Targets: []ir.BlockID{yes, no}})
}

func (w *writer) branch(depth int) {
	yes, join := w.newBlock(), w.newBlock()
	no := join
	if w.pick(2) == 0 {
		no = w.newBlock()
	}
	w.test(yes, no)
	for _, id := range []ir.BlockID{yes, no} {
		if id == join {
			continue
		}
		w.enter(id)
		for range 1 + w.pick(2) {
			w.statement(depth - 1)
		}
		if len(w.breaks) > 0 && w.pick(4) == 0 {
			w.jump(w.breaks[len(w.breaks)-1])
		} else {
			w.jump(join)
		}
	}
	w.enter(join)
}

// loop emits a loop of a constant or a variable number of iterations that
// tests at the top or at the bottom. Its counter is a variable of its own.
func (w *writer) loop(depth int) {
	w.k.Vars = append(w.k.Vars, ir.Var{Name: fmt.Sprintf("c%d", w.counter+1), Kind: ir.LocalVar, Space: ir.Local, Bytes: 4, Align: 4, Offset: w.k.LocalBytes})
	w.k.LocalBytes += 4
	w.counter++
	c := ir.VarID(len(w.k.Vars))
	bound := ir.I(uint64(w.pick(5)))
	if w.pick(2) == 0 {
		bound = w.op(ir.And, ir.S32, w.integer(0), ir.I(3))
	}
	body, next, done := w.newBlock(), w.newBlock(), w.newBlock()
	w.store(ir.Local, c, ir.S32, ir.I(0), ir.I(0), 0)
	top := body
	bottom := w.pick(2) == 0
	if !bottom {
		top = w.newBlock()
	}
	w.jump(top)
	w.k.Blocks[top].Unroll = []int{0, 0, 0, 1, 2, 3, ir.UnrollFull}[w.pick(7)]
	if !bottom {
		w.enter(top)
		w.test3(c, bound, body, done)
	}
	w.enter(body)
	w.store(ir.Local, w.local("c0"), ir.S32, ir.I(0), w.load(ir.Local, c, ir.S32, ir.I(0)), 0)
	w.breaks = append(w.breaks, done)
	for range 1 + w.pick(2) {
		w.statement(depth - 1)
	}
	w.breaks = w.breaks[:len(w.breaks)-1]
	w.jump(next)
	w.enter(next)
	w.store(ir.Local, c, ir.S32, ir.I(0), w.op(ir.Add, ir.S32, w.load(ir.Local, c, ir.S32, ir.I(0)), ir.I(1)), 0)
	if bottom {
		w.test3(c, bound, top, done)
	} else {
		w.jump(top)
	}
	w.enter(done)
}

func (w *writer) test3(c ir.VarID, bound ir.Operand, yes, no ir.BlockID) {
	p := w.emit(ir.Instr{Op: ir.Setp, Type: ir.S32, Mod: ir.LT, Src: []ir.Operand{w.load(ir.Local, c, ir.S32, ir.I(0)), bound}})
	w.end(&ir.Instr{Op: ir.CBra, Src: []ir.Operand{p}, Targets: []ir.BlockID{yes, no}})
}

// result is what a run leaves: global memory and the trace of effects.
func result(k *ir.Kernel, n int32, x float32) (string, error) {
	params := make([]byte, 24)
	binary.LittleEndian.PutUint64(params, outAddr)
	binary.LittleEndian.PutUint64(params[8:], inAddr)
	binary.LittleEndian.PutUint32(params[16:], uint32(n))
	binary.LittleEndian.PutUint32(params[20:], math.Float32bits(x))
	t := newThread(k, params)
	err := t.run()
	return fmt.Sprintf("%x %q", t.mem[ir.Global], t.trace), err
}

// TestPassesKeepResults runs random kernels before and after every pass. fuse
// is left out: it changes rounding.
func TestPassesKeepResults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomKernel(t)
		if err := ir.Verify(k); err != nil {
			t.Fatalf("BUG in the generator: %v\n%v", err, k)
		}
		n, x := rapid.Int32Range(-2, 40).Draw(t, "n"), float32(rapid.SampledFrom(floats).Draw(t, "x"))
		want, err := result(k, n, x)
		if err != nil {
			t.Skip(err)
		}
		k.Registers = rapid.IntRange(4, 40).Draw(t, "registers")
		before := k.String()
		Run(k, Without("fuse"), Device{}, func(name string, k *ir.Kernel) {
			if err := ir.Verify(k); err != nil {
				t.Fatalf("pass %s: %v\nbefore\n%s\nafter\n%v", name, err, before, k)
			}
			got, err := result(k, n, x)
			if err != nil || got != want {
				t.Fatalf("pass %s changed the result: %v\n got %s\nwant %s\nbefore\n%s\nafter\n%v", name, err, got, want, before, k)
			}
			before = k.String()
		})
		reparsed, err := ir.Parse(k.String())
		if err != nil {
			t.Fatalf("the result does not parse: %v\n%v", err, k)
		}
		if got, err := result(reparsed, n, x); err != nil || !bytes.Equal([]byte(got), []byte(want)) {
			t.Fatalf("the parsed text computes something else: %v\n got %s\nwant %s\n%v", err, got, want, k)
		}
	})
}
