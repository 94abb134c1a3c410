package kernels

// The native run of the corpus against what plain Go and gonum say, so that it
// can be trusted as a reference for the simulator.

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	_ "gpucourse/internal/collect"
)

func mustNative(t *testing.T, name string, blocks int) []any {
	t.Helper()
	c, ok := cases.Find(Cases(), name)
	if !ok {
		t.Fatalf("no case is called %q", name)
	}
	a := c.Args()
	if err := c.Clip(blocks).Native(a); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return a
}

// TestEveryCaseRuns clips each case to a few blocks; an index that is out of
// range or a barrier that is not reached by all is an error.
func TestEveryCaseRuns(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Cases() {
		if seen[c.Name] {
			t.Errorf("%s: two cases have this name", c.Name)
		}
		seen[c.Name] = true
		if testing.Short() && c.Threads() > 1<<20 {
			continue
		}
		if err := c.Clip(2).Native(c.Args()); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func TestMatmulAgreesWithBLAS(t *testing.T) {
	for _, name := range []string{"matmul_naive16_128", "matmul_naive32_128", "matmul_tiled16_128", "matmul_tiled32_128"} {
		a := mustNative(t, name, math.MaxInt)
		x, y, got, n := a[0].([]float32), a[1].([]float32), a[2].([]float32), a[3].(int)
		want := blas32.General{Rows: n, Cols: n, Stride: n, Data: make([]float32, n*n)}
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, blas32.General{Rows: n, Cols: n, Stride: n, Data: x},
			blas32.General{Rows: n, Cols: n, Stride: n, Data: y}, 0, want)
		for i := range got {
			if d := math.Abs(float64(got[i] - want.Data[i])); d > 1e-4*float64(n) {
				t.Fatalf("%s: c[%d]: got %v, want %v", name, i, got[i], want.Data[i])
			}
		}
	}
}

func TestTransposes(t *testing.T) {
	for _, name := range []string{"transpose_naive_512", "transpose_shared_512", "transpose_padded_512"} {
		a := mustNative(t, name, math.MaxInt)
		got, in, n := a[0].([]float32), a[1].([]float32), a[2].(int)
		for i, v := range in {
			if got[i%n*n+i/n] != v {
				t.Fatalf("%s: row %d, column %d: got %v, want %v", name, i/n, i%n, got[i%n*n+i/n], v)
			}
		}
	}
}

func TestReductions(t *testing.T) {
	for _, name := range []string{"reduce_global", "reduce_shared", "reduce_sequential", "reduce_shuffle"} {
		const blocks, block = 3, 512
		in := cases.Input[float32](blocks * block)
		sums := mustNative(t, name, blocks)[1].([]float32)
		for b := range blocks {
			want := 0.0
			for _, v := range in[b*block : (b+1)*block] {
				want += float64(v)
			}
			if math.Abs(float64(sums[b])-want) > 1e-3 {
				t.Errorf("%s: sums[%d]: got %v, want %v", name, b, sums[b], want)
			}
		}
	}
}

func TestSharedTiles(t *testing.T) {
	transposed := func(i, rows, cols int) int { return i%rows*cols + i/rows }
	for _, tt := range []struct {
		name       string
		rows, cols int // of the tile as it is read by columns; 0 when by rows
	}{
		{"setRowReadRow_i32", 0, 0}, {"setColReadCol_i32", 0, 0}, {"setRowReadCol_i32", 32, 32}, {"setRowReadColPad_i32", 32, 32},
		{"setRowReadColDyn", 32, 32}, {"setRowReadColDynPad", 32, 32},
		{"rectRowRow", 0, 0}, {"rectColCol", 0, 0}, {"rectRowCol", 16, 32}, {"rectRowColPad1", 16, 32}, {"rectRowColPad2", 16, 32},
	} {
		for i, got := range mustNative(t, tt.name, 1)[0].([]int32) {
			want := i
			if tt.rows > 0 {
				want = transposed(i, tt.rows, tt.cols)
			}
			if int(got) != want {
				t.Fatalf("%s: out[%d]: got %d, want %d", tt.name, i, got, want)
			}
		}
	}
}

func TestCopies(t *testing.T) {
	const blocks, n = 4, 4 * 256
	a := mustNative(t, "copy_stride_u16_3", blocks)
	for i := range n {
		if got, want := a[0].([]uint16)[i], a[1].([]uint16)[3*i]; got != want {
			t.Fatalf("copy_stride_u16_3: out[%d]: got %v, want %v", i, got, want)
		}
	}
	a = mustNative(t, "copy_offset_f32x4_17", blocks)
	for i := range n {
		if got, want := a[0].([]gpu.Float4)[i], a[1].([]gpu.Float4)[i+17]; got != want {
			t.Fatalf("copy_offset_f32x4_17: out[%d]: got %v, want %v", i, got, want)
		}
	}
}

func TestAtomicCounts(t *testing.T) {
	if got := mustNative(t, "atomic_same", 3)[0].([]int32)[0]; got != 768 {
		t.Errorf("atomic_same: got %d, want 768", got)
	}
	for i, got := range mustNative(t, "atomic_spread", 8)[0].([]int32) {
		if got != 2 {
			t.Fatalf("atomic_spread: p[%d]: got %d, want 2", i, got)
		}
	}
}

// TestInput knows the words of the measured buffers: 87628868 and 71072467 are
// the first two states of the generator after 12345.
func TestInput(t *testing.T) {
	got := cases.Input[float32](2)
	for i, state := range []uint32{87628868, 71072467} {
		if want := float32(state>>8) / (1 << 24); got[i] != want {
			t.Errorf("word %d: got %v, want %v", i, got[i], want)
		}
	}
	if got, want := cases.InputFrom[float32](5, 1)[0], cases.Input[float32](6)[5]; got != want {
		t.Errorf("word 5: got %v, want %v", got, want)
	}
	low, first := uint32(math.Float64bits(cases.Input[float64](1)[0])), math.Float32bits(got[0])
	if low != first {
		t.Errorf("doubles over the same words: got low word %#x, want %#x", low, first)
	}
}

func TestDiff(t *testing.T) {
	nan := math.NaN()
	if d := cases.Diff([]float64{1, nan}, []float64{1, -nan}); d != "" {
		t.Errorf("two NaNs differ: %s", d)
	}
	if d := cases.Diff([]Packed3{{1, 2, 3}}, []Packed3{{1, 2, 4}}); d != "element 0: got {1 2 3}, want {1 2 4}" {
		t.Errorf("got %q", d)
	}
	if d := cases.Diff([]float32{0}, []float32{float32(math.Copysign(0, -1))}); d == "" {
		t.Error("zeros of different signs are the same")
	}
}
