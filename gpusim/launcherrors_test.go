package gpusim_test

// This file makes the launches and copies that an H200 refused, and compares
// the names of its answers.

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// Nothing does nothing.
func Nothing() {}

// Chain is constant memory as large as there is.
var Chain gpu.Constant[[16384]uint32]

// ReadChain uses it.
func ReadChain(out []uint32) { out[0] = Chain.V[gpu.ThreadIdx.X] }

// TestErrorLinesOfTheH200: the lines "err" of micro.txt about launches and symbols.
func TestErrorLinesOfTheH200(t *testing.T) {
	dev := open(t)
	launch := func(grid, block gpusim.Dim3, shared int) error {
		_, err := dev.Launch(Nothing, gpusim.Config{Grid: grid, Block: block, Shared: shared})
		return err
	}
	one, warp := gpusim.Dim(1), gpusim.Dim(32)
	answers := map[string]error{
		"1025 threads":               launch(one, gpusim.Dim(1025), 0),
		"0 threads":                  launch(one, gpusim.Dim(0), 0),
		"0 blocks":                   launch(gpusim.Dim(0), warp, 0),
		"grid.y 65536":               launch(gpusim.Dim(1, 65536), warp, 0),
		"block.z 65":                 launch(one, gpusim.Dim(1, 1, 65), 0),
		"smem 49153 without opt-in":  launch(one, warp, 49153),
		"smem 300000":                launch(one, warp, 300000),
		"memcpyToSymbol too large":   dev.MemcpyToSymbol(ReadChain, "Chain", make([]uint32, 16385), 0),
		"memcpyToSymbol offset past": dev.MemcpyToSymbol(ReadChain, "Chain", make([]uint32, 16), 65500),
		"cudaMalloc(1<<60)":          second(gpusim.Malloc[byte](dev, 1<<60)),
	}
	compared := 0
	for _, line := range measured(t, "err") {
		what, want, _ := strings.Cut(strings.TrimPrefix(line, "err "), " -> ")
		err, ours := answers[what]
		if !ours {
			continue // an allocation or a copy
		}
		compared++
		if got := gpusim.CUDAName(err); got != want {
			t.Errorf("%s: got %q (%v), the H200 answered %s", what, got, err, want)
		}
	}
	if compared != len(answers) {
		t.Errorf("compared %d lines, want %d", compared, len(answers))
	}
}

func second[T any](_ T, err error) error { return err }

// TestLaunchErrorsByToolkit: before CUDA 13 a launch beyond the limits had a name of its own.
func TestLaunchErrorsByToolkit(t *testing.T) {
	for device, want := range map[string]string{
		"8800GTX": "cudaErrorInvalidConfiguration", "K40": "cudaErrorInvalidConfiguration", "V100": "cudaErrorInvalidConfiguration",
		"T4": "cudaErrorInvalidValue", "H200": "cudaErrorInvalidValue",
	} {
		dev := gpusim.Must(gpusim.Open(device))
		_, err := dev.Launch(Nothing, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1025)})
		if got := gpusim.CUDAName(err); got != want {
			t.Errorf("%s: got %s, want %s", device, got, want)
		}
	}
}

// Static declares more shared memory than a kernel may.
func Static(x []float32) {
	s := gpu.Shared[[12289]float32]()
	s[gpu.ThreadIdx.X] = 1
	gpu.SyncThreads()
	x[0] = s[1]
}

// TestMoreSharedMemory: dynamic shared memory beyond what every kernel may have
// must be asked for.
func TestMoreSharedMemory(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, ramp(32))
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Shared: 100000}
	_, err := dev.Launch(Twice, c, x)
	refused(t, "not asked for", err, diag.SharedTooLarge, "a block may have 49152 on H200, and up to 232448 when the launch sets MaxShared")
	c.MaxShared = 100000
	launch(t, dev, Twice, c, x)
	_, err = dev.Launch(Static, one32, x)
	refused(t, "declared", err, diag.SharedTooLarge, "needs 49156 bytes", "of which 49152 may be declared")
}

// The variables that point to memory.
var (
	Where   gpu.Global[[]float32]
	First   gpu.Global[*float32]
	Table16 gpu.Constant[[16]float32]
)

// Through doubles what Where points to.
func Through() { Where.V[gpu.ThreadIdx.X] *= 2 }

// AddFirst adds what First points to, and constants.
func AddFirst(x []float32) { i := gpu.ThreadIdx.X; x[i] += *First.V + Table16.V[i%16] }

// TestPointersInSymbols: a variable holds the address of memory that a kernel
// then uses without being given it.
func TestPointersInSymbols(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, ramp(32))
	well(t, "slice", dev.MemcpyToSymbol(Through, "Where", x, 0))
	launch(t, dev, Through, one32)
	if got := host(t, x)[31]; got != 62 {
		t.Errorf("through a slice: got %v, want 62", got)
	}
	well(t, "pointer", dev.MemcpyToSymbol(AddFirst, "First", gpusim.DevicePtr(x.Address()+4), 0))
	well(t, "constants", dev.MemcpyToSymbol(AddFirst, "Table16", []float32{100}, 4*15))
	launch(t, dev, AddFirst, one32, x)
	if got := host(t, x); got[0] != 2 || got[15] != 132 {
		t.Errorf("through a pointer: got %v and %v, want 2 and 132", got[0], got[15])
	}
	var back gpusim.DevicePtr
	well(t, "pointer back", dev.MemcpyFromSymbol(&back, AddFirst, "First", 0))
	if want := gpusim.DevicePtr(x.Address() + 4); back != want {
		t.Errorf("pointer back: got %v, want %v", back, want)
	}
	refused(t, "a host slice", dev.MemcpyToSymbol(Through, "Where", ramp(4), 0), diag.ElementType)
	well(t, "free", x.Free())
	_, err := dev.Launch(Through, one32)
	refused(t, "dangling", err, diag.WildAddress, "cudaErrorIllegalAddress")
}

// TestSymbolsByAddress: the third way, an ordinary copy to the address of a variable.
func TestSymbolsByAddress(t *testing.T) {
	dev := open(t)
	at := gpusim.Must(dev.GetSymbolAddress(AddFirst, "Table16"))
	if size := gpusim.Must(dev.GetSymbolSize(AddFirst, "Table16")); size != 64 {
		t.Errorf("size: got %d, want 64", size)
	}
	well(t, "to", dev.Memcpy(at+8, []float32{1, 2}, 8))
	well(t, "within", dev.Memcpy(at+16, at+8, 8))
	got := make([]float32, 6)
	well(t, "from", dev.Memcpy(got, at, 24))
	if got[3] != 2 || got[5] != 2 {
		t.Errorf("got %v, want 0 0 1 2 1 2", got)
	}
	refused(t, "too much", dev.Memcpy(at, make([]float32, 17), 68), diag.BadPointer, "68 bytes go beyond the 64", "cudaErrorInvalidValue")
	refused(t, "of the host", dev.Memcpy(at, ramp(1), 8), diag.CopySize, "the host's values have 4")
	refused(t, "inside an element", dev.MemcpyToSymbol(AddFirst, "Table16", ramp(1), 2), diag.CopySize, "multiple of the 4 bytes")
	_, err := dev.GetSymbolAddress(Through, "Table16")
	refused(t, "not used", err, diag.UnknownSymbol)
	_, err = dev.GetSymbolSize(Through, "Table16")
	refused(t, "not used", err, diag.UnknownSymbol)
	refused(t, "not used", dev.MemcpyFromSymbol(got, Through, "Table16", 0), diag.UnknownSymbol)
}
