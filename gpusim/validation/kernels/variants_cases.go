package kernels

// This file is the table of the launches of variants.cu.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/gpu"
)

// Variants returns the cases of variants.cu, a family at a time.
func Variants() []Case {
	return slices.Concat(moves(), shapes(), structVariants(), gathers(), branches(), products(), stencils(),
		sharedWords(), sharedShapes(), blockWork(), constantVariants(), loops(), merges())
}

func name(parts ...any) string {
	s := fmt.Sprint(parts[0])
	for _, p := range parts[1:] {
		s += fmt.Sprint("_", p)
	}
	return s
}

func moves() []Case {
	return slices.Concat(moved[int8]("i8"), moved[int16]("i16"), moved[int64]("i64"), moved[gpu.Float2]("f32x2"), moved[gpu.Double2]("f64x2"),
		moved[gpu.Uchar4]("u8x4"), moved[gpu.Uchar3]("u8x3"), moved[gpu.Int3]("i32x3"), moved[gpu.Short4]("i16x4"), moved[gpu.Double3]("f64x3"))
}

func moved[T any](word string) []Case {
	const n = 1024
	var t []Case
	for _, m := range []struct {
		name                 string
		to, from             int // elements touched
		so, oo, stride, skip int
	}{
		{"plain", n, n, 1, 0, 1, 0}, {"offsets", n + 1, n + 3, 1, 1, 1, 3}, {"strides", 2 * n, 3 * n, 2, 0, 3, 1},
		{"reversed", n, n, -1, n - 1, 1, 0}, {"backward", n, 2 * n, 1, 0, -2, 2*n - 2},
	} {
		a := args(out[T](m.to), in[T](m.from), val(m.so), val(m.oo), val(m.stride), val(m.skip))
		t = append(t, Case{name("move", word, m.name), Move[T], dim(8), dim(128), 0, a})
	}
	return t
}

func shapes() []Case {
	const w, h, d = 100, 70, 5
	ceil := func(n, by int) int { return (n + by - 1) / by }
	var t []Case
	for _, b := range []gpu.Dim3{dim(8, 4), dim(64, 2), dim(33), dim(48), dim(96), dim(100), dim(5, 5), dim(1, 64), dim(3, 11), dim(16, 8, 2), dim(2, 2, 32), dim(7, 3, 5)} {
		s := fmt.Sprintf("%dx%dx%d", b.X, b.Y, b.Z)
		n := 6 * b.X * b.Y * b.Z
		flat := dim(ceil(w, b.X), ceil(h, b.Y))
		t = append(t,
			Case{name("shape_linear", s), ShapeLinear, dim(3, 2), b, 0, args(out[float32](n), in[float32](n))},
			Case{name("shape_volume", s), ShapeVolume, dim(flat.X, flat.Y, ceil(d, b.Z)), b, 0, args(out[float32](w*h*d), in[float32](w*h*d), val(w), val(h), val(d))})
		if b.Z == 1 {
			a := args(out[float32](w*h), in[float32](w*h), val(w), val(h))
			t = append(t,
				Case{name("shape_rows", s), ShapeRows, flat, b, 0, a},
				Case{name("shape_columns", s), ShapeColumns, flat, b, 0, a})
		}
	}
	for _, n := range []int{1, 129, 1000} {
		a := args(in[float32](n), in[float32](n), out[float32](n), val(n))
		t = append(t,
			Case{name("add_bounded_256", n), VectorAdd, dim(ceil(n, 256)), dim(256), 0, a},
			Case{name("add_bounded_100", n), VectorAdd, dim(ceil(n, 100)), dim(100), 0, a})
	}
	return t
}

// one is a case of 8 blocks of 128 threads.
func one(name string, kernel any, a ...func() any) Case {
	return Case{name, kernel, dim(8), dim(128), 0, args(a...)}
}

func summedStruct[T summed](word string) []Case {
	const n = 8 * 128
	return []Case{
		one(name("struct_sum", word), StructSum[T], in[T](n), out[float32](n)),
		one(name("struct_copy", word), StructCopy[T], out[T](n), in[T](n)),
	}
}

