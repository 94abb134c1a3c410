package gpusim_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// The types of testdata/listings.
type (
	matrix struct {
		Width, Height int32
		Elements      []float32
	}
	part struct {
		Width, Height, Stride int32
		Elements              []float32
	}
	vertexes struct {
		X, Y, Z []float32
		Count   int32
	}
)

// listing loads a file of listings and opens a device for it.
func listing(t *testing.T, file string) (*gpusim.Module, *gpusim.Device) {
	t.Helper()
	m, err := gpusim.LoadFile("testdata/listings/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return m, open(t)
}

// runListing launches a kernel of a listing.
func runListing(t *testing.T, m *gpusim.Module, dev *gpusim.Device, name string, c gpusim.Config, args ...any) {
	t.Helper()
	k, err := m.Kernel(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dev.Launch(k, c, args...); err != nil {
		t.Fatal(err)
	}
}

// TestListingsOfSharedMemory: written and read by rows or by columns a tile stays as it is;
// written by rows and read by columns it is transposed.
func TestListingsOfSharedMemory(t *testing.T) {
	const side = 32
	m, dev := listing(t, "shared.cu")
	for _, name := range m.Kernels() {
		out := upload(t, dev, make([]int32, side*side))
		runListing(t, m, dev, name, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(side, side), Shared: side * (side + 1) * 4}, out)
		turned := strings.HasPrefix(name, "setRowReadCol")
		for i, got := range host(t, out) {
			want := int32(i)
			if turned {
				want = int32(i%side*side + i/side)
			}
			if got != want {
				t.Fatalf("%s: element %d is %d, want %d", name, i, got, want)
			}
		}
	}
}

func TestListingsOfSums(t *testing.T) {
	const n, block = 4096, 512
	m, dev := listing(t, "reduction.cu")
	for _, name := range []string{"cal_sum_ker0", "cal_sum_ker"} {
		half := slices.Repeat([]float32{0.5}, n)
		in, sums := upload(t, dev, half), upload(t, dev, make([]float32, n/block))
		runListing(t, m, dev, name, gpusim.Config{Grid: gpusim.Dim(n / block), Block: gpusim.Dim(block), Shared: block * 4}, in, sums)
		for b, got := range host(t, sums) {
			if got != block/2 {
				t.Errorf("%s: block %d has %g, want %d", name, b, got, block/2)
			}
		}
	}
}

func TestListingsOfMatrices(t *testing.T) {
	const n = 32
	m, dev := listing(t, "variables.cu")
	a, b := ramp(n*n), ramp(n*n)
	want := make([]float32, n*n)
	for i := range want {
		for e := range n {
			want[i] += a[i/n*n+e] * b[e*n+i%n]
		}
	}
	x, y := upload(t, dev, a), upload(t, dev, b)
	c := gpusim.Config{Grid: gpusim.Dim(n/16, n/16), Block: gpusim.Dim(16, 16)}
	for _, name := range []string{"MatMulKernel", "MatMulShared"} {
		z := upload(t, dev, make([]float32, n*n))
		args := []any{matrix{n, n, x.Slice()}, matrix{n, n, y.Slice()}, matrix{n, n, z.Slice()}}
		if name == "MatMulShared" {
			args = []any{part{n, n, n, x.Slice()}, part{n, n, n, y.Slice()}, part{n, n, n, z.Slice()}}
		}
		runListing(t, m, dev, name, c, args...)
		for i, got := range host(t, z) {
			if d := got/want[i] - 1; d > 1e-5 || d < -1e-5 {
				t.Fatalf("%s: element %d is %g, want %g", name, i, got, want[i])
			}
		}
	}
}

func TestListingsOfVariables(t *testing.T) {
	m, dev := listing(t, "variables.cu")
	one := gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32)}
	x := upload(t, dev, make([]float32, 64))
	runListing(t, m, dev, "kernel_1", one, x)
	if got := host(t, x); got[33] != 1 {
		t.Errorf("kernel_1: element 33 is %g, want 1", got[33])
	}
	far := upload(t, dev, make([]float32, 63*1000+1))
	runListing(t, m, dev, "kernel_2", one, far)
	if got := host(t, far); got[33000] != 1 {
		t.Errorf("kernel_2: element 33000 is %g, want 1", got[33000])
	}
	runListing(t, m, dev, "variables", one, x)
	if got := host(t, x); got[33] != 0 {
		t.Errorf("variables: element 33 is %g, want 0, as nobody has set the variables", got[33])
	}
}

