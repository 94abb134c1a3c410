package arch

// This file says in words what classes and units are, for those who read a Spec
// as JSON.

import "encoding/json"

var classNames = [NumClasses]string{
	ClassMove: "move", ClassAdd: "add", ClassLogic: "logic", ClassCompare: "compare",
	ClassMul: "multiply", ClassWideMul: "multiply to 64 bits", ClassDiv: "divide", ClassRem: "remainder",
	ClassDivAgain: "divide again", ClassRemAgain: "remainder again",
	ClassLong: "64-bit add", ClassLongMul: "64-bit multiply", ClassLongDiv: "64-bit divide",
	ClassFloat: "float", ClassFloatDiv: "float divide", ClassFloatDivConst: "float divide by a constant", ClassRcp: "reciprocal", ClassSqrt: "square root",
	ClassRsqrt: "reciprocal square root", ClassSin: "sine", ClassTan: "tangent", ClassExp2: "power of two", ClassExp: "exponential", ClassLog: "logarithm", ClassLog1p: "logarithm near 1",
	ClassTanh: "hyperbolic tangent", ClassAtan: "arcus tangent", ClassErf: "error function", ClassExpm1: "exponential less 1", ClassAtan2: "angle", ClassHypot: "length", ClassFmod: "float remainder", ClassPow: "power", ClassMath: "float function",
	ClassDouble: "double", ClassDoubleDiv: "double divide", ClassDoubleRcp: "double reciprocal", ClassDoubleSqrt: "double square root", ClassDoubleRsqrt: "double reciprocal square root",
	ClassDoubleExp: "double exponential", ClassDoubleLog: "double logarithm", ClassDoubleSin: "double sine", ClassDoublePow: "double power", ClassDoubleMath: "double function",
	ClassConvert: "convert", ClassToFloat: "convert to float", ClassHalf: "half precision", ClassHalfPair: "pairs of half precision", ClassHalfConvert: "convert half precision", ClassBits: "count bits", ClassShuffle: "shuffle", ClassMatch: "match", ClassLongMatch: "64-bit match", ClassReduce: "reduction", ClassProduct: "matrix product", ClassProductDouble: "matrix product of doubles", ClassGroupProduct: "matrix product of four warps",
	ClassApprox: "approximate function", ClassFastTrig: "fast sine", ClassFastTan: "fast tangent", ClassFastExp: "fast exponential", ClassFastPow: "fast power", ClassFastDiv: "fast division", ClassRsqrtRn: "rounded reciprocal square root", ClassSpecial: "special register",
	ClassParam: "parameter", ClassBranch: "branch", ClassMemory: "access", ClassSharedLoad: "shared load", ClassSync: "synchronize", ClassSyncReduce: "reducing barrier",
}

// String returns the class in words.
func (c Class) String() string { return classNames[c] }

// MarshalText writes the word.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// OpTimes is what an instruction of each class takes.
type OpTimes [NumClasses]OpTime

// MarshalJSON writes the times by the classes' names.
func (t OpTimes) MarshalJSON() ([]byte, error) {
	byName := make(map[string]OpTime, len(t))
	for class, op := range t {
		byName[Class(class).String()] = op
	}
	return json.Marshal(byName)
}
