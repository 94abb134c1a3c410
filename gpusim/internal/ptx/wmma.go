package ptx

// This file lowers wmma, whose fragments have no documented layout: here a fragment has the layout of mma.m16n8k16, and
// a product is two of these. A fragment of halves has its registers twice.

import (
	"fmt"

	"gpucourse/gpusim/internal/ir"
)

// wmmaSize is the extent of a fragment, wmmaHalf of the matrices in it, quadLanes the lanes that share a row of one.
const (
	wmmaSize  = 16
	wmmaHalf  = 8
	quadLanes = 4
)

func wmmaForms() (list []form) {
	for _, e := range []struct {
		name      string
		mod       ir.Mod
		registers int // of a fragment of factors
	}{{"f16", ir.OfHalves, 8}, {"bf16", ir.OfBfloats, 4}} {
		for _, f := range []string{"a", "b"} {
			mods := fmt.Sprintf("load %s sync aligned L=row|col m16n16k16 S=shared|global? %s", f, e.name)
			list = append(list, form{op: "wmma", mods: mods, operands: "vec=b32 addr a=s32?", build: loadFragment(f == "a", e.registers)})
		}
		sums, mods := []string{"f32"}, "mma sync aligned A=row|col B=row|col m16n16k16 f32 bf16 bf16 f32"
		if e.mod == ir.OfHalves {
			sums = append(sums, "f16")
		}
		for _, sum := range sums {
			if e.mod == ir.OfHalves {
				mods = fmt.Sprintf("mma sync aligned A=row|col B=row|col m16n16k16 %s %s", sum, sum)
			}
			list = append(list, form{op: "wmma", mods: mods, operands: fmt.Sprintf("vec=%[1]s vec=b32 vec=b32 vec=%[1]s", sumKinds[sum]), build: fragmentProduct(e.mod, sum)})
		}
	}
	for _, sum := range []string{"f32", "f16"} {
		list = append(list,
			form{op: "wmma", mods: "load c sync aligned L=row|col m16n16k16 S=shared|global? " + sum, operands: "vec=" + sumKinds[sum] + " addr a=s32?", build: loadSums(sum)},
			form{op: "wmma", mods: "store d sync aligned L=row|col m16n16k16 S=shared|global? " + sum, operands: "addr vec=" + sumKinds[sum] + " a=s32?", build: storeSums(sum)})
	}
	return list
}

// fragment is where a fragment lies in memory: elements of some bytes, in lines of a stride.
type fragment struct {
	l      *lowerer
	at     target
	stride ir.Operand // bytes
	bytes  uint64
}

func (l *lowerer) fragment(m *match, at, stride int, bytes uint64) fragment {
	f := fragment{l: l, at: l.target(m.Operands[at], m.named["S"]), bytes: bytes, stride: ir.I(wmmaSize * bytes)}
	if len(m.Operands) > stride {
		f.stride = f.scaled(f.wide(l.inReg(ir.U32, l.operand(m.Operands[stride], types["u32"]))), bytes)
	}
	return f
}

// wide extends a number to the width of addresses.
func (f *fragment) wide(v ir.Operand) ir.Operand {
	t := ir.AddrType(f.at.space)
	if t == ir.U32 {
		return v
	}
	return f.l.cvt(t, ir.U32, v)
}

func (f *fragment) scaled(v ir.Operand, by uint64) ir.Operand {
	return f.l.op(ir.Mul, ir.AddrType(f.at.space), v, ir.I(by))
}

// place returns the address of an element: of a line, and at a distance in it.
func (f *fragment) place(line, off ir.Operand) ir.Operand {
	t := ir.AddrType(f.at.space)
	v := f.l.op(ir.Mul, t, f.wide(line), f.stride)
	v = f.l.op(ir.Add, t, v, f.scaled(f.wide(off), f.bytes))
	return f.l.op(ir.Add, t, v, f.l.inReg(t, f.at.base))
}

// lane returns the number of a lane, divided or what is left by a power of two.
func (l *lowerer) lane(op ir.Op, by uint64) ir.Operand {
	lane := l.opMod(ir.Special, ir.LaneID, ir.U32)
	if op == ir.Div {
		return l.op(ir.Div, ir.U32, lane, ir.I(by))
	}
	return l.op(ir.And, ir.U32, lane, ir.I(by-1))
}

func (l *lowerer) sum(a ir.Operand, n uint64) ir.Operand { return l.plus(ir.U32, a, int64(n)) }

// loadFragment builds wmma.load of a factor: as ldmatrix where it lies in shared memory, else in pairs of elements.
func loadFragment(ofA bool, registers int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		f := l.fragment(m, 1, 2, 2)
		along := (m.named["L"] == "row") == ofA // neighbours in memory follow each other along the depth
		var values []ir.Operand
		if f.at.space == ir.Shared && m.named["S"] != "" {
			values = f.matrices(ofA, along)
		} else {
			for r := range uint64(4) {
				values = append(values, f.pair(ofA, along, r))
			}
		}
		for i, o := range vector(m.Operands[0])[:registers] {
			l.defOperand(o, types["b32"], values[i%len(values)])
		}
	}
}

// quarter returns which lines and which depth the matrix of register r holds.
func quarter(ofA bool, r uint64) (line, depth uint64) {
	if ofA {
		return r % 2 * wmmaHalf, r / 2 * wmmaHalf
	}
	return r / 2 * wmmaHalf, r % 2 * wmmaHalf
}

