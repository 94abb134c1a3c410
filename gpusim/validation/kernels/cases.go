package kernels

// This file is the table of measured launches.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/gpu"
)

// Case is one measured launch.
type Case struct {
	Name        string // as it was measured under: "copy_stride_f32_8"
	Kernel      any    // the Go function
	Grid, Block gpu.Dim3
	Shared      int          // dynamic shared memory, bytes a block
	Args        func() []any // fresh slices and numbers, in the order of the kernel's parameters
}

// Threads returns how many threads the launch has.
func (c Case) Threads() int {
	return c.Grid.X * c.Grid.Y * c.Grid.Z * c.Block.X * c.Block.Y * c.Block.Z
}

// Find returns the case of that name.
func Find(name string) (Case, bool) {
	for _, c := range Cases() {
		if c.Name == name {
			return c, true
		}
	}
	return Case{}, false
}

// Cases returns all ported cases: those of visible.cu, then those of variants.cu.
func Cases() []Case {
	var t []Case
	for _, part := range [][]Case{streams(), divergence(), matmuls(), copies(), structs(), constants(), filters(), locals(), squares(), rectangles(), banks(), reductions(), transposes(), vectors(), Variants()} {
		t = append(t, part...)
	}
	return t
}

// dim is an extent: missing directions are 1.
func dim(x int, yz ...int) gpu.Dim3 {
	d := append([]int{x}, append(yz, 1, 1)...)
	return gpu.Dim3{X: d[0], Y: d[1], Z: d[2]}
}

// args makes the Args of a case from a list built anew at every call.
func args(list ...func() any) func() []any {
	return func() []any {
		out := make([]any, len(list))
		for i, f := range list {
			out[i] = f()
		}
		return out
	}
}

func in[T any](n int) func() any  { return func() any { return Input[T](n) } }
func out[T any](n int) func() any { return func() any { return make([]T, n) } }
func val(v any) func() any        { return func() any { return v } }

// The launch most cases share: 1024 blocks of 256 threads.
var (
	blocks  = dim(1024)
	threads = dim(256)
)

const total = 1024 * 256

func streams() []Case {
	return []Case{
		{"kernel_1", Kernel1, blocks, threads, 0, args(out[float32](total))},
		{"kernel_2", Kernel2, dim(128), threads, 0, args(out[float32](128 * 256 * 1000))},
	}
}

func divergence() []Case {
	return []Case{
		{"diverge_lane", DivergeLane, blocks, threads, 0, args(out[float32](total))},
		{"diverge_warp", DivergeWarp, blocks, threads, 0, args(out[float32](total))},
		{"diverge_loop", DivergeLoop, blocks, threads, 0, args(out[float32](total))},
	}
}

func matmuls() []Case {
	var t []Case
	for _, n := range []int{128, 256, 512, 1024} {
		a := args(in[float32](n*n), in[float32](n*n), out[float32](n*n), val(n))
		t = append(t,
			Case{fmt.Sprint("matmul_naive16_", n), MatmulNaive, dim(n/16, n/16), dim(16, 16), 0, a},
			Case{fmt.Sprint("matmul_naive32_", n), MatmulNaive, dim(n/32, n/32), dim(32, 32), 0, a},
			Case{fmt.Sprint("matmul_tiled16_", n), MatmulTiled16, dim(n/16, n/16), dim(16, 16), 0, a},
			Case{fmt.Sprint("matmul_tiled32_", n), MatmulTiled32, dim(n/32, n/32), dim(32, 32), 0, a})
	}
	return t
}

