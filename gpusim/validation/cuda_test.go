package validation

// This file launches the measured kernels straight from their CUDA sources and compares
// the counters with those of the ports to Go, which other tests compare with an H200.

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// cudaNames are the kernels whose names in CUDA do not follow from those in Go.
var cudaNames = map[string]string{
	"SumPacked3": "aos_sum<P3>", "SumPacked4": "aos_sum<P4>", "SumAligned4": "aos_sum<P4a>", "SumAligned2": "aos_sum<P2a>", "SumArrays3": "soa_sum3",
	"TransformConst32": "transform<float,true>", "TransformGlobal32": "transform<float,false>",
	"TransformConst64": "transform<double,true>", "TransformGlobal64": "transform<double,false>",
	"Spill1": "spill<1>", "Spill2": "spill<2>", "MatmulTiled16": "matmul_tiled<16>", "MatmulTiled32": "matmul_tiled<32>",
	"TransposeShared": "transpose_shared<0>", "TransposePadded": "transpose_shared<1>", "RectRowColPad1": "rectRowColPad<1>", "RectRowColPad2": "rectRowColPad<2>",
	"AATShared": "aat_shared<0>", "AATPadded": "aat_shared<1>", "ScanTree": "scan_tree<false>", "ScanTreePadded": "scan_tree<true>",
	"TransposeRows16": "transpose_rows<16,0>", "TransposeRows32": "transpose_rows<32,0>", "TransposeRows32Padded": "transpose_rows<32,1>", "TransposeRows64": "transpose_rows<64,0>",
	"Tile16": "tile16<%s,0>", "Tile16Pad": "tile16<%s,1>", "VectorAdd": "vector_add",
}

// structKernels are the kernels that Go has once per struct.
var structKernels = regexp.MustCompile(`^(SharedField|Field|First2|First|Middle|Three|Set|Bump)(S\d+A?)$`)

// cudaName returns the name that a case's kernel has in a CUDA source.
func cudaName(c cases.Case, m *gpusim.Module) string {
	name, _, generic := strings.Cut(gpusim.Must(gpusim.Compile(c.Kernel)).Name(), "[")
	if s := structKernels.FindStringSubmatch(name); s != nil {
		return "s" + map[bool]string{true: "hared", false: "truct"}[s[1] == "SharedField"] + "_" + strings.ToLower(strings.TrimPrefix(s[1], "Shared")) + "<" + strings.ReplaceAll(s[2], "A", "a") + ">"
	}
	word := cudaWord(c)
	if name == "VectorAdd" && slices.Contains(m.Kernels(), "add_bounded") {
		return "add_bounded" // the same kernel with a bound
	}
	if known := cudaNames[name]; known != "" {
		return strings.ReplaceAll(known, "%s", word)
	}
	if generic && name == "Gather" && word == "double" {
		return "gather_double"
	}
	for _, k := range m.Kernels() {
		if strings.EqualFold(strings.ReplaceAll(k, "_", ""), name) {
			if generic && name != "Gather" {
				return k + "<" + word + ">"
			}
			return k
		}
	}
	return name
}

// cudaWord returns C's name for the elements of the first array whose elements are not
// float, or float.
func cudaWord(c cases.Case) string {
	f := reflect.TypeOf(c.Kernel)
	word := "float"
	for i := range f.NumIn() {
		if f.In(i).Kind() != reflect.Slice {
			continue
		}
		e := f.In(i).Elem()
		names := map[reflect.Kind]string{
			reflect.Int8: "char", reflect.Uint8: "unsigned char", reflect.Int16: "short", reflect.Uint16: "unsigned short", reflect.Int32: "int",
			reflect.Int64: "long long", reflect.Float64: "double", reflect.Float32: "float",
		}
		name := names[e.Kind()]
		if name == "" {
			name = strings.ReplaceAll(e.Name(), "A", "a")
			if strings.HasSuffix(e.PkgPath(), "/gpu") {
				name = strings.ToLower(name)
			}
		}
		if name != "float" {
			return name
		}
	}
	return word
}

// launchCUDA runs a case with the kernel of a CUDA source.
func launchCUDA(t *testing.T, m *gpusim.Module, c cases.Case, o gpusim.Options) *gpusim.Report {
	t.Helper()
	return launchNamed(t, m, cudaName(c, m), c, o)
}

// launchNamed runs a case with a kernel of this name, in CUDA C or PTX.
func launchNamed(t *testing.T, m *gpusim.Module, name string, c cases.Case, o gpusim.Options) *gpusim.Report {
	t.Helper()
	report, _ := launchArrays(t, m, name, c, o)
	return report
}

// launchArrays is launchNamed that returns the bytes of all arrays after the launch, too.
func launchArrays(t *testing.T, m *gpusim.Module, name string, c cases.Case, o gpusim.Options) (report *gpusim.Report, arrays [][]byte) {
	t.Helper()
	kernel, err := m.Kernel(name)
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return nil, nil
	}
	dev := gpusim.Must(gpusim.Open(testSpec.Name))
	var leaves []any
	params, pitchUnit := kernel.Parameters(), 1
	for i, a := range cases.Leaves(c.Args()) {
		if v := reflect.ValueOf(a); v.Kind() == reflect.Slice { // bytes: CUDA C has its own structs
			n, size := v.Len(), int(v.Type().Elem().Size())
			if params[i].Type == "[]int8" { // a pitched matrix, with its pitch in bytes
				pitchUnit, n, size = size, n*size, 1
			}
			array := gpusim.Must(dev.MallocArray(n, size))
			copy(array.Bytes(), sliceBytes(v))
			a, arrays = array, append(arrays, array.Bytes())
		}
		if pitch, ok := a.(int); ok && params[i].Name == "pitch" {
			a = pitch * pitchUnit
		}
		leaves = append(leaves, a)
	}
	named := gpusim.Named{}
	for i, p := range params {
		named[p.Name] = leaves[i]
	}
	report, err = dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, Options: o}, named)
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return nil, nil
	}
	return report, arrays
}

