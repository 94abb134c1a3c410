package gpusim_test

// This file compares kernels in Go with the same kernels in CUDA C: words for what a device has
// from compute capability 8.0 on.

import (
	"math"
	"reflect"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/toolchain"
)

// stagedRows copies rows of four elements in two groups, and the end of the array with zeros.
func stagedRows(out, x []float32, n int) {
	first := gpu.Shared[[128]gpu.Float4]()
	ends := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	gpu.CopyAsync(&first[t].X, &x[4*i], 4)
	gpu.CommitCopies()
	beyond := 0
	if i >= n {
		beyond = 1
	}
	gpu.CopyAsyncZfill(&ends[t], &x[i], 1, beyond)
	gpu.CommitCopies()
	gpu.WaitCopies(1)
	own := first[t].X + first[t].W
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	out[i] = own + first[127-t].Y + ends[127-t]
}

// clusterSums reads the next block's values, adds to counters of the first block, and stores to the last one.
//
//gpu:cluster 4
func clusterSums(out, x []uint32) {
	values := gpu.Shared[[64]uint32]()
	counts := gpu.Shared[[8]uint32]()
	stored := gpu.Shared[[4]uint32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	values[t] = x[i]
	if t < 8 {
		counts[t] = 0
	}
	gpu.ClusterSync()
	next := gpu.MapShared(&values[0], (gpu.ClusterRank()+1)%gpu.ClusterSize())
	first := gpu.MapShared(&counts[x[i]%8], 0)
	sum := *next + *gpu.MapShared(&values[63-t], gpu.ClusterSize()-1)
	gpu.AtomicAdd(first, x[i])
	if t == 0 {
		*gpu.MapShared(&stored[gpu.ClusterRank()], 3) = x[i]
	}
	gpu.ClusterArrive()
	gpu.ClusterWait()
	if t < 8 {
		sum += *gpu.MapShared(&counts[t], 0)
	}
	if gpu.ClusterRank() == 3 {
		sum += stored[t%4]
	}
	out[i] = sum
	gpu.ClusterSync()
}

// bulkTiles doubles two tiles, which one thread copies in and out in bulk.
func bulkTiles(out, x []float32) {
	tile := gpu.Shared[[64]gpu.Float4]()
	bar := gpu.Shared[gpu.Barrier]()
	turn := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
		turn.Init(gpu.BlockDim.X)
	}
	gpu.SyncThreads()
	for k := range 2 {
		at := (2*gpu.BlockIdx.X + k) * 256
		if t == 0 {
			bar.ArriveTx(1024)
			gpu.CopyBulk(&tile[0].X, &x[at], 256, bar)
		}
		bar.WaitParity(k % 2)
		tile[t].Y += tile[t].Z + tile[t].X
		token := turn.Arrive()
		gpu.FenceProxyAsync()
		turn.Wait(token)
		gpu.SyncThreads()
		if t == 0 {
			gpu.StoreBulk(&out[at], &tile[0].X, 256)
			gpu.CommitBulk()
			gpu.WaitBulkRead(0)
		}
		turn.ArriveAndWait()
	}
}

// halfProducts multiplies a matrix of 16 rows by 16 columns with one of 16 rows by 8 columns, and adds to the result.
func halfProducts(out []float32, x []float32) {
	tile := gpu.Shared[[3 * 8][24]gpu.Half]()
	t := gpu.ThreadIdx.X
	for i := t; i < 16*16; i += gpu.BlockDim.X {
		tile[i/16][i%16] = gpu.ToHalf(x[i])
	}
	for i := t; i < 8*16; i += gpu.BlockDim.X {
		tile[16+i%8][i/8] = gpu.ToHalf(x[256+i])
	}
	gpu.SyncThreads()
	a := gpu.LoadMatrixX4(&tile[t%16][t/16*8])
	b := gpu.LoadMatrixX2(&tile[16+t%8][t/8%2*8])
	c := [4]float32{1, 2, 3, tile[t%16][3].Float32()}
	c = gpu.MmaM16N8K16(a, b, c)
	c = gpu.MmaM16N8K16(gpu.LoadMatrixX4Trans(&tile[t%16][t/16*8]), b, c)
	y, col := t/4, 2*(t%4)
	for i := range c {
		out[(y+i/2*8)*8+col+i%2] = c[i]
	}
}

