// Package unseenkernels has kernels like those of package kernels with other shapes, words
// and forms, and their launches that h200/cases/unseen_kernels.cu measured. They were
// measured after the rules of the simulator had been made, so they test the rules on unseen
// code.
//
// Do not change the bodies: a rewritten kernel may no longer make the measured accesses.
package unseenkernels

// This file is the table of the launches of unseen_kernels.cu.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/validation/kernels"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// Cases returns the measured launches of unseen_kernels.cu, by family.
func Cases() []cases.Case {
	return slices.Concat(moves(), shapes(), structVariants(), gathers(), branches(), products(), stencils(),
		sharedWords(), sharedShapes(), blockWork(), constantVariants(), loops(), merges())
}

// name is short for what every case has.
var name = cases.Name

func moves() []cases.Case {
	return slices.Concat(moved[int8]("i8"), moved[int16]("i16"), moved[int64]("i64"), moved[gpu.Float2]("f32x2"), moved[gpu.Double2]("f64x2"),
		moved[gpu.Uchar4]("u8x4"), moved[gpu.Uchar3]("u8x3"), moved[gpu.Int3]("i32x3"), moved[gpu.Short4]("i16x4"), moved[gpu.Double3]("f64x3"))
}

func moved[T any](word string) []cases.Case {
	const n = 1024
	var t []cases.Case
	for _, m := range []struct {
		name                 string
		to, from             int // elements touched
		so, oo, stride, skip int
	}{
		{"plain", n, n, 1, 0, 1, 0}, {"offsets", n + 1, n + 3, 1, 1, 1, 3}, {"strides", 2 * n, 3 * n, 2, 0, 3, 1},
		{"reversed", n, n, -1, n - 1, 1, 0}, {"backward", n, 2 * n, 1, 0, -2, 2*n - 2},
	} {
		a := cases.Args(cases.Out[T](m.to), cases.In[T](m.from), cases.Val(m.so), cases.Val(m.oo), cases.Val(m.stride), cases.Val(m.skip))
		t = append(t, cases.New(name("move", word, m.name), Move[T], cases.Dim(8), cases.Dim(128), 0, a))
	}
	return t
}

func shapes() []cases.Case {
	const w, h, d = 100, 70, 5
	ceil := func(n, by int) int { return (n + by - 1) / by }
	var t []cases.Case
	for _, b := range []gpu.Dim3{cases.Dim(8, 4), cases.Dim(64, 2), cases.Dim(33), cases.Dim(48), cases.Dim(96), cases.Dim(100), cases.Dim(5, 5), cases.Dim(1, 64), cases.Dim(3, 11), cases.Dim(16, 8, 2), cases.Dim(2, 2, 32), cases.Dim(7, 3, 5)} {
		s := fmt.Sprintf("%dx%dx%d", b.X, b.Y, b.Z)
		n := 6 * b.X * b.Y * b.Z
		flat := cases.Dim(ceil(w, b.X), ceil(h, b.Y))
		t = append(t,
			cases.New(name("shape_linear", s), ShapeLinear, cases.Dim(3, 2), b, 0, cases.Args(cases.Out[float32](n), cases.In[float32](n))),
			cases.New(name("shape_volume", s), ShapeVolume, cases.Dim(flat.X, flat.Y, ceil(d, b.Z)), b, 0, cases.Args(cases.Out[float32](w*h*d), cases.In[float32](w*h*d), cases.Val(w), cases.Val(h), cases.Val(d))))
		if b.Z == 1 {
			a := cases.Args(cases.Out[float32](w*h), cases.In[float32](w*h), cases.Val(w), cases.Val(h))
			t = append(t,
				cases.New(name("shape_rows", s), ShapeRows, flat, b, 0, a),
				cases.New(name("shape_columns", s), ShapeColumns, flat, b, 0, a))
		}
	}
	for _, n := range []int{1, 129, 1000} {
		a := cases.Args(cases.In[float32](n), cases.In[float32](n), cases.Out[float32](n), cases.Val(n))
		t = append(t,
			cases.New(name("add_bounded_256", n), kernels.VectorAdd, cases.Dim(ceil(n, 256)), cases.Dim(256), 0, a),
			cases.New(name("add_bounded_100", n), kernels.VectorAdd, cases.Dim(ceil(n, 100)), cases.Dim(100), 0, a))
	}
	return t
}

// one returns a case of 8 blocks of 128 threads.
func one(name string, kernel any, a ...func() any) cases.Case {
	return cases.New(name, kernel, cases.Dim(8), cases.Dim(128), 0, cases.Args(a...))
}

