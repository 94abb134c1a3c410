package validation

// This file compares sampled launches of up to 2³⁰ elements with those of an H200.

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/h200"
)

// largeLaunch is a launch of h200/large/large.cu. Arrays are given by their lengths, in elements; those of numbers that
// a kernel reads as addresses or bins hold random bits.
type largeLaunch struct {
	name, kernel string
	grid, block  gpusim.Dim3
	args         gpusim.Named
	// far is why the cycles, or the bytes read from DRAM, are not near; empty where they are.
	far string
}

// zeroWords and randomWords are arrays of some elements of 4 bytes.
type (
	zeroWords   int
	randomWords int
)

const (
	writesDelay = "reads wait for writes in DRAM"
	randomRows  = "rows of DRAM and pages that hardly any other access uses"
	sharesRows  = "rows of blocks share the second matrix in L2"
)

const (
	giga = 1 << 30
	wide = 1 << 15
)

var largeLaunches = []largeLaunch{
	{"product4096", "product", gpusim.Dim(256, 256), gpusim.Dim(16, 16), matrices(4096), sharesRows},
	{"product8192", "product", gpusim.Dim(512, 512), gpusim.Dim(16, 16), matrices(8192), sharesRows},
	{"product32_8192", "product32", gpusim.Dim(256, 256), gpusim.Dim(32, 32), matrices(8192), sharesRows},
	{"copy", "copy", gpusim.Dim(giga / 256), gpusim.Dim(256), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "n": giga}, writesDelay},
	{"copy4", "copy4", gpusim.Dim(giga / 1024), gpusim.Dim(256), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "n": giga / 4}, ""},
	{"saxpy", "saxpy", gpusim.Dim(giga / 256), gpusim.Dim(256), gpusim.Named{"y": zeroWords(giga), "x": zeroWords(giga), "a": float32(2), "n": giga}, writesDelay},
	{"strided", "strided", gpusim.Dim(giga / 1024), gpusim.Dim(256), gpusim.Named{"out": zeroWords(giga / 4), "in": zeroWords(giga), "n": giga / 4}, ""},
	{"sum_stride", "sumStride", gpusim.Dim(1056), gpusim.Dim(256), gpusim.Named{"out": zeroWords(1), "in": zeroWords(giga), "n": giga}, ""},
	{"sum_each", "sumEach", gpusim.Dim(giga / 256), gpusim.Dim(256), gpusim.Named{"out": zeroWords(giga / 256), "in": zeroWords(giga), "n": giga}, ""},
	{"transpose", "transpose", gpusim.Dim(wide/32, wide/32), gpusim.Dim(32, 8), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "n": wide}, writesDelay},
	{"transpose_naive", "transposeNaive", gpusim.Dim(wide/32, wide/8), gpusim.Dim(32, 8), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "n": wide}, writesDelay},
	{"stencil2", "stencil2", gpusim.Dim(wide/32, wide/8), gpusim.Dim(32, 8), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "w": wide, "h": wide}, writesDelay},
	{"stencil3", "stencil3", gpusim.Dim(32, 128, 1024), gpusim.Dim(32, 8), gpusim.Named{"out": zeroWords(giga), "in": zeroWords(giga), "n": 1024}, ""},
	{"rows", "rows", gpusim.Dim(1 << 17), gpusim.Dim(256), gpusim.Named{"y": zeroWords(1 << 25), "x": zeroWords(1 << 25), "val": zeroWords(1 << 29), "col": randomWords(1 << 29), "n": 1 << 25}, randomRows},
	{"histogram", "histogram", gpusim.Dim(1056), gpusim.Dim(256), gpusim.Named{"bins": zeroWords(256), "in": randomWords(giga), "n": giga}, ""},
	{"gather", "gather", gpusim.Dim(1 << 20), gpusim.Dim(256), gpusim.Named{"out": zeroWords(1 << 28), "in": zeroWords(1 << 28), "at": randomWords(1 << 28), "n": 1 << 28}, randomRows},
}

func matrices(n int) gpusim.Named {
	return gpusim.Named{"c": zeroWords(n * n), "a": zeroWords(n * n), "b": zeroWords(n * n), "n": n}
}