// fragments computes 2·(a·b + 1) of matrices of three shapes, which lie by rows or by columns. In CUDA C a warp computes
// them with nvcuda::wmma.
func fragments(out []float32, x, y []uint16) {
	small := func(i int) float32 { return gpu.Half(x[i]).Float32() }
	if gpu.ThreadIdx.X < 32 {
		fragmentProduct(out, small, 16, strides{24, 1}, strides{1, 16}, strides{16, 1})
		fragmentProduct(out[256:], small, 8, strides{16, 1}, strides{24, 1}, strides{1, 32})
		fragmentProduct(out[512:], small, 32, strides{1, 8}, strides{1, 16}, strides{32, 1})
		brain := func(i int) float32 { return math.Float32frombits(uint32(y[i]) << 16) }
		fragmentProduct(out[768:], brain, 32, strides{16, 1}, strides{32, 1}, strides{1, 8})
		fragmentProduct(out[1024:], brain, 8, strides{1, 32}, strides{1, 16}, strides{8, 1})
	}
}

// strides are the elements between the rows and between the columns of a matrix.
type strides struct{ row, column int }

func fragmentProduct(out []float32, at func(int) float32, columns int, a, b, c strides) {
	for e := gpu.ThreadIdx.X; e < 256; e += 32 {
		i, j := e/columns, e%columns
		sum := float32(1)
		for k := range 16 {
			sum += at(i*a.row+k*a.column) * at(512+k*b.row+j*b.column)
		}
		out[i*c.row+j*c.column] = 2 * sum
	}
}

// smallNumbers returns the bits of numbers below 8.
func smallNumbers(encode func(float32) uint16) []uint16 {
	out := make([]uint16, 1024)
	for i := range out {
		out[i] = encode(float32(i * i % 61 % 8))
	}
	return out
}

// boxes copies a box under a swizzle, which goes beyond the tensor, doubles it, and stores it. Boxes of one and of three
// dimensions add to it.
func boxes(out []float32, to, from, line, space gpu.TensorMap) {
	tile := gpu.Shared[struct {
		_    gpu.Align1024
		Rows [32][32]float32
		Line [64]float32
		Cube [2][4][8]float32
	}]()
	bar := gpu.Shared[gpu.Barrier]()
	t, x := gpu.ThreadIdx.X, 32*gpu.BlockIdx.X
	if t == 0 {
		bar.Init(1)
	}
	gpu.SyncThreads()
	if t == 0 {
		bar.ArriveTx(4096 + 256 + 256)
		gpu.CopyBox2D(&tile.Rows[0][0], from, x, 24, bar)
		gpu.CopyBox1D(&tile.Line[0], line, 8*gpu.BlockIdx.X, bar)
		gpu.CopyBox3D(&tile.Cube[0][0][0], space, 4, -1, gpu.BlockIdx.X, bar)
	}
	bar.WaitParity(0)
	for row := t / 32; row < 32; row += gpu.BlockDim.X / 32 {
		column := t % 32
		tile.Rows[row][(column/4^row%8)*4+column%4] *= 2
	}
	tile.Rows[t/32][t%32] += tile.Line[t%64] + tile.Cube[t/32%2][t/8%4][t%8]
	gpu.FenceProxyAsync()
	gpu.SyncThreads()
	if t == 0 {
		gpu.StoreBox2D(to, x, 0, &tile.Rows[0][0])
		gpu.CommitBulk()
		gpu.WaitBulk(0)
		out[len(out)-1-gpu.BlockIdx.X] = tile.Line[1]
	}
}

