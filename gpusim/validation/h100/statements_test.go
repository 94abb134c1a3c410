package h100

// This file compares the simulator with the statements of statements.txt: how managed and
// mapped memory move, and what an address behind shared memory or a full stack ends in.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// rows returns the lines of statements.txt that begin with a word.
func rows(t *testing.T, word string) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(statements) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), word+" "); ok {
			list = append(list, rest)
		}
	}
	if len(list) == 0 {
		t.Fatalf("statements.txt has no line of %s", word)
	}
	return list
}

func open(t *testing.T) *gpusim.Device {
	t.Helper()
	dev, err := gpusim.Open("H100")
	if err != nil {
		t.Fatal(err)
	}
	return dev
}

// pageOfTouch is the bytes of which Touch reads one.
const pageOfTouch = 4096

// Touch is the kernel touch of statements.cu without its clock: one thread reads a byte of
// every 4 KB.
func Touch(in []byte, out []int32, pages int) {
	sum := int32(0)
	for i := range pages {
		sum += int32(in[i*pageOfTouch])
	}
	out[0] = sum
}

// TestManaged: the faults by which a thread that reads 16 MB brings them to the device.
func TestManaged(t *testing.T) {
	list := rows(t, "managed")
	var faults, pages int
	if _, err := fmt.Sscanf(list[len(list)-1], "%d faults for %d pages of 4 KB", &faults, &pages); err != nil {
		t.Fatal(err)
	}
	// The first fault is that of page 0 or 1; the others say where they are.
	want := []int{0}
	for _, line := range list[1 : len(list)-1] {
		var bytes, page int
		if _, err := fmt.Sscanf(line, "%d KB later (page %d)", &bytes, &page); err != nil {
			t.Fatal(err)
		}
		want = append(want, page/16*16)
	}
	dev := open(t)
	out := gpusim.Must(gpusim.Malloc[int32](dev, 1))
	managed := gpusim.Must(gpusim.MallocManaged[byte](dev, pages*pageOfTouch))
	for i := 0; i < managed.Len(); i += pageOfTouch {
		managed.Set(i, 1)
	}
	var got []int
	seen := 0
	for n := 1; n <= pages; n += 16 { // each launch reads 64 KB more, so that its fault has a place
		gpusim.Must(dev.Launch(Touch, one, managed, out, n))
		if now := managed.Migrations().DeviceFaults; now > seen {
			got, seen = append(got, n/16*16), now
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || seen != faults {
		t.Errorf("pages of 4 KB that fault, -measured +simulated (%d and %d faults):\n%s", faults, seen, diff)
	}
	if bytes := managed.Migrations().ToDevice; bytes != pages*pageOfTouch {
		t.Errorf("%d bytes moved, want %d", bytes, pages*pageOfTouch)
	}
}

// one is a launch of one thread, counted.
var one = gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Options: gpusim.Options{NoTime: true}}

// Chase is the kernel chase of statements.cu for some passes over the same bytes.
func Chase(next []int32, out []int32, steps int) {
	at := int32(0)
	for range steps {
		at = gpu.LoadVolatile(&next[at])
	}
	out[0] = at
}

// TestMapped: L2 keeps nothing of the host's memory, and all of device memory. The third
// pass over the same bytes is compared.
func TestMapped(t *testing.T) {
	const words = 128 / 4 // from one load to the next
	for _, line := range rows(t, "mapped") {
		var where string
		var bytes int
		var measured [3]float64
		if _, err := fmt.Sscanf(line, "%s bytes=%d cycles per load by pass: %f %f %f", &where, &bytes, &measured[0], &measured[1], &measured[2]); err != nil {
			continue // stores of the host
		}
		lines := bytes / 128
		ring := make([]int32, bytes/4)
		for i := range lines {
			ring[i*words] = int32((i + 1) % lines * words)
		}
		dev := open(t)
		place := gpusim.MallocMapped[int32]
		if where == "device" {
			place = gpusim.Malloc[int32]
		}
		next := gpusim.Must(place(dev, len(ring)))
		copy(next.Slice(), ring)
		out := gpusim.Must(gpusim.Malloc[int32](dev, 1))
		config := one
		config.NoTime = false
		var cycles [3]float64
		for pass := range cycles {
			cycles[pass] = gpusim.Must(dev.Launch(Chase, config, next, out, (pass+1)*lines)).Time.Cycles
		}
		got, want := (cycles[2]-cycles[1])/float64(lines), measured[2]
		t.Logf("%s, %d bytes: %.0f cycles per load, measured %.0f", where, bytes, got, want)
		if math.Abs(got-want) > 0.05*want {
			t.Errorf("%s, %d bytes: %.0f cycles per load, measured %.0f", where, bytes, got, want)
		}
	}
}

// Overrun stores behind a shared array of 4 KB.
func Overrun(beyond int, out []int32) {
	s := gpu.Shared[[4096]byte]()
	s[gpu.ThreadIdx.X] = 1
	gpu.SyncThreads()
	s[4095+beyond] = 7
	gpu.SyncThreads()
	out[gpu.ThreadIdx.X] = int32(s[gpu.ThreadIdx.X])
}

// TestOverrun: the error of a store behind a shared array. 16 MB behind it, where the device
// finds no instruction instead of no memory, the simulator still finds no element.
func TestOverrun(t *testing.T) {
	for _, line := range rows(t, "overrun") {
		var beyond int
		var want string
		if _, err := fmt.Sscanf(strings.ReplaceAll(line, ":", " "), "%d %s", &beyond, &want); err != nil {
			t.Fatal(err)
		}
		if want == "cudaErrorIllegalInstruction" {
			continue
		}
		dev := open(t)
		_, err := dev.Launch(Overrun, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, beyond, gpusim.Must(gpusim.Malloc[int32](dev, 32)))
		if got := gpusim.CUDAName(err); got != want {
			t.Errorf("%d bytes behind the array: got %q, measured %q", beyond, got, want)
		}
	}
}

// deep is the recursion of statements.cu: each call has a frame of about 1 KB.
func deep(depth, seed int32) int32 {
	var frame [256]int32
	for i := range frame {
		gpu.StoreVolatile(&frame[i], seed+int32(i))
	}
	if depth == 0 {
		return gpu.LoadVolatile(&frame[seed&255])
	}
	return deep(depth-1, gpu.LoadVolatile(&frame[(seed+depth)&255])) + gpu.LoadVolatile(&frame[depth&255])
}

// Recurse needs depth+1 frames.
func Recurse(depth int32, out []int32) { out[gpu.ThreadIdx.X] = deep(depth, int32(gpu.ThreadIdx.X)) }

// TestStack: the error of a recursion that is deeper than the stack. A single frame of 1 KB
// fits here; nvcc's holds more than the array.
func TestStack(t *testing.T) {
	for _, line := range rows(t, "stack") {
		var depth int32
		var want string
		if _, err := fmt.Sscanf(strings.ReplaceAll(line, ":", " "), "%d %s", &depth, &want); err != nil {
			t.Fatal(err)
		}
		if depth == 0 {
			continue
		}
		dev := open(t)
		_, err := dev.Launch(Recurse, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, depth, gpusim.Must(gpusim.Malloc[int32](dev, 32)))
		if got := gpusim.CUDAName(err); got != want {
			t.Errorf("depth %d: got %q, measured %q", depth, got, want)
		}
	}
}

// Barrier is the kernel barrier of statements.cu.
func Barrier(kind, n int, out []int32, flag []int32) {
	s := gpu.Shared[[1024]int32]()
	i := gpu.ThreadIdx.X
	s[i] = 0
	if kind == 0 && i >= n {
		return
	}
	if i < n {
		s[i] = int32(i) + 1
		gpu.SyncThreads()
		if i == 0 {
			gpu.StoreVolatile(&flag[0], 1)
		}
		out[i] = s[(i+n/2)%n]
	} else if kind == 1 {
		s[i] = int32(i) + 1
		gpu.SyncThreads()
		out[i] = s[i]
	} else {
		for gpu.LoadVolatile(&flag[0]) == 0 {
		}
		out[i] = -1
	}
}

// TestBarrier: which launches with a barrier that not all threads reach end. Those that
// never end on the device are reported, and so is the one in which whole warps wait at two
// barriers: it ends there, but CUDA leaves it undefined.
func TestBarrier(t *testing.T) {
	for _, line := range rows(t, "barrier") {
		var kind, n int
		if _, err := fmt.Sscanf(strings.ReplaceAll(line, ":", " "), "%d %d", &kind, &n); err != nil {
			t.Fatal(err)
		}
		dev := open(t)
		out, flag := gpusim.Must(gpusim.Malloc[int32](dev, 1024)), gpusim.Must(gpusim.Malloc[int32](dev, 1))
		_, err := dev.Launch(Barrier, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1024)}, kind, n, out, flag)
		if ends := strings.Contains(line, "completes") && kind == 0; ends != (err == nil) {
			t.Errorf("kind %d, %d threads: got %v, measured: %s", kind, n, err, line)
		}
	}
}
