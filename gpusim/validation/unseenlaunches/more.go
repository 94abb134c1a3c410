package unseenlaunches

// This file is the second part of the table: constants, registers, shared memory and
// reductions.

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

func constants() []cases.Case {
	var t []cases.Case
	for _, x := range [][3]int{{3, 1024, 256}, {5, 1024, 256}, {7, 264, 512}, {12, 1024, 256}, {24, 1024, 256}, {31, 128, 128}, {64, 1024, 256}, {100, 512, 1024}} {
		t = append(t, with("const_distinct", kernels.ConstDistinct, x))
	}
	for _, x := range [][2]int{{256, 1024}, {64, 128}} {
		t = append(t, on("const_by_warp", kernels.ConstByWarp, x[0], x[1], nil, cases.Out[float32](x[0]*x[1])))
	}
	return t
}

// with returns a case of a kernel that takes a number and writes one word per thread. x has
// the number, the blocks and the threads per block.
func with(name string, kernel any, x [3]int) cases.Case {
	return on(name, kernel, x[1], x[2], []any{x[0]}, cases.Out[float32](x[1]*x[2]), cases.Val(x[0]))
}

func filters() []cases.Case {
	const inConstants = 3 // the largest radius whose filter ConstFilter holds
	var t []cases.Case
	for _, x := range [][5]int{{1, 512, 512, 16, 16}, {1, 1500, 1500, 32, 32}, {2, 1000, 700, 32, 8}, {3, 512, 512, 64, 4}, {4, 512, 512, 32, 8}, {5, 400, 300, 16, 16}} {
		r, w, h, b := x[0], x[1], x[2], cases.Dim(x[3], x[4])
		in, out, taps := cases.In[float32](w*h), cases.Out[float32](w*h), cases.In[float32]((2*r+1)*(2*r+1))
		if r <= inConstants {
			t = append(t, cases.New(cases.Name("filter_const", r, w, h, flat(b)), kernels.FilterConst, cover(w, h, b), b, 0, cases.Args(in, out, cases.Val(w), cases.Val(h), cases.Val(r))))
		}
		t = append(t, cases.New(cases.Name("filter_global", r, w, h, flat(b)), kernels.FilterGlobal, cover(w, h, b), b, 0, cases.Args(in, out, taps, cases.Val(w), cases.Val(h), cases.Val(r))))
	}
	return t
}

func uniforms() []cases.Case {
	var t []cases.Case
	for _, x := range [][2]int{{132, 128}, {64, 1024}, {3000, 96}} {
		in := func() any { return gpu.ReadOnly[float32](cases.Input[float32](x[0] + 99)) }
		t = append(t, on("uniform_load", kernels.UniformLoad, x[0], x[1], nil, in, cases.Out[float32](x[0]*x[1])))
	}
	return t
}

func locals() []cases.Case {
	t := []cases.Case{on("local_small", kernels.LocalSmall, 4096, 128, nil, cases.Out[float32](4096*128), cases.In[float32](4096*128))}
	for _, x := range [][3]int{{16, 132, 256}, {200, 64, 128}} {
		m, n := x[0], x[1]*x[2]
		t = append(t, on("local_big", kernels.LocalBig, x[1], x[2], []any{m}, cases.Out[float32](n), cases.In[float32](n), cases.Val(m)))
	}
	for _, x := range [][3]int{{65536, 64, 1024}, {262144, 500, 384}} {
		apart, n := x[0], x[1]*x[2]
		out, in := cases.Out[float32](n), cases.In[float32](47*apart+n)
		t = append(t,
			on("spill_minblocks1", kernels.Spill1, x[1], x[2], []any{apart}, out, in, cases.Val(apart)),
			on("spill_minblocks2", kernels.Spill2, x[1], x[2], []any{apart}, out, in, cases.Val(apart)))
	}
	return t
}

// tile returns a case whose blocks all write the same tile.
func tile[T any](name string, kernel func([]T), grid int, block gpu.Dim3, shared int) cases.Case {
	return cases.New(name, kernel, cases.Dim(grid), block, shared, cases.Args(cases.Out[T](block.X*block.Y)))
}

