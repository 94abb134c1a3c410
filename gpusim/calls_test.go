package gpusim_test

// This file tests functions that a kernel calls: how deep they may go, what is
// reported of them, and what is said when the stack is too small.

import (
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

func depth(n int32) int32 {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}

func kernelDepth(out []int32, n int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = depth(n + int32(i)%2)
}

func forever(n int32) int32 {
	if n < 0 { // after two thousand million calls
		return 0
	}
	return forever(n+1) + n
}

func kernelForever(out []int32) {
	if gpu.ThreadIdx.X == 5 {
		out[0] = outer(7)
	}
}

func outer(n int32) int32 { return forever(n) }

// launchDepth calls functions n deep, every other thread once more.
func launchDepth(t *testing.T, n int32, stack int) ([]int32, *gpusim.Report, error) {
	t.Helper()
	dev := openNamed(t, "H200")
	out := upload(t, dev, make([]int32, 64))
	r, err := dev.Launch(kernelDepth, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Stack: stack}, out, n)
	if err != nil {
		return nil, nil, err
	}
	return host(t, out), r, nil
}

func TestDeepRecursion(t *testing.T) {
	const deep = 1000
	out, r, err := launchDepth(t, deep, 24*(deep+2))
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range out {
		if want := int32(deep + i%2); got != want {
			t.Errorf("thread %d: %d calls deep, want %d", i, got, want)
		}
	}
	// Each activation stores the address to return to, 8 bytes for which a warp
	// makes two requests. The last one is made by half of the threads.
	want := 2 * 2. * (deep + 2)
	if got, _ := r.Metric("l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"); got != want {
		t.Errorf("%g requests of local stores, want %g", got, want)
	}
}

func TestStackOverflow(t *testing.T) {
	_, _, err := launchDepth(t, 1000, 0)
	refused(t, "a deep recursion on the usual stack", err, diag.StackOverflow,
		"of depth", "a thread has 1024", "called at", "times", "Config.Stack", "cudaLimitStackSize")
	dev := openNamed(t, "H200")
	out := upload(t, dev, make([]int32, 1))
	_, err = dev.Launch(kernelForever, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Stack: 1 << 16}, out)
	refused(t, "an endless recursion", err, diag.StackOverflow, "of forever", "thread (5,0,0)", "has 65536", "calls_test.go:30")
	if got := gpusim.CUDAName(err); got != "cudaErrorIllegalAddress" {
		t.Errorf("CUDA says %s", got)
	}
}

func fib(n int32) int32 {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func kernelFib(out []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = fib(int32(i) % 11)
}

// TestFibonacci: lanes at different depths of one recursion, however many blocks
// run at a time and however few registers there are.
func TestFibonacci(t *testing.T) {
	dev := openNamed(t, "H200")
	const threads = 1 << 13
	reports := map[int]string{}
	for _, registers := range []int{0, 16} {
		for _, workers := range []int{1, 3} {
			out := upload(t, dev, make([]int32, threads))
			r := launch(t, dev, kernelFib, gpusim.Config{
				Grid: gpusim.Dim(threads / 128), Block: gpusim.Dim(128), MaxRegisters: registers, Options: gpusim.Options{Workers: workers, NoCaches: true},
			}, out)
			for i, got := range host(t, out) {
				if want := fib(int32(i) % 11); got != want {
					t.Fatalf("%d registers, %d workers: thread %d has %d, want %d", registers, workers, i, got, want)
				}
			}
			text := string(r.JSON())
			if was, ok := reports[registers]; ok && was != text {
				t.Errorf("%d registers: the reports of 1 and %d workers differ", registers, workers)
			}
			reports[registers] = text
			if lanes, _ := r.Metric("smsp__thread_inst_executed_per_inst_executed.ratio"); lanes >= 31 {
				t.Errorf("%g of 32 lanes take part, want fewer: they are at different depths", lanes)
			}
		}
	}
}
