package gpusim_test

// This file makes every mistake a host can make, and checks that each is
// answered with its code, the numbers and the names.

import (
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// met collects the codes that tests have reached.
var met sync.Map

func reached(c diag.Code) { met.Store(c, true) }

// How the tests trade memory for time.
const (
	garbage     = 200       // percent of the live heap
	memoryLimit = 700 << 20 // makes the garbage collector run more often before two packages take 2 GB
)

// TestMain checks, after all tests passed, that every code of the host was met.
func TestMain(m *testing.M) {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryLimit)
	status := m.Run()
	if status == 0 && allRan() {
		for _, info := range diag.HostCodes() {
			if _, ok := met.Load(info.Code); !ok && info.Code != diag.Untimed { // of devices whose times nobody has measured: package run tests it
				println("no test reaches code " + string(info.Code))
				status = 1
			}
		}
	}
	os.Exit(status)
}

// allRan reports whether the tests were not restricted by flags.
func allRan() bool {
	for _, arg := range os.Args[1:] {
		for _, flag := range []string{"-test.run", "-test.bench", "-test.list", "-test.skip", "-test.fuzz"} {
			if strings.HasPrefix(arg, flag) {
				return false
			}
		}
	}
	return true
}

// refused checks that err is the diagnostics of a mistake: the code, and parts
// of the message or hint.
func refused(t *testing.T, what string, err error, code diag.Code, parts ...string) {
	t.Helper()
	var one diag.Diagnostic
	var list diag.List
	switch {
	case errors.As(err, &list):
		one = list[0]
	case !errors.As(err, &one):
		t.Errorf("%s: got %v, want a diagnostic %s", what, err, code)
		return
	}
	reached(one.Code)
	if one.Code != code || one.Hint == "" {
		t.Errorf("%s: got %v, want code %s and a hint", what, err, code)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: got %q, want it to say %q", what, err, part)
		}
	}
}

func TestOpenUnknown(t *testing.T) {
	_, err := gpusim.Open("H20")
	refused(t, "Open", err, diag.UnknownDevice, `did you mean "H200"`)
}

func TestMemoryErrors(t *testing.T) {
	dev := open(t)
	_, err := gpusim.Malloc[float32](dev, -1)
	refused(t, "negative", err, diag.NegativeSize)
	_, err = gpusim.Malloc[float64](dev, 1<<40)
	refused(t, "too much", err, diag.OutOfMemory, "8796093022208 bytes", "cudaErrorMemoryAllocation")
	_, err = gpusim.Malloc[int](dev, 1)
	refused(t, "int", err, diag.ElementType, "64 bits", "int32")
	_, err = gpusim.Malloc[struct{ P *int }](dev, 1)
	refused(t, "pointer", err, diag.ElementType, "field P")
	_, err = dev.UploadArray(7)
	refused(t, "no slice", err, diag.ElementType, "int")

	b := upload(t, dev, ramp(8))
	refused(t, "copy in", b.CopyFrom(ramp(9)), diag.CopySize, "9 elements", "8", "cudaErrorInvalidValue")
	refused(t, "copy out", b.CopyTo(ramp(9)), diag.CopySize, "9 elements")
	a, err := dev.UploadArray(ramp(4))
	if err != nil {
		t.Fatal(err)
	}
	refused(t, "other type", a.CopyTo(make([]int32, 4)), diag.ElementType, "[]int32")
	refused(t, "free of a view", b.View(2, 4).Free(), diag.FreedMemory, "8 bytes into", "cudaErrorInvalidValue")
	if err := b.Free(); err != nil {
		t.Errorf("Free: got %v, want nil", err)
	}
	refused(t, "double free", b.Free(), diag.FreedMemory, "freed again after Free")
	refused(t, "copy after free", b.CopyTo(ramp(1)), diag.FreedMemory, "copied after Free")
	_, err = dev.Launch(Saxpy, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, b, b, float32(1), 1)
	refused(t, "launch after free", err, diag.FreedMemory, "kernel Saxpy as y")
}

// Bounded promises small blocks.
//
//gpu:launchbounds 64
func Bounded(x []float32) { x[gpu.ThreadIdx.X] = 1 }

// Large has parameters of 8000 bytes.
func Large(x []float32, t [2000]float32) { x[0] = t[gpu.ThreadIdx.X] }

// Table is more constant memory than there is.
var Table gpu.Constant[[20000]float32]

// Constants reads it.
func Constants(x []float32) { x[0] = Table.V[gpu.ThreadIdx.X] }

// Tile uses 40000 bytes of shared memory.
func Tile(x []float32) {
	s := gpu.Shared[[10000]float32]()
	s[gpu.ThreadIdx.X] = 1
	gpu.SyncThreads()
	x[0] = s[1]
}

// Wide keeps 80 values alive.
func Wide(x []float32) {
	var v [80]float32
	for i := range v {
		v[i] = x[i]
	}
	gpu.SyncThreads()
	for i := range v {
		x[i] = v[79-i] - 2*v[i]
	}
}

