package gpusim_test

// This file makes every mistake that racecheck finds, and reads what is said.

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// reverseEarly reverses each block's part of x through shared memory, and does
// not wait for the other warps.
func reverseEarly(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[gpu.BlockIdx.X*64+t]
	x[gpu.BlockIdx.X*64+t] = s[63-t]
}

// reverse waits.
func reverse(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[gpu.BlockIdx.X*64+t]
	gpu.SyncThreads()
	x[gpu.BlockIdx.X*64+t] = s[63-t]
}

// reverseGlobal reverses within global memory, without waiting.
func reverseGlobal(x []float32) {
	t := gpu.ThreadIdx.X
	v := x[t]
	x[63-t] = v
}

// chain adds 1 to what the block before it left.
func chain(sum []float32) {
	b := gpu.BlockIdx.X
	if gpu.ThreadIdx.X == 0 {
		before := float32(0)
		if b > 0 {
			before = sum[b-1]
		}
		sum[b] = before + 1
	}
}

// lastLane lets all lanes of a warp write one element.
func lastLane(x []int32) { x[gpu.ThreadIdx.X/32] = int32(gpu.ThreadIdx.X) }

// anyone lets all threads write one value.
func anyone(x []int32) { x[3] = 7 }

// Ready and Data are a message and its flag.
var (
	Ready gpu.Global[int32]
	Data  gpu.Global[[4]float32]
)

// passMessage lets block 0 write and block 1 read when it has seen the flag.
func passMessage(out []float32) {
	if gpu.ThreadIdx.X > 0 {
		return
	}
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5
		gpu.Threadfence()
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		gpu.Threadfence()
		out[0] = Data.V[2]
	}
}

// passUnfenced forgets the fences.
func passUnfenced(out []float32) {
	if gpu.ThreadIdx.X > 0 {
		return
	}
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		out[0] = Data.V[2]
	}
}

// passHalfFenced forgets the reader's fence.
func passHalfFenced(out []float32) {
	if gpu.ThreadIdx.X > 0 {
		return
	}
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5
		gpu.Threadfence()
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		out[0] = Data.V[2]
	}
}

// count counts with atomics, in shared memory and then in global memory.
func count(bins, in []int32) {
	s := gpu.Shared[[16]int32]()
	t := gpu.ThreadIdx.X
	if t < 16 {
		s[t] = 0
	}
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[in[gpu.BlockIdx.X*gpu.BlockDim.X+t]&15], 1)
	gpu.SyncThreads()
	if t < 16 {
		gpu.AtomicAdd(&bins[t], s[t])
	}
}

// countEarly does not wait for the zeros.
func countEarly(bins, in []int32) {
	s := gpu.Shared[[16]int32]()
	t := gpu.ThreadIdx.X
	if t < 16 {
		s[t] = 0
	}
	gpu.AtomicAdd(&s[in[gpu.BlockIdx.X*gpu.BlockDim.X+t]&15], 1)
	gpu.SyncThreads()
	if t < 16 {
		gpu.AtomicAdd(&bins[t], s[t])
	}
}

// packBytes lets neighbouring threads, and blocks, write neighbouring bytes.
func packBytes(x []uint8) {
	x[gpu.ThreadIdx.X*gpu.GridDim.X+gpu.BlockIdx.X] = uint8(gpu.ThreadIdx.X)
}

// vectors writes four elements a thread, and reads a neighbour's last.
func vectors(x []gpu.Float4, y []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] = gpu.Float4{X: 1, Y: float32(i), Z: 3, W: 4}
	y[i] = x[i^32].W
}

// tally loses updates of threads in other warps.
func tally(x []int32) { x[gpu.ThreadIdx.X%4] += 1 }

// tallyShared loses updates of other lanes.
func tallyShared(x []int32) {
	s := gpu.Shared[[1]int32]()
	if gpu.ThreadIdx.X == 0 {
		s[0] = 0
	}
	gpu.SyncThreads()
	s[0] += 1
	gpu.SyncThreads()
	x[gpu.ThreadIdx.X] = s[0]
}

// lastWarp lets a thread of each warp write one element.
func lastWarp(x []int32) {
	if gpu.LaneID() == 0 {
		x[0] = int32(gpu.ThreadIdx.X)
	}
}

// lastRound lets another warp write in each round.
func lastRound(x []int32, rounds int) {
	for r := range rounds {
		if gpu.ThreadIdx.X == r*gpu.WarpSize {
			x[0] = int32(r)
		}
	}
}

// raceCase is a kernel and what is to be found in it.
type raceCase struct {
	name        string
	kernel      any
	grid, block int
	args        func(*testing.T, *gpusim.Device) []any
	code        diag.Code // "": nothing
	says        []string
}

