package inspect

// This file looks at small kernels compiled for old and new devices. What is said of larger ones
// is checked with golden files of package command.

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/report"
)

const kernels = `package kernels

import "gpucourse/gpusim/gpu"

var Coefficients gpu.Constant[[8]float32]

var Total gpu.Global[int64]

func Tile(out, in []float32, n int) {
	tile := gpu.Shared[[64]float32]()
	i := gpu.ThreadIdx.X
	tile[i] = in[i] * Coefficients.V[i%8]
	gpu.SyncThreads()
	out[i] = tile[63-i]
}

func Double(out []float64, in gpu.ReadOnly[float64]) {
	out[0] = in[0] * 2
	out[1] = in[1] + 2; out[2] = in[2] + 3
}

func Moves(out, in []float64) { out[0] = in[0] }

func Add(x []int32) {
	gpu.AtomicAdd(&Total.V, 1)
	gpu.AtomicAdd(&x[0], 1)
}

func Sync(x []int32) { x[1] = gpu.ShflSync(gpu.FullMask, x[0], 0) }

func Index(out, in []float32) {
	var a [16]float32
	for i := range 16 {
		a[i] = in[i]
	}
	out[0] = a[gpu.ThreadIdx.X]
}

func Many(out, in []float32) {
	i := gpu.ThreadIdx.X
	first, second := in[i], in[i+1]
	var v [24]float32
	for k := range 24 {
		v[k] = in[i+2+k]
	}
	gpu.SyncThreads()
	out[i] = first * second
	for k := range 24 {
		out[i+k] += v[k] * v[23-k]
	}
}
`

func spec(t *testing.T, device string) *arch.Spec {
	t.Helper()
	s, err := arch.Find(device)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// compiled returns a kernel for a device with a limit of registers; 0 is that of the device.
func compiled(t *testing.T, device, kernel string, registers int) (source.Unit, *ir.Kernel) {
	t.Helper()
	u, err := source.LoadText("kernels.go", []byte(kernels))
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, kernel, compile.Options{Spec: spec(t, device), MaxRegisters: registers})
	if err != nil {
		t.Fatal(err)
	}
	return u, k
}

// TestResources: what a kernel declares is what it takes.
func TestResources(t *testing.T) {
	_, k := compiled(t, "H200", "Tile", 0)
	r := Resources(spec(t, "H200"), k)
	if r.Target != "sm_90" || r.Barriers != 1 || r.Shared != 64*4 || r.Constant != 8*4 || r.Global != 0 || r.SpillStores != 0 {
		t.Errorf("got %+v", r)
	}
	if r.Registers < 4 || r.Registers > r.Limit {
		t.Errorf("got %d registers of %d", r.Registers, r.Limit)
	}
	_, k = compiled(t, "H200", "Index", 0)
	r = Resources(spec(t, "H200"), k)
	if len(r.Locals) != 1 || r.Locals[0].Name != "a" || r.Locals[0].Bytes != 16*4 || r.Locals[0].Spilled || r.Barriers != 0 || r.StackFrame != 16*4 {
		t.Errorf("an array in local memory: got %+v", r)
	}
}

// TestSpills: a value that does not fit is named, with the registers that are needed and allowed.
func TestSpills(t *testing.T) {
	const allowed = 24
	_, k := compiled(t, "H200", "Many", allowed)
	r := Resources(spec(t, "H200"), k)
	if r.SpillStores == 0 || len(r.Locals) == 0 {
		t.Fatalf("got %+v, want values that are spilled to have at most %d registers", r, allowed)
	}
	for _, l := range r.Locals {
		if !l.Spilled || l.Line == 0 || !strings.Contains(l.Why, " registers, 24 are allowed") {
			t.Errorf("got %+v", l)
		}
	}
}

// TestTooManyRegisters: a kernel that needs more registers than are allowed is refused with both
// numbers.
func TestTooManyRegisters(t *testing.T) {
	_, k := compiled(t, "H200", "Tile", 0)
	if err := CheckRegisters(k); err != nil {
		t.Error(err)
	}
	needs := *k.Usage
	needs.Registers, needs.Limit = 300, 255
	k.Usage = &needs
	var d diag.Diagnostic
	if err := CheckRegisters(k); !errors.As(err, &d) || d.Code != diag.RegisterLimit || !strings.Contains(d.Message, "needs 300 registers per thread, at most 255") {
		t.Errorf("got %v", err)
	}
}

// TestFeatures: a device refuses what it lacks, once for each line; what only moves float64 is
// not arithmetic.
func TestFeatures(t *testing.T) {
	for _, x := range []struct {
		device, kernel string
		lines          []int
	}{
		{"H200", "Double", nil},
		{"GeForce 8800 GTX", "Double", []int{18, 19}},
		{"GeForce 8800 GTX", "Moves", nil},
		{"GeForce 8800 GTX", "Add", []int{25, 26}},
		{"K20c", "Add", nil},
		{"H200", "Add", nil},
		{"H200", "Sync", nil},
		{"GeForce 8800 GTX", "Sync", []int{29}},
	} {
		_, k := compiled(t, x.device, x.kernel, 0)
		var lines []int
		for _, d := range diag.ListOf(CheckFeatures(spec(t, x.device), k)) {
			lines = append(lines, d.Pos.Line)
			if d.Code != diag.MissingFeature || d.Hint == "" {
				t.Errorf("%s on %s: got %v", x.kernel, x.device, d)
			}
		}
		if got := slices.Compact(lines); !slices.Equal(got, x.lines) {
			t.Errorf("%s on %s is refused in lines %v, want %v: %v", x.kernel, x.device, lines, x.lines, CheckFeatures(spec(t, x.device), k))
		}
	}
}

