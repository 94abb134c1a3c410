// Package unseenlaunches holds launches of the kernels of package kernels with other
// parameters: sizes, words, offsets, strides, radii, tiles, grids and blocks.
// h200/cases/unseen_launches.cu measured them after all rules and numbers of the simulator
// had been chosen.
package unseenlaunches

// This file is the table of the launches of unseen_launches.cu.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

// Cases returns the measured launches of unseen_launches.cu, in the same order.
func Cases() []cases.Case {
	return slices.Concat(dynamics(), transforms(), streams(), divergence(), matmuls(), offsets(), strides(), structs(), rows(),
		constants(), filters(), uniforms(), locals(), squares(), rectangles(), banks(), reductions(), transposes(), sums(), atomics())
}

// on returns a case with a grid and a block. v is the rest of the name.
func on(name string, kernel any, grid, block int, v []any, args ...func() any) cases.Case {
	parts := slices.Concat([]any{name}, v, []any{grid, block})
	return cases.New(cases.Name(parts...), kernel, cases.Dim(grid), cases.Dim(block), 0, cases.Args(args...))
}

// flat returns the block as the name of a case has it.
func flat(b gpu.Dim3) string { return fmt.Sprintf("%dx%d", b.X, b.Y) }

func ceil(n, by int) int { return (n + by - 1) / by }

// cover returns the grid of blocks b that covers w×h threads.
func cover(w, h int, b gpu.Dim3) gpu.Dim3 { return cases.Dim(ceil(w, b.X), ceil(h, b.Y)) }

func dynamics() []cases.Case {
	var t []cases.Case
	for _, x := range [][2]int{{256, 512}, {2048, 64}} {
		n := x[0] * x[1]
		t = append(t, on("local_dynamic", kernels.LocalDynamic, x[0], x[1], nil, cases.Out[float32](n), cases.In[float32](n), cases.In[int32](n)))
	}
	return t
}

func transforms() []cases.Case {
	return slices.Concat(
		transform[float32]("f32", 1<<16, 256), transform[float32]("f32", 1<<20, 128), transform[float32]("f32", 1000003, 512),
		transform[float64]("f64", 300000, 256), transform[float64]("f64", 1<<20, 64))
}

func transform[T float32 | float64](word string, n, block int) []cases.Case {
	a := cases.Args(cases.In[T](n), cases.In[T](n), cases.Out[T](n), cases.Val(n))
	constant, global := any(kernels.TransformConst32), any(kernels.TransformGlobal32)
	if word == "f64" {
		constant, global = kernels.TransformConst64, kernels.TransformGlobal64
	}
	return []cases.Case{
		cases.New(cases.Name("transform", word, "const", n, block), constant, cases.Dim(ceil(n, block)), cases.Dim(block), 0, a),
		cases.New(cases.Name("transform", word, "global", n, block), global, cases.Dim(ceil(n, block)), cases.Dim(block), 0, a),
	}
}

func streams() []cases.Case {
	var t []cases.Case
	for _, x := range [][2]int{{33, 96}, {2048, 1024}, {16384, 64}} {
		t = append(t, on("kernel_1", kernels.Kernel1, x[0], x[1], nil, cases.Out[float32](x[0]*x[1])))
	}
	for _, x := range [][2]int{{16, 512}, {264, 128}} {
		t = append(t, on("kernel_2", kernels.Kernel2, x[0], x[1], nil, cases.Out[float32](x[0]*x[1]*1000)))
	}
	return t
}

func divergence() []cases.Case {
	var t []cases.Case
	for _, k := range []struct {
		name   string
		kernel any
	}{{"diverge_lane", kernels.DivergeLane}, {"diverge_warp", kernels.DivergeWarp}, {"diverge_loop", kernels.DivergeLoop}} {
		t = append(t,
			on(k.name, k.kernel, 132, 1024, nil, cases.Out[float32](132*1024)),
			on(k.name, k.kernel, 2000, 192, nil, cases.Out[float32](2000*192)))
	}
	return t
}

func matmuls() []cases.Case {
	var t []cases.Case
	for _, x := range [][3]int{{8, 8, 256}, {64, 4, 256}, {32, 8, 256}, {16, 16, 64}, {16, 16, 192}, {16, 16, 384}, {32, 32, 96}, {32, 32, 320}, {32, 16, 480}} {
		b, n := cases.Dim(x[0], x[1]), x[2]
		t = append(t, cases.New(cases.Name("matmul_naive", flat(b), n), kernels.MatmulNaive, cover(n, n, b), b, 0, product(n)))
	}
	tiled := map[int]any{8: kernels.MatmulTiled8, 16: kernels.MatmulTiled16, 32: kernels.MatmulTiled32}
	for _, x := range [][2]int{{8, 128}, {8, 384}, {16, 64}, {16, 192}, {16, 448}, {32, 96}, {32, 384}, {32, 640}} {
		side, n := x[0], x[1]
		t = append(t, cases.New(cases.Name("matmul_tiled", side, n), tiled[side], cases.Dim(n/side, n/side), cases.Dim(side, side), 0, product(n)))
	}
	return t
}

func product(n int) func() []any {
	return cases.Args(cases.In[float32](n*n), cases.In[float32](n*n), cases.Out[float32](n*n), cases.Val(n))
}

