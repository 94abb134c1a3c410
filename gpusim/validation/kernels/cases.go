package kernels

// This file is the table of measured launches.

import (
	"fmt"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// Cases returns the measured launches of visible.cu.
func Cases() []cases.Case {
	var t []cases.Case
	for _, part := range [][]cases.Case{streams(), divergence(), matmuls(), copies(), structs(), constants(), filters(), locals(), squares(), rectangles(), banks(), reductions(), transposes(), vectors()} {
		t = append(t, part...)
	}
	return t
}

// Most cases launch 1024 blocks of 256 threads.
var (
	blocks  = cases.Dim(1024)
	threads = cases.Dim(256)
)

const total = 1024 * 256

func streams() []cases.Case {
	return []cases.Case{
		cases.New("kernel_1", Kernel1, blocks, threads, 0, cases.Args(cases.Out[float32](total))),
		cases.New("kernel_2", Kernel2, cases.Dim(128), threads, 0, cases.Args(cases.Out[float32](128*256*1000))),
	}
}

func divergence() []cases.Case {
	return []cases.Case{
		cases.New("diverge_lane", DivergeLane, blocks, threads, 0, cases.Args(cases.Out[float32](total))),
		cases.New("diverge_warp", DivergeWarp, blocks, threads, 0, cases.Args(cases.Out[float32](total))),
		cases.New("diverge_loop", DivergeLoop, blocks, threads, 0, cases.Args(cases.Out[float32](total))),
	}
}

func matmuls() []cases.Case {
	var t []cases.Case
	for _, n := range []int{128, 256, 512, 1024} {
		a := cases.Args(cases.In[float32](n*n), cases.In[float32](n*n), cases.Out[float32](n*n), cases.Val(n))
		t = append(t,
			cases.New(fmt.Sprint("matmul_naive16_", n), MatmulNaive, cases.Dim(n/16, n/16), cases.Dim(16, 16), 0, a),
			cases.New(fmt.Sprint("matmul_naive32_", n), MatmulNaive, cases.Dim(n/32, n/32), cases.Dim(32, 32), 0, a),
			cases.New(fmt.Sprint("matmul_tiled16_", n), MatmulTiled16, cases.Dim(n/16, n/16), cases.Dim(16, 16), 0, a),
			cases.New(fmt.Sprint("matmul_tiled32_", n), MatmulTiled32, cases.Dim(n/32, n/32), cases.Dim(32, 32), 0, a))
	}
	return t
}

func copies() []cases.Case {
	var t []cases.Case
	t = append(t, offsets[uint8]("u8")...)
	t = append(t, offsets[uint16]("u16")...)
	t = append(t, offsets[float32]("f32")...)
	t = append(t, offsets[float64]("f64")...)
	t = append(t, offsets[gpu.Float4]("f32x4")...)
	t = append(t, strides[uint8]("u8")...)
	t = append(t, strides[uint16]("u16")...)
	t = append(t, strides[float32]("f32")...)
	t = append(t, strides[float64]("f64")...)
	return append(t, strides[gpu.Float4]("f32x4")...)
}

func offsets[T Word](word string) []cases.Case {
	var t []cases.Case
	for _, o := range []int{0, 1, 2, 4, 8, 16, 17, 32} {
		a := cases.Args(cases.Out[T](total), cases.In[T](total+o), cases.Val(o))
		t = append(t, cases.New(fmt.Sprintf("copy_offset_%s_%d", word, o), CopyOffset[T], blocks, threads, 0, a))
	}
	return t
}

func strides[T Word](word string) []cases.Case {
	var t []cases.Case
	for _, s := range []int{1, 2, 3, 4, 8, 16, 32} {
		a := cases.Args(cases.Out[T](total), cases.In[T]((total-1)*s+1), cases.Val(s))
		t = append(t, cases.New(fmt.Sprintf("copy_stride_%s_%d", word, s), CopyStride[T], blocks, threads, 0, a))
	}
	return t
}

func structs() []cases.Case {
	const apart = 4194304 // words between the three arrays
	field := func(i int) func() any { return func() any { return cases.InputFrom[float32](i*apart, total) } }
	rows := func(pitch int) func() []any {
		const width, height = 1000, 1024
		n := (height-1)*pitch + width
		return cases.Args(cases.Out[float32](n), cases.In[float32](n), cases.Val(width), cases.Val(height), cases.Val(pitch))
	}
	sum := cases.Out[float32](total)
	return []cases.Case{
		cases.New("aos_12B", SumPacked3, blocks, threads, 0, cases.Args(cases.In[Packed3](total), sum)),
		cases.New("aos_16B_unaligned", SumPacked4, blocks, threads, 0, cases.Args(cases.In[Packed4](total), sum)),
		cases.New("aos_16B_aligned", SumAligned4, blocks, threads, 0, cases.Args(cases.In[Aligned4](total), sum)),
		cases.New("aos_8B_aligned", SumAligned2, blocks, threads, 0, cases.Args(cases.In[Aligned2](total), sum)),
		cases.New("soa_3", SumArrays3, blocks, threads, 0, cases.Args(field(0), field(1), field(2), sum)),
		cases.New("rows_unpitched_1000", CopyRows, cases.Dim(32, 32), cases.Dim(32, 32), 0, rows(1000)),
		cases.New("rows_pitched_1000", CopyRows, cases.Dim(32, 32), cases.Dim(32, 32), 0, rows(1024)),
	}
}

func constants() []cases.Case {
	const points = 1 << 22
	var t []cases.Case
	for _, d := range []int{1, 2, 4, 8, 16, 32} {
		t = append(t, cases.New(fmt.Sprint("const_distinct_", d), ConstDistinct, blocks, threads, 0, cases.Args(cases.Out[float32](total), cases.Val(d))))
	}
	f32 := cases.Args(cases.In[float32](points), cases.In[float32](points), cases.Out[float32](points), cases.Val(points))
	f64 := cases.Args(cases.In[float64](points), cases.In[float64](points), cases.Out[float64](points), cases.Val(points))
	return append(t,
		cases.New("const_by_warp", ConstByWarp, blocks, threads, 0, cases.Args(cases.Out[float32](total))),
		cases.New("transform_f32_const", TransformConst32, cases.Dim(points/256), threads, 0, f32),
		cases.New("transform_f32_global", TransformGlobal32, cases.Dim(points/256), threads, 0, f32),
		cases.New("transform_f64_const", TransformConst64, cases.Dim(points/256), threads, 0, f64),
		cases.New("transform_f64_global", TransformGlobal64, cases.Dim(points/256), threads, 0, f64))
}

func filters() []cases.Case {
	const w, h = 1024, 1024
	var t []cases.Case
	for _, r := range []int{1, 2, 3} {
		a := cases.Args(cases.In[float32](w*h), cases.Out[float32](w*h), cases.In[float32]((2*r+1)*(2*r+1)), cases.Val(w), cases.Val(h), cases.Val(r))
		c := cases.Args(cases.In[float32](w*h), cases.Out[float32](w*h), cases.Val(w), cases.Val(h), cases.Val(r))
		t = append(t, cases.New(fmt.Sprint("filter_const_r", r), FilterConst, cases.Dim(32, 32), cases.Dim(32, 32), 0, c))
		t = append(t, cases.New(fmt.Sprint("filter_global_r", r), FilterGlobal, cases.Dim(32, 32), cases.Dim(32, 32), 0, a))
	}
	u := cases.Args(func() any { return gpu.ReadOnly[float32](cases.Input[float32](1024 + 99)) }, cases.Out[float32](total))
	return append(t, cases.New("uniform_load", UniformLoad, blocks, threads, 0, u))
}

func locals() []cases.Case {
	const apart = 1048576 // words between the 48 values of a thread
	sum, data := cases.Out[float32](total), cases.In[float32](total)
	spills := cases.Args(cases.Out[float32](256*256), cases.In[float32](47*apart+256*256), cases.Val(apart))
	return []cases.Case{
		cases.New("local_small", LocalSmall, blocks, threads, 0, cases.Args(sum, data)),
		cases.New("local_dynamic", LocalDynamic, blocks, threads, 0, cases.Args(sum, data, cases.In[int32](total))),
		cases.New("local_big", LocalBig, cases.Dim(512), threads, 0, cases.Args(cases.Out[float32](512*256), cases.In[float32](512*256), cases.Val(64))),
		cases.New("spill_minblocks1", Spill1, cases.Dim(256), threads, 0, spills),
		cases.New("spill_minblocks2", Spill2, cases.Dim(256), threads, 0, spills),
	}
}

func squares() []cases.Case {
	one, tile := cases.Dim(1), cases.Dim(side, side)
	words, doubles := cases.Args(cases.Out[int32](side*side)), cases.Args(cases.Out[float64](side*side))
	return []cases.Case{
		cases.New("setRowReadRow_i32", SetRowReadRow[int32], one, tile, 0, words),
		cases.New("setRowReadRow_f64", SetRowReadRow[float64], one, tile, 0, doubles),
		cases.New("setColReadCol_i32", SetColReadCol[int32], one, tile, 0, words),
		cases.New("setColReadCol_f64", SetColReadCol[float64], one, tile, 0, doubles),
		cases.New("setRowReadCol_i32", SetRowReadCol[int32], one, tile, 0, words),
		cases.New("setRowReadCol_f64", SetRowReadCol[float64], one, tile, 0, doubles),
		cases.New("setRowReadColPad_i32", SetRowReadColPad[int32], one, tile, 0, words),
		cases.New("setRowReadColPad_f64", SetRowReadColPad[float64], one, tile, 0, doubles),
		cases.New("setRowReadColDyn", SetRowReadColDyn, one, tile, 4096, words),
		cases.New("setRowReadColDynPad", SetRowReadColDynPad, one, tile, 33*32*4, words),
	}
}

func rectangles() []cases.Case {
	one, tile := cases.Dim(1), cases.Dim(wide, high)
	words := cases.Args(cases.Out[int32](wide * high))
	return []cases.Case{
		cases.New("rectRowRow", RectRowRow, one, tile, 0, words),
		cases.New("rectColCol", RectColCol, one, tile, 0, words),
		cases.New("rectRowCol", RectRowCol, one, tile, 0, words),
		cases.New("rectRowColPad1", RectRowColPad1, one, tile, 0, words),
		cases.New("rectRowColPad2", RectRowColPad2, one, tile, 0, words),
	}
}

func banks() []cases.Case {
	var t []cases.Case
	for _, s := range []int{1, 2, 4, 8, 16, 32, 33} {
		t = append(t, cases.New(fmt.Sprint("bank_stride_", s), BankStride, cases.Dim(256), threads, 0, cases.Args(cases.Out[float32](256*256), cases.Val(s))))
	}
	for _, d := range []int{1, 2, 16, 32} {
		t = append(t, cases.New(fmt.Sprint("bank_broadcast_", d), BankBroadcast, cases.Dim(256), threads, 0, cases.Args(cases.Out[float32](256*256), cases.Val(d))))
	}
	return t
}

func reductions() []cases.Case {
	const n, block = 1 << 20, 512
	a := cases.Args(cases.In[float32](n), cases.Out[float32](n/block), cases.Val(n))
	return []cases.Case{
		cases.New("reduce_global", ReduceGlobal, cases.Dim(n/block), cases.Dim(block), 0, a),
		cases.New("reduce_shared", ReduceShared, cases.Dim(n/block), cases.Dim(block), 4*block, a),
		cases.New("reduce_sequential", ReduceSequential, cases.Dim(n/block), cases.Dim(block), 4*block, a),
		cases.New("reduce_shuffle", ReduceShuffle, cases.Dim(n/block), cases.Dim(block), 0, a),
	}
}

func transposes() []cases.Case {
	var t []cases.Case
	for _, n := range []int{512, 2048} {
		a := cases.Args(cases.Out[float32](n*n), cases.In[float32](n*n), cases.Val(n))
		grid, tile := cases.Dim(n/32, n/32), cases.Dim(32, 32)
		t = append(t,
			cases.New(fmt.Sprint("transpose_naive_", n), TransposeNaive, grid, tile, 0, a),
			cases.New(fmt.Sprint("transpose_shared_", n), TransposeShared, grid, tile, 0, a),
			cases.New(fmt.Sprint("transpose_padded_", n), TransposePadded, grid, tile, 0, a))
	}
	return t
}

func vectors() []cases.Case {
	var t []cases.Case
	for _, n := range []int{1 << 16, 1 << 20, 1 << 24} {
		a := cases.Args(cases.In[float32](n), cases.In[float32](n), cases.Out[float32](n), cases.Val(n))
		t = append(t, cases.New(fmt.Sprint("vector_add_", n), VectorAdd, cases.Dim(n/256), threads, 0, a))
	}
	return append(t,
		cases.New("atomic_same", AtomicSame, cases.Dim(128), threads, 0, cases.Args(cases.Out[int32](1))),
		cases.New("atomic_spread", AtomicSpread, cases.Dim(128), threads, 0, cases.Args(cases.Out[int32](1024))))
}
