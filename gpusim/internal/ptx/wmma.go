package ptx

// This file lowers wmma, whose fragments package fragment lays out.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/fragment"
	"gpucourse/gpusim/internal/ir"
)

func wmmaForms() (list []form) {
	var names []string
	for _, s := range fragment.Shapes {
		names = append(names, shapeName(s))
	}
	shape := "Z=" + strings.Join(names, "|")
	for _, e := range []struct {
		name string
		elem fragment.Element
	}{{"f16", fragment.Half}, {"bf16", fragment.Bfloat}} {
		for _, f := range []string{"a", "b"} {
			mods := fmt.Sprintf("load %s sync aligned L=row|col %s S=shared|global? %s", f, shape, e.name)
			list = append(list, form{op: "wmma", mods: mods, operands: "vec=b32 addr a=s32?", build: loadFragment(f == "a", e.elem)})
		}
		sums, mods := []string{"f32"}, "mma sync aligned A=row|col B=row|col "+shape+" f32 bf16 bf16 f32"
		if e.elem == fragment.Half {
			sums = append(sums, "f16")
		}
		for _, sum := range sums {
			if e.elem == fragment.Half {
				mods = fmt.Sprintf("mma sync aligned A=row|col B=row|col %s %s %s", shape, sum, sum)
			}
			list = append(list, form{op: "wmma", mods: mods, operands: fmt.Sprintf("vec=%[1]s vec=b32 vec=b32 vec=%[1]s", sumKinds[sum]), build: fragmentProduct(e.elem, sum)})
		}
	}
	for _, sum := range []string{"f32", "f16"} {
		list = append(list,
			form{op: "wmma", mods: "load c sync aligned L=row|col " + shape + " S=shared|global? " + sum, operands: "vec=" + sumKinds[sum] + " addr a=s32?", build: loadSums(sum)},
			form{op: "wmma", mods: "store d sync aligned L=row|col " + shape + " S=shared|global? " + sum, operands: "addr vec=" + sumKinds[sum] + " a=s32?", build: storeSums(sum)})
	}
	return list
}

func shapeName(s fragment.Shape) string { return fmt.Sprintf("m%dn%dk16", s.M, s.N) }

// fragmentShape returns the shape that a form names.
func fragmentShape(m *match) fragment.Shape {
	return fragment.Shapes[slices.IndexFunc(fragment.Shapes, func(s fragment.Shape) bool { return shapeName(s) == m.named["Z"] })]
}

// sumElements are the elements of sums by their names.
var sumElements = map[string]fragment.Element{"f32": fragment.Float, "f16": fragment.Half}

// fragments returns where the instructions of fragments go. Accesses to any are generic.
func (l *lowerer) fragments(any bool) *fragment.Builder {
	return &fragment.Builder{Kernel: l.k, Marks: &l.marks, Emit: func(in ir.Instr) *ir.Instr {
		p := l.emit(in)
		if in.Op == ir.Ld || in.Op == ir.St {
			l.generic[p] = any
		}
		return p
	}}
}

// matrixAt reads where a matrix lies: the operands of its address and, behind it, of the elements between its lines.
func (l *lowerer) matrixAt(m *match, at, stride, bytes int) (*fragment.Builder, fragment.Memory) {
	a := l.target(m.Operands[at], m.named["S"])
	const packed = 16 // elements between lines where nothing is written
	t, n := ir.AddrType(a.space), ir.I(uint64(packed*bytes))
	if len(m.Operands) > stride {
		n = l.inReg(ir.U32, l.operand(m.Operands[stride], types["u32"]))
		if t != ir.U32 {
			n = l.cvt(t, ir.U32, n)
		}
		n = l.op(ir.Mul, t, n, ir.I(uint64(bytes)))
	}
	return l.fragments(a.any), fragment.Memory{Space: a.space, Base: a.base, Off: a.off, Stride: n, ByRows: m.named["L"] == "row", Shared: m.named["S"] == "shared"}
}

// loadFragment builds wmma.load of a factor.
func loadFragment(ofA bool, e fragment.Element) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		s := fragmentShape(m)
		b, at := l.matrixAt(m, 1, 2, 2)
		dst := vector(m.Operands[0])
		if l.wants(s.Registers(ofA, e), len(dst)) {
			for i, v := range b.LoadFactor(s, ofA, e, at) {
				l.defOperand(dst[i], types["b32"], v)
			}
		}
	}
}

// wants refuses a fragment with another number of registers.
func (l *lowerer) wants(n, has int) bool {
	if n != has {
		l.fail("the fragment has %d registers, not %d", n, has)
	}
	return n == has
}

// fragmentProduct builds wmma.mma.
func fragmentProduct(e fragment.Element, sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		s, t := fragmentShape(m), types[sumKinds[sum]]
		d, x, y, z := vector(m.Operands[0]), vector(m.Operands[1]), vector(m.Operands[2]), vector(m.Operands[3])
		n := fragment.SumRegisters(sumElements[sum])
		if !l.wants(s.Registers(true, e), len(x)) || !l.wants(s.Registers(false, e), len(y)) || !l.wants(n, len(z)) || !l.wants(n, len(d)) {
			return
		}
		a := fragment.Factors{Registers: l.registers(x, types["b32"]), ByRows: m.named["A"] == "row"}
		b := fragment.Factors{Registers: l.registers(y, types["b32"]), ByRows: m.named["B"] == "row"}
		for i, v := range l.fragments(false).Product(s, e, sumElements[sum], a, b, l.registers(z, t)) {
			l.defOperand(d[i], t, v)
		}
	}
}

// sumBytes are the bytes of a sum in memory.
var sumBytes = map[string]int{"f32": 4, "f16": 2}

func loadSums(sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		b, at := l.matrixAt(m, 1, 2, sumBytes[sum])
		dst := vector(m.Operands[0])
		if !l.wants(fragment.SumRegisters(sumElements[sum]), len(dst)) {
			return
		}
		for i, v := range b.LoadSums(fragmentShape(m), sumElements[sum], at) {
			l.defOperand(dst[i], types[sumKinds[sum]], v)
		}
	}
}

func storeSums(sum string) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		b, at := l.matrixAt(m, 0, 2, sumBytes[sum])
		if src := vector(m.Operands[1]); l.wants(fragment.SumRegisters(sumElements[sum]), len(src)) {
			b.StoreSums(fragmentShape(m), sumElements[sum], at, l.registers(src, types[sumKinds[sum]]))
		}
	}
}
