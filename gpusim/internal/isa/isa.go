// Package isa says which machine instructions stand for the instructions of a kernel:
// the classes that a device has times for, and what the assembler knows of atomics.
//
// A class (arch.Class) depends on the operation, on its type and on what the basic block
// has computed before: a second division by one value reuses its reciprocal. Classes are
// read from machine code that nvcc and ptxas make for cc 9.0.
//
// Not modelled: instructions that ptxas folds into others, predicated moves, and the
// choice of a unit where two can do the work, which the timing model makes.
package isa

import (
	"math"
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// Classes returns the class of each instruction of a kernel.
func Classes(instrs []*ir.Instr) []arch.Class {
	classes := make([]arch.Class, len(instrs))
	divisors := map[ir.Operand]bool{} // of the basic block so far
	for pc, in := range instrs {
		classes[pc] = classIn(in, divisors)
	}
	return classes
}

// again is the class of a quotient whose divisor's reciprocal is at hand, by its class.
var again = map[arch.Class]arch.Class{arch.ClassDiv: arch.ClassDivAgain, arch.ClassRem: arch.ClassRemAgain}

// classIn returns the class of an instruction in its basic block, which has divided by
// some divisors before, and adds its own.
func classIn(in *ir.Instr, divisors map[ir.Operand]bool) arch.Class {
	class := classOf(in)
	if next, ok := again[class]; ok {
		by := in.Src[1]
		if divisors[by] {
			class = next
		}
		divisors[by] = true
	}
	for _, d := range in.Dst {
		delete(divisors, ir.R(d))
	}
	if in.Op.Facts().Term {
		clear(divisors)
	}
	return class
}

// opClasses is the class of an operation on 32-bit integers.
var opClasses = map[ir.Op]arch.Class{
	ir.Mov: arch.ClassMove, ir.Selp: arch.ClassMove, ir.AddrOf: arch.ClassMove, ir.ActiveMask: arch.ClassMove,
	ir.Special: arch.ClassSpecial, ir.Clock: arch.ClassSpecial,
	ir.Add: arch.ClassAdd, ir.Sub: arch.ClassAdd, ir.Neg: arch.ClassAdd, ir.Abs: arch.ClassAdd,
	ir.Mul: arch.ClassMul, ir.Mad: arch.ClassMul, ir.MulHi: arch.ClassMul,
	ir.MulWide: arch.ClassWideMul, ir.MadWide: arch.ClassWideMul,
	ir.Fma: arch.ClassFloat, ir.Div: arch.ClassDiv, ir.Rem: arch.ClassRem,
	ir.Min: arch.ClassLogic, ir.Max: arch.ClassLogic, ir.And: arch.ClassLogic, ir.Or: arch.ClassLogic,
	ir.Xor: arch.ClassLogic, ir.Not: arch.ClassLogic, ir.Shl: arch.ClassLogic, ir.Shr: arch.ClassLogic, ir.Setp: arch.ClassCompare,
	ir.Popc: arch.ClassBits, ir.Clz: arch.ClassBits, ir.Brev: arch.ClassBits,
	ir.Cvt: arch.ClassConvert, ir.Math: arch.ClassMath,
	ir.Ld: arch.ClassMemory, ir.St: arch.ClassMemory, ir.Atom: arch.ClassMemory, ir.Tex: arch.ClassMemory,
	ir.Bar: arch.ClassSync, ir.BarRed: arch.ClassSyncReduce, ir.BarArrive: arch.ClassSync, ir.BarWarp: arch.ClassSync, ir.Membar: arch.ClassSync,
	ir.Shfl: arch.ClassShuffle, ir.Vote: arch.ClassShuffle, ir.Match: arch.ClassMatch, ir.Redux: arch.ClassReduce,
	ir.Printf: arch.ClassMemory, ir.Expect: arch.ClassCompare,
	ir.CopyAsync: arch.ClassMemory, ir.CopyBulk: arch.ClassMemory, ir.CopyReduce: arch.ClassMemory, ir.CopyBox: arch.ClassMemory,
	ir.CopyGroup: arch.ClassSync, ir.Barrier: arch.ClassMemory, ir.BarrierTest: arch.ClassMemory, ir.MapShared: arch.ClassLogic, ir.ClusterBar: arch.ClassSync,
	ir.LoadMatrix: arch.ClassSharedLoad, ir.StoreMatrix: arch.ClassMemory, ir.Product: arch.ClassProduct, ir.GroupProduct: arch.ClassGroupProduct, ir.ProductGroup: arch.ClassSync,
	ir.Bra: arch.ClassBranch, ir.CBra: arch.ClassBranch, ir.Call: arch.ClassBranch, ir.Ret: arch.ClassBranch,
	ir.Exit: arch.ClassBranch, ir.Trap: arch.ClassBranch, ir.Args: arch.ClassBranch,
}

// wide is the class of an operation on 64-bit integers, by the class on 32-bit ones.
var wide = map[arch.Class]arch.Class{
	arch.ClassAdd: arch.ClassLong, arch.ClassLogic: arch.ClassLong, arch.ClassMove: arch.ClassLong, arch.ClassCompare: arch.ClassCompare,
	arch.ClassMul: arch.ClassLongMul, arch.ClassDiv: arch.ClassLongDiv, arch.ClassRem: arch.ClassLongDiv,
	arch.ClassMatch: arch.ClassLongMatch,
}

// floats and doubles are the class of an operation on floats, by the class on integers;
// functions is the class of a mathematical function.
var (
	floats = map[arch.Class]arch.Class{
		arch.ClassAdd: arch.ClassFloat, arch.ClassMul: arch.ClassFloat, arch.ClassDiv: arch.ClassFloatDiv, arch.ClassRem: arch.ClassFmod,
	}
	doubles = map[arch.Class]arch.Class{
		arch.ClassAdd: arch.ClassDouble, arch.ClassMul: arch.ClassDouble, arch.ClassFloat: arch.ClassDouble, arch.ClassLogic: arch.ClassDouble,
		arch.ClassDiv: arch.ClassDoubleDiv, arch.ClassRem: arch.ClassDoubleMath, arch.ClassMath: arch.ClassDoubleMath, arch.ClassSqrt: arch.ClassDoubleSqrt,
		arch.ClassRcp: arch.ClassDoubleRcp, arch.ClassRsqrt: arch.ClassDoubleRsqrt, arch.ClassExp: arch.ClassDoubleExp, arch.ClassExp2: arch.ClassDoubleExp, arch.ClassLog: arch.ClassDoubleLog,
		arch.ClassSin: arch.ClassDoubleSin, arch.ClassPow: arch.ClassDoublePow,
		arch.ClassFloatDiv: arch.ClassDoubleDiv, arch.ClassMove: arch.ClassLong, arch.ClassMatch: arch.ClassLongMatch, arch.ClassApprox: arch.ClassApprox, arch.ClassProduct: arch.ClassProductDouble,
	}
	functions = map[ir.Mod]arch.Class{
		ir.Sqrt: arch.ClassSqrt, ir.Rsqrt: arch.ClassRsqrt, ir.Rcp: arch.ClassRcp, ir.Sin: arch.ClassSin, ir.Cos: arch.ClassSin,
		ir.Exp: arch.ClassExp, ir.Exp2: arch.ClassExp2, ir.Log: arch.ClassLog, ir.Log2: arch.ClassLog, ir.Log10: arch.ClassLog, ir.Log1p: arch.ClassLog1p,
		ir.Tan: arch.ClassTan, ir.Tanh: arch.ClassTanh, ir.Atan: arch.ClassAtan, ir.Erf: arch.ClassErf, ir.Erfc: arch.ClassErf, ir.Expm1: arch.ClassExpm1, ir.Round: arch.ClassRsqrt, ir.Cbrt: arch.ClassAtan, ir.Atan2: arch.ClassAtan2, ir.Hypot: arch.ClassHypot, ir.Mod2: arch.ClassFmod, ir.Pow: arch.ClassPow,
		ir.FastSin: arch.ClassFastTrig, ir.FastCos: arch.ClassFastTrig, ir.FastTan: arch.ClassFastTan, ir.FastPow: arch.ClassFastPow, ir.FastDivide: arch.ClassFastDiv,
		ir.FastExp: arch.ClassFastExp, ir.FastExp10: arch.ClassFastExp, ir.FastLog: arch.ClassFastExp, ir.FastLog2: arch.ClassExp2, ir.FastLog10: arch.ClassFastExp,
		ir.ApproxRcp: arch.ClassApprox, ir.ApproxSqrt: arch.ClassApprox, ir.ApproxRsqrt: arch.ClassApprox, ir.ApproxExp2: arch.ClassApprox, ir.ApproxLog2: arch.ClassApprox, ir.ApproxTanh: arch.ClassApprox,
		ir.ScaledRcp: arch.ClassRsqrt, ir.ScaledSqrt: arch.ClassRsqrt, ir.FullDivide: arch.ClassFastDiv,
		ir.HalfExp2: arch.ClassApprox, ir.HalfTanh: arch.ClassApprox, ir.BfloatExp2: arch.ClassApprox, ir.BfloatTanh: arch.ClassApprox,
		ir.RsqrtRn: arch.ClassRsqrtRn, ir.Saturate: arch.ClassFloat, ir.Flush: arch.ClassFloat, ir.FmaDown: arch.ClassFloat, ir.FmaUp: arch.ClassFloat, ir.FmaZero: arch.ClassFloat, ir.HalfValue: arch.ClassHalfConvert, ir.HalfBits: arch.ClassHalfConvert,
		ir.HalfBitsDown: arch.ClassHalfConvert, ir.HalfBitsUp: arch.ClassHalfConvert, ir.HalfBitsZero: arch.ClassHalfConvert, ir.BfloatBits: arch.ClassConvert, ir.BfloatBitsZero: arch.ClassHalfConvert,
		ir.E4M3Value: arch.ClassHalfConvert, ir.E5M2Value: arch.ClassHalfConvert, ir.E4M3Bits: arch.ClassHalfConvert, ir.E5M2Bits: arch.ClassHalfConvert,
		ir.Tensor32: arch.ClassHalfConvert, ir.Tensor32Even: arch.ClassHalfConvert, ir.Tensor32Zero: arch.ClassHalfConvert, ir.BfloatAdd: arch.ClassHalf, ir.BfloatSub: arch.ClassHalf, ir.BfloatMul: arch.ClassHalf, ir.BfloatFma: arch.ClassHalf, ir.BfloatFms: arch.ClassHalf, ir.BfloatFnma: arch.ClassHalf,
		ir.DivideDown: arch.ClassFloatDiv, ir.DivideUp: arch.ClassFloatDiv, ir.DivideZero: arch.ClassFloatDiv,
		ir.SqrtDown: arch.ClassSqrt, ir.SqrtUp: arch.ClassSqrt, ir.SqrtZero: arch.ClassSqrt,
		ir.HalfAdd: arch.ClassHalf, ir.HalfSub: arch.ClassHalf, ir.HalfMul: arch.ClassHalf, ir.HalfFma: arch.ClassHalf, ir.HalfFms: arch.ClassHalf, ir.HalfFnma: arch.ClassHalf,
		ir.DotBytes: arch.ClassMul, ir.DotBytesMixed: arch.ClassMul, ir.DotBytesUnsigned: arch.ClassMul, ir.Permute: arch.ClassLogic,
		ir.HalfPairAdd: arch.ClassHalfPair, ir.HalfPairSub: arch.ClassHalfPair, ir.HalfPairMul: arch.ClassHalfPair, ir.HalfPairMin: arch.ClassLogic, ir.HalfPairMax: arch.ClassLogic,
		ir.HalfPairFma: arch.ClassHalfPair, ir.HalfPairFms: arch.ClassHalfPair, ir.HalfPairFnma: arch.ClassHalfPair,
		ir.BfloatPairAdd: arch.ClassHalfPair, ir.BfloatPairSub: arch.ClassHalfPair, ir.BfloatPairMul: arch.ClassHalfPair, ir.BfloatPairMin: arch.ClassLogic, ir.BfloatPairMax: arch.ClassLogic, ir.BfloatPairFma: arch.ClassHalfPair, ir.BfloatPairFms: arch.ClassHalfPair, ir.BfloatPairFnma: arch.ClassHalfPair,
		ir.Floor: arch.ClassConvert, ir.Ceil: arch.ClassConvert, ir.Trunc: arch.ClassConvert, ir.RoundEven: arch.ClassConvert,
	}
)

// one is 1, and reciprocals the class of 1 divided by a number, by type.
var (
	one         = map[ir.Type]ir.Operand{ir.F32: ir.I(uint64(math.Float32bits(1))), ir.F64: ir.I(math.Float64bits(1))}
	reciprocals = map[ir.Type]arch.Class{ir.F32: arch.ClassRcp, ir.F64: arch.ClassDoubleRcp}
)

// classOf returns the class of an instruction, its basic block left aside.
func classOf(in *ir.Instr) arch.Class {
	class := opClasses[in.Op]
	switch {
	case in.Op == ir.Ld && in.Space == ir.Param:
		return arch.ClassParam
	case in.Op == ir.Ld && in.Space == ir.Shared:
		return arch.ClassSharedLoad
	case in.Op == ir.Cvt && !in.From.Float():
		return convertClass(in)
	case scales(in) && in.Type.Bits() == 64:
		return arch.ClassLong
	case scales(in) && in.Op == ir.Mad:
		return arch.ClassAdd // LEA
	case scales(in):
		return arch.ClassMul // IMAD.SHL
	case in.Op == ir.Math:
		if c, ok := functions[in.Mod]; ok {
			class = c
		}
		if in.Mod == ir.Pow && !in.Src[0].IsReg {
			class = arch.ClassExp
		}
		if in.Type == ir.F64 {
			return orElse(doubles, class, arch.ClassDoubleMath)
		}
		return class
	case in.Op == ir.Div && in.Type.Float() && in.Src[0] == one[in.Type]:
		return reciprocals[in.Type]
	case in.Type == ir.F64 && in.Op != ir.Ld && in.Op != ir.St:
		return orElse(doubles, class, class)
	case in.Op == ir.Div && in.Type == ir.F32 && !in.Src[1].IsReg:
		return arch.ClassFloatDivConst
	case in.Type == ir.F32 && in.Op != ir.Setp:
		return orElse(floats, class, class)
	case in.Type.Bits() == 64 && !in.Type.Float():
		return orElse(wide, class, class)
	}
	return class
}

// convertClass is the class of a conversion of an integer; between integers it is a move.
func convertClass(in *ir.Instr) arch.Class {
	switch {
	case in.Type == ir.F32 && in.From.Bits() <= ir.U32.Bits():
		return arch.ClassToFloat
	case in.Type.Float():
		return arch.ClassConvert
	case in.Type.Bits() == 64 && in.From.Bits() < 64 && in.From.Signed():
		return arch.ClassLogic // the upper half is the sign
	}
	return arch.ClassMove
}

// scales reports whether an instruction multiplies an integer by a constant power of two,
// which is a shift.
func scales(in *ir.Instr) bool {
	switch in.Op {
	case ir.Shl:
		return !in.Src[1].IsReg
	case ir.Mul, ir.Mad:
		return !in.Type.Float() && !in.Src[1].IsReg && bits.OnesCount64(in.Src[1].Imm) == 1
	}
	return false
}

func orElse(m map[arch.Class]arch.Class, key, otherwise arch.Class) arch.Class {
	if c, ok := m[key]; ok {
		return c
	}
	return otherwise
}
