package unseenkernels

// This file is the second part of the table of launches of unseen_kernels.cu: shared
// memory, mostly one block, then constants and loops.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
)

// block returns a case of one block.
func block(name string, kernel any, b gpu.Dim3, shared int, a ...func() any) cases.Case {
	return cases.New(name, kernel, cases.Dim(1), b, shared, cases.Args(a...))
}

func sharedWords() []cases.Case {
	var all []int
	for s := range 34 {
		all = append(all, s+1)
	}
	some := []int{1, 2, 3, 4, 5, 8, 16}
	return slices.Concat(sharedWord[float32]("f32", all), sharedWord[int8]("i8", some), sharedWord[int16]("i16", some), sharedWord[float64]("f64", some),
		sharedWord[gpu.Float2]("f32x2", some), sharedWord[gpu.Float4]("f32x4", some), sharedWord[gpu.Uchar4]("u8x4", some), sharedWord[gpu.Int3]("i32x3", some))
}

func sharedWord[T any](word string, strides []int) []cases.Case {
	const n = 1024
	o, data := cases.Out[T](64), cases.In[T](n+64)
	read := func(name string, stride, offset int) cases.Case {
		return block(name, SharedStride[T], cases.Dim(64), 0, o, data, cases.Val(stride), cases.Val(offset))
	}
	write := func(name string, stride, offset int) cases.Case {
		return block(name, SharedStore[T], cases.Dim(64), 0, o, data, cases.Val(stride), cases.Val(offset))
	}
	t := []cases.Case{read("shared_stride_"+word+"_2_from_1", 2, 1), read("shared_stride_"+word+"_1_from_5", 1, 5), write("shared_store_"+word+"_1_from_5", 1, 5)}
	for _, s := range strides {
		t = append(t, read(name("shared_stride", word, s), s, 0))
	}
	for _, s := range []int{1, 2, 3, 8} {
		t = append(t, write(name("shared_store", word, s), s, 0))
	}
	for _, s := range []int{1, 2, 8} {
		t = append(t, block(name("shared_mask", word, s), SharedMask[T], cases.Dim(64), 0, o, data, cases.Val(s), cases.Val(3), cases.Val(1), cases.Val(50)))
	}
	for _, x := range indexing {
		if slices.Contains([]string{"perm", "pairs", "tworows", "even"}, x.name) {
			t = append(t, block(name("shared_pick", word, x.name), SharedPick[T], cases.Dim(64), 0, o, data, func() any { return x.index(n) }))
		}
	}
	return t
}

func sharedStructs[T summed](word string, field any) []cases.Case {
	return []cases.Case{
		block(name("shared_struct", word), SharedStruct[T], cases.Dim(64), 0, cases.Out[float32](64), cases.In[T](64)),
		block(name("shared_field", word), field, cases.Dim(64), 0, cases.Out[float32](64), cases.In[T](64)),
	}
}

