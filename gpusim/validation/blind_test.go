package validation

// This file compares kernels in the style of public code, written when all rules of the
// simulator stood, with an H100 and an H200.

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h100"
	"gpucourse/gpusim/validation/h200"
)

// blindDeviation is counters of accesses that differ from the measured ones.
type blindDeviation struct {
	kernel, counter *regexp.Regexp
	reason          string
	differs         bool // a comparison has used it
}

var blindKnown = []blindDeviation{
	{kernel: regexp.MustCompile(`.`), counter: regexp.MustCompile(`wavefronts|bank_conflicts`), reason: "arbitration for the data banks, where an SM runs several blocks"},
	{kernel: regexp.MustCompile(`^block_scan`), counter: regexp.MustCompile(`shared_mem_config_size`), reason: "a choice of the driver that no rule explains"},
	{kernel: regexp.MustCompile(`^(last_block|edit)$`), counter: regexp.MustCompile(`shared_mem_per_block_static`), reason: "nvcc pads one array and not another: 280 bytes become 288, 1560 stay"},
	{kernel: regexp.MustCompile(`^spmv_scalar`), counter: regexp.MustCompile(`t_sectors.*op_ld`), reason: "nvcc takes the remainder of a loop first, so other iterations of the lanes share a request"},
	{kernel: regexp.MustCompile(`^digits`), counter: regexp.MustCompile(`op_local`), reason: "nvcc keeps elements in registers behind the loop that counts"},
	{kernel: regexp.MustCompile(`^compact`), counter: regexp.MustCompile(`t_sectors.*op_st`), reason: "which warp gets which place is open"},
	{kernel: regexp.MustCompile(`^bfs`), counter: regexp.MustCompile(`op_st|op_global_st`), reason: "which thread is the first to reach a vertex is open"},
}

// blindCycles are the kernels whose cycles differ by more than half, with the reason.
var blindCycles = map[string]string{
	"bfs": "every new vertex stores to one word; on the device such stores hold up the atomics behind them",
}

// blindSets are the measured launches, with the device and the folder of their sources.
var blindSets = []struct {
	device, folder string
	list           func() []h200.Profile
}{
	{"H100", "h100/blind/", h100.Blind},
	{"H200", "h200/blind/", h200.Blind},
}

// Limits of the agreement of all launches.
const (
	blindArbitration  = 0.06 // part of the wavefronts
	blindMean         = 12   // percent
	blindRank         = 0.94
	blindInstructions = 38 // percent, of the instructions executed: a division is one here
)

// TestBlind compares one launch of each kernel. All of them:
//
//	go test ./gpusim/validation -every -run Blind$ -v
func TestBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("46 launches take eight seconds")
	}
	modules, seen := map[string]*gpusim.Module{}, map[string]bool{}
	var list []timing
	var instructionsOff []float64
	for _, set := range blindSets {
		for _, p := range set.list() {
			if seen[p.Kernel] && !*every || !regexp.MustCompile(*only).MatchString(p.Kernel) {
				continue
			}
			seen[p.Kernel] = true
			r := launchBlind(t, modules, set.device, set.folder+p.Case+".cu", &p)
			list = append(list, timing{p.Kernel + " " + p.Config, p.Metrics[elapsed], r.Time.Cycles, r.Time.Limit()})
			got, _ := r.Metric(instructions)
			instructionsOff = append(instructionsOff, math.Abs(math.Log(got/p.Metrics[instructions])))
			t.Logf("%s: %.2f of the instructions, %.2f of the cycles", p.Kernel, got/p.Metrics[instructions], list[len(list)-1].ratio())
			compareBlind(t, &p, r)
		}
	}
	mean, rank := agreement(list)
	off := percent(stat.Mean(instructionsOff, nil))
	t.Logf("%d launches: geometric mean of the error of cycles %.1f %%, rank correlation %.3f, of instructions %.1f %%", len(list), percent(mean), rank, off)
	if *only != "" {
		return
	}
	if percent(mean) > blindMean || rank < blindRank || off > blindInstructions {
		t.Errorf("want %v %% of cycles and %v %% of instructions at most, and a rank correlation of %v", blindMean, blindInstructions, blindRank)
	}
	for _, x := range list {
		name, _, _ := strings.Cut(x.name, " ")
		if x.off() > math.Log(1.5) && blindCycles[name] == "" {
			t.Errorf("%s: %.0f cycles simulated, %.0f measured", x.name, x.simulated, x.measured)
		}
	}
	for _, d := range blindKnown {
		if *every && !d.differs {
			t.Errorf("%v of %v is as measured: take it out of the list", d.counter, d.kernel)
		}
	}
}

