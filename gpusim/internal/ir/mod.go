package ir

// This file is the table of modifiers, with the functions of operation Math.

import (
	"gpucourse/gpusim/internal/num"
	"gpucourse/gpusim/internal/num/mufu"
)

// Mod refines an Op. All modifiers share one enumeration, so that printing and
// parsing need one table.
type Mod uint8

// The modifiers, by the Op that uses them.
const (
	NoMod Mod = iota

	// Add, Sub, Mul and Div of floats
	RN // rounded to nearest; never part of an Fma, as .rn in PTX

	// Min and Max of floats, which without it give NaN where an operand is NaN
	Num // of a NaN and a number: the number, as in CUDA

	// Setp
	EQ
	NE
	LT
	LE
	GT
	GE

	// Special
	TidX
	TidY
	TidZ
	CtaidX
	CtaidY
	CtaidZ
	NtidX
	NtidY
	NtidZ
	NctaidX
	NctaidY
	NctaidZ
	LaneID
	WarpID
	WarpSize
	DynSharedBytes
	ClusterX // extents of a cluster in blocks
	ClusterY
	ClusterZ
	ClusterRank // of the block in its cluster
	SMID
	NumSMs

	// Clock
	Cycles
	Nanoseconds

	// Math
	Sqrt
	Rsqrt
	Rcp
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Atan2
	Sinh
	Cosh
	Tanh
	Exp
	Exp2
	Log
	Log2
	Log10
	Pow
	Floor
	Ceil
	Trunc
	Round
	RoundEven
	Mod2 // math.Mod
	Hypot
	Cbrt
	Erf
	Erfc
	Expm1
	Log1p
	Lgamma
	Tgamma
	Nextafter
	FastSin
	FastCos
	FastTan
	FastExp
	FastExp10
	FastLog
	FastLog2
	FastLog10
	FastPow
	FastDivide
	RsqrtRn
	ApproxRcp // the functions of the special function unit, as -use_fast_math uses them
	ApproxSqrt
	ApproxRsqrt
	ApproxExp2
	ApproxLog2
	ApproxTanh
	ScaledRcp // as those above, with denormal numbers
	ScaledSqrt
	FullDivide // a quotient by any number
	Saturate
	FmaDown // x·y + z rounded toward −∞, as those below toward +∞ and zero
	FmaUp
	FmaZero
	DivideDown // x/y and square roots, rounded toward −∞, +∞ and zero
	DivideUp
	DivideZero
	SqrtDown
	SqrtUp
	SqrtZero
	Tensor32 // as tensor cores take a float32: halves away from zero, to even, cut off
	Tensor32Even
	Tensor32Zero
	Flush // zero for a denormal number

	// Math of words
	DotBytes         // z plus the products of the four signed bytes of x and of y
	DotBytesMixed    // as DotBytes, with unsigned bytes of y
	DotBytesUnsigned // as DotBytes, with unsigned bytes of both
	Permute          // the bytes of y:x that the digits of z name
	HalfPairAdd      // of two half-precision numbers in each word, as those below
	HalfPairSub
	HalfPairMul
	HalfPairMin
	HalfPairMax
	HalfPairFma  // x·y + z
	HalfPairFms  // x·y − z
	HalfPairFnma // z − x·y
	BfloatPairAdd
	BfloatPairSub
	BfloatPairMul
	BfloatPairMin
	BfloatPairMax
	BfloatPairFma
	BfloatPairFms
	BfloatPairFnma

	HalfValue // of the half-precision number in the lowest bits
	E4M3Value // of a number of 8 bits in the lowest bits
	E5M2Value
	HalfBits // the half-precision number, in the lowest bits
	HalfAdd  // of half-precision numbers in the lowest bits, as those below
	HalfSub
	HalfMul
	HalfFma      // x·y + z
	HalfFms      // x·y − z
	HalfFnma     // z − x·y
	HalfBitsDown // HalfBits rounded toward −∞, +∞ and zero
	HalfBitsUp
	HalfBitsZero
	BfloatBits // the bfloat16, in the lowest bits
	BfloatBitsZero
	BfloatAdd // of bfloat16 numbers in the lowest bits, as those below
	BfloatSub
	BfloatMul
	BfloatFma  // x·y + z
	BfloatFms  // x·y − z
	BfloatFnma // z − x·y
	E4M3Bits   // the number of 8 bits, in the lowest bits
	E5M2Bits
	HalfExp2
	HalfTanh
	BfloatExp2 // of a bfloat16 in the lowest bits
	BfloatTanh
	endMath // no modifier

	// Atom
	AtomAdd
	AtomSub
	AtomMin
	AtomMax
	AtomAnd
	AtomOr
	AtomXor
	AtomExch
	AtomCas
	AtomInc
	AtomDec
	AtomAddHalf   // of a half-precision number, or of two in 32 bits
	AtomAddBfloat // of a bfloat16, or of two

	// Tex, in the order of texture.Shape
	Tex1D
	Tex2D
	Tex3D
	Tex1DLayered
	Tex2DLayered
	TexCube
	TexCubeLayered

	// Shfl
	ShflIdx
	ShflUp
	ShflDown
	ShflXor

	// Vote
	VoteAny
	VoteAll
	VoteBallot

	// Match
	MatchAny
	MatchAll

	// Redux
	ReduxAdd
	ReduxMin
	ReduxMax
	ReduxAnd
	ReduxOr
	ReduxXor

	// BarRed
	BarPopc
	BarAnd
	BarOr

	// Membar
	ScopeAsync // orders what the block wrote before what bulk copies and products of four warps read
	ScopeBlock
	ScopeDevice
	ScopeSystem

	// CopyAsync
	CopyNear // by way of L1 (ca)
	CopyFar  // past L1 (cg)
	// CopyBulk, CopyBox
	BulkLoad     // from global memory
	BulkStore    // to global memory
	BulkShare    // to another block of the cluster
	BulkPrefetch // from global memory to L2
	// CopyGroup
	CopyCommit // of CopyAsync
	CopyWait
	BulkCommit // of copies to global memory
	BulkWait
	BulkWaitRead // until they have read shared memory
	// Barrier
	BarrierInit // with n arrivals in each phase
	BarrierArrive
	BarrierDrop   // arrives, and no later phase waits for it
	BarrierExpect // no arrival
	BarrierDone   // x bytes have come
	BarrierCopied // arrives when the copies of the thread are done
	// BarrierTest
	BarrierTry
	BarrierLook
	// ClusterBar
	ClusterArrive
	ClusterRelaxed // arrives without a fence
	ClusterWait
	// LoadMatrix, StoreMatrix
	Rows
	Columns // transposed
	// Product, GroupProduct: what a and b are
	OfHalves
	OfBfloats
	OfTensor32
	OfDoubles
	OfS8
	OfU8
	OfS8U8
	OfU8S8
	OfE4M3
	OfE5M2
	OfE4M3E5M2
	OfE5M2E4M3
	// ProductGroup
	ProductFence
	ProductCommit
	ProductWait
	// Expect
	InBounds // a is an index, b a length: else the thread faults
	IsSet    // a is 0 where a variable was set before it is read: else observers are told

	numMods
)

