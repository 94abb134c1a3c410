package propose_test

import (
	"testing"

	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
)

// guesses are kernels without a main(), with what is guessed of their sizes: arrays of about a
// million elements, also where these are n².
var guesses = []struct{ name, kernel, grid, block, values string }{
	{"a thread per element", "void k(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }", "4096", "256", "x=1048576:rand(1) y=1048576 n=1048576"},
	{"a loop per thread", "void k(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) for (int r = 0; r < n; r++) y[i] += x[r * n + i]; }", "4", "256", "x=1048576:rand(1) y=1024:rand(1) n=1024"},
	{"an index with n²", "void k(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i * n + 3] = x[i]; }", "4", "256", "x=1024:rand(1) y=1048576 n=1024"},
	{"a thread per element of a square", "void k(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n * n) y[i % n * n + i / n] = x[i]; }", "4096", "256", "x=1048576:rand(1) y=1048576 n=1024"},
	{"the inner part of a square", "void k(const float *x, float *y, int w, int h) { int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y; if (i == 0 || j == 0 || i >= w - 1 || j >= h - 1) return; y[j * w + i] = x[(j + 1) * w + i] - x[(j - 1) * w + i]; }", "64,64", "16,16", "x=1048576:rand(1) y=1048576 w=1024 h=1024"},
	{"a loop that takes too long", "void k(float *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; for (int r = 0; r < 1000000; r++) s = s * s + i; x[i] = s; }", "1", "256", "x=256"},
	{"launch bounds in two directions", "void __launch_bounds__(64) k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y; if (i < n) x[j * n + i] = 1; }", "128,128", "8,8", "x=1048576 n=1024"},
	{"a shared array of fewer elements than a usual block has threads", "void k(float *x) { __shared__ float t[100]; t[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x]; __syncthreads(); x[blockIdx.x * blockDim.x + threadIdx.x] = t[blockDim.x - 1 - threadIdx.x]; }", "16384", "64", "x=1048576:rand(1)"},
	{"a shuffle of half a warp", "void k(int *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = __shfl_down_sync(0xffff, x[i], 1); }", "65536", "16", "x=1048576:ramp"},
	{"a number of 8 bits", "void k(float *x, unsigned char n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 1; }", "4096", "256", "x=1048576 n=255"},
	{"a tile", "void k(const float *x, float *y, int n) { __shared__ float t[32][33]; int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.y; t[threadIdx.y][threadIdx.x] = x[j * n + i]; __syncthreads(); y[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y]; }", "32,32", "32,32", "x=1048576:rand(1) y=1048576 n=1024"},
}

func TestGuesses(t *testing.T) {
	for _, g := range guesses {
		unit, err := source.LoadText(g.name+".cu", []byte("__global__ "+g.kernel))
		if err != nil {
			t.Fatal(err)
		}
		l, err := propose.Of(unit, h200(t)).Launch("k")
		if err != nil {
			t.Errorf("%s: %v", g.name, err)
			continue
		}
		if l.Grid != g.grid || l.Block != g.block || l.Values != g.values {
			t.Errorf("%s: got grid %s, block %s, %s; want %s, %s, %s", g.name, l.Grid, l.Block, l.Values, g.grid, g.block, g.values)
		}
	}
}

// TestGuessedShared: dynamic shared memory grows to the largest index.
func TestGuessedShared(t *testing.T) {
	unit, err := source.LoadText("k.cu", []byte("__global__ void k(float *x) { extern __shared__ float t[]; t[threadIdx.x + 100] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = t[355 - threadIdx.x]; }"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := propose.Of(unit, h200(t)).Launch("k")
	if err != nil || l.Shared != "2048" {
		t.Errorf("got %s bytes, want 2048 for 356 numbers; %v", l.Shared, err)
	}
}
