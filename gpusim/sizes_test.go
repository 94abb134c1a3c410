package gpusim_test

// This file asks for memory and launches of sizes that overflow, are negative, or that no
// device has.

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/gpu"
)

// failure returns the error of a call that has another result too.
func failure[T any](_ T, err error) error { return err }

// TestSizesOfMemory: every call that allocates or copies refuses sizes that overflow or
// are negative.
func TestSizesOfMemory(t *testing.T) {
	dev := open(t)
	thread := gpusim.Must(driver.NewHost("H200")).Thread("main")
	gpusim.Must(thread.CtxCreate(0))
	address := gpusim.Must(thread.MemAlloc(64))
	p := gpusim.DevicePtr(gpusim.Must(gpusim.Malloc[int32](dev, 16)).Address())
	four := make([]int32, 4)
	tests := []struct {
		call string
		err  error
		code diag.Code
	}{
		{"Malloc 2^61", failure(gpusim.Malloc[float64](dev, 1<<61)), diag.OutOfMemory},
		{"Malloc 2^60+1", failure(gpusim.Malloc[float64](dev, 1<<60+1)), diag.OutOfMemory},
		{"Malloc MaxInt", failure(gpusim.Malloc[uint8](dev, math.MaxInt)), diag.OutOfMemory},
		{"Malloc -1", failure(gpusim.Malloc[uint8](dev, -1)), diag.NegativeSize},
		{"MallocArray size -8", failure(dev.MallocArray(4, -8)), diag.NegativeSize},
		{"MallocArray 2^32 · 2^32", failure(dev.MallocArray(1<<32, 1<<32)), diag.OutOfMemory},
		{"MallocHost 2^61", failure(gpusim.MallocHost[float64](dev, 1<<61)), diag.OutOfMemory},
		{"MallocHost 2^40", failure(gpusim.MallocHost[uint8](dev, 1<<40)), diag.OutOfMemory},
		{"MallocMapped 2^61", failure(gpusim.MallocMapped[float64](dev, 1<<61)), diag.OutOfMemory},
		{"MallocManaged 2^61", failure(gpusim.MallocManaged[float64](dev, 1<<61)), diag.OutOfMemory},
		{"MallocPitch width -1", failure(gpusim.MallocPitch[float32](dev, -1, 4)), diag.NegativeSize},
		{"MallocPitch height -1", failure(gpusim.MallocPitch[float32](dev, 4, -1)), diag.NegativeSize},
		{"MallocPitch 2^62 wide", failure(gpusim.MallocPitch[float32](dev, 1<<62, 4)), diag.OutOfMemory},
		{"MallocPitch 2^62 high", failure(gpusim.MallocPitch[float32](dev, 4, 1<<62)), diag.OutOfMemory},
		{"Malloc3D -1 · -1", failure(gpusim.Malloc3D[float32](dev, 4, -1, -1)), diag.NegativeSize},
		{"Malloc3D 2^32 · 2^32", failure(gpusim.Malloc3D[float32](dev, 4, 1<<32, 1<<32)), diag.OutOfMemory},
		{"NewTextureArray 2^62 · 4", failure(gpusim.NewTextureArray[float32](dev, nil, 1<<62, 4)), diag.BadTexture},
		{"Copy2D with stride 2^62", gpusim.Copy2D(dev.DefaultStream(), gpusim.Rows[int32]{Data: four, Stride: 1 << 62}, gpusim.Rows[int32]{Data: four, Stride: 1 << 62}, 1, 5), diag.CopySize},
		{"Memcpy of -1 bytes to the host", dev.Memcpy(four, p, -1), diag.NegativeSize},
		{"Memcpy of -1 bytes to the device", dev.Memcpy(p, four, -1), diag.NegativeSize},
		{"MemAlloc -1", failure(thread.MemAlloc(-1)), diag.NegativeSize},
		{"MemAlloc 2^62", failure(thread.MemAlloc(1 << 62)), diag.OutOfMemory},
		{"MemcpyDtoD of -1 bytes", thread.MemcpyDtoD(address, address, -1), diag.NegativeSize},
		{"MemsetD8 of -1 bytes", thread.MemsetD8(address, 0, -1), diag.NegativeSize},
	}
	for _, test := range tests {
		if !errors.Is(test.err, test.code) {
			t.Errorf("%s: got %v, want code %s", test.call, test.err, test.code)
		}
	}
}