// sharedBoxes hands tiles to all blocks of a cluster: by a copy in bulk and a box for all, and by copies to the next block. Then
// each block adds its tiles to the result.
//
//gpu:cluster 2
func sharedBoxes(out, x []float32, m gpu.TensorMap) {
	tile := gpu.Shared[struct {
		_                gpu.Align128
		Box, Bulk, Other [64]float32
	}]()
	bar := gpu.Shared[gpu.Barrier]()
	t, rank := gpu.ThreadIdx.X, gpu.ClusterRank()
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(256 + 256)
	}
	gpu.ClusterSync()
	if t == 0 && rank == 0 {
		gpu.CopyBulkTo(&tile.Bulk[0], &x[64*gpu.BlockIdx.X], 64, bar, 3)
	}
	if t == 0 && rank == 1 {
		gpu.CopyBox2DTo(&tile.Box[0], m, 8, gpu.BlockIdx.X, bar, 3)
	}
	bar.WaitParity(0)
	tile.Bulk[t] += tile.Box[t]
	if t == 0 {
		bar.ArriveTx(256)
	}
	gpu.FenceProxyAsync()
	gpu.ClusterSync()
	if t == 0 {
		gpu.ShareBulk(gpu.MapShared(&tile.Other[0], 1-rank), &tile.Bulk[0], 64, gpu.MapShared(bar, 1-rank))
	}
	bar.WaitParity(1)
	tile.Box[t] = tile.Other[t] * float32(rank+1)
	gpu.FenceProxyAsync()
	gpu.ClusterSync()
	if t == 0 {
		gpu.AddBulk(&out[0], &tile.Box[0], 64)
		gpu.CommitBulk()
		gpu.WaitBulk(0)
	}
	gpu.ClusterSync()
}

// tensor is a tensor map as an argument: of numbers, or with none of the first array.
type tensor struct {
	of     []float32
	config gpusim.TensorConfig
}

// words are the kernels, with their launches. The file testdata/words.cu has them in CUDA C.
var words = map[string]struct {
	kernel any
	config gpusim.Config
	args   func() []any
	asm    bool // the own front end refuses it in CUDA C: it has instructions of the assembler
}{
	"boxes": {kernel: boxes, config: gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(128)}, args: func() []any {
		return []any{
			make([]float32, 80*40+8),
			tensor{config: gpusim.TensorConfig{Dims: []int{72, 40}, Strides: []int{80}, Box: []int{32, 32}, Swizzle: gpusim.Swizzle128}},
			tensor{counted[float32](80 * 40), gpusim.TensorConfig{Dims: []int{80, 40}, Box: []int{32, 32}, Swizzle: gpusim.Swizzle128}},
			tensor{counted[float32](64), gpusim.TensorConfig{Dims: []int{64}, Box: []int{64}}},
			tensor{counted[float32](8 * 6 * 4), gpusim.TensorConfig{Dims: []int{8, 6, 4}, Box: []int{8, 4, 2}}},
		}
	}},
	"bulkTiles":   {kernel: bulkTiles, config: gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(64)}, args: func() []any { return []any{make([]float32, 2048), counted[float32](2048)} }},
	"clusterSums": {kernel: clusterSums, config: gpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(64)}, args: func() []any { return []any{make([]uint32, 512), counted[uint32](512)} }},
	"fragments": {kernel: fragments, config: gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, args: func() []any {
		return []any{make([]float32, 1280), smallNumbers(func(x float32) uint16 { return uint16(gpu.ToHalf(x)) }), smallNumbers(func(x float32) uint16 { return uint16(math.Float32bits(x) >> 16) })}
	}},
	"halfProducts": {kernel: halfProducts, config: gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, args: func() []any { return []any{make([]float32, 128), counted[float32](384)} }, asm: true},
	"sharedBoxes": {kernel: sharedBoxes, config: gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(64)}, args: func() []any {
		return []any{counted[float32](64), counted[float32](256), tensor{counted[float32](640), gpusim.TensorConfig{Dims: []int{32, 20}, Box: []int{8, 8}}}}
	}},
	"stagedRows": {kernel: stagedRows, config: gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(128)}, args: func() []any { return []any{make([]float32, 512), counted[float32](2048), 300} }},
}