// atomArithmetic is the operation with which an atomic combines memory and an operand.
var atomArithmetic = map[Mod]Op{
	AtomAdd: Add, AtomSub: Sub, AtomMin: Min, AtomMax: Max, AtomAnd: And, AtomOr: Or, AtomXor: Xor,
}

// Arithmetic returns the operation with which an atomic combines memory and an operand, or
// BadOp for one that exchanges, compares or counts.
func (m Mod) Arithmetic() Op { return atomArithmetic[m] }

// pairSums add the numbers of 16 bits in two pairs.
var pairSums = map[Mod]func(x, y uint32) uint32{AtomAddHalf: num.Pairs(num.HalfAdd), AtomAddBfloat: num.Pairs(num.BfloatAdd)}

// PairSum returns what an atomic on numbers of 16 bits computes; nil for another one.
func (m Mod) PairSum() func(x, y uint32) uint32 { return pairSums[m] }

// OfBlock reports whether a special register has the same value in the whole block.
func (m Mod) OfBlock() bool {
	return CtaidX <= m && m <= NctaidZ || m >= WarpSize && m <= NumSMs && m != WarpID
}

// modNames spells each Mod as it is printed; mathFuncs has the names of those of Math.
var modNames = [numMods]string{
	RN: "rn", Num: "num",
	EQ: "eq", NE: "ne", LT: "lt", LE: "le", GT: "gt", GE: "ge",
	TidX: "%tid.x", TidY: "%tid.y", TidZ: "%tid.z",
	CtaidX: "%ctaid.x", CtaidY: "%ctaid.y", CtaidZ: "%ctaid.z",
	NtidX: "%ntid.x", NtidY: "%ntid.y", NtidZ: "%ntid.z",
	NctaidX: "%nctaid.x", NctaidY: "%nctaid.y", NctaidZ: "%nctaid.z",
	LaneID: "%laneid", WarpID: "%warpid", WarpSize: "%warpsize", DynSharedBytes: "%dynamic_smem_size", ClusterX: "%cluster_nctaid.x", ClusterY: "%cluster_nctaid.y", ClusterZ: "%cluster_nctaid.z", ClusterRank: "%cluster_ctarank", SMID: "%smid", NumSMs: "%nsmid",
	Cycles: "cycles", Nanoseconds: "ns",
	AtomAdd: "add", AtomSub: "sub", AtomMin: "min", AtomMax: "max", AtomAnd: "and", AtomOr: "or", AtomXor: "xor",
	AtomExch: "exch", AtomCas: "cas", AtomInc: "inc", AtomDec: "dec", AtomAddHalf: "add.f16", AtomAddBfloat: "add.bf16",
	Tex1D: "1d", Tex2D: "2d", Tex3D: "3d", Tex1DLayered: "a1d", Tex2DLayered: "a2d", TexCube: "cube", TexCubeLayered: "acube",
	ShflIdx: "idx", ShflUp: "up", ShflDown: "down", ShflXor: "bfly",
	VoteAny: "any", VoteAll: "all", VoteBallot: "ballot",
	MatchAny: "any", MatchAll: "all",
	BarPopc: "popc", BarAnd: "and", BarOr: "or",
	ReduxAdd: "add", ReduxMin: "min", ReduxMax: "max", ReduxAnd: "and", ReduxOr: "or", ReduxXor: "xor",
	ScopeAsync: "async", ScopeBlock: "cta", ScopeDevice: "gl", ScopeSystem: "sys",
	InBounds: "index", IsSet: "set",
	CopyNear: "ca", CopyFar: "cg",
	BulkLoad: "load", BulkStore: "store", BulkShare: "share", BulkPrefetch: "prefetch",
	CopyCommit: "commit", CopyWait: "wait", BulkCommit: "commit_bulk", BulkWait: "wait_bulk", BulkWaitRead: "wait_read",
	BarrierInit: "init", BarrierArrive: "arrive", BarrierDrop: "arrive_drop", BarrierExpect: "expect_tx", BarrierDone: "complete_tx", BarrierCopied: "arrive_copied",
	BarrierTry: "try_wait", BarrierLook: "test_wait", ClusterArrive: "arrive", ClusterRelaxed: "arrive_relaxed", ClusterWait: "wait",
	Rows: "rows", Columns: "trans",
	OfHalves: "f16", OfBfloats: "bf16", OfTensor32: "tf32", OfDoubles: "f64", OfS8: "s8", OfU8: "u8", OfS8U8: "s8u8", OfU8S8: "u8s8",
	OfE4M3: "e4m3", OfE5M2: "e5m2", OfE4M3E5M2: "e4m3e5m2", OfE5M2E4M3: "e5m2e4m3",
	ProductFence: "fence", ProductCommit: "commit", ProductWait: "wait",
}