func floats(n int) func(*testing.T, *gpusim.Device) []any {
	return func(t *testing.T, dev *gpusim.Device) []any { return []any{upload(t, dev, ramp(n))} }
}

func integers(sizes ...int) func(*testing.T, *gpusim.Device) []any {
	return func(t *testing.T, dev *gpusim.Device) (args []any) {
		for _, n := range sizes {
			args = append(args, upload(t, dev, make([]int32, n)))
		}
		return args
	}
}

var raceCases = []raceCase{
	{"no barrier", reverseEarly, 2, 64, floats(128), diag.SharedRace, []string{
		"s[32] is written by thread (32,0,0), and read by thread (31,0,0) in line ", "(x[gpu.BlockIdx.X*64+t] = s[63-t]), with no barrier", "with no barrier between, in block (0,0,0) of reverseEarly"}},
	{"barrier", reverse, 2, 64, floats(128), "", nil},
	{"no barrier, global", reverseGlobal, 1, 64, floats(64), diag.GlobalRace, []string{"x[32] is read by thread (32,0,0), and written by thread (31,0,0)", "no barrier"}},
	{"order of blocks", chain, 8, 32, floats(8), diag.BlockRace, []string{
		"sum[0] is read by thread (0,0,0) of block (1,0,0), and written by thread (0,0,0) of block (0,0,0) in line ", "(sum[b] = before + 1)", "though blocks run in any order, in chain"}},
	{"lanes write one element", lastLane, 1, 64, integers(2), diag.StoreConflict, []string{"threads (0,0,0) and (1,0,0) of block (0,0,0) write different values to x[0] in one instruction"}},
	{"updates of warps", tally, 1, 64, integers(4), diag.LostUpdate, []string{"in one atomic operation, such as gpu.AtomicAdd"}},
	{"updates of lanes", tallyShared, 1, 32, integers(32), diag.LostUpdate, []string{"in one atomic operation, such as gpu.AtomicAdd"}},
	{"warps write one element", lastWarp, 1, 64, integers(1), diag.GlobalRace, []string{"let one thread write, or give each its own element"}},
	{"warps take turns", lastRound, 1, 64, func(t *testing.T, dev *gpusim.Device) []any {
		return append(integers(1)(t, dev), 2)
	}, diag.GlobalRace, []string{"in a loop also before its next round"}},
	{"one value", anyone, 2, 64, integers(4), diag.SameValueRace, []string{"x[3] is written by thread (31,0,0), and by thread (32,0,0), the same value", "warning: "}},
	{"message with fences", passMessage, 2, 32, floats(1), "", nil},
	{"message with one fence", passHalfFenced, 2, 32, floats(1), diag.FencedRace, []string{"Data.V[2] is written by thread (0,0,0) of block (0,0,0), and read by", "warning: "}},
	{"message without fences", passUnfenced, 2, 32, floats(1), diag.BlockRace, []string{"Data.V[2] is written"}},
	{"atomics", count, 3, 96, integers(16, 3*96), "", nil},
	{"atomics and zeros", countEarly, 3, 96, integers(16, 3*96), diag.SharedRace, []string{"s[0] is written by thread (0,0,0), and updated by thread (32,0,0)"}},
	{"neighbouring bytes", packBytes, 2, 64, func(t *testing.T, dev *gpusim.Device) []any {
		return []any{upload(t, dev, make([]uint8, 128))}
	}, "", nil},
	{"elements of vectors", vectors, 1, 64, func(t *testing.T, dev *gpusim.Device) []any {
		return []any{upload(t, dev, make([]gpu.Float4, 64)), upload(t, dev, ramp(64))}
	}, diag.GlobalRace, []string{"x[32] is written by thread (32,0,0), and read by thread (0,0,0)"}},
}

func TestRacecheck(t *testing.T) {
	for _, c := range raceCases {
		t.Run(c.name, func(t *testing.T) {
			dev := open(t)
			rep, err := dev.Check(gpusim.Racecheck, c.kernel, gpusim.Config{Grid: gpusim.Dim(c.grid), Block: gpusim.Dim(c.block)}, c.args(t, dev)...)
			if err != nil {
				t.Fatal(err)
			}
			t.Log("\n" + rep.String())
			list := rep.Diagnostics()
			if c.code == "" {
				if len(list) > 0 {
					t.Errorf("got %v, want nothing found", list)
				}
				return
			}
			if len(list) != 1 || list[0].Code != c.code || list[0].Hint == "" || list[0].Source == "" {
				t.Fatalf("got %v, want one %s with a hint and a line", list, c.code)
			}
			for _, part := range c.says {
				if !strings.Contains(list[0].Error(), part) {
					t.Errorf("got %q, want it to say %q", list[0].Error(), part)
				}
			}
		})
	}
}

