package ptx

// This file is the table of forms: one row per form of an opcode.

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// table has the forms by opcode. An operand is "d=T", a result of type T; "a=T", a source;
// "addr", an address; "vec=T", a vector or one register; "name", a label, function or list.
var table map[string][]*form

func init() { // the builders refer to the table
	table = parsed([]form{
		{op: "mov", mods: "T=ANY|BITS", operands: "d=T a=T", build: move},

		{op: "add", mods: "T=INT", operands: "d=T a=T a=T", build: arith(ir.Add)},
		{op: "add", mods: "rn? T=f32|f64", operands: "d=T a=T a=T", build: floats(ir.Add)},
		{op: "sub", mods: "T=INT", operands: "d=T a=T a=T", build: arith(ir.Sub)},
		{op: "sub", mods: "rn? T=f32|f64", operands: "d=T a=T a=T", build: floats(ir.Sub)},
		{op: "mul", mods: "lo T=INT", operands: "d=T a=T a=T", build: arith(ir.Mul)},
		{op: "mul", mods: "hi T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: arith(ir.MulHi)},
		{op: "mul", mods: "wide T=u32|s32", operands: "d=W a=T a=T", build: wide(ir.MulWide)},
		{op: "mul", mods: "wide T=u16|s16", operands: "d=W a=T a=T", build: wideNarrow},
		{op: "mul", mods: "rn? T=f32|f64", operands: "d=T a=T a=T", build: floats(ir.Mul)},
		{op: "mad", mods: "lo T=INT", operands: "d=T a=T a=T a=T", build: arith(ir.Mad)},
		{op: "mad", mods: "wide T=u32|s32", operands: "d=W a=T a=T a=W", build: wide(ir.MadWide)},
		{op: "mad", mods: "hi T=u32|s32|u64|s64", operands: "d=T a=T a=T a=T", build: madHi},
		{op: "fma", mods: "rn T=f32|f64", operands: "d=T a=T a=T a=T", build: arith(ir.Fma)},
		{op: "fma", mods: "R=rm|rp|rz f32", operands: "d=f32 a=f32 a=f32 a=f32", build: fusedRounded},
		{op: "div", mods: "T=u16|s16|u32|s32|u64|s64", operands: "d=T a=T a=T", build: full(ir.Div)},
		{op: "div", mods: "rn T=f32|f64", operands: "d=T a=T a=T", build: full(ir.Div)},
		{op: "rem", mods: "T=u16|s16|u32|s32|u64|s64", operands: "d=T a=T a=T", build: full(ir.Rem)},
		{op: "copysign", mods: "T=f32|f64", operands: "d=T a=T a=T", build: copySign},
		{op: "min", mods: "T=INT", operands: "d=T a=T a=T", build: full(ir.Min)},
		{op: "max", mods: "T=INT", operands: "d=T a=T a=T", build: full(ir.Max)},
		{op: "min", mods: "T=f32|f64", operands: "d=T a=T a=T", build: number(ir.Min)},
		{op: "max", mods: "T=f32|f64", operands: "d=T a=T a=T", build: number(ir.Max)},
		{op: "neg", mods: "T=s16|s32|s64|f32|f64", operands: "d=T a=T", build: full(ir.Neg)},
		{op: "abs", mods: "T=s16|s32|s64|f32|f64", operands: "d=T a=T", build: full(ir.Abs)},
		{op: "sqrt", mods: "rn T=f32|f64", operands: "d=T a=T", build: function(ir.Sqrt)},
		{op: "rcp", mods: "rn T=f32|f64", operands: "d=T a=T", build: reciprocal},

		{op: "and", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.And)},
		{op: "or", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.Or)},
		{op: "xor", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.Xor)},
		{op: "not", mods: "T=BITS", operands: "d=T a=T", build: arith(ir.Not)},
		{op: "shl", mods: "T=b16|b32|b64", operands: "d=T a=T a=u32", build: arith(ir.Shl)},
		{op: "shr", mods: "T=b16|b32|b64|INT", operands: "d=T a=T a=u32", build: shiftRight},
		{op: "popc", mods: "T=b32|b64", operands: "d=u32 a=T", build: counted(ir.Popc)},
		{op: "clz", mods: "T=b32|b64", operands: "d=u32 a=T", build: counted(ir.Clz)},
		{op: "brev", mods: "T=b32|b64", operands: "d=T a=T", build: arith(ir.Brev)},

		{op: "lop3", mods: "b32", operands: "d=u32 a=u32 a=u32 a=u32 a=u32", build: logic},
		{op: "shf", mods: "l|r wrap|clamp b32", operands: "d=u32 a=u32 a=u32 a=u32", build: funnel},
		{op: "bfi", mods: "T=b32|b64", operands: "d=T a=T a=T a=u32 a=u32", build: insertBits},
		{op: "bfe", mods: "T=u32|s32|u64|s64", operands: "d=T a=T a=u32 a=u32", build: extractBits},
		{op: "prmt", mods: "b32", operands: "d=u32 a=u32 a=u32 a=u32", build: permute},
		{op: "dp4a", mods: "T=u32|s32 U=u32|s32", operands: "d=u32 a=u32 a=u32 a=u32", build: dotBytes},
		{op: "add", mods: "cc T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Add, false)},
		{op: "addc", mods: "cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Add, true)},
		{op: "sub", mods: "cc T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Sub, false)},
		{op: "subc", mods: "cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Sub, true)},
		{op: "mad", mods: "lo|hi cc T=u32|s32|u64|s64", operands: "d=T a=T a=T a=T", build: chainedProduct(false)},
		{op: "madc", mods: "lo|hi cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T a=T", build: chainedProduct(true)},
		{op: "mul", mods: "hi T=u16|s16", operands: "d=T a=T a=T", build: highNarrow},

		{op: "ex2", mods: "approx ftz f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxExp2)},
		{op: "ex2", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.Exp2)},
		{op: "lg2", mods: "approx ftz f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxLog2)},
		{op: "lg2", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.Log2)},
		{op: "rcp", mods: "approx ftz f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxRcp)},
		{op: "rcp", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.Rcp)},
		{op: "sqrt", mods: "approx ftz f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxSqrt)},
		{op: "sqrt", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.Sqrt)},
		{op: "rsqrt", mods: "approx ftz f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxRsqrt)},
		{op: "rsqrt", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.Rsqrt)},
		{op: "tanh", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.ApproxTanh)},
		{op: "sin", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.FastSin)},
		{op: "cos", mods: "approx f32", operands: "d=f32 a=f32", build: approximate(ir.FastCos)},
		{op: "div", mods: "approx|full f32", operands: "d=f32 a=f32 a=f32", build: quotient},
		{op: "add", mods: "rn? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Add, ir.RN)},
		{op: "sub", mods: "rn? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Sub, ir.RN)},
		{op: "mul", mods: "rn? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Mul, ir.RN)},
		{op: "fma", mods: "rn T=f16|f16x2", operands: "d=T a=T a=T a=T", build: fusedHalves},
		{op: "min", mods: "T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Min, ir.Num)},
		{op: "max", mods: "T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Max, ir.Num)},
		{op: "neg", mods: "T=HALF", operands: "d=T a=T", build: ofHalves(ir.Neg, ir.NoMod)},
		{op: "abs", mods: "T=HALF", operands: "d=T a=T", build: ofHalves(ir.Abs, ir.NoMod)},
		{op: "setp", mods: "C=eq|neu|lt|le|gt|ge|ltu|leu|gtu|geu T=f16|bf16", operands: "p a=T a=T", build: compareHalves},
		{op: "cvt", mods: "f32 U=f16|bf16", operands: "d=f32 a=U", build: widenHalf},
		{op: "cvt", mods: "rn T=f16|bf16 f32", operands: "d=T a=f32", build: roundHalf},
		{op: "cvt", mods: "rn T=f16x2|bf16x2 f32", operands: "d=T a=f32 a=f32", build: roundHalf},
		{op: "cvt", mods: "sat f32 f32", operands: "d=f32 a=f32", build: approximate(ir.Saturate)},
		{op: "cvt", mods: "R=rni|rmi|rpi T=INT U=f32|f64", operands: "d=T a=U", build: roundToInt},

		{op: "setp", mods: "C=eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan T=COMPARED", operands: "p a=T a=T", build: compare},
		{op: "setp", mods: "C=eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan B=and|or|xor T=COMPARED", operands: "p a=T a=T a=pred", build: compare},
		{op: "selp", mods: "T=ANY|b16|b32|b64", operands: "d=T a=T a=T a=pred", build: arith(ir.Selp)},
		{op: "cvt", mods: "T=u8|s8|INT U=u8|s8|INT", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "rn T=f32|f64 U=u8|s8|INT", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "rzi T=INT U=f32|f64", operands: "d=T a=U", build: saturating},
		{op: "cvt", mods: "T=f64 U=f32", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "rn T=f32 U=f64", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "R=rzi|rni|rmi|rpi T=f32|f64 U=f32|f64", operands: "d=T a=U", build: roundFloat},
		{op: "cvta", mods: "to? S=STATE u64", operands: "d=u64 a=u64", build: generic},

		{op: "ld", mods: "volatile|weak|relaxed|acquire? cta|gpu|sys|cluster? S=STATE? nc? L1::evict_first|L1::evict_last|L1::no_allocate|L1::evict_normal|L1::evict_unchanged|ca|cg|cs|lu|cv? L2::64B|L2::128B|L2::256B? v2|v4? T=MEM", operands: "vec=T addr", build: load},
		{op: "st", mods: "volatile|weak|relaxed|release? cta|gpu|sys|cluster? S=STATE? L1::evict_first|L1::evict_last|L1::no_allocate|wb|cg|cs|wt? v2|v4? T=MEM", operands: "addr vec=T", build: store},
		{op: "atom", mods: "relaxed|acquire|release|acq_rel? cta|gpu|sys|cluster? S=global|shared? O=add|min|max|and|or|xor|exch|inc|dec T=u32|s32|b32|u64|s64|b64|f32|f64", operands: "d=T addr a=T", build: atomic},
		{op: "atom", mods: "relaxed|acquire|release|acq_rel? cta|gpu|sys|cluster? S=global|shared? O=cas T=b32|b64|u32|s32|u64|s64", operands: "d=T addr a=T a=T", build: atomic},
		{op: "red", mods: "relaxed|release? cta|gpu|sys|cluster? S=global|shared? O=add|min|max|and|or|xor|inc|dec T=u32|s32|b32|u64|s64|b64|f32|f64", operands: "addr a=T", build: reduction},
		{op: "tex", mods: "1d v4 T=f32|s32|u32 U=f32|s32", operands: "vec=T name", build: texture(ir.Tex1D, 1)},
		{op: "tex", mods: "2d v4 T=f32|s32|u32 U=f32", operands: "vec=T name", build: texture(ir.Tex2D, 2)},
		{op: "membar", mods: "cta|gl|sys", build: fence},
		{op: "fence", mods: "sc|acq_rel cta|gpu|sys", build: fence},

		{op: "bar", mods: "cta? sync", operands: "a=u32", build: barrier},
		{op: "barrier", mods: "cta? sync aligned?", operands: "a=u32", build: barrier},
		{op: "bar", mods: "cta? red popc u32", operands: "d=u32 a=u32 a=pred", build: barrierOf(ir.BarPopc, ir.U32)},
		{op: "bar", mods: "cta? red and pred", operands: "d=pred a=u32 a=pred", build: barrierOf(ir.BarAnd, ir.Pred)},
		{op: "bar", mods: "cta? red or pred", operands: "d=pred a=u32 a=pred", build: barrierOf(ir.BarOr, ir.Pred)},
		{op: "bar", mods: "warp sync", operands: "a=u32", build: warpBarrier},
		{op: "shfl", mods: "sync M=up|down|bfly|idx b32", operands: "p=b32 a=b32 a=u32 a=u32 a=u32", build: shuffle},
		{op: "vote", mods: "sync ballot b32", operands: "d=u32 a=pred a=u32", build: vote(ir.VoteBallot, ir.U32)},
		{op: "vote", mods: "sync any pred", operands: "d=pred a=pred a=u32", build: vote(ir.VoteAny, ir.Pred)},
		{op: "vote", mods: "sync all pred", operands: "d=pred a=pred a=u32", build: vote(ir.VoteAll, ir.Pred)},
		{op: "match", mods: "any sync T=b32|b64", operands: "d=u32 a=T a=u32", build: matching},
		{op: "redux", mods: "sync O=add|min|max|and|or|xor T=u32|s32|b32", operands: "d=T a=T a=u32", build: redux},
		{op: "activemask", mods: "b32", operands: "d=u32", build: activeMask},

		{op: "bra", mods: "uni?", operands: "name"},
		{op: "brx", mods: "idx uni?", operands: "a=u32 name"},
		{op: "ret", mods: "uni?"},
		{op: "exit"},
		{op: "trap"},
	})
}

// ends reports whether an instruction of the form ends a block, without a guard.
func (f *form) ends() bool { return f.build == nil }

// matchOf returns an instruction with its form. It reports an instruction without one.
func (l *lowerer) matchOf(in *syntax.Instr) *match {
	for _, f := range table[in.Op] {
		if m := f.matches(in); m != nil {
			if wide := wider[m.named["T"]]; wide != "" {
				m.named["W"] = wide
			}
			return m
		}
	}
	what := "the form of " + strings.Join(append([]string{in.Op}, in.Mods...), ".")
	if table[in.Op] == nil {
		what = "the instruction " + in.Op
	}
	l.failAt(in.Pos, "%s is not simulated", what)
	return nil
}

// wider is the type of a wide product, by the type of its factors.
var wider = map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
