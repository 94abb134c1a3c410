package write

import (
	"slices"
	"testing"

	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// TestRows: every operation that a kernel may have here is written.
func TestRows(t *testing.T) {
	without := []ir.Op{ir.Phi, ir.Expect, ir.BarArrive} // gone by then, of checkers, and of PTX alone
	for op := ir.BadOp + 1; op <= ir.Trap; op++ {
		if _, ok := table[op]; !ok && op >= ir.CopyBulk && op <= ir.ProductGroup { // of PTX alone
			continue
		}
		if _, ok := table[op]; ok == slices.Contains(without, op) {
			t.Errorf("%s: a row is %t", op.Facts().Name, ok)
		}
	}
}

// TestFunctions: every function that a source has is an instruction or a call of libdevice.
func TestFunctions(t *testing.T) {
	for _, f := range intrinsic.Functions {
		for _, typ := range []ir.Type{ir.F32, ir.F64, ir.U32} {
			if f.Op != ir.Math || !f.Mod.Func().Takes(typ) {
				continue
			}
			of := intrinsic.OfFloats{Mod: f.Mod, Type: typ}
			name := intrinsic.LibdeviceName(of)
			if instructions[f.Mod] == "" && halves[f.Mod] == "" && name == "" {
				t.Errorf("%s of %s has no name in PTX", f.Mod, typ)
			}
			if found := intrinsic.Libdevice[name]; name != "" && found != of {
				t.Errorf("%s is found as %v", name, found)
			}
		}
	}
}

func TestFlushing(t *testing.T) {
	for text, want := range map[string]string{
		"add.f32 %f0, %f1, %f2":            "add.ftz.f32 %f0, %f1, %f2",
		"fma.rn.f32 %f0, %f1, %f2, %f3":    "fma.rn.ftz.f32 %f0, %f1, %f2, %f3",
		"max.NaN.f32 %f0, %f1, %f2":        "max.ftz.NaN.f32 %f0, %f1, %f2",
		"cvt.rzi.s32.f32 %r0, %f1":         "cvt.rzi.ftz.s32.f32 %r0, %f1",
		"cvt.sat.f32.f32 %f0, %f1":         "cvt.ftz.sat.f32.f32 %f0, %f1",
		"rsqrt.approx.ftz.f32 %f0, %f1":    "rsqrt.approx.ftz.f32 %f0, %f1",
		"setp.lt.f32 %p0, %f0, 0f3F800000": "setp.lt.ftz.f32 %p0, %f0, 0f3F800000",
		"div.rn.f32 %f0, 0f3F800000, %f1":  "div.rn.ftz.f32 %f0, 0f3F800000, %f1",
		"cvt.rn.f32.f64 %f0, %fd1":         "cvt.rn.ftz.f32.f64 %f0, %fd1",
		"setp.neu.f32 %p0, %f0, %f1":       "setp.neu.ftz.f32 %p0, %f0, %f1",
	} {
		if got := flushing(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
