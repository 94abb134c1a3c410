package gpusim_test

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
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
func AwaitNext(flag []int32) {
	if gpu.ThreadIdx.X == 0 && gpu.BlockIdx.X+1 < gpu.GridDim.X {
		for gpu.LoadVolatile(&flag[gpu.BlockIdx.X+1]) == 0 {
			gpu.Threadfence()
		}
	}
	gpu.AtomicExch(&flag[gpu.BlockIdx.X], 1)
}

// AwaitBefore waits for the block before it, which has ended.
func AwaitBefore(flag []int32) {
	if gpu.ThreadIdx.X == 0 && gpu.BlockIdx.X > 0 {
		for gpu.LoadVolatile(&flag[gpu.BlockIdx.X-1]) == 0 {
			gpu.Threadfence()
		}
	}
	gpu.AtomicExch(&flag[gpu.BlockIdx.X], 1)
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

// TestSpins: a loop that waits in vain is reported at once, with who cannot help it;
// loops that wait for something that happens are not.
func TestSpins(t *testing.T) {
	for _, test := range []struct {
		kernel any
		blocks int
		says   string // empty: it ends
	}{
		{LockAll, 2, "lanes of its warp that wait behind the loop: 1|has ended: 1"},
		{LockInside, 2, ""},
		{AwaitNext, 3, "lanes of its warp that wait behind the loop: 31|later blocks, which begin when this one has ended: 2"},
		{AwaitBefore, 3, ""},
	} {
		dev := open(t)
		a, b := upload(t, dev, make([]int32, 4)), upload(t, dev, make([]int32, 64))
		args := []any{a, b}
		if test.blocks == 3 {
			args = args[:1]
		}
		_, err := dev.Launch(test.kernel, gpusim.Config{Grid: gpusim.Dim(test.blocks), Block: gpusim.Dim(32), Options: gpusim.Options{NoTime: true}}, args...)
		expectSpin(t, err, test.says)
	}
	dev := open(t)
	a, b := upload(t, dev, make([]int32, 4)), upload(t, dev, make([]int32, 64))
	_, err := dev.Launch(AwaitWarp, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Options: gpusim.Options{NoTime: true}}, a, b, 1_000_000)
	expectSpin(t, err, "")
	_, err = dev.Launch(CountToLimit, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1), Options: gpusim.Options{NoTime: true}}, a, int32(400_000))
	expectSpin(t, err, "")
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