func offset[T any](kernel func(out, in []T, offset int), word string, o, grid, block int) cases.Case {
	n := grid * block
	return on("copy_offset", kernel, grid, block, []any{word, o}, cases.Out[T](n), cases.In[T](n+o), cases.Val(o))
}

func offsets() []cases.Case {
	return []cases.Case{
		offset(kernels.CopyOffset[uint8], "u8", 3, 1024, 256), offset(kernels.CopyOffset[uint8], "u8", 33, 8192, 256), offset(kernels.CopyOffset[uint16], "u16", 5, 2048, 128), offset(kernels.CopyOffset[uint16], "u16", 64, 300, 512),
		offset(kernels.CopyOffset[float32], "f32", 3, 512, 512), offset(kernels.CopyOffset[float32], "f32", 7, 4096, 64), offset(kernels.CopyOffset[float32], "f32", 1, 16384, 256), offset(kernels.CopyOffset[float32], "f32", 5, 65536, 256),
		offset(kernels.CopyOffset[float64], "f64", 3, 1024, 256), offset(kernels.CopyOffset[float64], "f64", 5, 8192, 128), offset(kernels.CopyOffset[gpu.Float2], "f32x2", 3, 2048, 256),
		offset(kernels.CopyOffset[gpu.Float4], "f32x4", 3, 1024, 256), offset(kernels.CopyOffset[gpu.Float4], "f32x4", 5, 4096, 256), offset(kernels.CopyOffset[gpu.Float4], "f32x4", 1, 16384, 128),
	}
}

func stride[T any](kernel func(out, in []T, stride int), word string, s, grid, block int) cases.Case {
	n := grid * block
	return on("copy_stride", kernel, grid, block, []any{word, s}, cases.Out[T](n), cases.In[T]((n-1)*s+1), cases.Val(s))
}

func strides() []cases.Case {
	return []cases.Case{
		stride(kernels.CopyStride[uint8], "u8", 5, 1024, 256), stride(kernels.CopyStride[uint8], "u8", 64, 2048, 256), stride(kernels.CopyStride[uint8], "u8", 100, 512, 512), stride(kernels.CopyStride[uint16], "u16", 6, 1024, 256), stride(kernels.CopyStride[uint16], "u16", 48, 4096, 128),
		stride(kernels.CopyStride[float32], "f32", 5, 1024, 256), stride(kernels.CopyStride[float32], "f32", 7, 2048, 512), stride(kernels.CopyStride[float32], "f32", 12, 1024, 256), stride(kernels.CopyStride[float32], "f32", 64, 2048, 128), stride(kernels.CopyStride[float32], "f32", 100, 256, 256), stride(kernels.CopyStride[float32], "f32", 2, 16384, 256),
		stride(kernels.CopyStride[float64], "f64", 5, 1024, 256), stride(kernels.CopyStride[float64], "f64", 6, 2048, 256), stride(kernels.CopyStride[float64], "f64", 33, 512, 128), stride(kernels.CopyStride[gpu.Float2], "f32x2", 3, 1024, 256), stride(kernels.CopyStride[gpu.Float2], "f32x2", 9, 2048, 256),
		stride(kernels.CopyStride[gpu.Float4], "f32x4", 5, 1024, 256), stride(kernels.CopyStride[gpu.Float4], "f32x4", 6, 512, 512), stride(kernels.CopyStride[gpu.Float4], "f32x4", 24, 256, 256), stride(kernels.CopyStride[gpu.Float4], "f32x4", 3, 8192, 128),
	}
}

func summed[T any](name string, kernel func([]T, []float32), grid, block int) cases.Case {
	return on(name, kernel, grid, block, nil, cases.In[T](grid*block), cases.Out[float32](grid*block))
}

func structs() []cases.Case {
	t := []cases.Case{
		summed("aos_12B", kernels.SumPacked3, 4096, 256), summed("aos_12B", kernels.SumPacked3, 256, 128), summed("aos_16B_unaligned", kernels.SumPacked4, 512, 512),
		summed("aos_16B_aligned", kernels.SumAligned4, 8192, 128), summed("aos_8B_aligned", kernels.SumAligned2, 2048, 256),
	}
	for _, x := range [][2]int{{4096, 256}, {100, 192}} {
		n := x[0] * x[1]
		in := cases.In[float32](n)
		t = append(t, on("soa_sum3", kernels.SumArrays3, x[0], x[1], nil, in, in, in, cases.Out[float32](n)))
	}
	return t
}

func rows() []cases.Case {
	var t []cases.Case
	for _, x := range [][5]int{{500, 500, 500, 16, 16}, {500, 500, 512, 16, 16}, {2000, 300, 2000, 128, 2}, {2000, 300, 2048, 128, 2}, {1920, 1080, 1920, 32, 8}} {
		w, h, pitch, b := x[0], x[1], x[2], cases.Dim(x[3], x[4])
		a := cases.Args(cases.Out[float32](h*pitch), cases.In[float32](h*pitch), cases.Val(w), cases.Val(h), cases.Val(pitch))
		t = append(t, cases.New(cases.Name("rows", w, h, pitch, flat(b)), kernels.CopyRows, cover(w, h, b), b, 0, a))
	}
	return t
}