// String returns the modifier as printed.
func (m Mod) String() string {
	if f := m.Func(); f != nil {
		return f.name
	}
	return modNames[m]
}

// MathFunc is what Math computes for a Mod: of floats, or of words of 32 bits. Fast functions have none for float64.
type MathFunc struct {
	name string // as printed
	F32  Floats[float32]
	F64  Floats[float64]
	U32  Floats[uint32]
}

// Floats is a function of one, two or three operands of one type; the others are nil.
type Floats[T num.Float | uint32] struct {
	One   func(x T) T
	Two   func(x, y T) T
	Three func(x, y, z T) T
}

// GivesHalf reports whether a function's result is a number of 16 bits or less: all bits but the
// lowest 16 are 0.
func (m Mod) GivesHalf() bool { return m >= HalfBits && m < endMath }

// TakesSmall reports whether a function's operand is a number of 16 bits or less.
func (m Mod) TakesSmall() bool { return m >= HalfValue && m < HalfBits }

// Takes reports whether there is a function of type t.
func (f *MathFunc) Takes(t Type) bool {
	switch t {
	case F32:
		return f.F32.some()
	case F64:
		return f.F64.some()
	}
	return f.U32.some()
}

// Operands returns how many operands a function has.
func (f *MathFunc) Operands() int { return max(f.F32.operands(), f.U32.operands()) }