func squares() []cases.Case {
	side, half, slim := cases.Dim(32, 32), cases.Dim(16, 16), cases.Dim(8, 32)
	return []cases.Case{
		tile("setColReadCol_f32", kernels.SetColReadCol[float32], 1, side, 0),
		tile("setRowReadCol_f32", kernels.SetRowReadCol[float32], 1, side, 0),
		tile("setRowReadColPad_f32", kernels.SetRowReadColPad[float32], 1, side, 0),
		tile("setColReadCol_i16", kernels.SetColReadCol[int16], 1, side, 0),
		tile("setRowReadCol_i16", kernels.SetRowReadCol[int16], 1, side, 0),
		tile("setRowReadColPad_i16", kernels.SetRowReadColPad[int16], 1, side, 0),
		tile("setColReadCol_u8", kernels.SetColReadCol[uint8], 1, side, 0),
		tile("setRowReadCol_u8", kernels.SetRowReadCol[uint8], 1, side, 0),
		tile("setRowReadColPad_u8", kernels.SetRowReadColPad[uint8], 1, side, 0),
		tile("setRowReadCol_i32_264", kernels.SetRowReadCol[int32], 264, side, 0),
		tile("setColReadCol_f64_264", kernels.SetColReadCol[float64], 264, side, 0),
		tile("setRowReadColPad_i32_1056", kernels.SetRowReadColPad[int32], 1056, side, 0),
		tile("setRowReadColDyn_16x16_1", kernels.SetRowReadColDyn, 1, half, 16*16*4),
		tile("setRowReadColDynPad_16x16_1", kernels.SetRowReadColDynPad, 1, half, 17*16*4),
		tile("setRowReadColDyn_16x16_528", kernels.SetRowReadColDyn, 528, half, 16*16*4),
		tile("setRowReadColDynPad_16x16_528", kernels.SetRowReadColDynPad, 528, half, 17*16*4),
		tile("setRowReadColDyn_8x32_1", kernels.SetRowReadColDyn, 1, slim, 8*32*4),
	}
}

func rectangles() []cases.Case {
	const grid = 132
	b := cases.Dim(32, 16)
	return []cases.Case{
		tile("rectRowRow_132_32x16", kernels.RectRowRow, grid, b, 0), tile("rectColCol_132_32x16", kernels.RectColCol, grid, b, 0), tile("rectRowCol_132_32x16", kernels.RectRowCol, grid, b, 0),
		tile("rectRowColPad1_132", kernels.RectRowColPad1, grid, b, 0), tile("rectRowColPad2_132", kernels.RectRowColPad2, grid, b, 0),
	}
}

func banks() []cases.Case {
	var t []cases.Case
	for _, x := range [][3]int{{3, 256, 256}, {6, 264, 128}, {12, 1056, 512}, {24, 256, 256}, {31, 132, 1024}, {64, 128, 64}} {
		t = append(t, with("bank_stride", kernels.BankStride, x))
	}
	for _, x := range [][3]int{{3, 256, 256}, {7, 528, 512}, {64, 132, 1024}} {
		t = append(t, with("bank_broadcast", kernels.BankBroadcast, x))
	}
	return t
}

func reductions() []cases.Case {
	var t []cases.Case
	for _, x := range [][2]int{{1 << 16, 128}, {1 << 18, 1024}, {1000000, 256}} {
		n, block := x[0], x[1]
		grid := ceil(n, block)
		a := cases.Args(cases.In[float32](grid*block), cases.Out[float32](grid), cases.Val(n))
		for _, k := range []struct {
			name   string
			kernel any
			shared int
		}{{"global", kernels.ReduceGlobal, 0}, {"shared", kernels.ReduceShared, 4 * block}, {"sequential", kernels.ReduceSequential, 4 * block}, {"shuffle", kernels.ReduceShuffle, 0}} {
			t = append(t, cases.New(cases.Name("reduce", k.name, n, block), k.kernel, cases.Dim(grid), cases.Dim(block), k.shared, a))
		}
	}
	return t
}

func transposes() []cases.Case {
	var t []cases.Case
	for _, n := range []int{256, 1024, 1536} {
		a := cases.Args(cases.Out[float32](n*n), cases.In[float32](n*n), cases.Val(n))
		grid, b := cases.Dim(n/32, n/32), cases.Dim(32, 32)
		t = append(t,
			cases.New(cases.Name("transpose_naive", n), kernels.TransposeNaive, grid, b, 0, a),
			cases.New(cases.Name("transpose_shared", n), kernels.TransposeShared, grid, b, 0, a),
			cases.New(cases.Name("transpose_padded", n), kernels.TransposePadded, grid, b, 0, a))
	}
	return t
}

func sums() []cases.Case {
	var t []cases.Case
	for _, x := range [][2]int{{1000, 256}, {100000, 128}, {1 << 18, 512}, {3000000, 256}, {1 << 22, 1024}} {
		n, block := x[0], x[1]
		a := cases.Args(cases.In[float32](n), cases.In[float32](n), cases.Out[float32](n), cases.Val(n))
		t = append(t, cases.New(cases.Name("vector_add", n, block), kernels.VectorAdd, cases.Dim(ceil(n, block)), cases.Dim(block), 0, a))
	}
	return t
}

func atomics() []cases.Case {
	shapes := [][2]int{{16, 64}, {1024, 256}, {132, 1024}}
	var t []cases.Case
	for _, x := range shapes {
		t = append(t, on("atomic_same", kernels.AtomicSame, x[0], x[1], nil, cases.Out[int32](1)))
	}
	for _, x := range shapes {
		t = append(t, on("atomic_spread", kernels.AtomicSpread, x[0], x[1], nil, cases.Out[int32](1024)))
	}
	return t
}