// compareBlind compares the counters of accesses of a launch.
func compareBlind(t *testing.T, p *h200.Profile, r *gpusim.Report) {
	t.Helper()
	for _, c := range counters {
		got, _ := r.Metric(c.name)
		x := comparison{p.Kernel, c.name, c.tier, p.Metrics[c.name], got}
		if !x.differs() {
			continue
		}
		if c.tier != exact {
			t.Logf("%s: %s: %.0f measured, %.0f simulated", x.name, x.counter, x.measured, x.simulated)
			continue
		}
		i := slices.IndexFunc(blindKnown, func(d blindDeviation) bool {
			return d.kernel.MatchString(p.Kernel) && d.counter.MatchString(c.name)
		})
		total := p.Metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] + p.Metrics["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"]
		if i < 0 || i == 0 && math.Abs(got-x.measured) > blindArbitration*total {
			t.Errorf("%s %s: %s: got %.0f, want the measured %.0f", p.Kernel, p.Config, c.name, got, x.measured)
			continue
		}
		blindKnown[i].differs = true
	}
}

// blindWords is the length of each buffer of blind.cuh.
const blindWords = 1 << 22

// blindBuffer fills a buffer as blind.cuh does.
func blindBuffer(name string) []byte {
	list, s := make([]uint32, blindWords), uint32(12345)
	for i := range list {
		s = cases.Step(s)
		switch name {
		case "A":
			list[i] = math.Float32bits(float32(s>>8) / (1 << 24))
		case "I":
			list[i] = s >> 8
		case "P":
			list[i] = uint32(16*i + 7*i&15)
		}
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 4*blindWords)
}

// blindBuffers are the buffers by name.
var blindBuffers = map[string][]byte{"A": blindBuffer("A"), "I": blindBuffer("I"), "P": blindBuffer("P"), "O": blindBuffer("O"), "Q": blindBuffer("Q")}

// launchBlind repeats a measured launch. A buffer that two parameters share is one array if
// their elements have one size.
func launchBlind(t *testing.T, modules map[string]*gpusim.Module, device, path string, p *h200.Profile) *gpusim.Report {
	t.Helper()
	if modules[path] == nil {
		modules[path] = gpusim.Must(gpusim.LoadFile(path))
	}
	k, err := modules[path].Kernel(p.Kernel)
	if err != nil {
		t.Fatal(err)
	}
	var gx, gy, gz, bx, by, bz, shared int
	var args string
	if _, err := fmt.Sscanf(p.Config, "grid=%dx%dx%d block=%dx%dx%d smem=%d args=%s", &gx, &gy, &gz, &bx, &by, &bz, &shared, &args); err != nil {
		t.Fatal(err)
	}
	dev := gpusim.Must(gpusim.Open(device))
	if p.Kernel == "conv_taps" {
		if err := dev.MemcpyToSymbol(k, "taps", blindTaps(), 0); err != nil {
			t.Fatal(err)
		}
	}
	arrays, named := map[string]any{}, gpusim.Named{}
	for i, text := range strings.Split(args, ",") {
		x := k.Parameters()[i]
		if data, ok := blindBuffers[text]; ok {
			key := fmt.Sprint(text, x.Elem.Bytes)
			if arrays[key] == nil {
				array := gpusim.Must(dev.MallocArray(len(data)/x.Elem.Bytes, x.Elem.Bytes))
				copy(array.Bytes(), data)
				arrays[key] = array
			}
			named[x.Name] = arrays[key]
		} else if n, err := strconv.Atoi(text); err == nil {
			named[x.Name] = n
		} else {
			named[x.Name] = gpusim.Must(strconv.ParseFloat(strings.TrimSuffix(text, "f"), 32))
		}
	}
	r, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(gx, gy, gz), Block: gpusim.Dim(bx, by, bz), Shared: shared}, named)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// blindTaps is the constant table that mathy.cu fills.
func blindTaps() (taps [33]float32) {
	for i := range taps {
		d := float32(i - len(taps)/2)
		taps[i] = 1 / (1 + d*d)
	}
	return taps
}