// TestUnmaskedFunctions: warp functions without a mask are refused from compute capability 7.0 on.
func TestUnmaskedFunctions(t *testing.T) {
	for device, want := range map[string]int{"H200": 1, "K20c": 0} {
		_, k := compiled(t, device, "Moves", 0)
		k.Unmasked = map[diag.Pos]string{k.Pos: "__any"}
		errs := diag.ListOf(CheckFeatures(spec(t, device), k))
		if len(errs) != want || want > 0 && !strings.Contains(errs[0].Hint, "__any_sync") {
			t.Errorf("%s: got %v", device, errs)
		}
	}
}

// TestListing: every instruction stands beside its line, in the order of the code.
func TestListing(t *testing.T) {
	u, k := compiled(t, "H200", "Tile", 0)
	l := Listing(spec(t, "H200"), k, u.Line)
	var listed, all []string
	for _, row := range l.Rows {
		listed = append(listed, row.Code...)
		if row.Line != 0 && row.Source != strings.TrimSpace(u.Line(diag.Pos{File: row.File, Line: row.Line})) {
			t.Errorf("line %d is shown as %q", row.Line, row.Source)
		}
	}
	barrier := slices.IndexFunc(l.Rows, func(r report.ListingRow) bool { return r.Source == "gpu.SyncThreads()" })
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			all = append(all, k.InstrString(in))
		}
	}
	if !slices.Equal(listed, all) {
		t.Errorf("got the instructions\n%s\nwant\n%s", strings.Join(listed, "\n"), strings.Join(all, "\n"))
	}
	if barrier < 0 || !strings.HasPrefix(l.Rows[barrier].Code[0], "bar.sync") {
		t.Errorf("no row has the barrier: %+v", l.Rows)
	}
}

// TestLiveRegisters: the largest number of registers in use is near what the kernel takes, and
// values have the names of the source.
func TestLiveRegisters(t *testing.T) {
	u, k := compiled(t, "H200", "Many", 0)
	l := LiveRegisters(spec(t, "H200"), k, 0, u.Line)
	most := 0
	named, ofLine := map[string]bool{}, map[int]int{}
	for _, p := range l.Points {
		most = max(most, p.Registers)
		ofLine[p.Line] = max(ofLine[p.Line], p.Registers)
		for _, v := range p.Values {
			named[v] = true
		}
	}
	for _, line := range l.Lines {
		if line.Registers != ofLine[line.Line] {
			t.Errorf("line %d: got %d registers, want %d, the most of its instructions", line.Line, line.Registers, ofLine[line.Line])
		}
	}
	if most < 24 || most > l.Registers {
		t.Errorf("at most %d registers are in use, and the kernel takes %d", most, l.Registers)
	}
	if !named["first"] || !named["second"] {
		t.Errorf("first and second are in registers at the barrier: got values %v", named)
	}
	if !slices.IsSortedFunc(l.Lines, func(a, b report.LiveLine) int { return a.Line - b.Line }) || len(l.Lines) == 0 {
		t.Errorf("got lines %+v, want them in the order of the source", l.Lines)
	}
}

// TestConstantBanks: parameters and constants lie where the device has them.
func TestConstantBanks(t *testing.T) {
	_, k := compiled(t, "H200", "Tile", 0)
	var names []string
	for _, e := range ConstantBanks(spec(t, "H200"), k) {
		names = append(names, e.Name)
		if first := spec(t, "H200").Bank.Params; e.Name == "out" && e.Offset != first {
			t.Errorf("the first parameter lies at %d, want %d", e.Offset, first)
		}
		if want := map[bool]int{true: constantBank, false: launchBank}[strings.Contains(e.Name, "Coefficients")]; e.Bank != want {
			t.Errorf("%s lies in bank %d, want %d", e.Name, e.Bank, want)
		}
	}
	if got := strings.Join(names, ", "); !strings.HasPrefix(got, "gpu.BlockDim, gpu.GridDim, out") || !strings.Contains(got, "Coefficients [8]float32") {
		t.Errorf("got %s", got)
	}
	_, k = compiled(t, "GeForce 8800 GTX", "Tile", 0)
	if got := ConstantText(spec(t, "GeForce 8800 GTX"), k); !strings.Contains(got, "in shared memory") || strings.Contains(got, "BlockDim") {
		t.Errorf("on a device without the bank: got %s", got)
	}
}

// TestGlobalLoads: each load says whether it is uniform, or which condition fails.
func TestGlobalLoads(t *testing.T) {
	_, k := compiled(t, "H200", "Double", 0)
	for _, l := range GlobalLoads(k) {
		if !l.Uniform || l.Name != "in" || l.Line == 0 {
			t.Errorf("a load of in[0] by all lanes: got %+v", l)
		}
	}
	_, k = compiled(t, "H200", "Tile", 0)
	loads := GlobalLoads(k)
	if len(loads) != 1 || loads[0].Uniform || loads[0].Why == "" {
		t.Errorf("one load of in[i]: got %+v", loads)
	}
	if text := UniformText(spec(t, "H200"), k); !strings.Contains(text, "not uniform: "+loads[0].Why) {
		t.Errorf("got %s", text)
	}
}
