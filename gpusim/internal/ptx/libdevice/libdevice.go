// Package libdevice names the functions of floats that PTX has no instruction for. NVIDIA's library
// libdevice has them: a compiler that does not link the library leaves calls of them in PTX.
//
// A name is that of the C function behind __nv_: __nv_sinf of floats, __nv_sin of doubles.
package libdevice

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
)

const prefix = "__nv_"

// names are the functions without the f of floats.
var names = map[ir.Mod]string{
	ir.Rsqrt: "rsqrt", ir.Sin: "sin", ir.Cos: "cos", ir.Tan: "tan", ir.Asin: "asin", ir.Acos: "acos", ir.Atan: "atan", ir.Atan2: "atan2",
	ir.Sinh: "sinh", ir.Cosh: "cosh", ir.Tanh: "tanh", ir.Exp: "exp", ir.Exp2: "exp2", ir.Log: "log", ir.Log2: "log2", ir.Log10: "log10",
	ir.Pow: "pow", ir.Round: "round", ir.Mod2: "fmod", ir.Hypot: "hypot", ir.Cbrt: "cbrt", ir.Erf: "erf", ir.Erfc: "erfc",
	ir.Expm1: "expm1", ir.Log1p: "log1p", ir.Lgamma: "lgamma", ir.Tgamma: "tgamma", ir.Nextafter: "nextafter",
	ir.FastTan: "fast_tan", ir.FastExp: "fast_exp", ir.FastExp10: "fast_exp10", ir.FastLog: "fast_log", ir.FastLog2: "fast_log2",
	ir.FastLog10: "fast_log10", ir.FastPow: "fast_pow", ir.RsqrtRn: "frsqrt_rn",
}

// Function is a function of floats of one type.
type Function struct {
	Mod  ir.Mod // of operation Math
	Type ir.Type
}

// functions are all functions by their names.
var functions = func() map[string]Function {
	list := map[string]Function{}
	for mod := range names {
		for _, t := range []ir.Type{ir.F32, ir.F64} {
			if mod.Func().Takes(t) {
				list[Name(mod, t)] = Function{mod, t}
			}
		}
	}
	return list
}()

// Name returns the name of a function of floats of type t; "" where the library has none.
func Name(mod ir.Mod, t ir.Type) string {
	name := names[mod]
	if name == "" {
		return ""
	}
	if t == ir.F32 && !strings.HasSuffix(name, "_rn") {
		name += "f"
	}
	return prefix + name
}

// Find returns the function of a name.
func Find(name string) (f Function, ok bool) {
	f, ok = functions[name]
	return f, ok
}

// Operands returns how many floats the function takes.
func (f Function) Operands() int {
	in := ir.Instr{Op: ir.Math, Mod: f.Mod, Type: f.Type}
	return in.NumSrc()
}
