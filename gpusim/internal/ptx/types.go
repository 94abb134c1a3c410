package ptx

// This file says what the types of PTX are in the IR.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// typ is a type of PTX.
type typ struct {
	name string
	ir   ir.Type // in memory, and of arithmetic; Bits are unsigned
	bits bool    // it does not say whether it is an integer or a float
}

// reg is the type of the registers that hold it.
func (t typ) reg() ir.Type { return t.ir.Reg() }

// narrow reports whether a register of it has bits above the value, which may be anything.
func (t typ) narrow() bool { return t.ir != ir.Pred && t.ir.Bytes() < t.ir.Reg().Bytes() }

// typed are the types that say whether a register of 32 or 64 bits holds an integer or a float.
var typed = []string{"u32", "s32", "f32", "u64", "s64", "f64"}

// types are the types by their names.
var types = func() map[string]typ {
	list := map[string]typ{}
	for name, t := range map[string]ir.Type{
		"pred": ir.Pred,
		"u8":   ir.U8, "s8": ir.S8, "b8": ir.U8, "u16": ir.U16, "s16": ir.S16, "b16": ir.U16,
		"u32": ir.U32, "s32": ir.S32, "b32": ir.U32, "f32": ir.F32,
		"f16": ir.U16, "bf16": ir.U16, "f16x2": ir.U32, "bf16x2": ir.U32,
		"u16x2": ir.U32, "s16x2": ir.U32, "e4m3x2": ir.U16, "e5m2x2": ir.U16, "tf32": ir.U32,
		"u64": ir.U64, "s64": ir.S64, "b64": ir.U64, "f64": ir.F64,
	} {
		list[name] = typ{name: name, ir: t, bits: !slices.Contains(typed, name)}
	}
	return list
}()

// floatOf is the float type as wide as an integer type.
var floatOf = map[ir.Type]ir.Type{ir.U32: ir.F32, ir.S32: ir.F32, ir.U64: ir.F64, ir.S64: ir.F64}
