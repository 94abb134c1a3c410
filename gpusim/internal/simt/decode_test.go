package simt

// This file asks the tables whether they are complete.

import (
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// senseless are combinations that the facts table allows and no compiler makes.
func senseless(in *ir.Instr) bool {
	logic := in.Mod >= ir.AtomAnd && in.Mod <= ir.AtomXor
	pairs := in.Mod.PairSum() != nil
	counting := in.Mod == ir.AtomInc || in.Mod == ir.AtomDec
	switch in.Op {
	case ir.Setp:
		return in.Type == ir.Pred && in.Mod > ir.NE
	case ir.Atom:
		if in.Type == ir.U16 {
			return !pairs && in.Mod != ir.AtomCas
		}
		return pairs && in.Type != ir.U32 || logic && in.Type.Float() || counting && in.Type != ir.U32
	case ir.Math:
		return !in.Mod.Func().Takes(in.Type)
	case ir.Vote:
		return (in.Mod == ir.VoteBallot) != (in.Type == ir.U32)
	}
	return false
}

func TestEveryOperationHasAFunction(t *testing.T) {
	tried := 0
	for op := ir.Mov; op < ir.Phi; op++ {
		f := op.Facts()
		for typ := ir.NoType; typ <= ir.F64; typ++ {
			for mod := f.Mods[0]; f.Types.Has(typ) && mod <= f.Mods[1]; mod++ {
				in := &ir.Instr{Op: op, Type: typ, Mod: mod, Vec: 1}
				for _, in.From = range poolTypes {
					if execOf(in) == nil && !senseless(in) {
						t.Errorf("%s.%s.%s (from %s) has no function", f.Name, mod, typ, in.From)
					}
				}
				tried++
			}
		}
	}
	if tried < 300 {
		t.Errorf("tried %d operations only", tried)
	}
}

func TestImmediatesAreShared(t *testing.T) {
	r := newRig(t, kernelOf(threadIndex+`
	add.s32 %r10, %r4, 5;
	add.s32 %r11, %r10, 5;
	add.s64 %rd12, %rd5, 5;
	exit;`))
	if got, want := len(r.p.slots)-len(r.p.Kernel.Regs), 3; got != want { // a parameter's offset, 5 and a wide 5
		t.Errorf("got %d immediates, want %d", got, want)
	}
}
