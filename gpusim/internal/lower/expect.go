package lower

// This file adds to kernels that are compiled for checkers what they expect of their values:
// that an index stays within the array or the part of a slice that it is used on. Accesses
// know only the bound of the whole object. Kernels that are measured have none of this.

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"gpucourse/gpusim/internal/ir"
)

// expectIndex expects that an index is below the length of what it is used on. The bound of
// a whole object is that of its accesses.
func (l *lowerer) expectIndex(in *ssa.IndexAddr, x val, i subscript) {
	if !l.checked {
		return
	}
	n, is := x.op, "a slice of length %[2]d"
	if p, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		t := l.typeOf(p.Elem())
		if l.wholeObject(x.ptr, t.Size) {
			return
		}
		n, is = ir.I(uint64(t.Len)), fmt.Sprintf("an inner array of length %d", t.Len)
	} else if l.wholeSlice(x, l.typeOf(deref(in.Type())).Size) {
		return
	}
	if l.src.C && !accessed(in) && !n.IsReg {
		n.Imm++ // C has the address behind the last element
	}
	l.expect(i, n, l.partName(x.ptr)+": index %[1]d is out of range of "+is)
}

// expectPart expects that lo ≤ hi of x[lo:hi], and that hi is no larger than an array.
func (l *lowerer) expectPart(name string, lo, hi ir.Operand, most int) {
	if !l.checked {
		return
	}
	if most >= 0 && (hi.IsReg || hi.Imm > uint64(most)) {
		l.expect(subscript{hi, ir.S32}, ir.I(uint64(most)+1), fmt.Sprintf("%s: a part ends at %%[1]d, the array has length %d", name, most))
	}
	if lo.IsReg || hi.IsReg {
		l.expect(subscript{lo, ir.S32}, l.add(ir.S32, hi, ir.I(1)), name+": a part begins at %[1]d, which is negative or behind its end")
	}
}

// expect emits that i is below n. text has verbs for both.
func (l *lowerer) expect(i subscript, n ir.Operand, text string) {
	t := i.typ.Reg()
	switch {
	case !i.op.IsReg && !n.IsReg && i.op.Imm < n.Imm:
		return
	case t.Bits() == ir.S64.Bits() && n.IsReg:
		n = l.cvt(t, ir.S32, n)
	}
	l.emit(ir.Instr{Op: ir.Expect, Mod: ir.InBounds, Type: t, Src: []ir.Operand{i.op, n}, Text: text})
}

// wholeObject reports whether what a pointer points to, of some bytes, is a whole object.
func (l *lowerer) wholeObject(p pointer, bytes int) bool {
	v := l.k.Var(p.root)
	return v != nil && v.Bytes == bytes
}

// wholeSlice reports whether a slice is a whole object: a parameter, the dynamic shared
// memory, or all of an array.
func (l *lowerer) wholeSlice(x val, elemBytes int) bool {
	if x.op.IsReg {
		return l.lengths[x.op.Reg]
	}
	return l.wholeObject(x.ptr, int(x.op.Imm)*elemBytes)
}

// accessed reports whether an address is only loaded from, stored to, or an object in which
// another address lies.
func accessed(in *ssa.IndexAddr) bool {
	for _, r := range *in.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == in {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// partName names an object of which a part is taken.
func (l *lowerer) partName(p pointer) string {
	if v := l.k.Var(p.root); v != nil {
		return strings.ReplaceAll(v.Name, "%", "%%")
	}
	return p.space.String() + " memory"
}