func TestConfigErrors(t *testing.T) {
	dev := open(t)
	x := upload(t, dev, ramp(1024))
	type config = gpusim.Config
	tests := []struct {
		what   string
		kernel any
		config config
		code   diag.Code
		parts  []string
	}{
		{"no block", Bounded, config{Grid: gpusim.Dim(1)}, diag.EmptyExtent, []string{"block 0,0,0 has no threads", "cudaErrorInvalidValue"}},
		{"no grid", Bounded, config{Grid: gpusim.Dim(1, 0), Block: gpusim.Dim(1)}, diag.EmptyExtent, []string{"grid 1,0,1 has no blocks"}},
		{"1025 threads", Tile, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(41, 25)}, diag.BlockTooLarge, []string{"1025 threads", "1024"}},
		{"block.z 65", Tile, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1, 1, 65)}, diag.BlockTooLarge, []string{"1,1,65", "1024,1024,64"}},
		{"grid.y 65536", Tile, config{Grid: gpusim.Dim(1, 65536), Block: gpusim.Dim(1)}, diag.GridTooLarge, []string{"65536", "65535"}},
		{"shared memory", Tile, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Shared: 300000}, diag.SharedTooLarge, []string{"40000", "300000", "232448"}},
		{"negative shared memory", Tile, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Shared: -4}, diag.SharedTooLarge, []string{"-4 bytes"}},
		{"launch bounds", Bounded, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(65)}, diag.BeyondBounds, []string{"65 threads", "at most 64", "cudaErrorInvalidValue"}},
		{"parameters", Large, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, diag.ParamsTooLarge, []string{"8012 bytes"}},
		{"constants", Constants, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, diag.ConstantTooLarge, []string{"80000 bytes", "65536"}},
		{"part of a cluster", Bounded, config{Grid: gpusim.Dim(3), Block: gpusim.Dim(1), Cluster: gpusim.Dim(2)}, diag.ClusterSize, []string{"the grid 3,1,1 is no whole number of clusters 2,1,1", "cudaErrorInvalidClusterSize"}},
		{"large cluster", Bounded, config{Grid: gpusim.Dim(32), Block: gpusim.Dim(1), Cluster: gpusim.Dim(32)}, diag.ClusterSize, []string{"has 32 blocks"}},
		{"empty cluster", Bounded, config{Grid: gpusim.Dim(2), Block: gpusim.Dim(1), Cluster: gpusim.Dim(2, 0)}, diag.ClusterSize, []string{"has no blocks"}},
		{"registers", Wide, config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1024)}, diag.TooManyRegisters, []string{"1024 threads of Wide", "cudaErrorLaunchOutOfResources"}},
	}
	for _, test := range tests {
		args := []any{x}
		if test.what == "parameters" {
			args = append(args, [2000]float32{})
		}
		_, err := dev.Launch(test.kernel, test.config, args...)
		refused(t, test.what, err, test.code, append(test.parts, "errors_test.go:")...)
	}
}

func TestArgumentErrors(t *testing.T) {
	dev, other := open(t), open(t)
	x := upload(t, dev, ramp(8))
	var none *gpusim.Buffer[float32]
	tests := []struct {
		what  string
		args  []any
		code  diag.Code
		parts []string
	}{
		{"too few", []any{x, x}, diag.ArgumentCount, []string{"4 parameters", "2 arguments", "Saxpy takes (y []float32, x []float32, a float32, n int)"}},
		{"float for int", []any{x, x, float32(1), 2.5}, diag.ArgumentType, []string{"argument 4 (n) is float64, kernel Saxpy wants int"}},
		{"int for float", []any{x, x, 1, 8}, diag.ArgumentType, []string{"argument 3 (a) is int, kernel Saxpy wants float32"}},
		{"string", []any{x, x, "a", 8}, diag.ArgumentType, []string{"argument 3 (a) is string"}},
		{"int too large", []any{x, x, float32(1), 1 << 31}, diag.ArgumentRange, []string{"argument 4 (n) is 2147483648", "int"}},
		{"element type", []any{upload(t, dev, make([]int32, 8)), x, float32(1), 8}, diag.ArgumentType, []string{"argument 1 (y) is []int32, kernel Saxpy wants []float32"}},
		{"number for slice", []any{3, x, float32(1), 8}, diag.ArgumentType, []string{"argument 1 (y) is int, kernel Saxpy wants []float32"}},
		{"slice for number", []any{x, x, float32(1), x}, diag.ArgumentType, []string{"argument 4 (n) is an array of float32, kernel Saxpy wants int"}},
		{"host slice", []any{x, ramp(8), float32(1), 8}, diag.HostSlice, []string{"argument 2 (x)", "gpusim.Upload(dev, x)"}},
		{"nil", []any{x, nil, float32(1), 8}, diag.ArgumentType, []string{"argument 2 (x) is nil"}},
		{"nil buffer", []any{x, none, float32(1), 8}, diag.ArgumentType, []string{"argument 2 (x) is a nil buffer"}},
		{"other device", []any{x, upload(t, other, ramp(8)), float32(1), 8}, diag.OtherDevice, []string{"argument 2 (x)"}},
		{"named, unknown", []any{gpusim.Named{"y": x, "x": x, "a": 1, "n": 8, "m": 1}}, diag.ArgumentName, []string{"no parameter m"}},
		{"named, missing", []any{gpusim.Named{"y": x, "x": x, "a": 1}}, diag.ArgumentCount, []string{"parameter n has no value"}},
		{"all at once", []any{x, ramp(8), 1, 2.5}, diag.HostSlice, []string{"argument 2 (x)"}},
	}
	for _, test := range tests {
		_, err := dev.Launch(Saxpy, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(8)}, test.args...)
		refused(t, test.what, err, test.code, append(test.parts, "launch_test.go:")...)
	}
	_, err := dev.Launch(Negate, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(8)}, Matrix{2, 4, ramp(8)})
	refused(t, "host slice in a struct", err, diag.HostSlice, "field Elements of argument 1 (m)")
}

func TestNotAKernel(t *testing.T) {
	dev := open(t)
	for _, kernel := range []any{nil, 3, (func())(nil), (*gpusim.Kernel)(nil)} {
		_, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)})
		refused(t, "not a kernel", err, diag.NotAKernel)
	}
}
