package gpusim_test

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// LockAll takes a lock with every thread: the lanes that have it wait for those that spin.
func LockAll(lock, sum []int32) {
	for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
	}
	sum[0]++
	gpu.AtomicExch(&lock[0], 0)
}

// LockInside gives the lock back inside the loop.
func LockInside(lock, sum []int32) {
	for done := false; !done; {
		if gpu.AtomicCAS(&lock[0], 0, 1) == 0 {
			sum[0]++
			gpu.Threadfence()
			gpu.AtomicExch(&lock[0], 0)
			done = true
		}
	}
}

// AwaitNext waits for the block behind it.
func AwaitNext(flag, _ []int32) {
	if gpu.ThreadIdx.X == 0 && gpu.BlockIdx.X+1 < gpu.GridDim.X {
		for gpu.LoadVolatile(&flag[gpu.BlockIdx.X+1]) == 0 {
			gpu.Threadfence()
		}
	}
	gpu.AtomicExch(&flag[gpu.BlockIdx.X], 1)
}

// AwaitBefore waits for the block before it, which has ended.
func AwaitBefore(flag, _ []int32) {
	if gpu.ThreadIdx.X == 0 && gpu.BlockIdx.X > 0 {
		for gpu.LoadVolatile(&flag[gpu.BlockIdx.X-1]) == 0 {
			gpu.Threadfence()
		}
	}
	gpu.AtomicExch(&flag[gpu.BlockIdx.X], 1)
}

// AwaitLane lets each lane wait for the lane above it.
func AwaitLane(flag, sum []int32) {
	t := gpu.ThreadIdx.X
	for gpu.LoadVolatile(&sum[t+1]) == 0 && t < 31 {
		gpu.Threadfence()
	}
	gpu.StoreVolatile(&sum[t], 1)
}

// AwaitForever waits in each block for a flag that nobody sets.
func AwaitForever(flag, _ []int32) {
	for gpu.LoadVolatile(&flag[0]) == 0 {
	}
}

// AwaitWarp waits in one warp for another one of the block, which computes for long.
func AwaitWarp(flag, out []int32, turns int) {
	if gpu.ThreadIdx.X >= 32 {
		x := int32(1)
		for i := range turns {
			x = x*3 + int32(i)
		}
		out[gpu.ThreadIdx.X] = x
		gpu.AtomicExch(&flag[0], 1)
		return
	}
	for gpu.LoadVolatile(&flag[0]) == 0 {
	}
	out[gpu.ThreadIdx.X] = 1
}

// CountToLimit counts in memory, so that its registers are alike in every turn.
func CountToLimit(count []int32, limit int32) {
	for gpu.LoadVolatile(&count[0]) < limit {
		gpu.AtomicAdd(&count[0], 1)
	}
}

// TestSpins: a loop that waits in vain is reported at once, with who cannot help it; loops
// that wait for something that happens are not. Before cc 7.0 lanes of a warp cannot wait for
// each other.
func TestSpins(t *testing.T) {
	for _, test := range []struct {
		device string
		kernel any
		blocks int
		says   string // empty: it ends
	}{
		{"K40", LockAll, 2, "lanes of its warp that wait behind the loop, because before cc 7.0 a warp executes one path to its end: 1|other blocks on the device, waiting too: 1"},
		{"V100", LockAll, 2, ""},
		{"H200", LockAll, 2, ""},
		{"K40", LockInside, 2, ""},
		{"H200", LockInside, 2, ""},
		{"K40", AwaitNext, 3, ""},
		{"H200", AwaitNext, 3, ""},
		{"K40", AwaitNext, 300, "other blocks on the device, waiting too: 239|later blocks, which begin when one on the device has ended: 60"},
		{"H200", AwaitBefore, 3, ""},
		{"K40", AwaitLane, 2, "lanes of its warp"},
		{"H200", AwaitLane, 2, ""},
		{"K40", AwaitForever, 2, "other blocks on the device"},
		{"H200", AwaitForever, 2, "other blocks on the device"},
	} {
		dev := gpusim.Must(gpusim.Open(test.device))
		flags, sum := upload(t, dev, make([]int32, test.blocks+1)), upload(t, dev, make([]int32, 64))
		_, err := dev.Launch(test.kernel, gpusim.Config{Grid: gpusim.Dim(test.blocks), Block: gpusim.Dim(32), Options: gpusim.Options{NoTime: true}}, flags, sum)
		expectSpin(t, err, test.says)
	}
	dev := open(t)
	a, b := upload(t, dev, make([]int32, 4)), upload(t, dev, make([]int32, 64))
	_, err := dev.Launch(AwaitWarp, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Options: gpusim.Options{NoTime: true}}, a, b, 1_000_000)
	expectSpin(t, err, "")
	_, err = dev.Launch(CountToLimit, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Options: gpusim.Options{NoTime: true}}, a, int32(400_000))
	expectSpin(t, err, "")
}

// TestBlocksWaited: a report says that its blocks waited for each other; with a clock, also which lines waited for
// which, though no block ever stood still.
func TestBlocksWaited(t *testing.T) {
	dev := open(t)
	flags, sum := upload(t, dev, make([]int32, 4)), upload(t, dev, make([]int32, 64))
	rep, err := dev.Launch(AwaitNext, gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32), Options: gpusim.Options{NoTime: true}}, flags, sum)
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Diagnostics) != 1 {
		t.Fatalf("got diagnostics %v, want one", rep.Diagnostics)
	}
	refused(t, "AwaitNext", rep.Diagnostics[0], diag.BlocksWaited, "blocks of AwaitNext waited")
	rep = gpusim.Must(dev.Launch(AwaitBefore, gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32)}, upload(t, dev, make([]int32, 4)), sum))
	refused(t, "AwaitBefore", rep.Diagnostics[0], diag.BlocksWaited, "line 45 for line 49, 1 times")
}

// TestWaitingInAnyOrder: where the blocks ran in an order in which they do not start, their time ends all the same.
func TestWaitingInAnyOrder(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("K40")) // which holds 240 of the blocks
	for _, kernel := range []any{AwaitBefore, LockInside} {
		flags, sum := upload(t, dev, make([]int32, 261)), upload(t, dev, make([]int32, 64))
		config := gpusim.Config{Grid: gpusim.Dim(260), Block: gpusim.Dim(64), Options: gpusim.Options{Shuffle: 4}}
		if rep := gpusim.Must(dev.Launch(kernel, config, flags, sum)); rep.Time.Cycles <= 0 {
			t.Errorf("%v cycles", rep.Time.Cycles)
		}
	}
}

func expectSpin(t *testing.T, err error, says string) {
	t.Helper()
	if says == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	for _, part := range append(strings.Split(says, "|"), "InstructionBudget") {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("got %v, want %q", err, part)
		}
	}
}
