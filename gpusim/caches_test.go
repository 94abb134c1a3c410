package gpusim_test

// This file launches with caches, warm caches and none.

import (
	"bytes"
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

const (
	l1Hits    = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"
	dramReads = "dram__sectors_read.sum"
)

// ScaleAll doubles what lies in x.
func ScaleAll(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] *= 2
}

func scaleAll(t *testing.T, c gpusim.Config) *gpusim.Report {
	t.Helper()
	dev := open(t)
	c.Grid, c.Block = gpusim.Dim(16), gpusim.Dim(256)
	return launch(t, dev, ScaleAll, c, upload(t, dev, ramp(16*256)))
}

// TestWarmCaches: what a launch brought to L2 is there for the next; each launch of
// its own starts with cold caches.
func TestWarmCaches(t *testing.T) {
	const sectors = 16 * 256 * 4 / 32
	for warm, want := range map[bool]float64{false: sectors, true: 0} {
		got, ok := scaleAll(t, gpusim.Config{Options: gpusim.Options{Warm: warm}}).Metric(dramReads)
		if !ok || got != want {
			t.Errorf("warm %v: got %v sectors read from memory, %v; want %v", warm, got, ok, want)
		}
	}
}

// TestNoCaches: without caches there is no count of them, but a time; without a
// time there are counts.
func TestNoCaches(t *testing.T) {
	r := scaleAll(t, gpusim.Config{Options: gpusim.Options{NoCaches: true}})
	if v, ok := r.Metric(l1Hits); ok || r.Time.Cycles == 0 {
		t.Errorf("without caches: got %v hits, %v cycles; want no hits, and cycles", v, r.Time.Cycles)
	}
	r = scaleAll(t, gpusim.Config{Options: gpusim.Options{NoTime: true}})
	if _, ok := r.Metric(dramReads); !ok || r.Time.Cycles != 0 {
		t.Errorf("without time: got %v reads, %v cycles; want reads, and no cycles", ok, r.Time.Cycles)
	}
}

// TestTraceTooLong: a launch whose accesses have no room is reported without
// caches, and says so.
func TestTraceTooLong(t *testing.T) {
	r := scaleAll(t, gpusim.Config{Options: gpusim.Options{TraceBytes: 100}})
	if v, ok := r.Metric(dramReads); ok {
		t.Errorf("got %v sectors read from memory, want no value", v)
	}
	if len(r.Diagnostics) != 1 {
		t.Fatalf("got diagnostics %v, want one", r.Diagnostics)
	}
	refused(t, "ScaleAll", r.Diagnostics[0], diag.TraceTooLong, "ScaleAll", "100 bytes")
}

// CopyRows copies a tile of 64 rows to rows of 144 bytes, and does it again and again.
func CopyRows(out []float32, in []gpu.Float4, rounds int) {
	tile := gpu.Shared[[64][9]gpu.Float4]()
	t, sum := gpu.ThreadIdx.X, float32(0)
	for range rounds {
		for i := range 8 {
			gpu.CopyAsync(&tile[8*i+t/8][t%8], &in[512*gpu.BlockIdx.X+64*i+t], 1)
		}
		gpu.CommitCopies()
		gpu.WaitCopies(0)
		gpu.SyncThreads()
		sum += tile[t][t%8].X
		gpu.SyncThreads()
	}
	out[64*gpu.BlockIdx.X+t] = sum
}

// TestCopiesPieceByPiece: every other row of CopyRows begins 16 bytes off a sector, so that L2 gives its four sectors
// twice, whether the launch has a time or not, and whether all iterations are played or some.
func TestCopiesPieceByPiece(t *testing.T) {
	const blocks, rounds, sectors = 16, 300, 64 * 4 * 3 / 2
	for _, x := range []struct {
		name    string
		options gpusim.Options
		rounds  int
		sampled bool
	}{
		{"without time", gpusim.Options{NoTime: true}, 2, false},
		{"every iteration", gpusim.Options{Full: true}, 2, false},
		{"some iterations", gpusim.Options{}, rounds, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			dev := open(t)
			out, in := upload(t, dev, make([]float32, 64*blocks)), upload(t, dev, make([]gpu.Float4, 512*blocks))
			r := launch(t, dev, CopyRows, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(64), Options: x.options}, out, in, x.rounds)
			got, _ := r.Metric("lts__t_sectors_srcunit_tex_op_read.sum")
			if want := float64(blocks * x.rounds * sectors); math.Abs(got/want-1) > 0.001 {
				t.Errorf("got %v sectors read from L2, want about %v", got, want)
			}
			if sampled := r.Time.LoopSampling() != ""; sampled != x.sampled {
				t.Errorf("some iterations were skipped: %v, want %v", sampled, x.sampled)
			}
		})
	}
}

// TestCachesDeterminism: neither how many workers run the blocks nor how many
// processors there are changes what the caches count, barriers or not.
func TestCachesDeterminism(t *testing.T) {
	for _, name := range []string{"matmul_tiled16_128", "reduce_shared", "local_small"} {
		c, ok := cases.Find(kernels.Cases(), name)
		if !ok {
			t.Fatalf("the case %s is gone", name)
		}
		var want []byte
		for _, workers := range []int{1, 2, 5} {
			got := launchCase(t, "H200", c, gpusim.Config{Options: gpusim.Options{NoTime: true, Workers: workers}}).JSON()
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s, %d workers: got\n%s\nwant\n%s", name, workers, got, want)
			}
		}
	}
}
