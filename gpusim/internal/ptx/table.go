package ptx

// This file is the table of forms: one row per form of an opcode.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// table has the forms by opcode. An operand is "d=T", a result of type T; "a=T", a source;
// "addr", an address; "vec=T", a vector or one register; "name", a label, function or list.
var table map[string][]*form

func init() { // the builders refer to the table
	table = parsed(slices.Concat([]form{
		{op: "mov", mods: "T=ANY|BITS", operands: "d=T a=T", build: move},

		{op: "add", mods: "T=INT", operands: "d=T a=T a=T", build: arith(ir.Add)},
		{op: "add", mods: "R=ROUND? ftz? sat? T=FLOAT", operands: "d=T a=T a=T", build: floats(ir.Add)},
		{op: "add", mods: "sat s32", operands: "d=s32 a=s32 a=s32", build: saturatedSum(ir.Add)},
		{op: "sub", mods: "T=INT", operands: "d=T a=T a=T", build: arith(ir.Sub)},
		{op: "sub", mods: "R=ROUND? ftz? sat? T=FLOAT", operands: "d=T a=T a=T", build: floats(ir.Sub)},
		{op: "sub", mods: "sat s32", operands: "d=s32 a=s32 a=s32", build: saturatedSum(ir.Sub)},
		{op: "mul", mods: "lo T=INT", operands: "d=T a=T a=T", build: arith(ir.Mul)},
		{op: "mul", mods: "hi T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: arith(ir.MulHi)},
		{op: "mul", mods: "wide T=u32|s32", operands: "d=W a=T a=T", build: wide(ir.MulWide)},
		{op: "mul", mods: "wide T=u16|s16", operands: "d=W a=T a=T", build: wideNarrow},
		{op: "mul", mods: "R=ROUND? ftz? sat? T=FLOAT", operands: "d=T a=T a=T", build: floats(ir.Mul)},
		{op: "mad", mods: "lo T=INT", operands: "d=T a=T a=T a=T", build: arith(ir.Mad)},
		{op: "mad", mods: "wide T=u32|s32", operands: "d=W a=T a=T a=W", build: wide(ir.MadWide)},
		{op: "mad", mods: "wide T=u16|s16", operands: "d=W a=T a=T a=W", build: wideNarrow},
		{op: "mad", mods: "hi T=WHOLE", operands: "d=T a=T a=T a=T", build: madHi},
		{op: "mul24", mods: "lo|hi T=WORD", operands: "d=T a=T a=T", build: product24},
		{op: "mad24", mods: "lo|hi T=WORD", operands: "d=T a=T a=T a=T", build: product24},
		{op: "sad", mods: "T=INT", operands: "d=T a=T a=T a=T", build: distance},
		{op: "fma", mods: "R=ROUND ftz? sat? T=FLOAT", operands: "d=T a=T a=T a=T", build: fusedFloats},
		{op: "mad", mods: "R=ROUND ftz? sat? T=FLOAT", operands: "d=T a=T a=T a=T", build: fusedFloats},
		{op: "div", mods: "T=u16|s16|u32|s32|u64|s64", operands: "d=T a=T a=T", build: full(ir.Div)},
		{op: "div", mods: "R=ROUND ftz? T=FLOAT", operands: "d=T a=T a=T", build: division},
		{op: "rem", mods: "T=u16|s16|u32|s32|u64|s64", operands: "d=T a=T a=T", build: full(ir.Rem)},
		{op: "copysign", mods: "T=f32|f64", operands: "d=T a=T a=T", build: copySign},
		{op: "min", mods: "T=INT", operands: "d=T a=T a=T", build: full(ir.Min)},
		{op: "max", mods: "T=INT", operands: "d=T a=T a=T", build: full(ir.Max)},
		{op: "min", mods: "ftz? NaN? xorsign? abs? T=FLOAT", operands: "d=T a=T a=T", build: number(ir.Min)},
		{op: "max", mods: "ftz? NaN? xorsign? abs? T=FLOAT", operands: "d=T a=T a=T", build: number(ir.Max)},
		{op: "neg", mods: "ftz? T=s16|s32|s64|f32|f64", operands: "d=T a=T", build: full(ir.Neg)},
		{op: "abs", mods: "ftz? T=s16|s32|s64|f32|f64", operands: "d=T a=T", build: full(ir.Abs)},
		{op: "sqrt", mods: "rn ftz? T=FLOAT", operands: "d=T a=T", build: function(ir.Sqrt)},
		{op: "sqrt", mods: "R=rz|rm|rp ftz? T=FLOAT", operands: "d=T a=T", build: root},
		{op: "rcp", mods: "R=ROUND ftz? T=FLOAT", operands: "d=T a=T", build: reciprocal},
		{op: "testp", mods: "C=finite|infinite|number|notanumber|normal|subnormal T=FLOAT", operands: "d=pred a=T", build: testFloat},
		{op: "add", mods: "T=u16x2|s16x2", operands: "d=T a=T a=T", build: ofPairs(ir.Add)},
		{op: "sub", mods: "T=u16x2|s16x2", operands: "d=T a=T a=T", build: ofPairs(ir.Sub)},
		{op: "min", mods: "relu T=s32", operands: "d=T a=T a=T", build: atLeastZero(ir.Min)},
		{op: "max", mods: "relu T=s32", operands: "d=T a=T a=T", build: atLeastZero(ir.Max)},
		{op: "min", mods: "relu? T=u16x2|s16x2", operands: "d=T a=T a=T", build: ofPairs(ir.Min)},
		{op: "max", mods: "relu? T=u16x2|s16x2", operands: "d=T a=T a=T", build: ofPairs(ir.Max)},
		{op: "neg", mods: "T=s16x2", operands: "d=T a=T", build: negatedPairs},

		{op: "and", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.And)},
		{op: "or", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.Or)},
		{op: "xor", mods: "T=BITS", operands: "d=T a=T a=T", build: arith(ir.Xor)},
		{op: "not", mods: "T=BITS", operands: "d=T a=T", build: arith(ir.Not)},
		{op: "shl", mods: "T=b16|b32|b64", operands: "d=T a=T a=u32", build: arith(ir.Shl)},
		{op: "shr", mods: "T=b16|b32|b64|INT", operands: "d=T a=T a=u32", build: shiftRight},
		{op: "popc", mods: "T=b32|b64", operands: "d=u32 a=T", build: counted(ir.Popc)},
		{op: "clz", mods: "T=b32|b64", operands: "d=u32 a=T", build: counted(ir.Clz)},
		{op: "brev", mods: "T=b32|b64", operands: "d=T a=T", build: arith(ir.Brev)},

		{op: "lop3", mods: "B=and|or|xor b32", operands: "p=b32 a=u32 a=u32 a=u32 a=u32 a=pred", build: logic},
		{op: "cnot", mods: "T=b16|b32|b64", operands: "d=T a=T", build: countZero},
		{op: "bfind", mods: "shiftamt? T=WHOLE", operands: "d=u32 a=T", build: highestBit},
		{op: "bmsk", mods: "clamp|wrap b32", operands: "d=u32 a=u32 a=u32", build: bitMask},
		{op: "szext", mods: "clamp|wrap T=WORD", operands: "d=T a=T a=u32", build: extendFrom},
		{op: "lop3", mods: "b32", operands: "d=u32 a=u32 a=u32 a=u32 a=u32", build: logic},
		{op: "shf", mods: "l|r wrap|clamp b32", operands: "d=u32 a=u32 a=u32 a=u32", build: funnel},
		{op: "bfi", mods: "T=b32|b64", operands: "d=T a=T a=T a=u32 a=u32", build: insertBits},
		{op: "bfe", mods: "T=u32|s32|u64|s64", operands: "d=T a=T a=u32 a=u32", build: extractBits},
		{op: "prmt", mods: "b32", operands: "d=u32 a=u32 a=u32 a=u32", build: permute},
		{op: "prmt", mods: "b32 f4e|b4e|rc8|ecl|ecr|rc16", operands: "d=u32 a=u32 a=u32 a=u32", build: permuteMode},
		{op: "dp2a", mods: "lo|hi T=WORD U=WORD", operands: "d=u32 a=u32 a=u32 a=u32", build: dotHalves},
		{op: "dp4a", mods: "T=u32|s32 U=u32|s32", operands: "d=u32 a=u32 a=u32 a=u32", build: dotBytes},
		{op: "add", mods: "cc T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Add, false)},
		{op: "addc", mods: "cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Add, true)},
		{op: "sub", mods: "cc T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Sub, false)},
		{op: "subc", mods: "cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T", build: chained(ir.Sub, true)},
		{op: "mad", mods: "lo|hi cc T=u32|s32|u64|s64", operands: "d=T a=T a=T a=T", build: chainedProduct(false)},
		{op: "madc", mods: "lo|hi cc? T=u32|s32|u64|s64", operands: "d=T a=T a=T a=T", build: chainedProduct(true)},
		{op: "mul", mods: "hi T=u16|s16", operands: "d=T a=T a=T", build: highNarrow},

		{op: "ex2", mods: "approx ftz T=f32", operands: "d=T a=T", build: function(ir.ApproxExp2)},
		{op: "ex2", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.Exp2)},
		{op: "lg2", mods: "approx ftz T=f32", operands: "d=T a=T", build: function(ir.ApproxLog2)},
		{op: "lg2", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.FastLog2)},
		{op: "rcp", mods: "approx ftz T=f32", operands: "d=T a=T", build: function(ir.ApproxRcp)},
		{op: "rcp", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.ScaledRcp)},
		{op: "sqrt", mods: "approx ftz T=f32", operands: "d=T a=T", build: function(ir.ApproxSqrt)},
		{op: "sqrt", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.ScaledSqrt)},
		{op: "rsqrt", mods: "approx ftz T=f32", operands: "d=T a=T", build: function(ir.ApproxRsqrt)},
		{op: "rsqrt", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.Rsqrt)},
		{op: "tanh", mods: "approx T=f32", operands: "d=T a=T", build: function(ir.ApproxTanh)},
		{op: "sin", mods: "approx ftz? T=f32", operands: "d=T a=T", build: function(ir.FastSin)},
		{op: "cos", mods: "approx ftz? T=f32", operands: "d=T a=T", build: function(ir.FastCos)},
		{op: "div", mods: "approx ftz? T=f32", operands: "d=T a=T a=T", build: quotient(ir.FastDivide)},
		{op: "div", mods: "full ftz? T=f32", operands: "d=T a=T a=T", build: quotient(ir.FullDivide)},
		{op: "rcp", mods: "approx ftz T=f64", operands: "d=T a=T", build: function(ir.ApproxRcp)},
		{op: "rsqrt", mods: "approx T=f64", operands: "d=T a=T", build: function(ir.Rsqrt)},
		{op: "rsqrt", mods: "approx ftz T=f64", operands: "d=T a=T", build: function(ir.ApproxRsqrt)},
		{op: "add", mods: "rn? sat? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Add)},
		{op: "sub", mods: "rn? sat? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Sub)},
		{op: "mul", mods: "rn? sat? T=HALF", operands: "d=T a=T a=T", build: ofHalves(ir.Mul)},
		{op: "fma", mods: "rn sat? relu? T=HALF", operands: "d=T a=T a=T a=T", build: ofHalves(ir.Fma)},
		{op: "min", mods: "NaN? xorsign? abs? T=HALF", operands: "d=T a=T a=T", build: extremeHalves(ir.Min)},
		{op: "max", mods: "NaN? xorsign? abs? T=HALF", operands: "d=T a=T a=T", build: extremeHalves(ir.Max)},
		{op: "neg", mods: "T=HALF", operands: "d=T a=T", build: signOfHalves(ir.Xor, halfSign)},
		{op: "abs", mods: "T=HALF", operands: "d=T a=T", build: signOfHalves(ir.And, halfMagnitude)},
		{op: "ex2", mods: "approx T=f16|f16x2", operands: "d=T a=T", build: functionOfHalves(ir.HalfExp2)},
		{op: "ex2", mods: "approx ftz T=bf16|bf16x2", operands: "d=T a=T", build: functionOfHalves(ir.BfloatExp2)},
		{op: "tanh", mods: "approx T=f16|f16x2", operands: "d=T a=T", build: functionOfHalves(ir.HalfTanh)},
		{op: "tanh", mods: "approx T=bf16|bf16x2", operands: "d=T a=T", build: functionOfHalves(ir.BfloatTanh)},

		{op: "setp", mods: "C=COMPARISON ftz? U=COMPARED|HALF", operands: "p a=U a=U", build: compare},
		{op: "setp", mods: "C=COMPARISON B=and|or|xor ftz? U=COMPARED|HALF", operands: "p a=U a=U a=pred", build: compare},
		{op: "set", mods: "C=COMPARISON ftz? T=u32|s32|f32|u16|s16|HALF U=COMPARED|HALF", operands: "d=T a=U a=U", build: setTo},
		{op: "set", mods: "C=COMPARISON B=and|or|xor ftz? T=u32|s32|f32|u16|s16|HALF U=COMPARED|HALF", operands: "d=T a=U a=U a=pred", build: setTo},
		{op: "slct", mods: "ftz? T=ANY|b16|b32|b64 U=s32|f32", operands: "d=T a=T a=T a=U", build: slct},
		{op: "selp", mods: "T=ANY|b16|b32|b64", operands: "d=T a=T a=T a=pred", build: arith(ir.Selp)},
		{op: "cvt", mods: "sat? T=u8|s8|INT U=u8|s8|INT", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "rn ftz? T=FLOAT U=u8|s8|INT", operands: "d=T a=U", build: convert},
		{op: "cvt", mods: "R=rz|rm|rp ftz? T=FLOAT U=u8|s8|INT", operands: "d=T a=U", build: directedWhole},
		{op: "cvt", mods: "rn T=f16|bf16 U=u8|s8|u16|s16|u32|s32|u64|s64", operands: "d=T a=U", build: intToHalf},
		{op: "cvt", mods: "R=rzi|rni|rmi|rpi ftz? sat? T=u8|s8|INT U=FLOAT|f16|bf16", operands: "d=T a=U", build: roundToInt},
		{op: "cvt", mods: "R=rzi|rni|rmi|rpi ftz? sat? T=FLOAT|f16|bf16 U=FLOAT|f16|bf16", operands: "d=T a=U", build: roundFloat},
		{op: "cvt", mods: "ftz? sat? T=f32 U=f32|f16|bf16", operands: "d=T a=U", build: widenFloat},
		{op: "cvt", mods: "ftz? sat? T=f64 U=f32|f64|f16", operands: "d=T a=U", build: widenFloat},
		{op: "cvt", mods: "R=ROUND ftz? sat? T=f32 U=f64", operands: "d=T a=U", build: narrowDouble},
		{op: "cvt", mods: "rn T=f16|bf16 U=f64", operands: "d=T a=U", build: doubleToHalf},
		{op: "cvt", mods: "R=ROUND relu? satfinite? T=f16|bf16 U=f32", operands: "d=T a=U", build: narrowFloat},
		{op: "cvt", mods: "R=rn|rz relu? satfinite? T=f16x2|bf16x2 U=f32", operands: "d=T a=U a=U", build: narrowFloat},
		{op: "cvt", mods: "R=rna|rn|rz relu? satfinite? T=tf32 U=f32", operands: "d=T a=U", build: narrowFloat},
		{op: "cvt", mods: "R=rn satfinite relu? T=e4m3x2|e5m2x2 U=f32", operands: "d=T a=U a=U", build: narrowFloat},
		{op: "cvt", mods: "rn satfinite relu? T=e4m3x2|e5m2x2 U=f16x2", operands: "d=T a=U", build: narrowHalves},
		{op: "cvt", mods: "rn relu? T=f16x2 U=e4m3x2|e5m2x2", operands: "d=T a=U", build: widenBytes},
		{op: "cvt", mods: "pack sat T=u16|s16 s32", operands: "d=b32 a=s32 a=s32", build: pack},
		{op: "cvt", mods: "pack sat T=u8|s8 s32 b32", operands: "d=b32 a=s32 a=s32 a=b32", build: pack},
		{op: "isspacep", mods: "S=STATE", operands: "d=pred a=u64", build: inSpace},
		{op: "cvta", mods: "to? S=STATE u64", operands: "d=u64 a=u64", build: generic},

		{op: "ld", mods: "ORDER? relaxed? SCOPE? S=STATE? CACHE? nc? EVICT? L2::cache_hint? PREFETCH? v2|v4? T=MEM", operands: "vec=T addr a=b64?", build: load},
		{op: "ldu", mods: "S=global? v2|v4? T=MEM", operands: "vec=T addr", build: load},
		{op: "st", mods: "ORDER? relaxed? SCOPE? S=STATE? CACHE? EVICT? L2::cache_hint? v2|v4? T=MEM", operands: "addr vec=T a=b64?", build: store},
		{op: "atom", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=add|min|max|and|or|xor|exch|inc|dec L2::cache_hint? T=NUMBER", operands: "d=T addr a=T a=b64?", build: atomic},
		{op: "atom", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=cas L2::cache_hint? T=b32|b64|u32|s32|u64|s64", operands: "d=T addr a=T a=T", build: atomic},
		{op: "atom", mods: "ORDER? SCOPE? S=global? O=add L2::cache_hint? v2|v4 T=f32", operands: "vec=T addr vec=T", build: atomic},
		{op: "red", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=add|min|max|and|or|xor|inc|dec L2::cache_hint? T=NUMBER", operands: "addr a=T a=b64?", build: reduction},
		{op: "red", mods: "ORDER? SCOPE? S=global? O=add L2::cache_hint? v2|v4 T=f32", operands: "addr vec=T", build: reduction},
		{op: "atom", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=add noftz L2::cache_hint? v2|v4|v8? T=HALF", operands: "vec=T addr vec=T", build: atomic},
		{op: "red", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=add noftz L2::cache_hint? v2|v4|v8? T=HALF", operands: "addr vec=T", build: reduction},
		{op: "atom", mods: "ORDER? SCOPE? S=global|shared|shared::cluster? O=cas T=b16", operands: "d=T addr a=T a=T", build: atomic},
		{op: "prefetch", mods: "S=global|local? L1|L2|L2::evict_last|L2::evict_normal", operands: "addr", build: nothing},
		{op: "prefetchu", mods: "L1", operands: "addr", build: nothing},
		{op: "applypriority", mods: "global? L2::evict_normal", operands: "addr a=u32", build: nothing},
		{op: "discard", mods: "global? L2", operands: "addr a=u32", build: nothing},
		{op: "createpolicy", mods: "fractional P=L2::evict_last|L2::evict_first|L2::evict_normal|L2::evict_unchanged Q=L2::evict_first|L2::evict_unchanged? b64", operands: "d=b64 a=f32?", build: createPolicy},
		{op: "membar", mods: "cta|gl|sys", build: fence},
		{op: "fence", mods: "sc|acq_rel|acquire|release cta|gpu|sys|cluster", build: fence},
		{op: "griddepcontrol", mods: "wait|launch_dependents", build: nothing}, // no grid overlaps with the one before
		{op: "nanosleep", mods: "u32", operands: "a=u32", build: nothing},
		{op: "pmevent", mods: "mask?", operands: "a=u32", build: nothing},

		{op: "bar", mods: "cta? sync aligned?", operands: "a=u32", build: barrier},
		{op: "bar", mods: "cta? sync aligned?", operands: "a=u32 n=u32", build: barrier},
		{op: "barrier", mods: "cta? sync aligned?", operands: "a=u32", build: barrier},
		{op: "barrier", mods: "cta? sync aligned?", operands: "a=u32 n=u32", build: barrier},
		{op: "bar", mods: "cta? arrive aligned?", operands: "a=u32 n=u32", build: arrival},
		{op: "barrier", mods: "cta? arrive aligned?", operands: "a=u32 n=u32", build: arrival},
		{op: "bar", mods: "warp sync", operands: "a=u32", build: warpBarrier},
		{op: "shfl", mods: "sync M=up|down|bfly|idx b32", operands: "p=b32 a=b32 a=u32 a=u32 a=u32", build: shuffle},
		{op: "vote", mods: "sync ballot b32", operands: "d=u32 a=pred a=u32", build: vote(ir.VoteBallot, ir.U32)},
		{op: "vote", mods: "sync any pred", operands: "d=pred a=pred a=u32", build: vote(ir.VoteAny, ir.Pred)},
		{op: "vote", mods: "sync all pred", operands: "d=pred a=pred a=u32", build: vote(ir.VoteAll, ir.Pred)},
		{op: "vote", mods: "sync uni pred", operands: "d=pred a=pred a=u32", build: agreement},
		{op: "elect", mods: "sync", operands: "p=b32 a=u32", build: elect},
		{op: "match", mods: "any sync T=b32|b64", operands: "d=u32 a=T a=u32", build: matching(ir.MatchAny)},
		{op: "match", mods: "all sync T=b32|b64", operands: "p=u32 a=T a=u32", build: matching(ir.MatchAll)},
		{op: "redux", mods: "sync O=add|min|max|and|or|xor T=u32|s32|b32", operands: "d=T a=T a=u32", build: redux},
		{op: "activemask", mods: "b32", operands: "d=u32", build: activeMask},

		{op: "bra", mods: "uni?", operands: "name"},
		{op: "brx", mods: "idx uni?", operands: "a=u32 name"},
		{op: "ret", mods: "uni?"},
		{op: "exit"},
		{op: "trap"},
		{op: "brkpt"},
	}, videoForms(), combiningBarriers(), surfaceForms(), textureForms(), asyncForms(), matrixForms()))
}

// combiningBarriers are the forms of bar.red and barrier.red.
func combiningBarriers() (list []form) {
	for _, op := range []string{"bar", "barrier"} {
		for _, operands := range []string{"a=u32 a=pred", "a=u32 n=u32 a=pred"} {
			list = append(list,
				form{op: op, mods: "cta? red popc aligned? u32", operands: "d=u32 " + operands, build: barrierOf(ir.BarPopc, ir.U32)},
				form{op: op, mods: "cta? red and aligned? pred", operands: "d=pred " + operands, build: barrierOf(ir.BarAnd, ir.Pred)},
				form{op: op, mods: "cta? red or aligned? pred", operands: "d=pred " + operands, build: barrierOf(ir.BarOr, ir.Pred)})
		}
	}
	return list
}

// videoForms are the forms of video instructions, which work on parts of registers.
func videoForms() (list []form) {
	for n, lanes := range map[string]int{"2": 2, "4": 4} {
		for op := range videoOps {
			list = append(list, form{op: op + n, mods: "T=WORD U=WORD V=WORD sat? add?", operands: "d=T a=b32 a=b32 a=b32", build: video(lanes)})
		}
		list = append(list, form{op: "vset" + n, mods: "T=WORD U=WORD C=eq|ne|lt|le|gt|ge add?", operands: "d=T a=b32 a=b32 a=b32", build: video(lanes)})
	}
	for op := range videoOps {
		list = append(list,
			form{op: op, mods: "T=WORD U=WORD V=WORD sat?", operands: "d=T a=b32 a=b32", build: scalarVideo},
			form{op: op, mods: "T=WORD U=WORD V=WORD sat? O=add|min|max", operands: "d=T a=b32 a=b32 a=T", build: scalarVideo})
	}
	return list
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
			l.countFlushes(m)
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

// countFlushes counts the instructions with and without .ftz.
func (l *lowerer) countFlushes(m *match) {
	switch {
	case !m.flushes():
	case m.has("ftz"):
		l.flushes[1]++
	default:
		l.flushes[0]++
	}
}

// wider is the type of a wide product, by the type of its factors.
var wider = map[string]string{"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