// matrices loads the four matrices of a fragment at once. Lane i names row i mod 8 of matrix i div 8.
func (f *fragment) matrices(ofA, along bool) (values []ir.Operand) {
	l := f.l
	row, number := l.lane(ir.Rem, wmmaHalf), l.lane(ir.Div, wmmaHalf)
	odd := l.op(ir.Mul, ir.U32, l.op(ir.And, ir.U32, number, ir.I(1)), ir.I(wmmaHalf))
	upper := l.op(ir.Mul, ir.U32, l.op(ir.Shr, ir.U32, number, ir.I(1)), ir.I(wmmaHalf))
	line, depth := odd, upper
	if !ofA {
		line, depth = upper, odd
	}
	mod := ir.Rows
	if !along {
		line, depth, mod = depth, line, ir.Columns
	}
	at := l.plus(ir.U32, f.place(l.op(ir.Add, ir.U32, line, row), depth), f.at.off)
	in := ir.Instr{Op: ir.LoadMatrix, Mod: mod, Type: ir.U32, Src: []ir.Operand{at}}
	for range 4 {
		in.Dst = append(in.Dst, l.k.NewReg(ir.U32, ""))
		values = append(values, ir.R(in.Dst[len(in.Dst)-1]))
	}
	l.emit(in)
	return values
}

// pair loads two neighbours along the depth for register r.
func (f *fragment) pair(ofA, along bool, r uint64) ir.Operand {
	l := f.l
	line, depth := quarter(ofA, r)
	x := l.sum(l.lane(ir.Div, quadLanes), line)
	k := l.sum(l.op(ir.Shl, ir.U32, l.lane(ir.Rem, quadLanes), ir.I(1)), depth)
	if along {
		return f.load(ir.U32, 1, f.place(x, k))[0]
	}
	low := f.load(ir.U16, 1, f.place(k, x))[0]
	high := f.load(ir.U16, 1, f.place(l.sum(k, 1), x))[0]
	return l.op(ir.Or, ir.U32, low, l.op(ir.Shl, ir.U32, high, ir.I(16)))
}

// load loads elements at an address.
func (f *fragment) load(t ir.Type, n int, at ir.Operand) (values []ir.Operand) {
	in := ir.Instr{Op: ir.Ld, Type: t, Space: f.at.space, Vec: n, Src: []ir.Operand{at}, Off: f.at.off, Align: n * t.Bytes()}
	for range n {
		in.Dst = append(in.Dst, f.l.k.NewReg(t.Reg(), ""))
		values = append(values, ir.R(in.Dst[len(in.Dst)-1]))
	}
	f.l.generic[f.l.emit(in)] = f.at.any
	return values
}

func (f *fragment) store(t ir.Type, at ir.Operand, values ...ir.Operand) {
	in := ir.Instr{Op: ir.St, Type: t, Space: f.at.space, Vec: len(values), Src: append([]ir.Operand{at}, values...), Off: f.at.off, Align: len(values) * t.Bytes()}
	f.l.generic[f.l.emit(in)] = f.at.any
}

// fragmentProduct builds wmma.mma: a product for each half of the columns.
func fragmentProduct(mod ir.Mod, sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := types[sumKinds[sum]]
		a, b := l.registers(vector(m.Operands[1])[:4], types["b32"]), l.registers(vector(m.Operands[2])[:4], types["b32"])
		c, d := l.registers(vector(m.Operands[3]), t), vector(m.Operands[0])
		n := len(d) / 2
		for half := range 2 {
			in := ir.Instr{Op: ir.Product, Mod: mod, Type: sumTypes[sum]}
			in.Src = append(append(append(in.Src, a...), b[2*half:][:2]...), c[n*half:][:n]...)
			l.spread(in, t, d[n*half:][:n])
		}
	}
}

// sumPlaces calls f for each pair of neighbouring columns of sums that a lane holds, in the order of its registers.
func (l *lowerer) sumPlaces(f func(row, column ir.Operand)) {
	for half := range uint64(2) {
		for lower := range uint64(2) {
			row := l.sum(l.lane(ir.Div, quadLanes), lower*wmmaHalf)
			f(row, l.sum(l.op(ir.Shl, ir.U32, l.lane(ir.Rem, quadLanes), ir.I(1)), half*wmmaHalf))
		}
	}
}

// elements are the types of sums in memory.
var elements = map[string]ir.Type{"f32": ir.F32, "f16": ir.U16}

func loadSums(sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := elements[sum]
		f := l.fragment(m, 1, 2, uint64(t.Bytes()))
		var values []ir.Operand
		l.sumPlaces(func(row, column ir.Operand) {
			var pair []ir.Operand
			if m.named["L"] == "row" {
				pair = f.load(t, 2, f.place(row, column))
			} else {
				pair = append(f.load(t, 1, f.place(column, row)), f.load(t, 1, f.place(l.sum(column, 1), row))...)
			}
			if sum == "f16" {
				pair = []ir.Operand{l.op(ir.Or, ir.U32, pair[0], l.op(ir.Shl, ir.U32, pair[1], ir.I(16)))}
			}
			values = append(values, pair...)
		})
		for i, o := range vector(m.Operands[0]) {
			l.defOperand(o, types[sumKinds[sum]], values[i])
		}
	}
}

func storeSums(sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := elements[sum]
		f := l.fragment(m, 0, 2, uint64(t.Bytes()))
		values := l.registers(vector(m.Operands[1]), types[sumKinds[sum]])
		i := 0
		l.sumPlaces(func(row, column ir.Operand) {
			var pair []ir.Operand
			if sum == "f16" {
				pair, i = []ir.Operand{values[i], l.op(ir.Shr, ir.U32, values[i], ir.I(16))}, i+1
			} else {
				pair, i = values[i:][:2], i+2
			}
			if m.named["L"] == "row" {
				f.store(t, f.place(row, column), pair...)
				return
			}
			f.store(t, f.place(column, row), pair[0])
			f.store(t, f.place(l.sum(column, 1), row), pair[1])
		})
	}
}
