package regalloc

// This file lists the scratch registers of IR instructions that expand to many machine
// instructions: divisions and functions that the hardware does not have.

import "gpucourse/gpusim/internal/ir"

// scratchKey identifies such an instruction.
type scratchKey struct {
	op  ir.Op
	mod ir.Mod
	t   ir.Type
}

// scratch is the registers of such code beyond operands and result: by how much
// f increases the registers of the kernel `o[i] = f(a[i], b[i])`, according to
// nvcc 13.0.88 -arch=sm_90 -Xptxas -v for gpusim/validation/h200/compiler/ops.cu.
var scratch = map[scratchKey]int{
	{ir.Div, 0, ir.S32}: 1, {ir.Div, 0, ir.U32}: 2, {ir.Rem, 0, ir.S32}: 1, {ir.Rem, 0, ir.U32}: 2,
	{ir.Div, 0, ir.S64}: 10, {ir.Div, 0, ir.U64}: 10, {ir.Rem, 0, ir.S64}: 8, {ir.Rem, 0, ir.U64}: 8,
	{ir.Div, 0, ir.F32}: 4, {ir.Div, 0, ir.F64}: 11,
	{ir.Math, ir.Rcp, ir.F32}: 3, {ir.Math, ir.Sqrt, ir.F32}: 1, {ir.Math, ir.Rsqrt, ir.F32}: 2,
	{ir.Math, ir.Sqrt, ir.F64}: 6, {ir.Math, ir.Rsqrt, ir.F64}: 1,
	{ir.Math, ir.Sin, ir.F32}: 11, {ir.Math, ir.Cos, ir.F32}: 11, {ir.Math, ir.Tan, ir.F32}: 11,
	{ir.Math, ir.Sin, ir.F64}: 16, {ir.Math, ir.Cos, ir.F64}: 16, {ir.Math, ir.Tan, ir.F64}: 14,
	{ir.Math, ir.Exp, ir.F32}: 4, {ir.Math, ir.Exp2, ir.F32}: 2, {ir.Math, ir.Pow, ir.F32}: 2,
	{ir.Math, ir.Pow, ir.F64}: 16, {ir.Math, ir.Log, ir.F64}: 8, {ir.Math, ir.Log2, ir.F64}: 8, {ir.Math, ir.Log10, ir.F64}: 8,
	{ir.Math, ir.Mod2, ir.F32}: 2, {ir.Math, ir.Mod2, ir.F64}: 8,
	{ir.Math, ir.Atan, ir.F32}: 2, {ir.Math, ir.Atan2, ir.F32}: 8, {ir.Math, ir.Atan2, ir.F64}: 15,
	{ir.Math, ir.Asin, ir.F64}: 8, {ir.Math, ir.Acos, ir.F64}: 10,
	{ir.Math, ir.Sinh, ir.F32}: 3, {ir.Math, ir.Sinh, ir.F64}: 18, {ir.Math, ir.Tanh, ir.F32}: 4, {ir.Math, ir.Tanh, ir.F64}: 6,
	{ir.Math, ir.Hypot, ir.F32}: 2, {ir.Math, ir.Hypot, ir.F64}: 6, {ir.Math, ir.Cbrt, ir.F32}: 4, {ir.Math, ir.Cbrt, ir.F64}: 9,
	{ir.Math, ir.Round, ir.F32}: 2, {ir.Math, ir.Round, ir.F64}: 2,
}

// scratchOf returns the scratch registers of in.
func scratchOf(in *ir.Instr) int {
	key := scratchKey{in.Op, in.Mod, in.Type}
	if key.mod == ir.RN {
		key.mod = ir.NoMod
	}
	return scratch[key]
}
