package pass

// This file converts values between accesses of different widths: the bytes of a value that
// a narrower access reads, and the value after a narrower access has changed some bytes.

import "gpucourse/gpusim/internal/ir"

// unsignedBytes is the unsigned type of a number of bytes.
var unsignedBytes = map[int]ir.Type{1: ir.U8, 2: ir.U16, 4: ir.U32, 8: ir.U64}

// bitsOf is the unsigned type of the same width.
func bitsOf(t ir.Type) ir.Type { return unsignedBytes[t.Bytes()] }

// bitWriter writes instructions to a list.
type bitWriter struct {
	k    *ir.Kernel
	pos  ir.PosID
	list []*ir.Instr
}

func (w *bitWriter) emit(in ir.Instr) ir.Operand {
	in.Pos, in.Dst = w.pos, []ir.Reg{w.k.NewReg(in.DstType(), "")}
	w.list = append(w.list, &in)
	return ir.R(in.Dst[0])
}

func (w *bitWriter) op(op ir.Op, t ir.Type, src ...ir.Operand) ir.Operand {
	return w.emit(ir.Instr{Op: op, Type: t, Src: src})
}

// convert takes the low bytes of an integer, or extends it.
func (w *bitWriter) convert(to, from ir.Type, v ir.Operand) ir.Operand {
	return w.emit(ir.Instr{Op: ir.Cvt, Type: to, From: from, Src: []ir.Operand{v}})
}

// extract returns what a load of type t reads, `at` bytes behind the first byte of a value v
// of type whole.
func (w *bitWriter) extract(v ir.Operand, whole ir.Type, at int64, t ir.Type) ir.Operand {
	reg := bitsOf(whole.Reg())
	if whole.Float() {
		v = w.op(ir.Mov, reg, v)
	}
	if at > 0 {
		v = w.op(ir.Shr, reg, v, ir.I(uint64(8*at)))
	}
	switch {
	case t.Reg() != t:
		return w.convert(t, reg, v)
	case t.Bytes() < reg.Bytes():
		v = w.convert(bitsOf(t), reg, v)
	}
	return w.op(ir.Mov, t, v)
}

// insert returns the value old of the unsigned type whole after a store of v, of type t, at
// bytes behind its first byte.
func (w *bitWriter) insert(old ir.Operand, whole ir.Type, at int64, v ir.Operand, t ir.Type) ir.Operand {
	reg := whole.Reg()
	switch {
	case t.Float():
		v = w.op(ir.Mov, bitsOf(t), v)
	case t.Reg() != t:
		v = w.convert(bitsOf(t), ir.U32, v)
	}
	if t.Bytes() == whole.Bytes() {
		return w.op(ir.Mov, reg, v)
	}
	if bitsOf(t.Reg()) != reg {
		v = w.convert(reg, ir.U32, v)
	}
	if at > 0 {
		v = w.op(ir.Shl, reg, v, ir.I(uint64(8*at)))
	}
	kept := whole.Mask() &^ (t.Mask() << (8 * at))
	return w.op(ir.Or, reg, w.op(ir.And, reg, old, ir.I(kept)), v)
}
