package intrinsic

// This file names the functions of floats as NVIDIA's library libdevice does: a compiler that does not link the
// library leaves calls of them in PTX.
//
// A name is that of the C function behind __nv_: __nv_sinf of floats, __nv_sin of doubles. The fast twin of a function,
// __expf, is __nv_fast_expf.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// OfFloats is a function of floats of one type, an operation Math.
type OfFloats struct {
	Mod  ir.Mod
	Type ir.Type
}

// Operands returns how many floats the function takes.
func (f OfFloats) Operands() int {
	in := ir.Instr{Op: ir.Math, Mod: f.Mod, Type: f.Type}
	return in.NumSrc()
}

// Libdevice are the functions of libdevice by their names.
var Libdevice = map[string]OfFloats{"__nv_rsqrt": {ir.Rsqrt, ir.F64}} // which CUDA C has beside a row

// namesOf are the first names in Libdevice.
var namesOf = map[OfFloats]string{{ir.Rsqrt, ir.F64}: "__nv_rsqrt"}

// LibdeviceName returns the name of a function of floats, or "" if the library lacks it.
func LibdeviceName(f OfFloats) string { return namesOf[f] }

// addLibdevice adds a variant whose operands and result are floats of one type. Functions that end in _of are ours.
func addLibdevice(f *Function, v *Variant) {
	p := v.Prototype()
	t, ok := map[string]ir.Type{"float": ir.F32, "double": ir.F64}[p.Result]
	if f.Op != ir.Math || !ok || v.Expand != "" || strings.HasSuffix(p.Name, "_of") || slices.ContainsFunc(p.Params, func(t string) bool { return t != p.Result }) {
		return
	}
	bare := strings.TrimPrefix(p.Name, "__")
	name := "__nv_" + bare
	if bare != p.Name && ByC[bare] != nil {
		name = "__nv_fast_" + bare
	}
	of := OfFloats{f.Mod, t}
	if Libdevice[name] = of; namesOf[of] == "" {
		namesOf[of] = name
	}
}