var every = flag.Bool("every", false, "launch every case natively, from CUDA C and on an H100, lose every barrier, copy on every device, and make the largest launches, not a choice of them")

// oneIn is how many barriers, kernels in CUDA C or cases on an H100 share a launch without -every.
const oneIn = 3

// onePerKernel returns the case of each kernel that has the fewest threads, unless it is slow.
func onePerKernel(list []cases.Case) []cases.Case {
	seen := map[string]bool{}
	list = slices.SortedStableFunc(slices.Values(list), func(a, b cases.Case) int { return cmp.Compare(a.Threads(), b.Threads()) })
	return slices.DeleteFunc(list, func(c cases.Case) bool {
		name := compiledName(c.Kernel)
		again := seen[name] || slow.MatchString(c.Name) && !large.MatchString(c.Name)
		seen[name] = seen[name] || !again
		return again
	})
}

// some returns one in oneIn of a list of cases, from the first on.
func some(list []cases.Case) (chosen []cases.Case) {
	for part := range slices.Chunk(list, oneIn) {
		chosen = append(chosen, part[0])
	}
	return chosen
}

// quick matches the cases of -short: a few of each family.
var quick = regexp.MustCompile(`^(kernel_1|diverge_lane|aos|local_dynamic|transpose|reduce|struct_sum|branch)`)

// large matches slow cases that are launched all the same: no other has launch bounds.
var large = regexp.MustCompile(`^spill`)

// TestCUDASources wants the counters of the ports, and nearly their cycles, of one case of
// every third kernel. Of all cases that are not slow:
//
//	go test ./gpusim/validation -every -run CUDASources$
func TestCUDASources(t *testing.T) {
	const within = 0.02 // of the cycles
	for _, source := range []struct {
		path string
		list []cases.Case
	}{{"h200/cases/visible.cu", kernels.Cases()}, {"h200/cases/unseen_kernels.cu", unseenkernels.Cases()}} {
		m, err := gpusim.LoadFile(source.path)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() {
			source.list = slices.DeleteFunc(source.list, func(c cases.Case) bool { return !quick.MatchString(c.Name) })
		}
		chosen := source.list
		if !*every && *only == "" {
			chosen = some(onePerKernel(source.list))
		}
		t.Logf("%s: %d of %d cases", source.path, len(chosen), len(source.list))
		for _, c := range chosen {
			if slow.MatchString(c.Name) && !large.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name) {
				continue
			}
			report := launchCUDA(t, m, c, gpusim.Options{})
			if report == nil {
				continue
			}
			want := launched(t, c)
			var differ []string
			for i, counter := range counters {
				got, _ := report.Metric(counter.name)
				x := comparison{c.Name, counter.name, counter.tier, want.counters[i], got}
				if x.differs() {
					differ = append(differ, fmt.Sprintf("%s: %.0f in Go, %.0f in CUDA C", counter.name, want.counters[i], got))
				}
			}
			if d := report.Time.Cycles/want.cycles - 1; math.Abs(d) > within && cudaCycles[c.Name] == "" {
				differ = append(differ, fmt.Sprintf("cycles: %.0f in Go, %.0f in CUDA C: %+.1f %%", want.cycles, report.Time.Cycles, 100*d))
			}
			if len(differ) > 0 {
				t.Errorf("%s, %s: %s", c.Name, cudaName(c, m), strings.Join(differ, "; "))
			}
		}
	}
}

// cudaCycles are the cases whose cycles differ by more, with the reason.
var cudaCycles = map[string]string{
	"pointer_walk": "CUDA C moves a pointer, Go an index: the loop over a pointer is unrolled by four, the other by sixteen",
}

// counted matches slow cases that are launched without their time. The others are launched
// on request: -only ^matmul takes minutes.
var counted = regexp.MustCompile(`^transform_f32|^transpose.*_2048$|^kernel_2$`)

// TestCUDASourcesCounted wants the counters of the ports in slow cases.
func TestCUDASourcesCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("ten launches of up to 16 million threads take ten seconds")
	}
	m := gpusim.Must(gpusim.LoadFile("h200/cases/visible.cu"))
	for _, c := range kernels.Cases() {
		if !slow.MatchString(c.Name) || *only == "" && !counted.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name) {
			continue
		}
		o := gpusim.Options{NoTime: true, NoCaches: true}
		got, want := launchCUDA(t, m, c, o), launchWith(t, testSpec.Name, c, o)
		if got == nil {
			continue
		}
		for _, counter := range counters {
			a, known := want.Metric(counter.name)
			if b, _ := got.Metric(counter.name); known && a != b {
				t.Errorf("%s: %s: %.0f in Go, %.0f in CUDA C", c.Name, counter.name, a, b)
			}
		}
	}
}