func summedStruct[T summed](word string) []cases.Case {
	const n = 8 * 128
	return []cases.Case{
		one(name("struct_sum", word), StructSum[T], cases.In[T](n), cases.Out[float32](n)),
		one(name("struct_copy", word), StructCopy[T], cases.Out[T](n), cases.In[T](n)),
	}
}

// parts are the kernels that use some fields of T: field, first, first2,
// middle, three, set, bump.
func parts[T summed](word string, kernel ...any) []cases.Case {
	const n = 8 * 128
	var t []cases.Case
	for i, what := range []string{"field", "first", "first2", "middle", "three"} {
		t = append(t, one(name("struct", what, word), kernel[i], cases.In[T](n), cases.Out[float32](n)))
	}
	return append(t,
		one(name("struct_set", word), kernel[5], cases.Out[T](n), cases.Val(float32(2.5))),
		one(name("struct_bump", word), kernel[6], cases.Out[T](n)))
}

func structVariants() []cases.Case {
	const n = 8 * 128
	return slices.Concat(
		summedStruct[S16]("S16"), summedStruct[S16A]("S16a"), summedStruct[S20]("S20"), summedStruct[S24]("S24"), summedStruct[S24A]("S24a"),
		summedStruct[S32]("S32"), summedStruct[S32A]("S32a"), summedStruct[S48]("S48"), summedStruct[S48A]("S48a"), summedStruct[Mixed]("Mixed"),
		parts[S16A]("S16a", FieldS16A, FirstS16A, First2S16A, MiddleS16A, ThreeS16A, SetS16A, BumpS16A),
		parts[S20]("S20", FieldS20, FirstS20, First2S20, MiddleS20, ThreeS20, SetS20, BumpS20),
		parts[S24A]("S24a", FieldS24A, FirstS24A, First2S24A, MiddleS24A, ThreeS24A, SetS24A, BumpS24A),
		parts[S32A]("S32a", FieldS32A, FirstS32A, First2S32A, MiddleS32A, ThreeS32A, SetS32A, BumpS32A),
		[]cases.Case{
			one("grayscale4", Grayscale4, cases.Out[uint8](n), cases.In[gpu.Uchar4](n)),
			one("grayscale3", Grayscale3, cases.Out[uint8](n), cases.In[uint8](3*n)),
			one("invert4", Invert4, cases.Out[gpu.Uchar4](n), cases.In[gpu.Uchar4](n)),
		})
}