func sharedShapes() []cases.Case {
	t := slices.Concat(
		sharedStructs[S16]("S16", SharedFieldS16), sharedStructs[S16A]("S16a", SharedFieldS16A), sharedStructs[S20]("S20", SharedFieldS20),
		sharedStructs[S24]("S24", SharedFieldS24), sharedStructs[S24A]("S24a", SharedFieldS24A), sharedStructs[S32A]("S32a", SharedFieldS32A))
	for _, b := range []gpu.Dim3{cases.Dim(32, 32), cases.Dim(16, 16), cases.Dim(32, 8), cases.Dim(8, 32), cases.Dim(20, 10)} {
		for pad := range 5 {
			bytes := (b.X + pad) * b.Y * 4
			t = append(t, block(fmt.Sprintf("tile_pad_%dx%d_%d", b.X, b.Y, pad), TilePad, b, bytes, cases.Out[int32](b.X*b.Y), cases.Val(pad)))
		}
	}
	o, data, tile := cases.Out[float32](64*64), cases.In[float32](64*64), cases.Dim(16, 16)
	return append(t,
		block("shared_pairs", SharedPairs, cases.Dim(64), 0, o, data), block("shared_threes", SharedThrees, cases.Dim(64), 0, o, data), block("shared_fours", SharedFours, cases.Dim(64), 0, o, data),
		block("shared_rows", SharedRows, cases.Dim(32), 0, o, data), block("shared_rows_padded", SharedRowsPadded, cases.Dim(32), 0, o, data),
		block("tile16_i32", Tile16[int32], tile, 0, cases.Out[int32](256)), block("tile16_i32_padded", Tile16Pad[int32], tile, 0, cases.Out[int32](256)),
		block("tile16_f64", Tile16[float64], tile, 0, cases.Out[float64](256)), block("tile16_f64_padded", Tile16Pad[float64], tile, 0, cases.Out[float64](256)),
		block("tile16_i16", Tile16[int16], tile, 0, cases.Out[int16](256)), block("tile16_i8", Tile16[int8], tile, 0, cases.Out[int8](256)),
		block("tile64", Tile64, cases.Dim(64, 4), 0, cases.Out[int32](64*64)),
		block("tile_vec4", TileVec4, tile, 0, cases.Out[gpu.Float4](256), cases.In[gpu.Float4](256)), block("tile_vec4_y", TileVec4Y, tile, 0, o, cases.In[gpu.Float4](256)),
		block("transpose_rows16", TransposeRows16, cases.Dim(16, 8), 0, o, data, cases.Val(16)), block("transpose_rows32", TransposeRows32, cases.Dim(32, 8), 0, o, data, cases.Val(32)),
		block("transpose_rows32_padded", TransposeRows32Padded, cases.Dim(32, 8), 0, o, data, cases.Val(32)), block("transpose_rows64", TransposeRows64, cases.Dim(64, 8), 0, o, data, cases.Val(64)))
}

func blockWork() []cases.Case {
	o, data := cases.Out[float32](1024), cases.In[float32](1024)
	var t []cases.Case
	for _, b := range []int{64, 256} {
		t = append(t,
			block(name("sum_strided", b), SumStrided, cases.Dim(b), 4*b, data, o), block(name("sum_first_add", b), SumFirstAdd, cases.Dim(b), 4*b, data, o),
			block(name("sum_last_warp", b), SumLastWarp, cases.Dim(b), 4*b, data, o),
			cases.New(name("sum_in_place", b), SumInPlace, cases.Dim(3), cases.Dim(b), 0, cases.Args(data, o)))
	}
	return append(t,
		block("reverse_static", ReverseStatic, cases.Dim(64), 0, cases.In[int32](64), cases.Val(64)), block("reverse_dynamic", ReverseDynamic, cases.Dim(64), 256, cases.In[int32](64), cases.Val(64)),
		block("histogram", Histogram, cases.Dim(128), 0, cases.Out[int32](64), cases.In[int32](1000), cases.Val(1000)),
		block("sum_volatile", SumVolatile, cases.Dim(64), 256, data, o), block("sum_grid_stride", SumGridStride, cases.Dim(128), 0, data, o, cases.Val(1000)),
		block("scan_double", ScanDouble, cases.Dim(128), 1024, o, data, cases.Val(128)), block("scan_in_place", ScanInPlace, cases.Dim(128), 0, o, data),
		block("scan_tree", ScanTree, cases.Dim(128), 1024, o, data, cases.Val(256)), block("scan_tree_padded", ScanTreePadded, cases.Dim(128), 1056, o, data, cases.Val(256)))
}

