package nvcc

import "gpucourse/gpusim/internal/ir"

// CUDA13 is nvcc 13.0 for sm_90, the toolkit of the measurements in gpusim/validation. The
// simulator compiles for all devices with it.
var CUDA13 = Profile{
	toolkit: 13, // h200/compiler/ops.txt

	unroll: unrollLimits{
		full:          450,      // h200/compiler/counted.txt
		fullTests:     4096,     // guess: h200/cases unrolls loops of that size
		fullLocal:     2250,     // h200/compiler/counted.txt
		nest:          4096,     // guess: h100/blind bitonic has 45 iterations of 20
		simulated:     10,       // LLVM: LoopUnrollPass.cpp, UnrollMaxIterationsCountToAnalyze
		fullSimulated: 4500,     // guess: twice fullLocal, since half of the branches of a butterfly fold
		parts:         200,      // h200/compiler/counted.txt
		pairs:         96,       // h200/compiler/counted.txt
		expensive:     4,        // LLVM: TargetTransformInfoImpl.h, TCC_Expensive
		asked:         16 << 10, // LLVM: LoopUnrollPass.cpp, PragmaUnrollThreshold
		askedTrips:    16 << 10, // guess: bounds the search for the trip count
		askedKernel:   64 << 10, // guess: bounds the size of the code
		kernel:        32 << 10, // guess: a kernel with hundreds of loops would become twenty times as large
		inner:         4,        // h100/inner.txt
		byFour:        52,       // h200/compiler/loops.txt
		byTwo:         95,       // h200/compiler/loops.txt

		again:           4,   // h200/compiler/loops.txt
		againPerLoad:    4,   // h200/compiler/loops.txt
		againWithGlobal: 11,  // h200/compiler/loops.txt
		whole:           18,  // h100/walks.txt
		wholeWithGlobal: 45,  // h100/walks.txt
		remainder:       512, // h100/starts.txt: seven iterations of 60 operations are unrolled, seven of 100 are not
	},
	again:    againLimits{full: 440, tests: 640, small: 1130, falls: 22, body: 70, copies: 300, least: 4, most: 5}, // h200/compiler/counted.txt; tests is a guess: 12 iterations of 50 are unrolled
	header:   16,                                                                                                   // LLVM: LoopRotation.cpp, DefaultRotationThreshold
	sumUses:  5,                                                                                                    // LLVM: PerformADDCombine in NVPTXISelLowering.cpp
	sunkPhis: 1,                                                                                                    // LLVM: sinkCommonCodeFromPredecessors in SimplifyCFG.cpp

	arms: armLimits{
		short:  8,  // guess: ptxas predicates runs of about that length
		long:   18, // h200/compiler/predicate.txt: shared_from_global, global_arm
		chosen: 2,  // h200/compiler/predicate.txt
	},
	arrays: arrayLimits{ // h200/compiler/arrays.csv: agrees for nine of ten arrays
		few:         4,
		inLoop:      9,
		fewAccesses: 2,
		most:        64,
		selects:     84,
	},

	latency: latencies{
		global:   287, // h200/device/micro.txt: latency_global, cg: from L2
		local:    40,  // h200/device/micro.txt: latency_global, ca: from L1
		shared:   29,  // h200/device/micro.txt: latency_shared
		constant: 34,  // h200/device/micro.txt: latency_const
		shuffle:  37,  // h200/device/micro.txt: latency_shfl
		reduce:   44,  // h100/reduce.txt
		compare:  13,  // arch.Clock of the H200: to a branch, or to an instruction under a predicate
		other:    4,   // h200/device/micro.txt: latency_ffma
	},
	headroom:   2, // guess: an address, more than most instructions need
	loopTrips:  8, // guess
	fetchAhead: 5, // guess: of one to eight it agrees best with ptxas's registers (validation/codegen)
	calls: callRegisters{ // h100/calls.txt
		arguments: 4,
		kept:      16,
		printf:    4,
		assert:    10,
	},

	// Instructions of libdevice's functions in PTX. Functions with a loop inside have 100, so that no loop
	// around them is unrolled. Source: h200/compiler/functions.txt.
	functions: map[ir.Mod]int{
		ir.Exp: 9, ir.Expm1: 26, ir.Log: 26, ir.Log2: 28, ir.Log10: 27, ir.Log1p: 27,
		ir.Sin: 100, ir.Cos: 100, ir.Tan: 100, ir.Asin: 26, ir.Acos: 29, ir.Atan: 21, ir.Atan2: 65,
		ir.Sinh: 25, ir.Cosh: 16, ir.Tanh: 17, ir.Erf: 25, ir.Cbrt: 16, ir.Round: 3, ir.Hypot: 16,
		ir.Pow: 106, ir.Mod2: 122,
	},

	held: map[scratchKey]int{ // h200/compiler/held.txt
		{ir.Div, 0, ir.S32}: 5, {ir.Rem, 0, ir.S32}: 4, {ir.Div, 0, ir.U32}: 3, {ir.Rem, 0, ir.U32}: 3,
	},

	// By how much f increases the registers of the kernel `o[i] = f(a[i], b[i])`, according to
	// nvcc 13.0.88 -arch=sm_90 -Xptxas -v for h200/compiler/ops.cu.
	scratch: map[scratchKey]int{
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
	},
}