// indexing are the index arrays, by name: functions from an index i below n to another
// index.
var indexing = []struct {
	name  string
	index func(n int) []int32
}{
	{"perm", shuffled},
	{"near", func(n int) []int32 { return indices(n, func(i int) int { return i/32*32 + (i*11+3)%32 }) }},
	{"few", func(n int) []int32 {
		s := uint32(12345)
		return indices(n, func(int) int { s = cases.Step(s); return int((s >> 8) % 5 * 97) })
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

// shuffled returns a permutation.
func shuffled(n int) []int32 {
	t := indices(n, func(i int) int { return i })
	s := uint32(12345)
	for i := n - 1; i > 0; i-- {
		s = cases.Step(s)
		j := (s >> 8) % uint32(i+1)
		t[i], t[j] = t[j], t[i]
	}
	return t
}

func gathers() []cases.Case {
	const n = 4096
	var t []cases.Case
	for i, x := range indexing {
		idx := func() any { return x.index(n) }
		t = append(t,
			cases.New(name("gather", x.name), Gather[float32], cases.Dim(32), cases.Dim(128), 0, cases.Args(cases.Out[float32](n), cases.In[float32](n), idx)),
			cases.New(name("gather_double", x.name), Gather[float64], cases.Dim(32), cases.Dim(128), 0, cases.Args(cases.Out[float64](n), cases.In[float64](n), idx)))
		if i < 2 {
			t = append(t, cases.New(name("scatter", x.name), Scatter, cases.Dim(32), cases.Dim(128), 0, cases.Args(cases.Out[float32](n), cases.In[float32](n), idx)))
		}
	}
	return t
}

// four returns a case of 4 blocks of 128 threads with at least one element per thread.
func four(name string, kernel any, a ...func() any) cases.Case {
	return cases.New(name, kernel, cases.Dim(4), cases.Dim(128), 0, cases.Args(a...))
}

func branches() []cases.Case {
	const n = 4 * 128
	o, big := cases.Out[float32](n), cases.In[float32](8192)
	var t []cases.Case
	for _, m := range []int{2, 3, 8, 33} {
		t = append(t, four(name("branch_guard", m), BranchGuard, o, big, cases.Val(m)))
	}
	return append(t,
		four("branch_arrays", BranchArrays, o, big, big), four("branch_values", BranchValues, o, big), four("branch_stores", BranchStores, o, big),
		four("branch_apart", BranchApart, cases.Out[float32](8192), big), four("branch_return", BranchReturn, o, big, cases.Val(400)),
		four("branch_nested", BranchNested, o, big), four("branch_switch", BranchSwitch, o, big),
		four("branch_loop", BranchLoop, o, big, cases.Val(700)), four("branch_ternary", BranchTernary, o, big, cases.Val(n)))
}

func products() []cases.Case {
	const n = 64
	m, o := cases.In[float32](n*n), cases.Out[float32](n*n)
	matrix := func(data func() any) func() any { return func() any { return Matrix{n, n, data().([]float32)} } }
	var t []cases.Case
	for _, b := range []gpu.Dim3{cases.Dim(8, 8), cases.Dim(16, 16), cases.Dim(32, 4)} {
		s, grid, a := fmt.Sprintf("%dx%d", b.X, b.Y), cases.Dim(n/b.X, n/b.Y), cases.Args(m, m, o, cases.Val(n))
		t = append(t,
			cases.New(name("matmul_bt", s), MatmulBT, grid, b, 0, a),
			cases.New(name("matmul_swapped", s), MatmulSwapped, grid, b, 0, a),
			cases.New(name("matmul_accumulate", s), MatmulAccumulate, grid, b, 0, a),
			cases.New(name("matmul_struct", s), MatmulStruct, grid, b, 0, cases.Args(matrix(m), matrix(m), matrix(o))),
			cases.New(name("matmul_rect", s), MatmulRect, cases.Dim((50+b.X-1)/b.X, (30+b.Y-1)/b.Y), b, 0, cases.Args(m, m, o, cases.Val(30), cases.Val(50), cases.Val(37))))
	}
	square := cases.Dim(32, 32)
	return append(t,
		cases.New("matmul_tiled_bounded_40", MatmulTiledBounded, cases.Dim(3, 3), cases.Dim(16, 16), 0, cases.Args(m, m, o, cases.Val(40))),
		cases.New("matmul_tiled_bounded_16", MatmulTiledBounded, cases.Dim(1), cases.Dim(16, 16), 0, cases.Args(m, m, o, cases.Val(16))),
		cases.New("aat_simple", AATSimple, cases.Dim(2, 2), square, 0, cases.Args(m, o, cases.Val(64))),
		cases.New("aat_shared", AATShared, cases.Dim(1), square, 0, cases.Args(m, o, cases.Val(32))),
		cases.New("aat_padded", AATPadded, cases.Dim(1), square, 0, cases.Args(m, o, cases.Val(32))),
		cases.New("ab_coalesced", ABCoalesced, cases.Dim(1), square, 0, cases.Args(m, m, o, cases.Val(32))),
		cases.New("pitched_scale_512", PitchedScale, cases.Dim(1), cases.Dim(128), 0, cases.Args(o, cases.Val(128), cases.Val(100), cases.Val(9))),
		cases.New("pitched_scale_400", PitchedScale, cases.Dim(1), cases.Dim(128), 0, cases.Args(o, cases.Val(100), cases.Val(100), cases.Val(9))),
		cases.New("row_sums_33", RowSums, cases.Dim(2), cases.Dim(64), 0, cases.Args(cases.Out[float32](128), cases.In[float32](128*33), cases.Val(20), cases.Val(33))),
		cases.New("row_sums_32", RowSums, cases.Dim(2), cases.Dim(64), 0, cases.Args(cases.Out[float32](128), cases.In[float32](128*32), cases.Val(20), cases.Val(32))))
}

func stencils() []cases.Case {
	const w, h, n = 70, 40, 24
	var t []cases.Case
	for _, b := range []gpu.Dim3{cases.Dim(16, 8), cases.Dim(32, 2)} {
		s, grid := fmt.Sprintf("%dx%d", b.X, b.Y), cases.Dim((w+b.X-1)/b.X, (h+b.Y-1)/b.Y)
		a := cases.Args(cases.Out[float32](w*h), cases.In[float32](w*h), cases.Val(w), cases.Val(h))
		t = append(t, cases.New(name("stencil5", s), Stencil5, grid, b, 0, a), cases.New(name("blur", s), Blur, grid, b, 0, a))
	}
	volume := cases.Args(cases.Out[float32](n*n*n), cases.In[float32](n*n*n), cases.Val(n))
	return append(t,
		cases.New("stencil7_8x8x4", Stencil7, cases.Dim(3, 3, 6), cases.Dim(8, 8, 4), 0, volume),
		cases.New("stencil7_16x4x2", Stencil7, cases.Dim(2, 6, 12), cases.Dim(16, 4, 2), 0, volume),
		cases.New("stencil_shared", StencilShared, cases.Dim(4), cases.Dim(64), 0, cases.Args(cases.Out[float32](256), cases.In[float32](256+6), cases.Val(256))))
}