// parts are the kernels that use some fields of T: field, first, first2,
// middle, three, set, bump.
func parts[T summed](word string, kernel ...any) []Case {
	const n = 8 * 128
	var t []Case
	for i, what := range []string{"field", "first", "first2", "middle", "three"} {
		t = append(t, one(name("struct", what, word), kernel[i], in[T](n), out[float32](n)))
	}
	return append(t,
		one(name("struct_set", word), kernel[5], out[T](n), val(float32(2.5))),
		one(name("struct_bump", word), kernel[6], out[T](n)))
}

func structVariants() []Case {
	const n = 8 * 128
	return slices.Concat(
		summedStruct[S16]("S16"), summedStruct[S16A]("S16a"), summedStruct[S20]("S20"), summedStruct[S24]("S24"), summedStruct[S24A]("S24a"),
		summedStruct[S32]("S32"), summedStruct[S32A]("S32a"), summedStruct[S48]("S48"), summedStruct[S48A]("S48a"), summedStruct[Mixed]("Mixed"),
		parts[S16A]("S16a", FieldS16A, FirstS16A, First2S16A, MiddleS16A, ThreeS16A, SetS16A, BumpS16A),
		parts[S20]("S20", FieldS20, FirstS20, First2S20, MiddleS20, ThreeS20, SetS20, BumpS20),
		parts[S24A]("S24a", FieldS24A, FirstS24A, First2S24A, MiddleS24A, ThreeS24A, SetS24A, BumpS24A),
		parts[S32A]("S32a", FieldS32A, FirstS32A, First2S32A, MiddleS32A, ThreeS32A, SetS32A, BumpS32A),
		[]Case{
			one("grayscale4", Grayscale4, out[uint8](n), in[gpu.Uchar4](n)),
			one("grayscale3", Grayscale3, out[uint8](n), in[uint8](3*n)),
			one("invert4", Invert4, out[gpu.Uchar4](n), in[gpu.Uchar4](n)),
		})
}

// indexing are the index arrays, by name: for each place i of n a place.
var indexing = []struct {
	name  string
	index func(n int) []int32
}{
	{"perm", shuffled},
	{"near", func(n int) []int32 { return indices(n, func(i int) int { return i/32*32 + (i*11+3)%32 }) }},
	{"few", func(n int) []int32 {
		s := uint32(12345)
		return indices(n, func(int) int { s = step(s); return int((s >> 8) % 5 * 97) })
	}},
	{"pairs", func(n int) []int32 { return indices(n, func(i int) int { return i / 2 }) }},
	{"tworows", func(n int) []int32 { return indices(n, func(i int) int { return i%2*32 + i/8 }) }},
	{"same", func(n int) []int32 { return indices(n, func(int) int { return 17 }) }},
	{"even", func(n int) []int32 { return indices(n, func(i int) int { return i / 4 * 4 }) }},
}

func indices(n int, of func(int) int) []int32 {
	t := make([]int32, n)
	for i := range t {
		t[i] = int32(of(i))
	}
	return t
}

// shuffled is a permutation.
func shuffled(n int) []int32 {
	t := indices(n, func(i int) int { return i })
	s := uint32(12345)
	for i := n - 1; i > 0; i-- {
		s = step(s)
		j := (s >> 8) % uint32(i+1)
		t[i], t[j] = t[j], t[i]
	}
	return t
}

func gathers() []Case {
	const n = 4096
	var t []Case
	for i, x := range indexing {
		idx := func() any { return x.index(n) }
		t = append(t,
			Case{name("gather", x.name), Gather[float32], dim(32), dim(128), 0, args(out[float32](n), in[float32](n), idx)},
			Case{name("gather_double", x.name), Gather[float64], dim(32), dim(128), 0, args(out[float64](n), in[float64](n), idx)})
		if i < 2 {
			t = append(t, Case{name("scatter", x.name), Scatter, dim(32), dim(128), 0, args(out[float32](n), in[float32](n), idx)})
		}
	}
	return t
}

// four is a case of 4 blocks of 128 threads on at least as many elements.
func four(name string, kernel any, a ...func() any) Case {
	return Case{name, kernel, dim(4), dim(128), 0, args(a...)}
}

