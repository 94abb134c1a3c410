package validation

// This file compares kernels in the style of public code, written when all rules of the
// simulator stood, with an H100 and an H200.

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	within          float64 // part of the launch's wavefronts; 0: not limited
	reason          string
	differs         bool // a comparison has used it
}

var blindKnown = []blindDeviation{
	{kernel: regexp.MustCompile(`^(radix_count|odd_even_sort)$`), counter: regexp.MustCompile(`wavefronts|bank_conflicts`), reason: "of few loads more wait for the data banks; odd_even_sort has other loads"},
	{kernel: regexp.MustCompile(`.`), counter: regexp.MustCompile(`wavefronts|bank_conflicts`), within: 0.06, reason: "arbitration for the data banks, where an SM runs several blocks"},
	{kernel: regexp.MustCompile(`^block_scan`), counter: regexp.MustCompile(`shared_mem_config_size`), reason: "a choice of the driver that no rule explains"},
	{kernel: regexp.MustCompile(`^uf_hook$`), counter: regexp.MustCompile(`op_ld|op_global_ld`), reason: "how far each thread walks depends on when others write"},
	{kernel: regexp.MustCompile(`^hash_join_block$`), counter: regexp.MustCompile(`op_(global_|shared_)?(ld|st)`), reason: "lanes that retry part from the others on the device, perhaps by the YIELD in its code; nvcc joins two neighbouring scalars in one store"},
	{kernel: regexp.MustCompile(`^queue_expand$`), counter: regexp.MustCompile(`op_st|op_global_st`), reason: "which thread is the first to reach a vertex is open"},
	{kernel: regexp.MustCompile(`^(quick_stack|merge_path|odd_even_sort|blend_over|sw_wavefront)$`), counter: regexp.MustCompile(`op_(global_|shared_)?(ld|st)`), reason: severalBlocks},
	{kernel: regexp.MustCompile(`^sepia_bytes$`), counter: regexp.MustCompile(`t_sectors.*op_(ld|st)`), reason: "nvcc unrolls by two, the simulator's compiler by four: NVVM counts more instructions for the addresses"},
	{kernel: regexp.MustCompile(`^xtea_ctr$`), counter: regexp.MustCompile(`op_(global_)?ld`), reason: "nvcc loads behind the check of the bounds what only the guarded side uses"},
	{kernel: regexp.MustCompile(`^digits`), counter: regexp.MustCompile(`op_local`), reason: "nvcc keeps elements in registers behind the loop that counts"},
	{kernel: regexp.MustCompile(`^compact`), counter: regexp.MustCompile(`t_sectors.*op_st`), reason: "which warp gets which place is open"},
	{kernel: regexp.MustCompile(`^bfs`), counter: regexp.MustCompile(`op_st|op_global_st`), reason: "which thread is the first to reach a vertex is open"},
}

const severalBlocks = "nvcc also unrolls loops of several blocks by four"

// blindCycles are the kernels whose cycles differ by more than half, with the reason.
var blindCycles = map[string]string{
	"bfs":         "every new vertex stores to one word; on the device such stores hold up the atomics behind them",
	"uf_hook":     "as its counters: threads walk further on the device",
	"blend_over":  "0.7 of the instructions; the cause is not known",
	"quick_stack": "loads behind stores to the same lines miss L1 on the device; no rule is known",
}

// blindSet is the launches of a folder, with the device that they were measured on and the
// agreement that is asked of them.
type blindSet struct {
	device, folder string
	list           func() []h200.Profile
	mean           float64 // of the error of cycles, percent
	rank           float64
	options        []gpusim.LoadOption // what compiles the files
}

var blindSets = []blindSet{
	{device: "H100", folder: "h100/blind/", list: h100.Blind, mean: 12, rank: 0.94},
	{device: "H200", folder: "h200/blind/", list: h200.Blind, mean: 18, rank: 0.94},
}

// blindInstructions limits the error of the instructions executed: a division is one here.
const blindInstructions = 38 // percent

// blindRun is what the launches of a set gave.
type blindRun struct {
	cycles          []timing
	instructions    []float64 // how far they are from the measured ones
	compared, alike int       // counters of accesses
}

// What the texts for readers say of the H200's launches: README.md of the course, and of this
// folder.
var (
	told    = regexp.MustCompile(`(\d+) launches of (\d+) kernels in the style of public code were measured on an NVIDIA H200. The\s+simulated cycles differ from the measured ones by (\d+) %`)
	toldToo = regexp.MustCompile(`Now the\s+errors are (\d+) % and (\d+) %`)
)

// numbersIn returns the numbers that a text tells.
func numbersIn(t *testing.T, file string, told *regexp.Regexp) (list []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := told.FindStringSubmatch(string(text))
	if m == nil {
		t.Fatalf("%s does not say %v", file, told)
	}
	for _, number := range m[1:] {
		n, _ := strconv.Atoi(number) // digits only
		list = append(list, n)
	}
	return list
}

// TestBlindTold compares the numbers of README.md with the launches. TestBlind -every compares
// the error of cycles with the simulated one.
func TestBlindTold(t *testing.T) {
	readme, here := numbersIn(t, "../../README.md", told), numbersIn(t, "README.md", toldToo)
	kernels := map[string]bool{}
	for _, p := range h200.Blind() {
		template, _, _ := strings.Cut(p.Kernel, "<")
		kernels[template] = true
	}
	if readme[0] != len(h200.Blind()) || readme[1] != len(kernels) || readme[2] != here[1] {
		t.Errorf("README.md says %d, there are %d launches of %d kernels, and this folder's README.md says %d %%", readme, len(h200.Blind()), len(kernels), here[1])
	}
}