// passInCluster stores an element, and reads that of a thread in another block of the cluster behind a barrier.
//
//gpu:cluster 4
func passInCluster(x []float32, blocks int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] = float32(i)
	gpu.ClusterSync()
	v := x[(i+blocks*gpu.BlockDim.X)%(gpu.GridDim.X*gpu.BlockDim.X)]
	gpu.ClusterSync()
	x[i] = v
}

// passEarly reads what the next block may not have stored yet.
//
//gpu:cluster 4
func passEarly(x []float32, blocks int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	gpu.ClusterSync()
	x[i] = float32(i)
	v := x[(i+blocks*gpu.BlockDim.X)%(gpu.GridDim.X*gpu.BlockDim.X)]
	gpu.ClusterSync()
	x[i] = v
}

// passRelaxed meets at a barrier that makes no store visible.
//
//gpu:cluster 4
func passRelaxed(x []float32, blocks int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] = float32(i)
	gpu.ClusterArriveRelaxed()
	gpu.ClusterWait()
	v := x[(i+blocks*gpu.BlockDim.X)%(gpu.GridDim.X*gpu.BlockDim.X)]
	gpu.ClusterSync()
	x[i] = v
}

// TestRacecheckOfClusters: a barrier of a cluster orders what its blocks do in global memory, and not what others do.
func TestRacecheckOfClusters(t *testing.T) {
	for _, c := range []struct {
		name   string
		kernel any
		grid   int
		races  bool
	}{
		{"all blocks in a cluster", passInCluster, 4, false},
		{"the last block of each cluster reads from the next", passInCluster, 8, true},
		{"no barrier between", passEarly, 4, true},
		{"a relaxed barrier between", passRelaxed, 4, true},
	} {
		dev, n := openNamed(t, "H100"), 64*c.grid
		cfg := gpusim.Config{Grid: gpusim.Dim(c.grid), Block: gpusim.Dim(64)}
		rep, err := dev.Check(gpusim.Racecheck, c.kernel, cfg, upload(t, dev, ramp(n)), 1)
		if err != nil {
			t.Fatal(err)
		}
		list := rep.Diagnostics()
		if found := len(list) > 0; found != c.races || found && list[0].Code != diag.BlockRace {
			t.Errorf("%s: got %v, want a race: %v", c.name, list, c.races)
		}
	}
}

// TestShuffle: a kernel that relies on the order of blocks shows it, another does
// not, and one seed always gives one order.
func TestShuffle(t *testing.T) {
	dev := open(t)
	run := func(kernel any, seed uint64) string {
		x := upload(t, dev, ramp(512))
		launch(t, dev, kernel, gpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(64), Options: gpusim.Options{Shuffle: seed}}, x)
		return fmt.Sprint(x.Slice())
	}
	for _, k := range []struct {
		name   string
		kernel any
		relies bool
	}{{"chain", chain, true}, {"reverse", reverse, false}} {
		for seed := range uint64(4) {
			if changed := run(k.kernel, seed+1) != run(k.kernel, 0); changed != k.relies {
				t.Errorf("%s, seed %d: the result changes is %v, want %v", k.name, seed+1, changed, k.relies)
			}
		}
		if first, again := run(k.kernel, 3), run(k.kernel, 3); first != again {
			t.Errorf("%s: one seed gives two results", k.name)
		}
	}
}

// TestCheckShuffled: what is found does not depend on the order of blocks.
func TestCheckShuffled(t *testing.T) {
	dev := open(t)
	for seed := range uint64(6) {
		rep, err := dev.Check(gpusim.Racecheck, chain, gpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(64), Options: gpusim.Options{Shuffle: seed}}, upload(t, dev, ramp(8)))
		if err != nil || len(rep.Findings) != 1 || rep.Findings[0].Count != 7 {
			t.Errorf("seed %d: got %v (%v), want one race met 7 times", seed, rep, err)
		}
	}
}

// TestToolsHaveTheirNames: each constant is the tool of its name, and names are read as they
// are printed.
func TestToolsHaveTheirNames(t *testing.T) {
	for tools, want := range map[gpusim.Tools]string{
		gpusim.Memcheck: "memcheck", gpusim.Racecheck: "racecheck", gpusim.Initcheck: "initcheck", gpusim.Synccheck: "synccheck",
		gpusim.Racecheck | gpusim.Initcheck: "racecheck, initcheck", gpusim.AllChecks: "memcheck, racecheck, initcheck, synccheck",
	} {
		if got := tools.String(); got != want {
			t.Errorf("tools %#x: got %q, want %q", uint8(tools), got, want)
		}
		var got gpusim.Tools
		if err := got.UnmarshalText([]byte(want)); err != nil || got != tools {
			t.Errorf("%q: got %v, error %v", want, got, err)
		}
	}
	var got gpusim.Tools
	if err := got.UnmarshalText([]byte("all")); err != nil || got != gpusim.AllChecks {
		t.Errorf("all: got %v, error %v", got, err)
	}
}

