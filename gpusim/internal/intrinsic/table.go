package intrinsic

// This file is the table.

import (
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// The letters of Variant.Types.
const (
	words    = "iuU" // what CUDA's bitwise atomics take
	sums     = words + "fd"
	swapped  = words + "f"
	integers = words + "l"
	shuffled = words + "lfd"
)

// Prototypes and headers of several functions.
const (
	copyAsync = "void __pipeline_memcpy_async(void*, const void*, unsigned long, unsigned long = 0)"
	pipeline  = "cuda_pipeline.h"
)

// Functions are all functions.
var Functions = []Function{
	// Barriers and fences
	{Op: ir.Bar, Effect: Barrier, Variants: list(plain("gpu.SyncThreads", "void __syncthreads()"))},
	{Op: ir.BarRed, Mod: ir.BarPopc, Effect: Barrier, Needs: arch.CountingBarriers, Variants: list(Variant{Go: "gpu.SyncThreadsCount", C: "int __syncthreads_count(bool)", Expand: "int32(gpu.SyncThreadsCount(%s))"})},
	{Op: ir.BarRed, Mod: ir.BarAnd, Effect: Barrier, Needs: arch.CountingBarriers, Variants: list(Variant{Go: "gpu.SyncThreadsAnd", C: "int __syncthreads_and(bool)", Expand: "cuda.Int(gpu.SyncThreadsAnd(%s))"})},
	{Op: ir.BarRed, Mod: ir.BarOr, Effect: Barrier, Needs: arch.CountingBarriers, Variants: list(Variant{Go: "gpu.SyncThreadsOr", C: "int __syncthreads_or(bool)", Expand: "cuda.Int(gpu.SyncThreadsOr(%s))"})},
	{Op: ir.BarWarp, Effect: Warp, Variants: list(
		plain("gpu.SyncWarp", "void __syncwarp()"), expanded("void __syncwarp(unsigned)", "cuda.SyncWarp(%s)"))},
	{Op: ir.Membar, Mod: ir.ScopeDevice, Effect: Memory, Variants: list(plain("gpu.Threadfence", "void __threadfence()"))},
	{Op: ir.Membar, Mod: ir.ScopeBlock, Effect: Memory, Variants: list(plain("gpu.ThreadfenceBlock", "void __threadfence_block()"))},
	{Op: ir.Membar, Mod: ir.ScopeSystem, Effect: Memory, Needs: arch.SystemFence, Variants: list(plain("gpu.ThreadfenceSystem", "void __threadfence_system()"))},

	// Warps
	{Op: ir.ActiveMask, Effect: Warp, Variants: list(plain("gpu.ActiveMask", "unsigned __activemask()"))},
	{Op: ir.Vote, Mod: ir.VoteBallot, Effect: Warp, Needs: arch.Ballot, Variants: list(
		plain("gpu.BallotSync", "unsigned __ballot_sync(unsigned, bool)"), expanded("unsigned __ballot(bool)", "gpu.BallotSync(gpu.FullMask, %s)"))},
	{Op: ir.Vote, Mod: ir.VoteAny, Effect: Warp, Needs: arch.Votes, Variants: list(
		Variant{Go: "gpu.AnySync", C: "int __any_sync(unsigned, bool)", Expand: "cuda.Int(gpu.AnySync(%s, %s))"}, expanded("int __any(bool)", "cuda.Int(gpu.AnySync(gpu.FullMask, %s))"))},
	{Op: ir.Vote, Mod: ir.VoteAll, Effect: Warp, Needs: arch.Votes, Variants: list(
		Variant{Go: "gpu.AllSync", C: "int __all_sync(unsigned, bool)", Expand: "cuda.Int(gpu.AllSync(%s, %s))"}, expanded("int __all(bool)", "cuda.Int(gpu.AllSync(gpu.FullMask, %s))"))},
	{Op: ir.Match, Mod: ir.MatchAny, Effect: Warp, Needs: arch.Matches, Variants: list(overloaded("gpu.MatchAnySync", "unsigned __match_any_sync(unsigned, T)", shuffled))},
	{Op: ir.Match, Mod: ir.MatchAll, Effect: Warp, Needs: arch.Matches, Variants: list(overloaded("gpu.MatchAllSync", "unsigned __match_all_sync(unsigned, T, int*)", shuffled))},
	{Op: ir.Redux, Mod: ir.ReduxAdd, Effect: Warp, Needs: arch.Reductions, Variants: list(overloaded("gpu.ReduceAddSync", "T __reduce_add_sync(unsigned, T)", "ui"))},
	{Op: ir.Redux, Mod: ir.ReduxMin, Effect: Warp, Needs: arch.Reductions, Variants: list(overloaded("gpu.ReduceMinSync", "T __reduce_min_sync(unsigned, T)", "ui"))},
	{Op: ir.Redux, Mod: ir.ReduxMax, Effect: Warp, Needs: arch.Reductions, Variants: list(overloaded("gpu.ReduceMaxSync", "T __reduce_max_sync(unsigned, T)", "ui"))},
	{Op: ir.Redux, Mod: ir.ReduxAnd, Effect: Warp, Needs: arch.Reductions, Variants: list(plain("gpu.ReduceAndSync", "unsigned __reduce_and_sync(unsigned, unsigned)"))},
	{Op: ir.Redux, Mod: ir.ReduxOr, Effect: Warp, Needs: arch.Reductions, Variants: list(plain("gpu.ReduceOrSync", "unsigned __reduce_or_sync(unsigned, unsigned)"))},
	{Op: ir.Redux, Mod: ir.ReduxXor, Effect: Warp, Needs: arch.Reductions, Variants: list(plain("gpu.ReduceXorSync", "unsigned __reduce_xor_sync(unsigned, unsigned)"))},
	shuffle("gpu.ShflSync", "T __shfl_sync(unsigned, T, int, int = 32)", ir.ShflIdx),
	shuffle("gpu.ShflUpSync", "T __shfl_up_sync(unsigned, T, unsigned, int = 32)", ir.ShflUp),
	shuffle("gpu.ShflDownSync", "T __shfl_down_sync(unsigned, T, unsigned, int = 32)", ir.ShflDown),
	shuffle("gpu.ShflXorSync", "T __shfl_xor_sync(unsigned, T, int, int = 32)", ir.ShflXor),

	// Atomics
	atomic("Add", sums, ir.AtomAdd), atomic("Sub", "iu", ir.AtomSub),
	atomic("Min", integers, ir.AtomMin), atomic("Max", integers, ir.AtomMax),
	atomic("And", integers, ir.AtomAnd), atomic("Or", integers, ir.AtomOr), atomic("Xor", integers, ir.AtomXor),
	atomic("Exch", swapped, ir.AtomExch), atomic("Inc", "u", ir.AtomInc), atomic("Dec", "u", ir.AtomDec),
	{Op: ir.Atom, Mod: ir.AtomCas, Effect: Memory, Variants: list(overloaded("gpu.AtomicCAS", "T atomicCAS(T*, T, T)", words))},

	// Memory
	{Effect: Memory, Variants: list(Variant{Go: "gpu.LoadVolatile"})},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.StoreVolatile"})},
	{Variants: list(Variant{Go: "gpu.Ldg", C: "T __ldg(const T*)", Types: shuffled})},
	loadThrough("CA"), loadThrough("CG"), loadThrough("CS"), loadThrough("LU"), loadThrough("CV"),
	storeThrough("WB"), storeThrough("CG"), storeThrough("CS"), storeThrough("WT"),
	{Variants: list(Variant{Go: "gpu.Shared"})},
	{Variants: list(Variant{Go: "gpu.DynamicShared"})},
	{Variants: list(Variant{Go: "gpu.Pitched.Row"})},
	{Op: ir.Tex, Mod: ir.Tex1D, Variants: list(Variant{Go: "gpu.Texture1D.Fetch"}, Variant{Go: "gpu.Texture1D.At"})},
	{Op: ir.Tex, Mod: ir.Tex2D, Variants: list(Variant{Go: "gpu.Texture2D.At"})},

	// Asynchronous copies
	{Op: ir.CopyAsync, Effect: Memory, Header: pipeline, Variants: list(Variant{Go: "gpu.CopyAsync", C: copyAsync, Expand: "cuda.CopyAsync(%s, %s, int(%s), int(%s))"}, Variant{Go: "gpu.CopyAsyncZfill", C: copyAsync})},
	{Op: ir.CopyGroup, Mod: ir.CopyCommit, Effect: Memory, Header: pipeline, Variants: list(plain("gpu.CommitCopies", "void __pipeline_commit()"))},
	{Op: ir.CopyGroup, Mod: ir.CopyWait, Effect: Memory, Header: pipeline, Variants: list(Variant{Go: "gpu.WaitCopies", C: "void __pipeline_wait_prior(unsigned long)", Expand: "gpu.WaitCopies(int(%s))"})},

	// Barriers in shared memory and bulk copies
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.Init"}, plain("cuda.BarrierInit", "void __barrier_init_of(void*, int)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.Arrive"}, Variant{Go: "gpu.Barrier.ArriveTx"}, plain("cuda.BarrierArrive", "unsigned long long __barrier_arrive_of(void*, int)"), plain("cuda.BarrierArriveTx", "unsigned long long __barrier_arrive_tx_of(void*, int)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.ExpectTx"}, plain("cuda.BarrierExpectTx", "void __barrier_expect_tx_of(void*, int)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.Wait"}, plain("cuda.BarrierWait", "void __barrier_wait_of(void*, unsigned long long)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.WaitParity"}, plain("cuda.BarrierWaitParity", "void __barrier_wait_parity_of(void*, int)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.Barrier.ArriveAndWait"})},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.CopyBulk"}, plain("cuda.CopyBulk", "void __copy_bulk_of(void*, const void*, int, void*)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.CopyBulkTo"}, plain("cuda.CopyBulkTo", "void __copy_bulk_to_of(void*, const void*, int, void*, unsigned)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.ShareBulk"}, plain("cuda.ShareBulk", "void __share_bulk_of(void*, const void*, int, void*)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.AddBulk"}, plain("cuda.AddBulk", "void __add_bulk_of(void*, const void*, int, int)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.StoreBulk"}, plain("cuda.StoreBulk", "void __store_bulk_of(void*, const void*, int)"))},
	{Op: ir.CopyGroup, Mod: ir.BulkCommit, Effect: Memory, Variants: list(Variant{Go: "gpu.CommitBulk"}, expanded("void __bulk_commit_of()", "gpu.CommitBulk()"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.CopyBox1D"}, Variant{Go: "gpu.CopyBox2D"}, Variant{Go: "gpu.CopyBox3D"}, plain("cuda.CopyBox", "void __copy_box_of(void*, const void*, int, int, int, int, void*)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.CopyBox2DTo"}, plain("cuda.CopyBoxTo", "void __copy_box_to_of(void*, const void*, int, int, int, int, void*, unsigned)"))},
	{Effect: Memory, Variants: list(Variant{Go: "gpu.StoreBox1D"}, Variant{Go: "gpu.StoreBox2D"}, Variant{Go: "gpu.StoreBox3D"}, plain("cuda.StoreBox", "void __store_box_of(const void*, int, int, int, int, const void*)"))},
	{Op: ir.CopyGroup, Mod: ir.BulkWait, Effect: Memory, Variants: list(Variant{Go: "gpu.WaitBulk"}, expanded("void __bulk_wait_of(int)", "gpu.WaitBulk(int(%s))"))},
	{Op: ir.CopyGroup, Mod: ir.BulkWaitRead, Effect: Memory, Variants: list(Variant{Go: "gpu.WaitBulkRead"}, expanded("void __bulk_wait_read_of(int)", "gpu.WaitBulkRead(int(%s))"))},
	{Op: ir.Membar, Mod: ir.ScopeAsync, Effect: Memory, Variants: list(Variant{Go: "gpu.FenceProxyAsync"}, expanded("void __fence_async_of()", "gpu.FenceProxyAsync()"))},

	// Clusters
	{Op: ir.Special, Mod: ir.ClusterRank, Variants: list(Variant{Go: "gpu.ClusterRank"}, expanded("unsigned __clusterRelativeBlockRank()", "uint32(gpu.ClusterRank())"))},
	{Variants: list(Variant{Go: "gpu.ClusterSize"}, expanded("unsigned __clusterSizeInBlocks()", "uint32(gpu.ClusterSize())"))},
	{Effect: Barrier, Variants: list(Variant{Go: "gpu.ClusterSync"})},
	{Op: ir.ClusterBar, Mod: ir.ClusterArrive, Effect: Barrier, Variants: list(Variant{Go: "gpu.ClusterArrive"}, expanded("void __cluster_barrier_arrive()", "gpu.ClusterArrive()"))},
	{Op: ir.ClusterBar, Mod: ir.ClusterRelaxed, Effect: Barrier, Variants: list(Variant{Go: "gpu.ClusterArriveRelaxed"}, expanded("void __cluster_barrier_arrive_relaxed()", "gpu.ClusterArriveRelaxed()"))},
	{Op: ir.ClusterBar, Mod: ir.ClusterWait, Effect: Barrier, Variants: list(Variant{Go: "gpu.ClusterWait"}, expanded("void __cluster_barrier_wait()", "gpu.ClusterWait()"))},
	{Op: ir.MapShared, Variants: list(Variant{Go: "gpu.MapShared"}, expanded("void* __cluster_map_shared_rank(const void*, unsigned)", "gpu.MapShared(%s, int(%s))"))},

	// Half precision and matrices
	{Variants: list(Variant{Go: "gpu.ToHalf"})},
	{Variants: list(Variant{Go: "gpu.Half.Float32"})},
	{Op: ir.LoadMatrix, Mod: ir.Rows, Effect: Warp, Variants: list(Variant{Go: "gpu.LoadMatrixX4"}, Variant{Go: "gpu.LoadMatrixX2"})},
	{Op: ir.LoadMatrix, Mod: ir.Columns, Effect: Warp, Variants: list(Variant{Go: "gpu.LoadMatrixX4Trans"}, Variant{Go: "gpu.LoadMatrixX2Trans"})},
	{Op: ir.Product, Mod: ir.OfHalves, Effect: Warp, Variants: list(Variant{Go: "gpu.MmaM16N8K16"})},

	{Effect: Warp, Variants: list(plain("cuda.LoadFragment", "void __fragment_load_of(void*, const void*, int, int, int, int, int, int)"))},
	{Effect: Warp, Variants: list(plain("cuda.StoreFragment", "void __fragment_store_of(void*, const void*, int, int, int, int, int)"))},
	{Effect: Warp, Variants: list(plain("cuda.MultiplyFragments", "void __fragment_multiply_of(void*, const void*, const void*, const void*, int, int, int, int)"))},

	// Output
	{Op: ir.Printf, Effect: Output, Needs: arch.DevicePrintf, Variants: list(Variant{Go: "gpu.Printf"})},
	{Op: ir.Trap, Effect: Output, Variants: list(expanded("void __trap()", `cuda.Trap("__trap()")`))},
	{Variants: list(Variant{C: "void __nanosleep(unsigned)"})},

	// Indices
	{Op: ir.Special, Mod: ir.LaneID, Variants: list(Variant{Go: "gpu.LaneID"})},
	{Op: ir.Special, Mod: ir.WarpID, Variants: list(Variant{Go: "gpu.WarpID"})},

	// Functions of floats
	floats(1, ir.Math, ir.Sqrt, "Sqrt Sqrt", "sqrt", plain("gpu.Sqrt", "float __fsqrt_rn(float)"), plain("math.Sqrt", "double __dsqrt_rn(double)")),
	{Op: ir.Math, Mod: ir.Rsqrt, Variants: list(plain("gpu.Rsqrt", "float rsqrtf(float)"))},
	{Op: ir.Math, Mod: ir.Rcp, Variants: list(plain("gpu.Rcp", "float __frcp_rn(float)"))},
	floats(1, ir.Math, ir.Sin, "Sin Sin", "sin"),
	floats(1, ir.Math, ir.Cos, "Cos Cos", "cos"),
	floats(1, ir.Math, ir.Tan, "Tan Tan", "tan"),
	floats(1, ir.Math, ir.Asin, "Asin Asin", "asin"),
	floats(1, ir.Math, ir.Acos, "Acos Acos", "acos"),
	floats(1, ir.Math, ir.Atan, "Atan Atan", "atan"),
	floats(2, ir.Math, ir.Atan2, "Atan2 Atan2", "atan2"),
	floats(1, ir.Math, ir.Sinh, "Sinh Sinh", "sinh"),
	floats(1, ir.Math, ir.Cosh, "Cosh Cosh", "cosh"),
	floats(1, ir.Math, ir.Tanh, "Tanh Tanh", "tanh"),
	floats(1, ir.Math, ir.Exp, "Exp Exp", "exp"),
	floats(1, ir.Math, ir.Exp2, "Exp2 Exp2", "exp2"),
	floats(1, ir.Math, ir.Log, "Log Log", "log"),
	floats(1, ir.Math, ir.Log2, "Log2 Log2", "log2"),
	floats(1, ir.Math, ir.Log10, "Log10 Log10", "log10"),
	floats(1, ir.Math, ir.Log1p, "Log1p Log1p", "log1p"),
	floats(1, ir.Math, ir.Expm1, "Expm1 Expm1", "expm1"),
	floats(2, ir.Math, ir.Pow, "Pow Pow", "pow",
		expanded("float exp10f(float)", "gpu.Pow(float32(10), %s)"), expanded("double exp10(double)", "math.Pow(float64(10), %s)")),
	floats(1, ir.Math, ir.Floor, "Floor Floor", "floor"),
	floats(1, ir.Math, ir.Ceil, "Ceil Ceil", "ceil"),
	floats(1, ir.Math, ir.Trunc, "Trunc Trunc", "trunc"),
	floats(1, ir.Math, ir.Round, "Round Round", "round"),
	floats(1, ir.Math, ir.RoundEven, "RoundEven RoundToEven", "rint", plain("gpu.RoundEven", "float nearbyintf(float)"), plain("math.RoundToEven", "double nearbyint(double)")),
	floats(2, ir.Math, ir.Hypot, "Hypot Hypot", "hypot"),
	floats(1, ir.Math, ir.Cbrt, "Cbrt Cbrt", "cbrt"),
	floats(1, ir.Math, ir.Erf, "Erf Erf", "erf"),
	floats(1, ir.Math, ir.Erfc, "Erfc Erfc", "erfc"),
	{Op: ir.Math, Mod: ir.Lgamma, Variants: list(plain("gpu.Lgamma", "float lgammaf(float)"), plain("cuda.Lgamma", "double lgamma(double)"))},
	{Op: ir.Math, Mod: ir.Tgamma, Variants: list(plain("gpu.Gamma", "float tgammaf(float)"), plain("math.Gamma", "double tgamma(double)"))},
	floats(2, ir.Math, ir.Nextafter, "Nextafter Nextafter", "nextafter"),
	floats(2, ir.Math, ir.Mod2, "Mod Mod", "fmod"),
	floats(1, ir.Abs, ir.NoMod, "Abs Abs", "fabs"),
	floats(3, ir.Fma, ir.NoMod, "Fma FMA", "fma", plain("gpu.Fma", "float __fmaf_rn(float, float, float)"), plain("math.FMA", "double __fma_rn(double, double, double)")),
	{Op: ir.Min, Variants: list(Variant{Go: "gpu.Min"}, Variant{Go: "math.Min"})},
	{Op: ir.Max, Variants: list(Variant{Go: "gpu.Max"}, Variant{Go: "math.Max"})},
	{Op: ir.Min, Mod: ir.Num, Variants: list(plain("cuda.MinNum", "float fminf(float, float)"), plain("cuda.MinNum", "double fmin(double, double)"))},
	{Op: ir.Max, Mod: ir.Num, Variants: list(plain("cuda.MaxNum", "float fmaxf(float, float)"), plain("cuda.MaxNum", "double fmax(double, double)"))},
	{Op: ir.Mul, Mod: ir.RN, Variants: list(plain("gpu.MulRn", "float __fmul_rn(float, float)"), plain("gpu.MulRn", "double __dmul_rn(double, double)"))},
	{Op: ir.Add, Mod: ir.RN, Variants: list(plain("gpu.AddRn", "float __fadd_rn(float, float)"), plain("gpu.AddRn", "double __dadd_rn(double, double)"))},
	{Op: ir.Sub, Mod: ir.RN, Variants: list(plain("gpu.SubRn", "float __fsub_rn(float, float)"), plain("gpu.SubRn", "double __dsub_rn(double, double)"))},
	{Variants: list(expanded("float __fdiv_rn(float, float)", "(%s / %s)"), expanded("double __ddiv_rn(double, double)", "(%s / %s)"))},
	{Variants: list(expanded("float fdividef(float, float)", "(%s / %s)"))},
	{Variants: list(expanded("double __drcp_rn(double)", "(float64(1) / %s)"))},

	// Fast functions of float
	{Op: ir.Math, Mod: ir.FastSin, Variants: list(plain("gpu.FastSin", "float __sinf(float)"))},
	{Op: ir.Math, Mod: ir.FastCos, Variants: list(plain("gpu.FastCos", "float __cosf(float)"))},
	{Op: ir.Math, Mod: ir.FastTan, Variants: list(plain("gpu.FastTan", "float __tanf(float)"))},
	{Op: ir.Math, Mod: ir.FastExp, Variants: list(plain("gpu.FastExp", "float __expf(float)"))},
	{Op: ir.Math, Mod: ir.FastExp10, Variants: list(plain("gpu.FastExp10", "float __exp10f(float)"))},
	{Op: ir.Math, Mod: ir.FastLog, Variants: list(plain("gpu.FastLog", "float __logf(float)"))},
	{Op: ir.Math, Mod: ir.FastLog2, Variants: list(plain("gpu.FastLog2", "float __log2f(float)"))},
	{Op: ir.Math, Mod: ir.FastLog10, Variants: list(plain("gpu.FastLog10", "float __log10f(float)"))},
	{Op: ir.Math, Mod: ir.FastPow, Variants: list(plain("gpu.FastPow", "float __powf(float, float)"))},
	{Op: ir.Math, Mod: ir.FastDivide, Variants: list(plain("gpu.FastDivide", "float __fdividef(float, float)"))},
	{Op: ir.Math, Mod: ir.RsqrtRn, Variants: list(plain("gpu.RsqrtRn", "float __frsqrt_rn(float)"))},
	{Op: ir.Math, Mod: ir.Saturate, Variants: list(plain("gpu.Saturate", "float __saturatef(float)"))},

	// Conversions and arithmetic behind cuda_fp16.h
	{Op: ir.Math, Mod: ir.HalfValue, Variants: list(plain("cuda.HalfValue", "float __half_value_of(float)"))},
	{Op: ir.Math, Mod: ir.HalfBits, Variants: list(plain("cuda.HalfBits", "float __half_bits_of(float)"))},
	{Op: ir.Math, Mod: ir.HalfAdd, Variants: list(plain("cuda.HalfAdd", "float __half_add_of(float, float)"))},
	{Op: ir.Math, Mod: ir.HalfSub, Variants: list(plain("cuda.HalfSub", "float __half_sub_of(float, float)"))},
	{Op: ir.Math, Mod: ir.HalfMul, Variants: list(plain("cuda.HalfMul", "float __half_mul_of(float, float)"))},
	{Op: ir.Math, Mod: ir.HalfFma, Variants: list(plain("cuda.HalfFma", "float __half_fma_of(float, float, float)"))},
	{Op: ir.Math, Mod: ir.HalfPairAdd, Variants: list(plain("cuda.HalfPairAdd", "unsigned __half_pair_add_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.HalfPairSub, Variants: list(plain("cuda.HalfPairSub", "unsigned __half_pair_sub_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.HalfPairMul, Variants: list(plain("cuda.HalfPairMul", "unsigned __half_pair_mul_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.HalfPairMin, Variants: list(plain("cuda.HalfPairMin", "unsigned __half_pair_min_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.HalfPairMax, Variants: list(plain("cuda.HalfPairMax", "unsigned __half_pair_max_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.HalfPairFma, Variants: list(plain("cuda.HalfPairFma", "unsigned __half_pair_fma_of(unsigned, unsigned, unsigned)"))},

	// The same behind cuda_bf16.h
	{Op: ir.Math, Mod: ir.BfloatBits, Variants: list(plain("cuda.BfloatBits", "float __bfloat_bits_of(float)"))},
	{Op: ir.Math, Mod: ir.BfloatAdd, Variants: list(plain("cuda.BfloatAdd", "float __bfloat_add_of(float, float)"))},
	{Op: ir.Math, Mod: ir.BfloatSub, Variants: list(plain("cuda.BfloatSub", "float __bfloat_sub_of(float, float)"))},
	{Op: ir.Math, Mod: ir.BfloatMul, Variants: list(plain("cuda.BfloatMul", "float __bfloat_mul_of(float, float)"))},
	{Op: ir.Math, Mod: ir.BfloatFma, Variants: list(plain("cuda.BfloatFma", "float __bfloat_fma_of(float, float, float)"))},
	{Op: ir.Math, Mod: ir.BfloatPairAdd, Variants: list(plain("cuda.BfloatPairAdd", "unsigned __bfloat_pair_add_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.BfloatPairSub, Variants: list(plain("cuda.BfloatPairSub", "unsigned __bfloat_pair_sub_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.BfloatPairMul, Variants: list(plain("cuda.BfloatPairMul", "unsigned __bfloat_pair_mul_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.BfloatPairMin, Variants: list(plain("cuda.BfloatPairMin", "unsigned __bfloat_pair_min_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.BfloatPairMax, Variants: list(plain("cuda.BfloatPairMax", "unsigned __bfloat_pair_max_of(unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.BfloatPairFma, Variants: list(plain("cuda.BfloatPairFma", "unsigned __bfloat_pair_fma_of(unsigned, unsigned, unsigned)"))},

	// Bytes of words, in CUDA C alone
	{Op: ir.Math, Mod: ir.DotBytes, Variants: list(plain("cuda.DotBytes", "unsigned __dot_bytes_of(unsigned, unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.DotBytesUnsigned, Variants: list(plain("cuda.DotBytesUnsigned", "unsigned __dp4a(unsigned, unsigned, unsigned)"))},
	{Op: ir.Math, Mod: ir.Permute, Variants: list(plain("cuda.Permute", "unsigned __permute_of(unsigned, unsigned, unsigned)"))},

	// Parts of floats
	floats(2, ir.BadOp, ir.NoMod, "Copysign Copysign", "copysign"),
	{Variants: list(plain("gpu.Signbit", "bool signbit(float)"), plain("math.Signbit", "bool signbit(double)"))},
	{Variants: list(Variant{Go: "gpu.Ldexp", C: "float ldexpf(float, int)", Expand: "gpu.Ldexp(%s, int(%s))"}, Variant{Go: "math.Ldexp", C: "double ldexp(double, int)", Expand: "math.Ldexp(%s, int(%s))"})},
	{Variants: list(Variant{Go: "gpu.Frexp"}, Variant{Go: "math.Frexp"})},
	{Variants: list(Variant{Go: "gpu.Modf"}, Variant{Go: "math.Modf"})},
	{Variants: list(Variant{Go: "gpu.Sincos"}, Variant{Go: "math.Sincos"})},
	{Variants: list(Variant{Go: "math.NaN"})},
	{Variants: list(Variant{Go: "math.Inf"})},
	{Variants: list(plain("math.IsNaN", "bool isnan(double)"))},
	{Variants: list(Variant{Go: "math.IsInf"})},

	// Bits
	{Op: ir.Popc, Variants: list(
		Variant{Go: "gpu.Popc", C: "int __popc(unsigned)", Expand: "int32(gpu.Popc(%s))"}, Variant{Go: "gpu.Popcll", C: "int __popcll(unsigned long long)", Expand: "int32(gpu.Popcll(%s))"},
		plain("bits.OnesCount", "int __popc(unsigned)"), plain("bits.OnesCount32", "int __popc(unsigned)"), plain("bits.OnesCount64", "int __popcll(unsigned long long)"))},
	{Op: ir.Clz, Variants: list(
		Variant{Go: "gpu.Clz", C: "int __clz(unsigned)", Expand: "int32(gpu.Clz(%s))"}, Variant{Go: "gpu.Clzll", C: "int __clzll(unsigned long long)", Expand: "int32(gpu.Clzll(%s))"},
		plain("bits.LeadingZeros", "int __clz(unsigned)"), plain("bits.LeadingZeros32", "int __clz(unsigned)"), plain("bits.LeadingZeros64", "int __clzll(unsigned long long)"))},
	{Op: ir.Brev, Variants: list(plain("gpu.Brev", "unsigned __brev(unsigned)"), plain("gpu.Brevll", "unsigned long long __brevll(unsigned long long)"),
		plain("bits.Reverse", "unsigned __brev(unsigned)"), plain("bits.Reverse32", "unsigned __brev(unsigned)"), plain("bits.Reverse64", "unsigned long long __brevll(unsigned long long)"))},
	{Variants: list(Variant{Go: "gpu.Ffs", C: "int __ffs(unsigned)", Expand: "int32(gpu.Ffs(%s))"}, Variant{Go: "gpu.Ffsll", C: "int __ffsll(unsigned long long)", Expand: "int32(gpu.Ffsll(%s))"})},
	{Variants: list(
		Variant{Go: "math.Float32bits", C: "unsigned __float_as_uint(float)"}, expanded("int __float_as_int(float)", "int32(math.Float32bits(%s))"),
		Variant{Go: "math.Float64bits", C: "long long __double_as_longlong(double)", Expand: "int64(math.Float64bits(%s))"})},
	{Variants: list(
		Variant{Go: "math.Float32frombits", C: "float __uint_as_float(unsigned)"}, expanded("float __int_as_float(int)", "math.Float32frombits(uint32(%s))"),
		Variant{Go: "math.Float64frombits", C: "double __longlong_as_double(long long)", Expand: "math.Float64frombits(uint64(%s))"})},
	{Variants: list(Variant{Go: "bits.TrailingZeros"}, Variant{Go: "bits.TrailingZeros32"}, Variant{Go: "bits.TrailingZeros64"})},
	{Variants: list(Variant{Go: "bits.Len"}, Variant{Go: "bits.Len32"}, Variant{Go: "bits.Len64"})},
	{Variants: list(Variant{Go: "bits.RotateLeft"}, Variant{Go: "bits.RotateLeft8"}, Variant{Go: "bits.RotateLeft16"}, Variant{Go: "bits.RotateLeft32"}, Variant{Go: "bits.RotateLeft64"})},
	{Variants: list(Variant{Go: "bits.Mul"}, Variant{Go: "bits.Mul32"}, Variant{Go: "bits.Mul64"})},

	// Integers, in CUDA C alone
	{Variants: list(expanded("int __mul24(int, int)", "((%s << 8 >> 8) * (%s << 8 >> 8))"), expanded("unsigned __umul24(unsigned, unsigned)", "((%s & 0xffffff) * (%s & 0xffffff))"))},
	{Variants: list(expanded("int __mulhi(int, int)", "int32(int64(%s) * int64(%s) >> 32)"), expanded("unsigned __umulhi(unsigned, unsigned)", "uint32(uint64(%s) * uint64(%s) >> 32)"))},
	{Variants: list(expanded("unsigned umin(unsigned, unsigned)", "min(%s, %s)"), expanded("long long llmin(long long, long long)", "min(%s, %s)"))},
	{Variants: list(expanded("unsigned umax(unsigned, unsigned)", "max(%s, %s)"), expanded("long long llmax(long long, long long)", "max(%s, %s)"))},
	{Variants: list(expanded("unsigned __funnelshift_l(unsigned, unsigned, unsigned)", "cuda.FunnelLeft(%s, %s, %s)"))},
	{Variants: list(expanded("unsigned __funnelshift_r(unsigned, unsigned, unsigned)", "cuda.FunnelRight(%s, %s, %s)"))},

	// Conversions, in CUDA C alone
	{Variants: list(expanded("float __int2float_rn(int)", "float32(%s)"), expanded("float __uint2float_rn(unsigned)", "float32(%s)"), expanded("float __ll2float_rn(long long)", "float32(%s)"),
		expanded("double __int2double_rn(int)", "float64(%s)"), expanded("float __double2float_rn(double)", "float32(%s)"))},
	{Variants: list(expanded("int __float2int_rz(float)", "int32(%s)"), expanded("unsigned __float2uint_rz(float)", "uint32(%s)"), expanded("int __double2int_rz(double)", "int32(%s)"))},
	{Variants: list(expanded("int __float2int_rn(float)", "int32(gpu.RoundEven(%s))"), expanded("unsigned __float2uint_rn(float)", "uint32(gpu.RoundEven(%s))"), expanded("int __double2int_rn(double)", "int32(math.RoundToEven(%s))"),
		expanded("long lrintf(float)", "int64(gpu.RoundEven(%s))"), expanded("long lrint(double)", "int64(math.RoundToEven(%s))"))},
	{Variants: list(expanded("int __float2int_rd(float)", "int32(gpu.Floor(%s))"), expanded("unsigned __float2uint_rd(float)", "uint32(gpu.Floor(%s))"))},
	{Variants: list(expanded("int __float2int_ru(float)", "int32(gpu.Ceil(%s))"))},
	{Variants: list(expanded("long lroundf(float)", "int64(gpu.Round(%s))"), expanded("long lround(double)", "int64(math.Round(%s))"))},
}

func list(v ...Variant) []Variant { return v }

func plain(goName, c string) Variant { return Variant{Go: goName, C: c} }

func overloaded(goName, c, types string) Variant { return Variant{Go: goName, C: c, Types: types} }

func expanded(c, expand string) Variant { return Variant{C: c, Expand: expand} }

func shuffle(goName, c string, m ir.Mod) Function {
	return Function{Op: ir.Shfl, Mod: m, Effect: Warp, Needs: arch.Shuffle, Variants: list(overloaded(goName, c, shuffled))}
}

func atomic(name, types string, m ir.Mod) Function {
	return Function{Op: ir.Atom, Mod: m, Effect: Memory, Variants: list(overloaded("gpu.Atomic"+name, "T atomic"+name+"(T*, T)", types))}
}

// loadThrough and storeThrough are accesses with a cache operator.
func loadThrough(operator string) Function {
	return Function{Effect: Memory, Variants: list(Variant{Go: "gpu.Load" + operator, C: "T __ld" + strings.ToLower(operator) + "(const T*)", Types: shuffled})}
}

func storeThrough(operator string) Function {
	return Function{Effect: Memory, Variants: list(Variant{Go: "gpu.Store" + operator, C: "void __st" + strings.ToLower(operator) + "(T*, T)", Types: shuffled})}
}

// floats is a function of some floats: names in packages gpu and math, and that of double in
// CUDA C. CUDA's function of float has an f behind it.
func floats(args int, op ir.Op, m ir.Mod, names, c string, more ...Variant) Function {
	ofFloat, ofDouble, _ := strings.Cut(names, " ")
	prototype := func(t, name string) string {
		return t + " " + name + "(" + strings.TrimSuffix(strings.Repeat(t+", ", args), ", ") + ")"
	}
	return Function{Op: op, Mod: m, Variants: append(list(plain("gpu."+ofFloat, prototype("float", c+"f")), plain("math."+ofDouble, prototype("double", c))), more...)}
}