// TestBlind compares one launch of every second kernel. All of them:
//
//	go test ./gpusim/validation -every -run Blind$ -v
func TestBlind(t *testing.T) {
	if testing.Short() {
		t.Skip("47 launches take ten seconds")
	}
	for _, set := range blindSets {
		t.Run(set.device, func(t *testing.T) { set.check(t, set.launch(t)) })
	}
	for _, d := range blindKnown {
		if *every && *only == "" && !d.differs {
			t.Errorf("%v of %v is as measured: take it out of the list", d.counter, d.kernel)
		}
	}
}

// launch repeats the launches of a set and compares their counters.
func (set *blindSet) launch(t *testing.T) (run blindRun) {
	modules, seen := map[string]*gpusim.Module{}, map[string]bool{}
	for _, p := range set.list() {
		if !regexp.MustCompile(*only).MatchString(p.Kernel) || seen[p.Kernel] && !*every {
			continue
		}
		if seen[p.Kernel] = true; len(seen)%2 == 0 && !*every {
			continue
		}
		r := launchBlind(t, modules, set, &p)
		x := timing{p.Kernel + " " + p.Config, p.Metrics[elapsed], r.Time.Cycles, r.Time.Limit()}
		got, _ := r.Metric(instructions)
		run.cycles, run.instructions = append(run.cycles, x), append(run.instructions, math.Abs(math.Log(got/p.Metrics[instructions])))
		t.Logf("%s: %.2f of the instructions, %.2f of the cycles", p.Kernel, got/p.Metrics[instructions], x.ratio())
		compared, alike := compareBlind(t, &p, r)
		run.compared, run.alike = run.compared+compared, run.alike+alike
	}
	return run
}

// check compares a run with the agreement that is asked.
func (set *blindSet) check(t *testing.T, run blindRun) {
	if len(run.cycles) == 0 {
		return
	}
	mean, rank := agreement(run.cycles)
	off := percent(stat.Mean(run.instructions, nil))
	t.Logf("%d launches: geometric mean of the error of cycles %.1f %%, rank correlation %.3f, of instructions %.1f %%; %d of %d counters of accesses are as measured",
		len(run.cycles), percent(mean), rank, off, run.alike, run.compared)
	if *only != "" {
		return
	}
	if percent(mean) > set.mean || rank < set.rank || off > blindInstructions {
		t.Errorf("want %v %% of cycles and %v %% of instructions at most, and a rank correlation of %v", set.mean, blindInstructions, set.rank)
	}
	if i := slices.IndexFunc(blindSets, func(s blindSet) bool { return s.device == set.device }); *every {
		if told := numbersIn(t, "README.md", toldToo)[i]; math.Round(percent(mean)) != float64(told) {
			t.Errorf("README.md says %d %%, the error of cycles is %.1f %%", told, percent(mean))
		}
	}
	for _, x := range run.cycles {
		name, _, _ := strings.Cut(x.name, " ")
		if x.off() > math.Log(1.5) && blindCycles[name] == "" {
			t.Errorf("%s: %.0f cycles simulated, %.0f measured", x.name, x.simulated, x.measured)
		}
	}
}

// compareBlind compares the counters of accesses of a launch. It returns how many are not
// zero, and how many of those are as measured.
func compareBlind(t *testing.T, p *h200.Profile, r *gpusim.Report) (compared, alike int) {
	t.Helper()
	for _, c := range counters {
		got, _ := r.Metric(c.name)
		x := comparison{p.Kernel, c.name, c.tier, p.Metrics[c.name], got}
		if c.tier == exact && max(x.measured, got) > 0 {
			compared++
		}
		if !x.differs() {
			if c.tier == exact && got > 0 {
				alike++
			}
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
		if i < 0 || blindKnown[i].within > 0 && math.Abs(got-x.measured) > blindKnown[i].within*total {
			t.Errorf("%s %s: %s: got %.0f, want the measured %.0f", p.Kernel, p.Config, c.name, got, x.measured)
			continue
		}
		blindKnown[i].differs = true
	}
	return compared, alike
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
var blindBuffers = sync.OnceValue(func() map[string][]byte {
	return map[string][]byte{"A": blindBuffer("A"), "I": blindBuffer("I"), "P": blindBuffer("P"), "O": blindBuffer("O"), "Q": blindBuffer("Q")}
})

// launchBlind repeats a measured launch. A buffer that two parameters share is one array if
// their elements have one size.
func launchBlind(t *testing.T, modules map[string]*gpusim.Module, set *blindSet, p *h200.Profile) *gpusim.Report {
	t.Helper()
	path := set.folder + p.Case + ".cu"
	if modules[path] == nil {
		modules[path] = gpusim.Must(gpusim.LoadFile(path, set.options...))
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
	dev := gpusim.Must(gpusim.Open(set.device))
	if p.Kernel == "conv_taps" {
		taps := blindTaps() // in PTX the table has bytes
		copy(gpusim.Must(dev.Symbol(k, "taps")).Bytes(), unsafe.Slice((*byte)(unsafe.Pointer(&taps)), unsafe.Sizeof(taps)))
	}
	arrays, named := map[string]any{}, gpusim.Named{}
	for i, text := range strings.Split(args, ",") {
		x := k.Parameters()[i]
		if data, ok := blindBuffers()[text]; ok {
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
