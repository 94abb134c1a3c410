package kernels

// This file is the rest of the table of the launches of variants.cu: those
// about shared memory, most of one block, then constants and loops.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/gpu"
)

// block is a case of one block.
func block(name string, kernel any, b gpu.Dim3, shared int, a ...func() any) Case {
	return Case{name, kernel, dim(1), b, shared, args(a...)}
}

func sharedWords() []Case {
	var all []int
	for s := range 34 {
		all = append(all, s+1)
	}
	some := []int{1, 2, 3, 4, 5, 8, 16}
	return slices.Concat(sharedWord[float32]("f32", all), sharedWord[int8]("i8", some), sharedWord[int16]("i16", some), sharedWord[float64]("f64", some),
		sharedWord[gpu.Float2]("f32x2", some), sharedWord[gpu.Float4]("f32x4", some), sharedWord[gpu.Uchar4]("u8x4", some), sharedWord[gpu.Int3]("i32x3", some))
}

func sharedWord[T any](word string, strides []int) []Case {
	const n = 1024
	o, data := out[T](64), in[T](n+64)
	read := func(name string, stride, offset int) Case {
		return block(name, SharedStride[T], dim(64), 0, o, data, val(stride), val(offset))
	}
	write := func(name string, stride, offset int) Case {
		return block(name, SharedStore[T], dim(64), 0, o, data, val(stride), val(offset))
	}
	t := []Case{read("shared_stride_"+word+"_2_from_1", 2, 1), read("shared_stride_"+word+"_1_from_5", 1, 5), write("shared_store_"+word+"_1_from_5", 1, 5)}
	for _, s := range strides {
		t = append(t, read(name("shared_stride", word, s), s, 0))
	}
	for _, s := range []int{1, 2, 3, 8} {
		t = append(t, write(name("shared_store", word, s), s, 0))
	}
	for _, s := range []int{1, 2, 8} {
		t = append(t, block(name("shared_mask", word, s), SharedMask[T], dim(64), 0, o, data, val(s), val(3), val(1), val(50)))
	}
	for _, x := range indexing {
		if slices.Contains([]string{"perm", "pairs", "tworows", "even"}, x.name) {
			t = append(t, block(name("shared_pick", word, x.name), SharedPick[T], dim(64), 0, o, data, func() any { return x.index(n) }))
		}
	}
	return t
}

func sharedStructs[T summed](word string, field any) []Case {
	return []Case{
		block(name("shared_struct", word), SharedStruct[T], dim(64), 0, out[float32](64), in[T](64)),
		block(name("shared_field", word), field, dim(64), 0, out[float32](64), in[T](64)),
	}
}

func sharedShapes() []Case {
	t := slices.Concat(
		sharedStructs[S16]("S16", SharedFieldS16), sharedStructs[S16A]("S16a", SharedFieldS16A), sharedStructs[S20]("S20", SharedFieldS20),
		sharedStructs[S24]("S24", SharedFieldS24), sharedStructs[S24A]("S24a", SharedFieldS24A), sharedStructs[S32A]("S32a", SharedFieldS32A))
	for _, b := range []gpu.Dim3{dim(32, 32), dim(16, 16), dim(32, 8), dim(8, 32), dim(20, 10)} {
		for pad := range 5 {
			bytes := (b.X + pad) * b.Y * 4
			t = append(t, block(fmt.Sprintf("tile_pad_%dx%d_%d", b.X, b.Y, pad), TilePad, b, bytes, out[int32](b.X*b.Y), val(pad)))
		}
	}
	o, data, tile := out[float32](64*64), in[float32](64*64), dim(16, 16)
	return append(t,
		block("shared_pairs", SharedPairs, dim(64), 0, o, data), block("shared_threes", SharedThrees, dim(64), 0, o, data), block("shared_fours", SharedFours, dim(64), 0, o, data),
		block("shared_rows", SharedRows, dim(32), 0, o, data), block("shared_rows_padded", SharedRowsPadded, dim(32), 0, o, data),
		block("tile16_i32", Tile16[int32], tile, 0, out[int32](256)), block("tile16_i32_padded", Tile16Pad[int32], tile, 0, out[int32](256)),
		block("tile16_f64", Tile16[float64], tile, 0, out[float64](256)), block("tile16_f64_padded", Tile16Pad[float64], tile, 0, out[float64](256)),
		block("tile16_i16", Tile16[int16], tile, 0, out[int16](256)), block("tile16_i8", Tile16[int8], tile, 0, out[int8](256)),
		block("tile64", Tile64, dim(64, 4), 0, out[int32](64*64)),
		block("tile_vec4", TileVec4, tile, 0, out[gpu.Float4](256), in[gpu.Float4](256)), block("tile_vec4_y", TileVec4Y, tile, 0, o, in[gpu.Float4](256)),
		block("transpose_rows16", TransposeRows16, dim(16, 8), 0, o, data, val(16)), block("transpose_rows32", TransposeRows32, dim(32, 8), 0, o, data, val(32)),
		block("transpose_rows32_padded", TransposeRows32Padded, dim(32, 8), 0, o, data, val(32)), block("transpose_rows64", TransposeRows64, dim(64, 8), 0, o, data, val(64)))
}