func branches() []Case {
	const n = 4 * 128
	o, big := out[float32](n), in[float32](8192)
	var t []Case
	for _, m := range []int{2, 3, 8, 33} {
		t = append(t, four(name("branch_guard", m), BranchGuard, o, big, val(m)))
	}
	return append(t,
		four("branch_arrays", BranchArrays, o, big, big), four("branch_values", BranchValues, o, big), four("branch_stores", BranchStores, o, big),
		four("branch_apart", BranchApart, out[float32](8192), big), four("branch_return", BranchReturn, o, big, val(400)),
		four("branch_nested", BranchNested, o, big), four("branch_switch", BranchSwitch, o, big),
		four("branch_loop", BranchLoop, o, big, val(700)), four("branch_ternary", BranchTernary, o, big, val(n)))
}

func products() []Case {
	const n = 64
	m, o := in[float32](n*n), out[float32](n*n)
	matrix := func(data func() any) func() any { return func() any { return Matrix{n, n, data().([]float32)} } }
	var t []Case
	for _, b := range []gpu.Dim3{dim(8, 8), dim(16, 16), dim(32, 4)} {
		s, grid, a := fmt.Sprintf("%dx%d", b.X, b.Y), dim(n/b.X, n/b.Y), args(m, m, o, val(n))
		t = append(t,
			Case{name("matmul_bt", s), MatmulBT, grid, b, 0, a},
			Case{name("matmul_swapped", s), MatmulSwapped, grid, b, 0, a},
			Case{name("matmul_accumulate", s), MatmulAccumulate, grid, b, 0, a},
			Case{name("matmul_struct", s), MatmulStruct, grid, b, 0, args(matrix(m), matrix(m), matrix(o))},
			Case{name("matmul_rect", s), MatmulRect, dim((50+b.X-1)/b.X, (30+b.Y-1)/b.Y), b, 0, args(m, m, o, val(30), val(50), val(37))})
	}
	square := dim(32, 32)
	return append(t,
		Case{"matmul_tiled_bounded_40", MatmulTiledBounded, dim(3, 3), dim(16, 16), 0, args(m, m, o, val(40))},
		Case{"matmul_tiled_bounded_16", MatmulTiledBounded, dim(1), dim(16, 16), 0, args(m, m, o, val(16))},
		Case{"aat_simple", AATSimple, dim(2, 2), square, 0, args(m, o, val(64))},
		Case{"aat_shared", AATShared, dim(1), square, 0, args(m, o, val(32))},
		Case{"aat_padded", AATPadded, dim(1), square, 0, args(m, o, val(32))},
		Case{"ab_coalesced", ABCoalesced, dim(1), square, 0, args(m, m, o, val(32))},
		Case{"pitched_scale_512", PitchedScale, dim(1), dim(128), 0, args(o, val(128), val(100), val(9))},
		Case{"pitched_scale_400", PitchedScale, dim(1), dim(128), 0, args(o, val(100), val(100), val(9))},
		Case{"row_sums_33", RowSums, dim(2), dim(64), 0, args(out[float32](128), in[float32](128*33), val(20), val(33))},
		Case{"row_sums_32", RowSums, dim(2), dim(64), 0, args(out[float32](128), in[float32](128*32), val(20), val(32))})
}

func stencils() []Case {
	const w, h, n = 70, 40, 24
	var t []Case
	for _, b := range []gpu.Dim3{dim(16, 8), dim(32, 2)} {
		s, grid := fmt.Sprintf("%dx%d", b.X, b.Y), dim((w+b.X-1)/b.X, (h+b.Y-1)/b.Y)
		a := args(out[float32](w*h), in[float32](w*h), val(w), val(h))
		t = append(t, Case{name("stencil5", s), Stencil5, grid, b, 0, a}, Case{name("blur", s), Blur, grid, b, 0, a})
	}
	volume := args(out[float32](n*n*n), in[float32](n*n*n), val(n))
	return append(t,
		Case{"stencil7_8x8x4", Stencil7, dim(3, 3, 6), dim(8, 8, 4), 0, volume},
		Case{"stencil7_16x4x2", Stencil7, dim(2, 6, 12), dim(16, 4, 2), 0, volume},
		Case{"stencil_shared", StencilShared, dim(4), dim(64), 0, args(out[float32](256), in[float32](256+6), val(256))})
}