// TestLargeLaunches compares cycles, traffic and counters of sampled launches with h200/large/large.txt: all of them with
//
//	go test ./gpusim/validation -every -run LargeLaunches -v -timeout 1h
//
// and the one that costs least without. Cycles are within 10 % and the bytes of DRAM within 3 % unless the table says why not.
func TestLargeLaunches(t *testing.T) {
	const nearCycles, nearBytes, nearSectors = 0.1, 0.03, 0.03
	text, err := os.ReadFile("h200/large/large.txt")
	if err != nil {
		t.Fatal(err)
	}
	module, err := gpusim.LoadFile("h200/large/large.cu")
	if err != nil {
		t.Fatal(err)
	}
	var all, near []float64
	for _, l := range largeLaunches {
		if !*every && l.name != "sum_stride" {
			continue
		}
		row := h200.Rows(string(text), l.name)[0]
		r := l.launch(t, module)
		ratio := func(metric, column string) float64 {
			v, ok := r.Metric(metric)
			if !ok {
				t.Fatalf("%s: no %s", l.name, metric)
			}
			return v / row[column]
		}
		cycles, read := ratio("sm__cycles_elapsed.max", "cycles"), ratio("dram__bytes_read.sum", "read")
		sectors := ratio("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "loaded")
		t.Logf("%-16s simulated/measured: cycles %.3f, DRAM read %.3f, sectors loaded %.3f, instructions %.3f; %d of %d blocks executed; %s",
			l.name, cycles, read, sectors, ratio("smsp__inst_executed.sum", "warps"), r.Sampled.Executed, r.Sampled.Blocks, l.far)
		if isNear := math.Abs(cycles-1) <= nearCycles && math.Abs(read-1) <= nearBytes; isNear == (l.far != "") {
			t.Errorf("%s: cycles %.3f and bytes read %.3f of the measured ones; the table says %q", l.name, cycles, read, l.far)
		}
		if math.Abs(sectors-1) > nearSectors {
			t.Errorf("%s: %.3f of the measured sectors", l.name, sectors)
		}
		if all = append(all, math.Abs(math.Log(cycles))); l.far == "" {
			near = append(near, math.Abs(math.Log(cycles)))
		}
	}
	t.Logf("cycles: geometric mean of the error %.1f %%, %.1f %% of the %d of %d launches that no reason is known for", 100*meanError(all), 100*meanError(near), len(near), len(all))
}

// meanError returns the geometric mean of errors that are given as logarithms.
func meanError(logs []float64) float64 {
	sum := 0.
	for _, x := range logs {
		sum += x
	}
	return math.Exp(sum/float64(max(1, len(logs)))) - 1
}

// launch launches a kernel of the module, sampled.
func (l *largeLaunch) launch(t *testing.T, module *gpusim.Module) *gpusim.Report {
	t.Helper()
	dev := gpusim.Must(gpusim.Open(testSpec.Name))
	kernel, err := module.Kernel(l.kernel)
	if err != nil {
		t.Fatal(err)
	}
	args := gpusim.Named{}
	for name, arg := range l.args {
		if args[name], err = l.array(dev, arg); err != nil {
			t.Fatalf("%s: %v", l.name, err)
		}
	}
	r, err := dev.Launch(kernel, gpusim.Config{Grid: l.grid, Block: l.block, Options: gpusim.Options{Sample: gpusim.SampleAlways}}, args)
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	if r.Sampled == nil {
		t.Fatalf("%s: not sampled: %v", l.name, r.Diagnostics)
	}
	return r
}

// array makes an array of an argument that stands for one.
func (l *largeLaunch) array(dev *gpusim.Device, arg any) (any, error) {
	elem := 4
	if l.kernel == "copy4" {
		elem = 16
	}
	switch n := arg.(type) {
	case zeroWords:
		return dev.MallocArray(int(n)*4/elem, elem)
	case randomWords:
		return randomArray(dev, int(n))
	}
	return arg, nil
}

// randomArray makes an array of the numbers that fill in large.cu makes.
func randomArray(dev *gpusim.Device, n int) (*gpusim.Array, error) {
	a, err := dev.MallocArray(n, 4)
	if err != nil {
		return nil, err
	}
	return a, a.FillWith(func(first int, data []byte) error {
		for i := range len(data) / 4 {
			h := uint32(first+i) * 2654435761
			h ^= h >> 15
			h *= 2246822519
			h ^= h >> 13
			h *= 3266489917
			binary.LittleEndian.PutUint32(data[4*i:], h^h>>16)
		}
		return nil
	})
}
