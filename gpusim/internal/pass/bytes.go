package pass

// This file finds values that are put together from all bytes of another value, as a copy
// byte by byte does.

import "gpucourse/gpusim/internal/ir"

// byteOf is one byte of a value: that of a register, or zero where reg is ir.NoReg.
type byteOf struct {
	reg   ir.Reg
	index int
}

// maxJoin bounds the instructions between a value and the bytes that it is put together from:
// for each of eight bytes two shifts, three conversions, copies, a mask and an or.
const maxJoin = 8 * 10

// joinBytes: an or of all bytes of a register, each in its place, is the register.
func joinBytes(f *folder, in *ir.Instr) bool {
	if in.Type == ir.Pred {
		return false
	}
	list := (&byteFinder{f, maxJoin}).of(ir.R(in.Dst[0]))
	for i, b := range list {
		if b.reg == ir.NoReg || b.reg == in.Dst[0] || b != (byteOf{list[0].reg, i}) {
			return false
		}
	}
	if f.k.Regs[list[0].reg].Type.Bytes() != len(list) {
		return false
	}
	become(in, ir.R(list[0].reg))
	return true
}

// byteFinder follows bytes back to the registers that they come from.
type byteFinder struct {
	*folder
	left int // instructions that it may still look at
}

// of returns the bytes of a register, lowest first.
func (f *byteFinder) of(o ir.Operand) []byteOf {
	own := make([]byteOf, f.k.Regs[o.Reg].Type.Bytes())
	for i := range own {
		own[i] = byteOf{o.Reg, i}
	}
	d := f.defines(o)
	if f.left--; d == nil || f.left < 0 {
		return own
	}
	switch d.Op {
	case ir.Mov, ir.Or, ir.And, ir.Shl, ir.Shr, ir.Cvt:
		if d.Src[0].IsReg && f.k.Regs[d.Src[0].Reg].Type != ir.Pred {
			f.through(d, own)
		}
	case ir.Ld:
		if d.Type.Reg() != d.Type && !d.Type.Signed() {
			clear(own[d.Type.Bytes():])
		}
	}
	return own
}

// through replaces the bytes that an instruction takes unchanged from its first operand, or
// its second one, by their sources.
func (f *byteFinder) through(d *ir.Instr, own []byteOf) {
	n, constant := imm(d, len(d.Src)-1)
	from := f.of(d.Src[0])
	switch {
	case d.Op == ir.Mov:
		copy(own, from)
	case d.Op == ir.Or && !constant:
		or(own, from, f.of(d.Src[1]))
	case d.Op == ir.And && constant:
		and(own, from, n)
	case d.Op == ir.Cvt:
		convertBytes(own, from, d)
	case constant && n%8 == 0 && n < uint64(d.Type.Bits()) && d.Op == ir.Shl:
		clear(own)
		copy(own[n/8:], from)
	case constant && n%8 == 0 && n < uint64(d.Type.Bits()) && d.Op == ir.Shr && !d.Type.Signed():
		clear(own)
		copy(own, from[n/8:])
	}
}

// or keeps the bytes of one side where the other has zeros.
func or(own, x, y []byteOf) {
	for i := range own {
		switch zero := (byteOf{}); {
		case x[i] == zero || x[i] == y[i]:
			own[i] = y[i]
		case y[i] == zero:
			own[i] = x[i]
		}
	}
}

// and keeps the bytes of x that a mask keeps whole.
func and(own, x []byteOf, mask uint64) {
	for i := range own {
		switch byte(mask >> (8 * i)) {
		case 0:
			own[i] = byteOf{}
		case 0xff:
			own[i] = x[i]
		}
	}
}

// convertBytes keeps the low bytes of an integer, and knows the zeros that extend it.
func convertBytes(own, x []byteOf, cvt *ir.Instr) {
	narrow := cvt.From
	if cvt.Type.Bytes() < narrow.Bytes() {
		narrow = cvt.Type
	}
	if cvt.Type.Float() || cvt.From.Float() || cvt.From.Reg() != cvt.From {
		return
	}
	copy(own[:narrow.Bytes()], x)
	if !narrow.Signed() {
		clear(own[narrow.Bytes():])
	}
}