// counted returns n numbers: 1, 2, 3 and so on.
func counted[T float32 | int32 | uint32 | uint16](n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(i + 1)
	}
	return out
}

// TestWords: each kernel computes in CUDA C, compiled by the own front end and by nvcc, what it computes in Go.
func TestWords(t *testing.T) {
	const file = "testdata/words.cu"
	modules := map[string]*gpusim.Module{"own": gpusim.Must(gpusim.LoadFile(file))}
	if nvcc := toolchain.Sets[0]; nvcc.Name == "nvcc" && !nvcc.Missing() {
		modules["nvcc"] = gpusim.Must(gpusim.LoadFile(file, gpusim.NVCC))
	}
	for name, w := range words {
		t.Run(name, func(t *testing.T) {
			want := launchWords(t, w.kernel, w.config, w.args())
			for compiler, m := range modules {
				if w.asm && compiler == "own" {
					continue
				}
				got := launchWords(t, gpusim.Must(m.Kernel(name)), w.config, w.args())
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: got %v, want %v as in Go", compiler, got, want)
				}
			}
		})
	}
}

// launchWords launches a kernel and returns its first array.
func launchWords(t *testing.T, kernel any, c gpusim.Config, args []any) any {
	t.Helper()
	d := gpusim.Must(gpusim.Open("H100"))
	var first func() any
	var memory *gpusim.Buffer[float32]
	for i, a := range args {
		switch a := a.(type) {
		case []float32:
			args[i], first = uploaded(d, a, first)
			memory = args[i].(*gpusim.Buffer[float32])
		case tensor:
			if a.of != nil {
				memory = gpusim.Must(gpusim.Upload(d, a.of))
			}
			args[i] = gpusim.Must(gpusim.NewTensorMap(memory, a.config))
		case []int32:
			args[i], first = uploaded(d, a, first)
		case []uint32:
			args[i], first = uploaded(d, a, first)
		case []uint16:
			args[i], first = uploaded(d, a, first)
		}
	}
	if _, err := d.Launch(kernel, c, args...); err != nil {
		t.Fatal(err)
	}
	return first()
}

// uploaded copies an array to a device. It returns how to copy it back, unless there is an array before it.
func uploaded[T any](d *gpusim.Device, a []T, before func() any) (any, func() any) {
	x := gpusim.Must(gpusim.Upload(d, a))
	if before == nil {
		before = func() any { return gpusim.Must(x.Host()) }
	}
	return x, before
}

// handedOn hands the numbers of a block to the block before it, in each round. The address of a load does not change from
// round to round, and what it gives does.
//
//gpu:cluster 4
func handedOn(out []uint32, rounds int) {
	own := gpu.Shared[[32]uint32]()
	t := gpu.ThreadIdx.X
	own[t] = uint32(32*gpu.BlockIdx.X + t)
	next := gpu.MapShared(&own[31-t], (gpu.ClusterRank()+1)%4)
	for range rounds {
		gpu.ClusterSync()
		v := *next
		gpu.ClusterSync()
		own[t] = v
	}
	out[32*gpu.BlockIdx.X+t] = own[t]
}

func TestClusterLoadsInLoops(t *testing.T) {
	got := launchWords(t, handedOn, gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(32)}, []any{make([]uint32, 128), 6}).([]uint32)
	for i, v := range got {
		if want := uint32(32*((i/32+6)%4) + i%32); v != want {
			t.Fatalf("number %d is %d, want %d", i, v, want)
		}
	}
}
