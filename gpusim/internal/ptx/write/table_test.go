package write

import (
	"slices"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/libdevice"
)

// TestRows: every operation that a kernel may have here is written.
func TestRows(t *testing.T) {
	without := []ir.Op{ir.Phi, ir.Expect} // gone by then, and of checkers
	for op := ir.BadOp + 1; op <= ir.Trap; op++ {
		if _, ok := table[op]; ok == slices.Contains(without, op) {
			t.Errorf("%s: a row is %t", op.Facts().Name, ok)
		}
	}
}

// TestFunctions: every function of floats is an instruction or a call of libdevice.
func TestFunctions(t *testing.T) {
	facts := ir.Math.Facts()
	for mod := facts.Mods[0]; mod <= facts.Mods[1]; mod++ {
		for _, typ := range []ir.Type{ir.F32, ir.F64} {
			f := mod.Func()
			if f == nil || !f.Takes(typ) {
				continue
			}
			name := libdevice.Name(mod, typ)
			if instructions[mod] == "" && halves[mod] == "" && name == "" {
				t.Errorf("%s of %s has no name in PTX", mod, typ)
			}
			if found, ok := libdevice.Find(name); name != "" && (!ok || found != libdevice.Function{Mod: mod, Type: typ}) {
				t.Errorf("%s is found as %v", name, found)
			}
		}
	}
}