// TestPageLockedMemoryEnds: all page-locked memory together has a limit, and freeing gives
// it back. Nothing writes to the arrays: in a process of its own, whose heap is new, they take
// no memory of the machine.
func TestPageLockedMemoryEnds(t *testing.T) {
	const alone = "GPUSIM_TEST_ALONE"
	if os.Getenv(alone) == "" {
		again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		again.Env = append(os.Environ(), alone+"=1")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dev := open(t)
	const half = 2<<30 + 1
	first := gpusim.Must(gpusim.MallocHost[uint8](dev, half))
	if _, err := gpusim.MallocHost[uint8](dev, half); !errors.Is(err, diag.OutOfMemory) {
		t.Errorf("got %v, want code %s", err, diag.OutOfMemory)
	}
	if err := gpusim.FreeHost(dev, first); err != nil {
		t.Fatal(err)
	}
	again := gpusim.Must(gpusim.MallocHost[uint8](dev, half))
	if err := gpusim.FreeHost(dev, again); err != nil {
		t.Fatal(err)
	}
}

// deep calls itself, so that the launch says how much stack it has.
func deep(n int) int {
	if n == 0 {
		return 1
	}
	return deep(n-1) + n%3
}

// Deep needs a stack.
func Deep(out []int32, n int) { out[0] = int32(deep(n)) }

// TestSizesOfLaunches: a launch refuses sizes that overflow or are negative.
func TestSizesOfLaunches(t *testing.T) {
	dev := open(t)
	out := upload(t, dev, make([]int32, 1))
	tests := []struct {
		name   string
		config gpusim.Config
		code   diag.Code
		want   string
	}{
		{"blocks", gpusim.Config{Grid: gpusim.Dim(1<<31-1, 1<<16-1, 1<<16-1)}, diag.GridTooLarge, "9223090559730712575 blocks"},
		{"warps", gpusim.Config{Grid: gpusim.Dim(1<<31 - 1)}, diag.GridTooLarge, "has 2147483647 warps, the simulator runs at most 134217728"},
		{"grid", gpusim.Config{Grid: gpusim.Dim(1<<62, 4)}, diag.GridTooLarge, "is larger than"},
		{"block", gpusim.Config{Block: gpusim.Dim(1<<32, 1<<32)}, diag.BlockTooLarge, "is larger than"},
		{"shuffle", gpusim.Config{Grid: gpusim.Dim(1<<31 - 1), Instructions: 1, Options: gpusim.Options{Shuffle: 1}}, diag.TooMuchState, "a random order"},
		{"shared", gpusim.Config{Shared: math.MaxInt}, diag.SharedTooLarge, "232448 per block"},
		{"maximum shared", gpusim.Config{MaxShared: -1}, diag.NegativeSize, "MaxShared is -1"},
		{"stack", gpusim.Config{Stack: math.MaxInt}, diag.TooMuchState, "are allowed"},
		{"negative stack", gpusim.Config{Stack: -1}, diag.NegativeSize, "Stack is -1"},
		{"registers", gpusim.Config{MaxRegisters: -1}, diag.NegativeSize, "MaxRegisters is -1"},
		{"deadline", gpusim.Config{Deadline: -time.Second}, diag.NegativeSize, "Deadline is"},
		{"trace", gpusim.Config{Options: gpusim.Options{TraceBytes: -1}}, diag.NegativeSize, "TraceBytes is -1"},
		{"checkers", gpusim.Config{Options: gpusim.Options{CheckBytes: -1}}, diag.NegativeSize, "CheckBytes is -1"},
		{"follow", gpusim.Config{Options: gpusim.Options{Follow: -1}}, diag.NegativeSize, "Follow is -1"},
		{"workers", gpusim.Config{Options: gpusim.Options{Workers: -1}}, diag.NegativeSize, "Workers is -1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := test.config
			if c.Grid == (gpusim.Dim3{}) {
				c.Grid = gpusim.Dim(1)
			}
			if c.Block == (gpusim.Dim3{}) {
				c.Block = gpusim.Dim(1)
			}
			_, err := dev.Launch(Deep, c, out, 3)
			if !errors.Is(err, test.code) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want code %s and %q", err, test.code, test.want)
			}
		})
	}
}

// WaitsForZero waits for what nobody writes.
func WaitsForZero(x []int32) {
	for n := int64(1); gpu.LoadVolatile(&x[gpu.BlockIdx.X]) != 0 && n != 0; n++ { // the count keeps the turns apart
	}
}

// TestCancelledLaunches: a launch that its context ends says which kernel it was and how far
// it came, wherever it was, and errors.Is finds the context's error.
func TestCancelledLaunches(t *testing.T) {
	const blocks = 300
	dev := open(t)
	ones := make([]int32, blocks)
	ones[200] = 1
	x := upload(t, dev, ones)
	none := upload(t, dev, make([]int32, blocks))
	tests := []struct {
		name    string
		buffer  *gpusim.Buffer[int32]
		options gpusim.Options
		want    string
	}{
		{"one worker", x, gpusim.Options{Workers: 1}, "context canceled, running, "},
		{"workers", x, gpusim.Options{Workers: 4}, "context canceled, running, "},
		{"time", none, gpusim.Options{}, "context canceled, timing, "},
		{"caches", none, gpusim.Options{NoTime: true}, "context canceled, replaying, "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(32), Options: test.options}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			dev.EndWith(ctx)
			running := strings.Contains(test.want, "running")
			c.Progress = func(done, total int) {
				if running || done == total {
					cancel() // the kernel runs, or has run
				}
			}
			_, err := dev.Launch(WaitsForZero, c, test.buffer)
			if !errors.Is(err, diag.Cancelled) || !errors.Is(err, context.Canceled) {
				t.Fatalf("got %v, want code %s because of %v", err, diag.Cancelled, context.Canceled)
			}
			var d diag.Diagnostic
			if errors.As(err, &d); running != strings.Contains(d.Source, "gpu.LoadVolatile(&x[gpu.BlockIdx.X]) != 0") || running != strings.Contains(d.Message, "it was at thread ") {
				t.Errorf("got %v at %q, want the line of the loop if it was running: %v", d, d.Source, running)
			}
			if want := "kernel WaitsForZero was stopped: " + test.want; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "of 300 blocks") {
				t.Errorf("got %v, want %q and the number of blocks", err, want)
			}
		})
	}
}