func (f Floats[T]) some() bool { return f.operands() > 0 }

func (f Floats[T]) operands() int {
	switch {
	case f.Three != nil:
		return 3
	case f.Two != nil:
		return 2
	case f.One != nil:
		return 1
	}
	return 0
}

// Func returns the function of a Mod of Math; nil for other Mods.
func (m Mod) Func() *MathFunc {
	if f := &mathFuncs[m]; f.name != "" {
		return f
	}
	return nil
}

// Function returns the function of a Mod of Math on operands of one type.
func Function[T num.Float | uint32](m Mod) Floats[T] {
	f := m.Func()
	for _, typed := range []any{f.F32, f.F64} {
		if x, ok := typed.(Floats[T]); ok {
			return x
		}
	}
	return any(f.U32).(Floats[T])
}

func one(name string, f32 func(float32) float32, f64 func(float64) float64) MathFunc {
	return MathFunc{name: name, F32: Floats[float32]{One: f32}, F64: Floats[float64]{One: f64}}
}

func ofFloat(name string, f32 func(float32) float32) MathFunc { return one(name, f32, nil) }

func two(name string, f32 func(x, y float32) float32, f64 func(x, y float64) float64) MathFunc {
	return MathFunc{name: name, F32: Floats[float32]{Two: f32}, F64: Floats[float64]{Two: f64}}
}

func three(name string, f32 func(x, y, z float32) float32, f64 func(x, y, z float64) float64) MathFunc {
	return MathFunc{name: name, F32: Floats[float32]{Three: f32}, F64: Floats[float64]{Three: f64}}
}

func twoWords(name string, f func(x, y uint32) uint32) MathFunc {
	return MathFunc{name: name, U32: Floats[uint32]{Two: f}}
}

func threeWords(name string, f func(x, y, z uint32) uint32) MathFunc {
	return MathFunc{name: name, U32: Floats[uint32]{Three: f}}
}

