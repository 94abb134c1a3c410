package validation

// This file is the table of launches that are large enough for sampling.

import (
	"math"
	"slices"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// sampledCase is a launch of which some blocks can be executed, or of which all must be.
type sampledCase struct {
	cases.Case
	irregular bool   // blocks do different work
	whole     string // why all blocks are executed; "" where a sample is enough
	traffic   string // why the traffic of DRAM differs; "" where it agrees
}

const mega = 1 << 20

// linear returns a launch of threads in one direction. The kernel is a Go function, or the name of one of sampled.cu.
func linear(name string, kernel any, threads, block int, args ...func() any) sampledCase {
	return sampledCase{Case: cases.New(name, kernel, cases.Dim(threads/block), cases.Dim(block), 0, cases.Args(args...))}
}

// withShared gives a launch dynamic shared memory.
func withShared(c sampledCase, bytes int) sampledCase {
	c.Shared = bytes
	return c
}

// plane returns a launch of w×h threads.
func plane(name string, kernel any, w, h int, block gpu.Dim3, args ...func() any) sampledCase {
	return sampledCase{Case: cases.New(name, kernel, cases.Dim(w/block.X, h/block.Y), block, 0, cases.Args(args...))}
}

// sampledCases returns all launches.
func sampledCases() []sampledCase {
	return slices.Concat(streamed(), planes(), irregular(slices.Concat(blocksApart(), sparse(), looping(), gathering(), counting())), needing())
}

func irregular(list []sampledCase) []sampledCase {
	for i := range list {
		list[i].irregular = true
	}
	return list
}

// streamed are launches whose blocks do the same.
func streamed() []sampledCase {
	f, in, val := cases.Out[float32], cases.In[float32], func(n int) func() any { return cases.Val(n) }
	return []sampledCase{
		linear("vector add", kernels.VectorAdd, 2*mega, 256, in(2*mega), in(2*mega), f(2*mega), val(2*mega-100)),
		linear("vector add, 16 M", kernels.VectorAdd, 16*mega, 256, in(16*mega), in(16*mega), f(16*mega), val(16*mega)),
		linear("vector add, 50 M", kernels.VectorAdd, 48*mega, 512, f(48*mega), f(48*mega), f(48*mega), val(48*mega)),
		linear("copy, offset 5", kernels.CopyOffset[float32], 4*mega, 256, f(4*mega+8), in(4*mega+8), val(5)),
		linear("copy, stride 7", kernels.CopyStride[float32], mega, 128, f(7*mega), in(7*mega), val(7)),
		linear("copy of 16 bytes", "copy4", 4*mega, 256, cases.Out[gpu.Float4](4*mega), cases.Out[gpu.Float4](4*mega), val(4*mega-1000)),
		linear("structs of 12 bytes", kernels.SumPacked3, 2*mega, 256, cases.Out[kernels.Packed3](2*mega), f(2*mega)),
		linear("structs of 16 bytes", kernels.SumAligned4, 4*mega, 256, cases.Out[kernels.Aligned4](4*mega), f(4*mega)),
		linear("transform", kernels.TransformGlobal32, 4*mega, 256, in(4*mega), in(4*mega), in(4*mega), val(4*mega)),
		linear("transform, constants", kernels.TransformConst32, 8*mega, 256, in(8*mega), in(8*mega), in(8*mega), val(8*mega)),
		linear("diverging lanes", kernels.DivergeLane, 2*mega, 256, f(2*mega)),
		linear("diverging loops", kernels.DivergeLoop, mega, 256, f(mega)),
		linear("local memory", kernels.LocalSmall, 2*mega, 256, f(2*mega), in(2*mega)),
		withShared(linear("sums of blocks", kernels.ReduceShared, 4*mega, 256, in(4*mega), f(mega), val(4*mega)), 1024),
		withShared(linear("sums of blocks, shuffles", kernels.ReduceShuffle, 8*mega, 256, in(8*mega), f(mega), val(8*mega)), 1024),
		linear("stencil with shared memory", unseenkernels.StencilShared, 4*mega, 64, f(4*mega), in(4*mega+6), val(4*mega)),
		linear("saxpy in place, 16 steps", "scaleInPlace", mega, 256, in(16*mega), in(16*mega), cases.Val(float32(2)), val(16*mega-5000)),
		linear("atomics on one word", kernels.AtomicSame, mega, 256, cases.Out[int32](1)),
		linear("atomics apart", kernels.AtomicSpread, 2*mega, 256, cases.Out[int32](2*mega)),
		linear("bodies", "interact", 2*mega, 128, f(2*mega), in4(2*mega), val(128)),
		linear("softmax", "softmax", 2*mega, 256, f(8192*1024), in(8192*1024), val(1024)),
		linear("sums of columns", "columnSums", mega, 64, f(mega), f(32*mega), val(mega), val(32)),
	}
}

// in4 is an argument of n vectors of the measured input.
func in4(n int) func() any { return func() any { return cases.Input[gpu.Float4](n) } }

// planes are launches in two and three dimensions, with edges.
func planes() []sampledCase {
	f, in, val := cases.Out[float32], cases.In[float32], func(n int) func() any { return cases.Val(n) }
	square := func(n int) []func() any { return []func() any{f(n * n), in(n * n), val(n)} }
	row, wide := cases.Dim(32, 8), cases.Dim(32, 32)
	volume := sampledCase{Case: cases.New("volume", "volume", cases.Dim(8, 64, 32), cases.Dim(32, 4, 2), 0, cases.Args(f(256*256*64), in(256*256*64), val(250), val(256), val(63)))}
	cube := sampledCase{Case: cases.New("cube", unseenkernels.Stencil7, cases.Dim(20, 20, 40), cases.Dim(8, 8, 4), 0, cases.Args(f(160*160*160), in(160*160*160), val(160)))}
	return []sampledCase{
		volume, cube,
		plane("stencil of 5 points", unseenkernels.Stencil5, 2048, 2048, row, f(2048*2048), in(2048*2048), val(2048), val(2048)),
		plane("stencil of 5 points, part of a grid", unseenkernels.Stencil5, 4096, 1024, row, f(3000*1000), in(3000*1000), val(3000), val(1000)),
		plane("blur", unseenkernels.Blur, 2048, 1024, cases.Dim(16, 16), f(2048*1024), in(2048*1024), val(2048), val(1024)),
		plane("tiles with a halo", "tileWithHalo", 2048, 2048, row, f(2048*2048), in(2048*2048), val(2048), val(2048)),
		plane("filter", kernels.FilterGlobal, 2048, 1024, cases.Dim(32, 8), in(2048*1024), f(2048*1024), in(25), val(2048), val(1024), val(2)),
		plane("naive transpose", kernels.TransposeNaive, 2048, 2048, wide, square(2048)...),
		plane("transpose", kernels.TransposePadded, 4096, 4096, wide, square(4096)...),
		plane("product", kernels.MatmulNaive, 1024, 1024, cases.Dim(16, 16), in(mega), in(mega), f(mega), val(1024)),
		plane("product of tiles", kernels.MatmulTiled16, 1024, 1024, cases.Dim(16, 16), in(mega), in(mega), f(mega), val(1024)),
		plane("product of large tiles", kernels.MatmulTiled32, 1536, 1536, wide, in(1536*1536), in(1536*1536), f(1536*1536), val(1536)),
	}
}

// blocksApart are launches whose blocks do different work, by their place in the grid.
func blocksApart() []sampledCase {
	f, in, val := cases.Out[float32], cases.In[float32], func(n int) func() any { return cases.Val(n) }
	row := cases.Dim(32, 8)
	return []sampledCase{
		linear("grid that is far too large", kernels.VectorAdd, 8*mega, 256, in(mega), in(mega), f(mega), val(mega-100)),
		linear("part of the grid exits", "earlyExit", 4*mega, 256, f(4*mega), in(4*mega), val(1_500_000)),
		plane("lower half", "lowerHalf", 4096, 4096, row, f(4096*4096), in(4096*4096), val(4096)),
		plane("disc", "disc", 2048, 2048, row, f(2048*2048), in(2048*2048), val(2048), val(700)),
		linear("triangle", "triangle", mega, 128, f(mega), f(128*mega), val(mega), val(127)),
		linear("three kinds of blocks", "kinds", 4*mega, 256, f(4*mega), in(4*mega)),
		linear("every 17th block", "everyFew", 4*mega, 256, f(4*mega), in(4*mega), val(17)),
		linear("every 64th block", "everyFew", 4*mega, 256, f(4*mega), in(4*mega), val(64)),
	}
}

// noise returns a number that looks random.
func noise(i int) uint32 {
	x := uint32(i)
	for _, f := range []uint32{0x7feb352d, 0x846ca68b} {
		x = (x ^ x>>16) * f
	}
	return x ^ x>>15
}

// starts returns where rows of some lengths begin, and where the last ends.
func starts(rows int, length func(row int) int) []int32 {
	list := make([]int32, rows+1)
	for i := range rows {
		list[i+1] = list[i] + int32(length(i))
	}
	return list
}

// uniformLength is 0 to 31, powerLength 2 to 1000 with a long tail.
func uniformLength(row int) int { return int(noise(row) % 32) }
func powerLength(row int) int {
	return min(int(2/math.Sqrt(float64(noise(row)>>8+1)/(1<<24))), 1000)
}

// whole returns n numbers.
func whole(n int, of func(i int) int) func() any {
	return func() any {
		list := make([]int32, n)
		for i := range list {
			list[i] = int32(of(i))
		}
		return list
	}
}

// sparse are products of sparse matrices: rows of random lengths, with columns anywhere or near the diagonal.
func sparse() []sampledCase {
	matrix := func(name, kernel string, rows, lanes int, length func(int) int, column func(entry, rows int) int) sampledCase {
		return sampledCase{Case: cases.New(name, kernel, cases.Dim(rows*lanes/256), cases.Dim(256), 0, func() []any {
			start := starts(rows, length)
			entries := int(start[rows])
			columns := whole(entries, func(i int) int { return column(i, rows) })
			return []any{make([]float32, rows), make([]float32, rows), make([]float32, entries), columns(), start, rows}
		})}
	}
	anywhere := func(entry, rows int) int { return int(noise(entry)) % rows }
	near := func(entry, rows int) int { return (entry/16 + int(noise(entry)%200)) % rows }
	lengths := whole(8192, func(i int) int { return int(noise(i) % 2048) })
	return []sampledCase{
		matrix("sparse rows", "rowsOfThreads", mega, 1, uniformLength, anywhere),
		matrix("sparse rows near the diagonal", "rowsOfThreads", 2*mega, 1, uniformLength, near),
		matrix("sparse rows, long tail", "rowsOfThreads", mega, 1, powerLength, near),
		matrix("sparse rows of warps", "rowsOfWarps", mega/8, 32, powerLength, anywhere),
		linear("sequences", "sequences", 8192*128, 128, cases.Out[float32](8192*128), cases.Out[float32](8192*2048), lengths, cases.Val(2048)),
	}
}

// looping are loops whose lengths follow from the data.
func looping() []sampledCase {
	return []sampledCase{
		plane("mandelbrot", "mandelbrot", 2048, 1024, cases.Dim(32, 8), cases.Out[int32](2*mega), cases.Val(2048), cases.Val(1024), cases.Val(100)),
		linear("collatz", "collatz", mega, 256, cases.Out[int32](mega), cases.Val(200)),
		linear("search", "search", mega, 256, cases.Out[int32](mega), whole(mega, func(i int) int { return 3 * i }), cases.Val(mega)),
		linear("probes of a table", "probe", 2*mega, 256, cases.Out[int32](2*mega), whole(mega, func(i int) int { return int(noise(i) % 4) }), cases.Val(mega)),
	}
}

// gathering are loads from computed places.
func gathering() []sampledCase {
	n := 4 * mega
	gather := func(name string, reach int) sampledCase {
		return linear(name, "gatherWithin", n, 256, cases.Out[float32](n), cases.In[float32](n), cases.Val(n), cases.Val(reach))
	}
	return []sampledCase{
		gather("gather near", 64), gather("gather within 4096", 4096), gather("gather anywhere", n),
		linear("scatter", unseenkernels.Scatter, mega, 128, cases.Out[float32](mega), cases.In[float32](mega), whole(mega, func(i int) int { return i ^ int(noise(i/64)%16) })),
	}
}

// counting are atomics without a result.
func counting() []sampledCase {
	data := whole(4*mega, func(i int) int { return int(noise(i) & noise(i+7*mega)) })
	list := []sampledCase{
		linear("histogram", "histogram", 4*mega, 256, cases.Out[int32](1024), data, cases.Val(4*mega), cases.Val(1024)),
		linear("large histogram", "histogram", 2*mega, 256, cases.Out[int32](mega), data, cases.Val(2*mega), cases.Val(mega)),
		linear("histogram with shared memory", "histogramShared", mega, 256, cases.Out[int32](256), data, cases.Val(4*mega)),
		linear("edges of a graph", "edges", 2*mega, 256, cases.Out[float32](mega/4), cases.In[float32](mega/4),
			whole(2*mega, func(i int) int { return i / 8 }), whole(2*mega, func(i int) int { return int(noise(i) % (mega / 4)) }), cases.Val(2*mega)),
	}
	list[1].traffic = "lines that few blocks use stand for any lines, also those that no block uses"
	return list
}

// needing are launches whose blocks need each other.
func needing() []sampledCase {
	list := []sampledCase{
		linear("compaction", "compact", mega, 256, cases.Out[float32](mega), cases.Out[int32](1), cases.In[float32](mega), cases.Val(mega)),
		linear("shift", "shift", mega, 256, cases.In[float32](mega), cases.Val(mega)),
		linear("chain of flags", "chain", mega, 1024, cases.Out[int32](mega/1024), cases.Out[float32](mega)),
		linear("clusters", "pairs", mega, 256, cases.Out[float32](mega), cases.In[float32](mega)),
		linear("bitonic step", "bitonic", mega, 256, cases.In[float32](mega), cases.Val(32768), cases.Val(mega/2)),
		linear("sums in place", kernels.ReduceGlobal, mega, 256, cases.In[float32](mega), cases.Out[float32](mega/256), cases.Val(mega)),
	}
	for i, why := range []string{"old value of an atomic", "reads memory that the kernel writes", "wait for each other", "clusters", "reads memory that the kernel writes", "reads memory that the kernel writes"} {
		list[i].whole = why
	}
	return list
}