func TestCheckErrors(t *testing.T) {
	dev := open(t)
	_, err := dev.Check(16, reverse, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, upload(t, dev, ramp(64)))
	refused(t, "an unknown tool", err, diag.NoSetting, "0x10", "racecheck")
	_, err = dev.Check(0, reverse, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, upload(t, dev, ramp(64)))
	refused(t, "no tool", err, diag.NoSetting, "without a tool", "racecheck")
	err = new(gpusim.Tools).UnmarshalText([]byte("racecheek"))
	refused(t, "an unknown name", err, diag.NoSetting, "racecheek", "racecheck")
	_, err = dev.Check(gpusim.Racecheck, reverse, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}, upload(t, dev, ramp(63)))
	if err == nil || !strings.Contains(err.Error(), "out of range") {
		t.Errorf("a fault: got %v, want the fault", err)
	}
}

// BenchmarkRacecheck compares what kernels of different manners cost with all checkers and
// with counters alone, in processor time on one core.
func BenchmarkRacecheck(b *testing.B) {
	for _, name := range []string{"matmul_tiled16_512", "reduce_shared", "matmul_naive16_256", "copy_stride_f32_8", "transpose_padded_512"} {
		b.Run(name, func(b *testing.B) {
			c, ok := cases.Find(kernels.Cases(), name)
			if !ok {
				b.Fatalf("the case %s is gone", name)
			}
			dev := open(b)
			args := placed(b, dev, c)
			config := gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, MaxShared: c.Shared, Options: gpusim.Options{NoCaches: true, NoTime: true, InOrder: true}}
			var counting, checked float64
			for b.Loop() {
				start := cpuSeconds(b)
				launch(b, dev, c.Kernel, config, args...)
				between := cpuSeconds(b)
				if _, err := dev.Check(gpusim.AllChecks, c.Kernel, config, args...); err != nil {
					b.Fatal(err)
				}
				counting, checked = counting+between-start, checked+cpuSeconds(b)-between
			}
			b.ReportMetric(1e3*counting/float64(b.N), "counting-ms")
			b.ReportMetric(1e3*checked/float64(b.N), "checked-ms")
			b.ReportMetric(checked/counting, "checked/counting")
		})
	}
}

// cpuSeconds returns the processor time that this process has used.
func cpuSeconds(t testing.TB) float64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// placed puts the arguments of a measured launch on a device.
func placed(t testing.TB, dev *gpusim.Device, c cases.Case) []any {
	t.Helper()
	var args []any
	for _, a := range c.Args() {
		if reflect.TypeOf(a).Kind() == reflect.Slice {
			array, err := dev.UploadArray(a)
			if err != nil {
				t.Fatal(err)
			}
			a = array
		}
		args = append(args, a)
	}
	return args
}

func isStruct(a any) bool { return reflect.TypeOf(a).Kind() == reflect.Struct }

// TestCheckedComputesTheSame: a kernel that is compiled for checkers writes what the measured
// kernel writes, bit by bit, and no checker finds a mistake in the measured kernels.
func TestCheckedComputesTheSame(t *testing.T) {
	const most = 1 << 14 // threads
	known := map[string]bool{}
	for _, c := range append(kernels.Cases(), unseenkernels.Cases()...) {
		name := fmt.Sprintf("%#x", reflect.ValueOf(c.Kernel).Pointer())
		if c.Args == nil || c.Threads() > most || known[name] || slices.ContainsFunc(c.Args(), isStruct) {
			continue
		}
		known[name] = true
		config := gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, MaxShared: c.Shared, Options: gpusim.Options{NoCaches: true, NoTime: true, InOrder: true}}
		dev := open(t)
		measured, checked := placed(t, dev, c), placed(t, dev, c)
		launch(t, dev, c.Kernel, config, measured...)
		rep, err := dev.Check(gpusim.AllChecks, c.Kernel, config, checked...)
		if err != nil || rep.Errors() > 0 {
			t.Errorf("%s: got %v (%v), want no error", c.Name, rep, err)
			continue
		}
		for i := range measured {
			a, ok := measured[i].(*gpusim.Array)
			if ok && !bytes.Equal(a.Bytes(), checked[i].(*gpusim.Array).Bytes()) {
				t.Errorf("%s: argument %d differs between a measured and a checked launch", c.Name, i)
			}
		}
	}
	if len(known) < 100 {
		t.Errorf("%d kernels, want 100", len(known))
	}
}