func blockWork() []Case {
	o, data := out[float32](1024), in[float32](1024)
	var t []Case
	for _, b := range []int{64, 256} {
		t = append(t,
			block(name("sum_strided", b), SumStrided, dim(b), 4*b, data, o), block(name("sum_first_add", b), SumFirstAdd, dim(b), 4*b, data, o),
			block(name("sum_last_warp", b), SumLastWarp, dim(b), 4*b, data, o),
			Case{name("sum_in_place", b), SumInPlace, dim(3), dim(b), 0, args(data, o)})
	}
	return append(t,
		block("reverse_static", ReverseStatic, dim(64), 0, in[int32](64), val(64)), block("reverse_dynamic", ReverseDynamic, dim(64), 256, in[int32](64), val(64)),
		block("histogram", Histogram, dim(128), 0, out[int32](64), in[int32](1000), val(1000)),
		block("sum_volatile", SumVolatile, dim(64), 256, data, o), block("sum_grid_stride", SumGridStride, dim(128), 0, data, o, val(1000)),
		block("scan_double", ScanDouble, dim(128), 1024, o, data, val(128)), block("scan_in_place", ScanInPlace, dim(128), 0, o, data),
		block("scan_tree", ScanTree, dim(128), 1024, o, data, val(256)), block("scan_tree_padded", ScanTreePadded, dim(128), 1056, o, data, val(256)))
}

func constantVariants() []Case {
	const n = 2 * 128
	two := func(name string, kernel any, a ...func() any) Case {
		return Case{name, kernel, dim(2), dim(128), 0, args(a...)}
	}
	o := out[float32](n)
	var t []Case
	for _, i := range [][3]int{{1, 1, 1}, {1, 1, 3}, {1, 1, 5}, {1, 1, 7}, {1, 1, 31}, {1, 1, 32}, {2, 1, 64}, {1, 2, 32}, {1, 4, 32}, {1, 16, 32}, {1, 32, 32}} {
		mul, div, mod := val(i[0]), val(i[1]), val(i[2])
		s := name(i[0], i[1], i[2])
		t = append(t, two(name("const_none", s), ConstNone, o, mul, div, mod), two(name("const_index", s), ConstIndex, o, mul, div, mod),
			two(name("const_index64", s), ConstIndex64, out[float64](n), mul, div, mod), two(name("const_index4", s), ConstIndex4, out[gpu.Float4](n), mul, div, mod))
	}
	for _, rounds := range []int{0, 1, 20} {
		t = append(t, two(name("const_loop", rounds), ConstLoop, o, val(rounds)))
	}
	for _, m := range []int{1, 3, 4, 32} {
		t = append(t, two(name("const_masked", m), ConstMasked, o, val(m)))
	}
	return append(t, two("const_fixed", ConstFixed, o, in[float32](n)), two("const_block", ConstBlock, o))
}

func loops() []Case {
	const n = 4 * 128
	o, data := out[float32](8*n), in[float32](10000)
	var t []Case
	for _, k := range []int{1000, 10000} {
		t = append(t, four(name("saxpy_grid", k), SaxpyGrid, out[float32](k), data, val(float32(2)), val(k)))
	}
	for _, k := range []int{3, 4, 8} {
		t = append(t, four(name("chunk_run", k), ChunkRun, o, data, val(k)))
	}
	return append(t, four("chunk4", Chunk4, o, data), four("vec4_sum", Vec4Sum, o, in[gpu.Float4](1000), val(1000)),
		four("vec2_scale", Vec2Scale, out[gpu.Float2](n), val(float32(3))), four("uniform_array", UniformArray, o, data, val(23)),
		four("uniform_block", UniformBlock, o, data), four("uniform_warp", UniformWarp, o, data))
}

func merges() []Case {
	const n = 4 * 128
	o, data, rounds := out[float32](8*n), in[float32](8192), val(6)
	readOnly := func() any { return gpu.ReadOnly[float32](Input[float32](8192)) }
	return []Case{
		four("load_twice", LoadTwice, o, data), four("load_between", LoadBetween, o, data, out[float32](n)), four("load_between_ro", LoadBetweenRO, o, readOnly, out[float32](n)),
		four("load_invariant", LoadInvariant, o, data, rounds), four("load_invariant_ro", LoadInvariantRO, o, readOnly, rounds), four("load_dead", LoadDead, o, data),
		four("store_twice", StoreTwice, o, data), four("store_twice_ro", StoreTwiceRO, o, readOnly), four("store_load", StoreLoad, o, data),
		four("store_sum", StoreSum, o, data, rounds), four("store_sum_ro", StoreSumRO, o, readOnly, rounds), four("store_sum_fixed", StoreSumFixed, o, data),
		four("store_maximum", StoreMaximum, o, data, rounds), four("pointer_walk", PointerWalk, o, data, val(2048)),
		four("local_pick", LocalPick, o, data), four("local_sort", LocalSort, o, data),
		block("shared_sum", SharedSum, dim(128), 0, o, data, rounds),
		four("compare_swap", CompareSwap, func() any { return inputFrom[float32](65536, 2*n) }, val(1000)),
	}
}
