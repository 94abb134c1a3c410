package native_test

// This file compares kernels with plain Go, and checks their faults.

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/native"
)

const warp = 32

func run(t *testing.T, grid, block int, shared int, kernel func()) error {
	t.Helper()
	return native.Run(native.Config{
		Grid: native.Dim3{X: grid, Y: 1, Z: 1}, Block: native.Dim3{X: block, Y: 1, Z: 1},
		SharedBytes: shared, WarpSize: warp,
	}, kernel)
}

func mustRun(t *testing.T, grid, block int, shared int, kernel func()) {
	t.Helper()
	if err := run(t, grid, block, shared, kernel); err != nil {
		t.Fatal(err)
	}
}

func TestIndexesCoverTheGrid(t *testing.T) {
	var got []int
	c := native.Config{Grid: native.Dim3{X: 2, Y: 3, Z: 2}, Block: native.Dim3{X: 5, Y: 2, Z: 2}, WarpSize: warp}
	err := native.Run(c, func() {
		b := gpu.BlockIdx.X + gpu.GridDim.X*(gpu.BlockIdx.Y+gpu.GridDim.Y*gpu.BlockIdx.Z)
		i := gpu.ThreadIdx.X + gpu.BlockDim.X*(gpu.ThreadIdx.Y+gpu.BlockDim.Y*gpu.ThreadIdx.Z)
		got = append(got, b*gpu.BlockDim.X*gpu.BlockDim.Y*gpu.BlockDim.Z+i)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := make([]int, c.Grid.Count()*c.Block.Count())
	for i := range want {
		want[i] = i
	}
	if !slices.Equal(got, want) {
		t.Errorf("linear thread numbers\n got %v\nwant %v", got, want)
	}
}

func TestBarrierOrdersSharedMemory(t *testing.T) {
	const n = 96
	out := make([]int32, 2*n)
	mustRun(t, 2, n, 0, func() {
		s := gpu.Shared[[n]int32]()
		i := gpu.ThreadIdx.X
		s[i] += int32(i + 1) // each block begins with zeros
		gpu.SyncThreads()
		out[gpu.BlockIdx.X*n+i] = s[n-1-i]
	})
	for i, got := range out {
		if want := int32(n - i%n); got != want {
			t.Fatalf("out[%d]: got %d, want %d", i, got, want)
		}
	}
}

// TestBarrierWithoutTheEnded lets half of a block end before the barrier.
func TestBarrierWithoutTheEnded(t *testing.T) {
	passed := 0
	mustRun(t, 1, 4, 0, func() {
		if gpu.ThreadIdx.X%2 == 0 {
			return
		}
		gpu.SyncThreads()
		passed++
	})
	if passed != 2 {
		t.Errorf("threads behind the barrier: got %d, want 2", passed)
	}
}

func scratch[T any]() *T { return gpu.Shared[T]() }

type (
	lengths struct{ N int32 }
	widths  struct{ N int32 }
)

// TestSharedIsOneObjectASite asks for shared memory in every way that could
// confuse one place with another.
func TestSharedIsOneObjectASite(t *testing.T) {
	mustRun(t, 1, 2, 0, func() {
		a, b := gpu.Shared[[4]int32](), gpu.Shared[[4]int32]()
		c := scratch[[4]int32]()
		d := scratch[[4]int32]()
		e, f := scratch[lengths](), scratch[widths]()
		if a == b || a == c {
			t.Error("two places share one object")
		}
		if c != d {
			t.Error("one place in a helper gave two objects")
		}
		e.N += 1
		f.N += 10
		gpu.SyncThreads()
		if e.N != 2 || f.N != 20 {
			t.Errorf("objects of two types of one layout: got %d and %d, want 2 and 20", e.N, f.N)
		}
		for range 2 {
			s := gpu.Shared[int32]()
			*s++
		}
		gpu.SyncThreads()
	})
}

func TestDynamicShared(t *testing.T) {
	mustRun(t, 1, 4, 20, func() {
		words, doubles := gpu.DynamicShared[uint32](), gpu.DynamicShared[float64]()
		if len(words) != 5 || len(doubles) != 2 {
			t.Errorf("20 bytes: got %d words and %d doubles, want 5 and 2", len(words), len(doubles))
		}
		words[0]++
		gpu.SyncThreads()
		if words[0] != 4 {
			t.Errorf("the block's threads see different bytes: got %d, want 4", words[0])
		}
	})
}

func TestShuffles(t *testing.T) {
	const n = 40 // a whole warp and a short one
	type result struct{ Idx, Up, Down, Xor float32 }
	out := make([]result, n)
	mustRun(t, 1, n, 0, func() {
		i := gpu.ThreadIdx.X
		v := float32(i)
		out[i] = result{
			gpu.ShflSync(gpu.FullMask, v, 3), gpu.ShflUpSync(gpu.FullMask, v, 2),
			gpu.ShflDownSync(gpu.FullMask, v, 4), gpu.ShflXorSync(gpu.FullMask, v, 1),
		}
	})
	at := func(i, other int) float32 { // what lane i gets from thread other
		if other < 0 || other/warp != i/warp {
			return float32(i)
		}
		if other >= n {
			return 0 // no thread brings a value
		}
		return float32(other)
	}
	for i, got := range out {
		want := result{at(i, i/warp*warp+3), at(i, i-2), at(i, i+4), at(i, i^1)}
		if got != want {
			t.Errorf("thread %d: got %+v, want %+v", i, got, want)
		}
	}
}

func TestVotesOfPartOfAWarp(t *testing.T) {
	const even = 0x55555555
	mustRun(t, 1, warp, 0, func() {
		lane := gpu.LaneID()
		if lane%2 == 1 {
			return
		}
		if got, want := gpu.BallotSync(even, lane < 4), uint32(0b101); got != want {
			t.Errorf("ballot: got %#x, want %#x", got, want)
		}
		if !gpu.AnySync(even, lane == 2) || gpu.AnySync(even, false) {
			t.Error("any is wrong")
		}
		if !gpu.AllSync(even, lane%2 == 0) || gpu.AllSync(even, lane < 30) {
			t.Error("all is wrong")
		}
	})
}

func TestMatchesOfPartOfAWarp(t *testing.T) {
	const even = 0x55555555
	mustRun(t, 1, warp, 0, func() {
		lane := gpu.LaneID()
		if lane%2 == 1 {
			return
		}
		if got, want := gpu.MatchAnySync(even, lane/8), uint32(0x55)<<(lane/8*8); got != want {
			t.Errorf("any of lane %d: got %#x, want %#x", lane, got, want)
		}
		negative := math.Copysign(0, float64(1-lane)) // -0 from lane 2 on
		if got, want := gpu.MatchAnySync(even, negative), map[bool]uint32{true: 1, false: even &^ 1}[lane == 0]; got != want {
			t.Errorf("any of zeros with signs: got %#x, want %#x", got, want)
		}
		if got := gpu.MatchAllSync(even, math.NaN()); got != even {
			t.Errorf("all of NaN: got %#x, want %#x", got, even)
		}
		if got := gpu.MatchAllSync(even, uint64(lane)<<40); got != 0 {
			t.Errorf("all of different values: got %#x, want 0", got)
		}
	})
}

// ActiveMask natively: the lanes that have not ended.
func TestActiveMaskLeavesOutTheEnded(t *testing.T) {
	const block = 40 // a warp and a quarter
	mustRun(t, 1, block, 0, func() {
		if gpu.LaneID() >= 4 {
			return
		}
		gpu.SyncThreads() // the others have ended
		if got, want := gpu.ActiveMask(), uint32(0b1111); got != want {
			t.Errorf("warp %d: got %#x, want %#x", gpu.WarpID(), got, want)
		}
		gpu.SyncThreads() // none ends before all have looked
	})
}

func TestWarpReduction(t *testing.T) {
	const n = 3 * warp
	sums := make([]int64, n/warp)
	mustRun(t, 1, n, 0, func() {
		v := int64(gpu.ThreadIdx.X)
		for d := warp / 2; d > 0; d /= 2 {
			v += gpu.ShflDownSync(gpu.FullMask, v, d)
		}
		if gpu.LaneID() == 0 {
			sums[gpu.WarpID()] = v
		}
	})
	if want := []int64{496, 1520, 2544}; !slices.Equal(sums, want) {
		t.Errorf("got %v, want %v", sums, want)
	}
}

func TestAtomics(t *testing.T) {
	var sum, low, high, bits int32 = 0, 100, 0, 0
	var ring, down, lock uint32
	mustRun(t, 4, 8, 0, func() {
		i := int32(gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X)
		gpu.AtomicAdd(&sum, i)
		gpu.AtomicMin(&low, i+3)
		gpu.AtomicMax(&high, i)
		gpu.AtomicOr(&bits, 1<<(i%8))
		gpu.AtomicInc(&ring, 4)
		gpu.AtomicDec(&down, 4)
		gpu.AtomicCAS(&lock, uint32(i), uint32(i+1))
	})
	got := []int64{int64(sum), int64(low), int64(high), int64(bits), int64(ring), int64(down), int64(lock)}
	if want := []int64{496, 3, 31, 255, 2, 3, 32}; !slices.Equal(got, want) {
		t.Errorf("add, min, max, or, inc, dec, cas: got %v, want %v", got, want)
	}
}

func TestPrintf(t *testing.T) {
	var out bytes.Buffer
	c := native.Config{Grid: native.Dim3{X: 1, Y: 1, Z: 1}, Block: native.Dim3{X: 2, Y: 1, Z: 1}, WarpSize: warp, Stdout: &out}
	if err := native.Run(c, func() { gpu.Printf("thread %d\n", gpu.ThreadIdx.X) }); err != nil {
		t.Fatal(err)
	}
	if want := "thread 0\nthread 1\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestFaults checks each kind of fault. The text is a regular expression.
func TestFaults(t *testing.T) {
	x := make([]int32, 4)
	tests := []struct {
		name   string
		kernel func()
		want   string
	}{
		{"index", func() { x[gpu.ThreadIdx.X+1] = 1 }, `^block \(0,0,0\) thread \(3,0,0\): .*index out of range \[4\] with length 4 at .*native_test.go:\d+$`},
		{"division", func() { x[0] = 1 / int32(gpu.ThreadIdx.X-2) }, `thread \(2,0,0\): .*divide by zero at .*native_test.go`},
		{"barrier and vote", func() {
			if gpu.ThreadIdx.X < 2 {
				gpu.SyncThreads()
			}
			gpu.AnySync(0xf, true)
		}, `thread \(0,0,0\): waits at a SyncThreads that not all of its block's 4 threads reach \(thread {2 0 0} waits in a AnySync with mask 0xf at .*native_test.go:\d+\) at .*native_test.go`},
		{"absent lane", func() {
			if gpu.ThreadIdx.X < 2 {
				gpu.BallotSync(0xf, true)
			}
			gpu.SyncThreads()
		}, `thread \(0,0,0\): waits in a BallotSync with mask 0xf that not all of its lanes reach \(thread {2 0 0} waits at a SyncThreads at .*native_test.go`},
	}
	for _, tt := range tests {
		err := run(t, 1, 4, 0, tt.kernel)
		if err == nil || !regexp.MustCompile(tt.want).MatchString(err.Error()) {
			t.Errorf("%s:\n got %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// TestRunsAfterAFault shows that a fault leaves nothing behind.
func TestRunsAfterAFault(t *testing.T) {
	if err := run(t, 1, 4, 0, func() { panic("enough") }); err == nil || !strings.Contains(err.Error(), "enough") {
		t.Fatalf("got %v, want the panic", err)
	}
	n := 0
	mustRun(t, 3, 5, 0, func() { n++ })
	if n != 15 {
		t.Errorf("threads run: got %d, want 15", n)
	}
}

func TestOutsideOfARun(t *testing.T) {
	defer func() {
		if p, _ := recover().(string); !strings.Contains(p, "gpu.SyncThreads works only inside a kernel") {
			t.Errorf("got panic %q", p)
		}
	}()
	gpu.SyncThreads()
}

func BenchmarkBarrier(b *testing.B) {
	c := native.Config{Grid: native.Dim3{X: 1, Y: 1, Z: 1}, Block: native.Dim3{X: 1024, Y: 1, Z: 1}, WarpSize: warp}
	err := native.Run(c, func() {
		for range b.N {
			gpu.SyncThreads()
		}
	})
	if err != nil {
		b.Fatal(err)
	}
}