func TestListingsOfConstants(t *testing.T) {
	m, dev := listing(t, "constants.cu")
	ys := ramp(40)
	ys[39] = 39
	x, y, z := upload(t, dev, slices.Repeat([]float32{-39}, 40)), upload(t, dev, ys), upload(t, dev, ramp(40))
	transform := gpusim.Must(m.Kernel("coordinateTransform"))
	// x and y are exchanged, z is doubled, and w is 2, by which normalize divides.
	if err := dev.MemcpyToSymbol(transform, "transformMatrix", []float32{0, 2, 0, 0, 2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 2}, 0); err != nil {
		t.Fatal(err)
	}
	launch(t, dev, transform, gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32)}, vertexes{x.Slice(), y.Slice(), z.Slice(), 40})
	if gx, gy, gz := host(t, x)[39], host(t, y)[39], host(t, z)[39]; gx != 39 || gy != -39 || gz != 78 {
		t.Errorf("coordinateTransform: vertex 39 is %g, %g, %g, want 39, -39, 78", gx, gy, gz)
	}
	a, out := upload(t, dev, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), upload(t, dev, make([]int32, 32))
	runListing(t, m, dev, "callDeviceFunc", gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out, a)
	// Three activations add a[3] and sin(3), rounded down to 0, each.
	if got := host(t, out); got[3] != 3*4 {
		t.Errorf("callDeviceFunc: thread 3 has %d, want 12", got[3])
	}
	runListing(t, m, dev, "kernel", gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, out)
}

// TestGroups: blocks and tiles of a warp as cooperative groups.
func TestGroups(t *testing.T) {
	const threads = 64
	m, dev := listing(t, "groups.cu")
	out := upload(t, dev, make([]int32, 2+2*threads))
	runListing(t, m, dev, "K", gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads)}, out)
	want := make([]int32, 2+2*threads)
	for i := range threads {
		want[i/32] += int32(threads - 1 - i)
		want[2+i] = int32(8*(i/8*8) + 7*8/2)
		want[2+threads+i] = int32(3 + i/16)
	}
	if got := host(t, out); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// printed are listings as they are printed, with the mistake of the print.
var printed = []struct{ name, text, message string }{
	{"a plus sign is lost", "__global__ void K(float *Para) { int tid = blockIdx.x * blockDim.x threadIdx.x; Para[tid] = 0; }", "found threadIdx"},
	{"a kernel without void", "typedef unsigned char uchar;\n__global__ K(uchar *inputs, int row, int col) { inputs[0] = row; }", ""},
	{"three dots for code", "__device__ void normalize() {...}\n__global__ void K(float* x) { normalize(); }", "..."},
	{"a semicolon is missing", "__global__ void K(float* x) { x[0] = sinf(threadIdx.x)\n x[1] = 0; }", "found x"},
	{"undefined names", "__global__ void K(float *blocksum) { if (threadIdx.x < N) blocksum[0] = 0; }", "undefined: N"},
}

func TestListingsAsPrinted(t *testing.T) {
	for _, p := range printed {
		file := filepath.Join(t.TempDir(), "printed.cu")
		if err := os.WriteFile(file, []byte(p.text), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := gpusim.LoadFile(file)
		if err == nil {
			_, err = m.Kernel("K")
		}
		var list diag.List
		if !errors.As(err, &list) || !strings.Contains(err.Error(), p.message) {
			t.Errorf("%s: got %v, want %q", p.name, err, p.message)
		}
		t.Log(err)
	}
}

// TestKernelsAsCUDA: a kernel that was written as CUDA C and read in again gives the same.
func TestKernelsAsCUDA(t *testing.T) {
	text, err := gpusim.Must(gpusim.Compile(Saxpy)).CUDA()
	if err != nil {
		t.Fatal(err)
	}
	m := gpusim.Must(gpusim.LoadText("saxpy.cu", text))
	dev := open(t)
	x := ramp(64)
	y, in := upload(t, dev, make([]float32, 64)), upload(t, dev, x)
	back := gpusim.Must(m.Kernel("Saxpy"))
	if _, err := dev.Launch(back, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, y, in, float32(2), 64); err != nil {
		t.Fatalf("%v, in\n%s", err, text)
	}
	for i, got := range host(t, y) {
		if got != 2*x[i] {
			t.Errorf("element %d is %g, want %g", i, got, 2*x[i])
		}
	}
	var list diag.List
	if _, err := back.CUDA(); !errors.As(err, &list) || list[0].Code != diag.CUDAConstruct {
		t.Errorf("CUDA of CUDA C gives %v, want a refusal", err)
	}
}