func constantVariants() []cases.Case {
	const n = 2 * 128
	two := func(name string, kernel any, a ...func() any) cases.Case {
		return cases.New(name, kernel, cases.Dim(2), cases.Dim(128), 0, cases.Args(a...))
	}
	o := cases.Out[float32](n)
	var t []cases.Case
	for _, i := range [][3]int{{1, 1, 1}, {1, 1, 3}, {1, 1, 5}, {1, 1, 7}, {1, 1, 31}, {1, 1, 32}, {2, 1, 64}, {1, 2, 32}, {1, 4, 32}, {1, 16, 32}, {1, 32, 32}} {
		mul, div, mod := cases.Val(i[0]), cases.Val(i[1]), cases.Val(i[2])
		s := name(i[0], i[1], i[2])
		t = append(t, two(name("const_none", s), ConstNone, o, mul, div, mod), two(name("const_index", s), ConstIndex, o, mul, div, mod),
			two(name("const_index64", s), ConstIndex64, cases.Out[float64](n), mul, div, mod), two(name("const_index4", s), ConstIndex4, cases.Out[gpu.Float4](n), mul, div, mod))
	}
	for _, rounds := range []int{0, 1, 20} {
		t = append(t, two(name("const_loop", rounds), ConstLoop, o, cases.Val(rounds)))
	}
	for _, m := range []int{1, 3, 4, 32} {
		t = append(t, two(name("const_masked", m), ConstMasked, o, cases.Val(m)))
	}
	return append(t, two("const_fixed", ConstFixed, o, cases.In[float32](n)), two("const_block", ConstBlock, o))
}

func loops() []cases.Case {
	const n = 4 * 128
	o, data := cases.Out[float32](8*n), cases.In[float32](10000)
	var t []cases.Case
	for _, k := range []int{1000, 10000} {
		t = append(t, four(name("saxpy_grid", k), SaxpyGrid, cases.Out[float32](k), data, cases.Val(float32(2)), cases.Val(k)))
	}
	for _, k := range []int{3, 4, 8} {
		t = append(t, four(name("chunk_run", k), ChunkRun, o, data, cases.Val(k)))
	}
	return append(t, four("chunk4", Chunk4, o, data), four("vec4_sum", Vec4Sum, o, cases.In[gpu.Float4](1000), cases.Val(1000)),
		four("vec2_scale", Vec2Scale, cases.Out[gpu.Float2](n), cases.Val(float32(3))), four("uniform_array", UniformArray, o, data, cases.Val(23)),
		four("uniform_block", UniformBlock, o, data), four("uniform_warp", UniformWarp, o, data))
}

func merges() []cases.Case {
	const n = 4 * 128
	o, data, rounds := cases.Out[float32](8*n), cases.In[float32](8192), cases.Val(6)
	readOnly := func() any { return gpu.ReadOnly[float32](cases.Input[float32](8192)) }
	return []cases.Case{
		four("load_twice", LoadTwice, o, data), four("load_between", LoadBetween, o, data, cases.Out[float32](n)), four("load_between_ro", LoadBetweenRO, o, readOnly, cases.Out[float32](n)),
		four("load_invariant", LoadInvariant, o, data, rounds), four("load_invariant_ro", LoadInvariantRO, o, readOnly, rounds), four("load_dead", LoadDead, o, data),
		four("store_twice", StoreTwice, o, data), four("store_twice_ro", StoreTwiceRO, o, readOnly), four("store_load", StoreLoad, o, data),
		four("store_sum", StoreSum, o, data, rounds), four("store_sum_ro", StoreSumRO, o, readOnly, rounds), four("store_sum_fixed", StoreSumFixed, o, data),
		four("store_maximum", StoreMaximum, o, data, rounds), four("pointer_walk", PointerWalk, o, data, cases.Val(2048)),
		four("local_pick", LocalPick, o, data), four("local_sort", LocalSort, o, data),
		block("shared_sum", SharedSum, cases.Dim(128), 0, o, data, rounds),
		four("compare_swap", CompareSwap, func() any { return cases.InputFrom[float32](65536, 2*n) }, cases.Val(1000)),
	}
}