func copies() []Case {
	var t []Case
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

func offsets[T Word](word string) []Case {
	var t []Case
	for _, o := range []int{0, 1, 2, 4, 8, 16, 17, 32} {
		a := args(out[T](total), in[T](total+o), val(o))
		t = append(t, Case{fmt.Sprintf("copy_offset_%s_%d", word, o), CopyOffset[T], blocks, threads, 0, a})
	}
	return t
}

func strides[T Word](word string) []Case {
	var t []Case
	for _, s := range []int{1, 2, 3, 4, 8, 16, 32} {
		a := args(out[T](total), in[T]((total-1)*s+1), val(s))
		t = append(t, Case{fmt.Sprintf("copy_stride_%s_%d", word, s), CopyStride[T], blocks, threads, 0, a})
	}
	return t
}

func structs() []Case {
	const apart = 4194304 // words between the three arrays
	field := func(i int) func() any { return func() any { return inputFrom[float32](i*apart, total) } }
	rows := func(pitch int) func() []any {
		const width, height = 1000, 1024
		n := (height-1)*pitch + width
		return args(out[float32](n), in[float32](n), val(width), val(height), val(pitch))
	}
	sum := out[float32](total)
	return []Case{
		{"aos_12B", SumPacked3, blocks, threads, 0, args(in[Packed3](total), sum)},
		{"aos_16B_unaligned", SumPacked4, blocks, threads, 0, args(in[Packed4](total), sum)},
		{"aos_16B_aligned", SumAligned4, blocks, threads, 0, args(in[Aligned4](total), sum)},
		{"aos_8B_aligned", SumAligned2, blocks, threads, 0, args(in[Aligned2](total), sum)},
		{"soa_3", SumArrays3, blocks, threads, 0, args(field(0), field(1), field(2), sum)},
		{"rows_unpitched_1000", CopyRows, dim(32, 32), dim(32, 32), 0, rows(1000)},
		{"rows_pitched_1000", CopyRows, dim(32, 32), dim(32, 32), 0, rows(1024)},
	}
}

func constants() []Case {
	const points = 1 << 22
	var t []Case
	for _, d := range []int{1, 2, 4, 8, 16, 32} {
		t = append(t, Case{fmt.Sprint("const_distinct_", d), ConstDistinct, blocks, threads, 0, args(out[float32](total), val(d))})
	}
	f32 := args(in[float32](points), in[float32](points), out[float32](points), val(points))
	f64 := args(in[float64](points), in[float64](points), out[float64](points), val(points))
	return append(t,
		Case{"const_by_warp", ConstByWarp, blocks, threads, 0, args(out[float32](total))},
		Case{"transform_f32_const", TransformConst32, dim(points / 256), threads, 0, f32},
		Case{"transform_f32_global", TransformGlobal32, dim(points / 256), threads, 0, f32},
		Case{"transform_f64_const", TransformConst64, dim(points / 256), threads, 0, f64},
		Case{"transform_f64_global", TransformGlobal64, dim(points / 256), threads, 0, f64})
}

func filters() []Case {
	const w, h = 1024, 1024
	var t []Case
	for _, r := range []int{1, 2, 3} {
		a := args(in[float32](w*h), out[float32](w*h), in[float32]((2*r+1)*(2*r+1)), val(w), val(h), val(r))
		c := args(in[float32](w*h), out[float32](w*h), val(w), val(h), val(r))
		t = append(t, Case{fmt.Sprint("filter_const_r", r), FilterConst, dim(32, 32), dim(32, 32), 0, c})
		t = append(t, Case{fmt.Sprint("filter_global_r", r), FilterGlobal, dim(32, 32), dim(32, 32), 0, a})
	}
	u := args(func() any { return gpu.ReadOnly[float32](Input[float32](1024 + 99)) }, out[float32](total))
	return append(t, Case{"uniform_load", UniformLoad, blocks, threads, 0, u})
}

func locals() []Case {
	const apart = 1048576 // words between the 48 values of a thread
	sum, data := out[float32](total), in[float32](total)
	spills := args(out[float32](256*256), in[float32](47*apart+256*256), val(apart))
	return []Case{
		{"local_small", LocalSmall, blocks, threads, 0, args(sum, data)},
		{"local_dynamic", LocalDynamic, blocks, threads, 0, args(sum, data, in[int32](total))},
		{"local_big", LocalBig, dim(512), threads, 0, args(out[float32](512*256), in[float32](512*256), val(64))},
		{"spill_minblocks1", Spill1, dim(256), threads, 0, spills},
		{"spill_minblocks2", Spill2, dim(256), threads, 0, spills},
	}
}

func squares() []Case {
	one, tile := dim(1), dim(side, side)
	words, doubles := args(out[int32](side*side)), args(out[float64](side*side))
	return []Case{
		{"setRowReadRow_i32", SetRowReadRow[int32], one, tile, 0, words},
		{"setRowReadRow_f64", SetRowReadRow[float64], one, tile, 0, doubles},
		{"setColReadCol_i32", SetColReadCol[int32], one, tile, 0, words},
		{"setColReadCol_f64", SetColReadCol[float64], one, tile, 0, doubles},
		{"setRowReadCol_i32", SetRowReadCol[int32], one, tile, 0, words},
		{"setRowReadCol_f64", SetRowReadCol[float64], one, tile, 0, doubles},
		{"setRowReadColPad_i32", SetRowReadColPad[int32], one, tile, 0, words},
		{"setRowReadColPad_f64", SetRowReadColPad[float64], one, tile, 0, doubles},
		{"setRowReadColDyn", SetRowReadColDyn, one, tile, 4096, words},
		{"setRowReadColDynPad", SetRowReadColDynPad, one, tile, 33 * 32 * 4, words},
	}
}

func rectangles() []Case {
	one, tile := dim(1), dim(wide, high)
	words := args(out[int32](wide * high))
	return []Case{
		{"rectRowRow", RectRowRow, one, tile, 0, words},
		{"rectColCol", RectColCol, one, tile, 0, words},
		{"rectRowCol", RectRowCol, one, tile, 0, words},
		{"rectRowColPad1", RectRowColPad1, one, tile, 0, words},
		{"rectRowColPad2", RectRowColPad2, one, tile, 0, words},
	}
}

func banks() []Case {
	var t []Case
	for _, s := range []int{1, 2, 4, 8, 16, 32, 33} {
		t = append(t, Case{fmt.Sprint("bank_stride_", s), BankStride, dim(256), threads, 0, args(out[float32](256*256), val(s))})
	}
	for _, d := range []int{1, 2, 16, 32} {
		t = append(t, Case{fmt.Sprint("bank_broadcast_", d), BankBroadcast, dim(256), threads, 0, args(out[float32](256*256), val(d))})
	}
	return t
}

func reductions() []Case {
	const n, block = 1 << 20, 512
	a := args(in[float32](n), out[float32](n/block), val(n))
	return []Case{
		{"reduce_global", ReduceGlobal, dim(n / block), dim(block), 0, a},
		{"reduce_shared", ReduceShared, dim(n / block), dim(block), 4 * block, a},
		{"reduce_sequential", ReduceSequential, dim(n / block), dim(block), 4 * block, a},
		{"reduce_shuffle", ReduceShuffle, dim(n / block), dim(block), 0, a},
	}
}

func transposes() []Case {
	var t []Case
	for _, n := range []int{512, 2048} {
		a := args(out[float32](n*n), in[float32](n*n), val(n))
		grid, tile := dim(n/32, n/32), dim(32, 32)
		t = append(t,
			Case{fmt.Sprint("transpose_naive_", n), TransposeNaive, grid, tile, 0, a},
			Case{fmt.Sprint("transpose_shared_", n), TransposeShared, grid, tile, 0, a},
			Case{fmt.Sprint("transpose_padded_", n), TransposePadded, grid, tile, 0, a})
	}
	return t
}

func vectors() []Case {
	var t []Case
	for _, n := range []int{1 << 16, 1 << 20, 1 << 24} {
		a := args(in[float32](n), in[float32](n), out[float32](n), val(n))
		t = append(t, Case{fmt.Sprint("vector_add_", n), VectorAdd, dim(n / 256), threads, 0, a})
	}
	return append(t,
		Case{"atomic_same", AtomicSame, dim(128), threads, 0, args(out[int32](1))},
		Case{"atomic_spread", AtomicSpread, dim(128), threads, 0, args(out[int32](1024))})
}

// Prefixed returns the cases whose names begin with one of the prefixes.
func Prefixed(prefixes ...string) []Case {
	var t []Case
	for _, c := range Cases() {
		for _, p := range prefixes {
			if strings.HasPrefix(c.Name, p) {
				t = append(t, c)
				break
			}
		}
	}
	return t
}