var mathFuncs = [numMods]MathFunc{
	Sqrt:         one("sqrt", num.Sqrt[float32], num.Sqrt[float64]),
	Rsqrt:        one("rsqrt", num.ScaledRsqrt, num.DoubleRsqrt),
	Rcp:          one("rcp", num.Rcp[float32], num.Rcp[float64]),
	Sin:          one("sin", num.Sin[float32], num.Sin[float64]),
	Cos:          one("cos", num.Cos[float32], num.Cos[float64]),
	Tan:          one("tan", num.Tan[float32], num.Tan[float64]),
	Asin:         one("asin", num.Asin[float32], num.Asin[float64]),
	Acos:         one("acos", num.Acos[float32], num.Acos[float64]),
	Atan:         one("atan", num.Atan[float32], num.Atan[float64]),
	Atan2:        two("atan2", num.Atan2[float32], num.Atan2[float64]),
	Sinh:         one("sinh", num.Sinh[float32], num.Sinh[float64]),
	Cosh:         one("cosh", num.Cosh[float32], num.Cosh[float64]),
	Tanh:         one("tanh", num.Tanh[float32], num.Tanh[float64]),
	Exp:          one("exp", num.Exp[float32], num.Exp[float64]),
	Exp2:         one("ex2", num.ScaledExp2, num.Exp2[float64]),
	Log:          one("log", num.Log[float32], num.Log[float64]),
	Log2:         one("lg2", num.Log2[float32], num.Log2[float64]),
	Log10:        one("log10", num.Log10[float32], num.Log10[float64]),
	Pow:          two("pow", num.Pow[float32], num.Pow[float64]),
	Floor:        one("floor", num.Floor[float32], num.Floor[float64]),
	Ceil:         one("ceil", num.Ceil[float32], num.Ceil[float64]),
	Trunc:        one("trunc", num.Trunc[float32], num.Trunc[float64]),
	Round:        one("round", num.Round[float32], num.Round[float64]),
	RoundEven:    one("rint", num.RoundEven[float32], num.RoundEven[float64]),
	Mod2:         two("fmod", num.Mod[float32], num.Mod[float64]),
	Hypot:        two("hypot", num.Hypot[float32], num.Hypot[float64]),
	Cbrt:         one("cbrt", num.Cbrt[float32], num.Cbrt[float64]),
	Erf:          one("erf", num.Erf[float32], num.Erf[float64]),
	Erfc:         one("erfc", num.Erfc[float32], num.Erfc[float64]),
	Expm1:        one("expm1", num.Expm1[float32], num.Expm1[float64]),
	Log1p:        one("log1p", num.Log1p[float32], num.Log1p[float64]),
	Lgamma:       one("lgamma", num.Lgamma[float32], num.Lgamma[float64]),
	Tgamma:       one("tgamma", num.Tgamma[float32], num.Tgamma[float64]),
	Nextafter:    two("nextafter", num.Nextafter[float32], num.Nextafter[float64]),
	FastSin:      ofFloat("sin.approx", num.FastSin),
	FastCos:      ofFloat("cos.approx", num.FastCos),
	FastTan:      ofFloat("tan.approx", num.FastTan),
	FastExp:      ofFloat("exp.approx", num.FastExp),
	FastExp10:    ofFloat("exp10.approx", num.FastExp10),
	FastLog:      ofFloat("log.approx", num.FastLog),
	FastLog2:     ofFloat("lg2.approx", num.ScaledLog2),
	FastLog10:    ofFloat("log10.approx", num.FastLog10),
	FastPow:      two("pow.approx", num.FastPow, nil),
	FastDivide:   two("div.approx", num.FastDivide, nil),
	RsqrtRn:      ofFloat("rsqrt.rn", num.Rsqrt[float32]),
	ApproxRcp:    one("rcp.approx.ftz", mufu.Rcp, mufu.Rcp64),
	ApproxSqrt:   ofFloat("sqrt.approx.ftz", mufu.Sqrt),
	ApproxRsqrt:  one("rsqrt.approx.ftz", mufu.Rsqrt, mufu.Rsqrt64),
	ApproxExp2:   ofFloat("ex2.approx.ftz", mufu.Exp2),
	ApproxLog2:   ofFloat("lg2.approx.ftz", mufu.Log2),
	ApproxTanh:   ofFloat("tanh.approx", mufu.Tanh),
	ScaledRcp:    ofFloat("rcp.approx", num.ScaledRcp),
	ScaledSqrt:   ofFloat("sqrt.approx", num.ScaledSqrt),
	FullDivide:   two("div.full", num.FullDivide, nil),
	HalfExp2:     ofFloat("ex2.approx.f16", num.HalfExp2),
	HalfTanh:     ofFloat("tanh.approx.f16", num.HalfTanh),
	BfloatExp2:   ofFloat("ex2.approx.bf16", num.BfloatExp2),
	BfloatTanh:   ofFloat("tanh.approx.bf16", num.BfloatTanh),
	Saturate:     ofFloat("sat", num.Saturate),
	FmaDown:      three("fma.rm", num.FmaDown, num.FmaToward(num.Down)),
	FmaUp:        three("fma.rp", num.FmaUp, num.FmaToward(num.Up)),
	FmaZero:      three("fma.rz", num.FmaZero, num.FmaToward(num.Zero)),
	DivideDown:   two("div.rm", num.DivideToward[float32](num.Down), num.DivideToward[float64](num.Down)),
	DivideUp:     two("div.rp", num.DivideToward[float32](num.Up), num.DivideToward[float64](num.Up)),
	DivideZero:   two("div.rz", num.DivideToward[float32](num.Zero), num.DivideToward[float64](num.Zero)),
	SqrtDown:     one("sqrt.rm", num.SqrtToward[float32](num.Down), num.SqrtToward[float64](num.Down)),
	SqrtUp:       one("sqrt.rp", num.SqrtToward[float32](num.Up), num.SqrtToward[float64](num.Up)),
	SqrtZero:     one("sqrt.rz", num.SqrtToward[float32](num.Zero), num.SqrtToward[float64](num.Zero)),
	Tensor32:     ofFloat("cvt.rna.tf32", num.Tensor32),
	Tensor32Even: ofFloat("cvt.rn.tf32", num.Tensor32Even),
	Tensor32Zero: ofFloat("cvt.rz.tf32", num.Tensor32Zero),
	Flush:        ofFloat("ftz", num.FlushFloat),

	DotBytes:         threeWords("dp4a", num.DotBytes[int8, int8]),
	DotBytesMixed:    threeWords("dp4a_su", num.DotBytes[int8, uint8]),
	DotBytesUnsigned: threeWords("dp4a_uu", num.DotBytes[uint8, uint8]),
	Permute:          threeWords("prmt", num.Permute),
	HalfPairAdd:      twoWords("hadd2", num.Pairs(num.HalfAdd)),
	HalfPairSub:      twoWords("hsub2", num.Pairs(num.HalfSub)),
	HalfPairMul:      twoWords("hmul2", num.Pairs(num.HalfMul)),
	HalfPairMin:      twoWords("hmin2", num.Pairs(num.HalfMin)),
	HalfPairMax:      twoWords("hmax2", num.Pairs(num.HalfMax)),
	HalfPairFma:      threeWords("hfma2", num.PairsOfThree(num.HalfFma)),
	HalfPairFms:      threeWords("hfms2", num.PairsOfThree(num.HalfFms)),
	HalfPairFnma:     threeWords("hfnma2", num.PairsOfThree(num.HalfFnma)),
	BfloatPairAdd:    twoWords("badd2", num.Pairs(num.BfloatAdd)),
	BfloatPairSub:    twoWords("bsub2", num.Pairs(num.BfloatSub)),
	BfloatPairMul:    twoWords("bmul2", num.Pairs(num.BfloatMul)),
	BfloatPairMin:    twoWords("bmin2", num.Pairs(num.BfloatMin)),
	BfloatPairMax:    twoWords("bmax2", num.Pairs(num.BfloatMax)),
	BfloatPairFma:    threeWords("bfma2", num.PairsOfThree(num.BfloatFma)),
	BfloatPairFms:    threeWords("bfms2", num.PairsOfThree(num.BfloatFms)),
	BfloatPairFnma:   threeWords("bfnma2", num.PairsOfThree(num.BfloatFnma)),

	E4M3Value:      ofFloat("cvt.f32.e4m3", num.E4M3Value),
	E5M2Value:      ofFloat("cvt.f32.e5m2", num.E5M2Value),
	HalfBitsDown:   ofFloat("cvt.rm.f16.f32", num.HalfBitsDown),
	HalfBitsUp:     ofFloat("cvt.rp.f16.f32", num.HalfBitsUp),
	HalfBitsZero:   ofFloat("cvt.rz.f16.f32", num.HalfBitsZero),
	BfloatBits:     ofFloat("cvt.bf16.f32", num.BfloatBits),
	BfloatBitsZero: ofFloat("cvt.rz.bf16.f32", num.BfloatBitsZero),
	BfloatAdd:      two("badd", num.BfloatAdd, nil),
	BfloatSub:      two("bsub", num.BfloatSub, nil),
	BfloatMul:      two("bmul", num.BfloatMul, nil),
	BfloatFma:      three("bfma", num.BfloatFma, nil),
	BfloatFms:      three("bfms", num.BfloatFms, nil),
	BfloatFnma:     three("bfnma", num.BfloatFnma, nil),
	E4M3Bits:       ofFloat("cvt.e4m3.f32", num.E4M3Bits),
	E5M2Bits:       ofFloat("cvt.e5m2.f32", num.E5M2Bits),
	HalfValue:      ofFloat("cvt.f32.f16", num.HalfValue),
	HalfBits:       ofFloat("cvt.f16.f32", num.HalfBits),
	HalfAdd:        two("hadd", num.HalfAdd, nil),
	HalfSub:        two("hsub", num.HalfSub, nil),
	HalfMul:        two("hmul", num.HalfMul, nil),
	HalfFma:        three("hfma", num.HalfFma, nil),
	HalfFms:        three("hfms", num.HalfFms, nil),
	HalfFnma:       three("hfnma", num.HalfFnma, nil),
}
