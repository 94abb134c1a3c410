package gpusim_test

// This file sets and reads the variables of kernels from the host.

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/kernels"
)

// point is the element of a variable.
type point struct{ X, Y float32 }

// The variables of the kernels below.
var (
	Weights gpu.Constant[[2][3]float32]
	Shift   gpu.Constant[int]
	Points  gpu.Constant[[4]point]
	Total   gpu.Global[float32]
	Visits  gpu.Global[[32]int32]
)

// Weigh sums Weights, shifted, into out, and counts its visits.
func Weigh(out []float32) {
	i := gpu.ThreadIdx.X
	sum := Points.V[i%4].Y
	for _, row := range Weights.V {
		for _, w := range row {
			sum += w
		}
	}
	out[i] = sum + float32(Shift.V)
	Visits.V[i]++
	if i == 0 {
		Total.V += sum
	}
}

// ReadTotal uses a variable that Weigh writes.
func ReadTotal(out []float32) { out[gpu.ThreadIdx.X] = Total.V }

func symbol(t *testing.T, dev *gpusim.Device, kernel any, name string) *gpusim.Array {
	t.Helper()
	a, err := dev.Symbol(kernel, name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// set copies a value to a variable.
func set(t *testing.T, dev *gpusim.Device, kernel any, name string, value any) {
	t.Helper()
	if err := symbol(t, dev, kernel, name).CopyFrom(value); err != nil {
		t.Fatal(err)
	}
}

func TestSymbols(t *testing.T) {
	dev, other := open(t), open(t)
	out := upload(t, dev, make([]float32, 32))
	set(t, dev, Weigh, "Weights", [2][3]float32{{1, 2, 3}, {4, 5, 6}})
	set(t, dev, Weigh, "Shift", int32(-100))
	set(t, dev, Weigh, "Points", []point{{Y: 0.5}, {Y: 0.25}})
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	rep := launch(t, dev, Weigh, c, out)
	launch(t, dev, Weigh, c, out)
	if got, want := host(t, out)[:4], []float32{-78.5, -78.75, -79, -79}; !slices.Equal(got, want) {
		t.Errorf("out: got %v, want %v", got, want)
	}
	var visits [32]int32
	if err := symbol(t, dev, Weigh, "Visits").CopyTo(&visits); err != nil || visits[31] != 2 {
		t.Errorf("Visits after two launches: got %v, %v; want 2 each", visits, err)
	}
	var names []string
	for _, o := range rep.Outputs {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	if want := []string{"Total", "Visits", "out"}; !slices.Equal(names, want) {
		t.Errorf("outputs: got %v, want %v", names, want)
	}
	launch(t, dev, ReadTotal, c, out)
	if got := host(t, out)[0]; got != 43 {
		t.Errorf("Total in another kernel: got %v, want 43", got)
	}
	var total float32
	if err := symbol(t, other, Weigh, "Total").CopyTo(&total); err != nil || total != 0 {
		t.Errorf("Total of another device: got %v, %v; want 0", total, err)
	}
}

// SumLocals sums a local array, which only some passes keep in registers.
func SumLocals(out []float32) {
	var sums [3]float32
	for i := range sums {
		sums[i] = Weights.V[0][i] + Points.V[i].X
	}
	total := float32(0)
	for i := range sums {
		total += sums[i]
	}
	i := gpu.ThreadIdx.X
	out[i] = total
	Visits.V[i]++
}

// TestSymbolsWithPasses: a kernel finds its variables however it is compiled.
// Without passes the local array is one more variable of the code.
func TestSymbolsWithPasses(t *testing.T) {
	for _, without := range []gpusim.Passes{0, gpusim.AllPasses, gpusim.PassUnroll, gpusim.PassPromote | gpusim.PassArrayToSelect} {
		dev := open(t)
		out := upload(t, dev, make([]float32, 32))
		set(t, dev, SumLocals, "Weights", [2][3]float32{{1, 2, 3}, {100, 100, 100}})
		set(t, dev, SumLocals, "Points", []point{{X: 10}, {X: 20}, {X: 30}})
		launch(t, dev, SumLocals, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Without: without}, out)
		if got, want := host(t, out)[0], float32(66); got != want {
			t.Errorf("passes %v: got a sum of %v, want %v", without, got, want)
		}
		var visits [32]int32
		if err := symbol(t, dev, SumLocals, "Visits").CopyTo(&visits); err != nil || visits[31] != 1 {
			t.Errorf("passes %v: got visits %v, error %v; want 1 each", without, visits, err)
		}
	}
}

// TestSymbolList: the kernel tells what it uses.
func TestSymbolList(t *testing.T) {
	k, err := gpusim.Compile(Weigh)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range k.Symbols() {
		got[s.Name] = fmt.Sprintf("%s %d of %d", s.Type, s.Len, s.Elem.Bytes)
	}
	want := map[string]string{
		"Weights": "[2][3]float32 6 of 4", "Shift": "int 1 of 4", "Points": "[4]point 4 of 8", "Total": "float32 1 of 4", "Visits": "[32]int32 32 of 4",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if p := k.Parameters(); len(p) != 1 || p[0].Name != "out" {
		t.Errorf("parameters: got %v, want out alone", p)
	}
}

func TestSymbolErrors(t *testing.T) {
	dev := open(t)
	_, err := dev.Symbol(Weigh, "Weight")
	refused(t, "misspelt", err, diag.UnknownSymbol, "did you mean Weights?", "cudaErrorInvalidSymbol", "symbols_test.go:")
	_, err = dev.Symbol(ReadTotal, "Zebra")
	refused(t, "unknown", err, diag.UnknownSymbol, "it uses Total float32")
	_, err = dev.Symbol(Saxpy, "Zebra")
	refused(t, "none", err, diag.UnknownSymbol, "it uses none")
	_, err = dev.Symbol(Constants, "Table")
	refused(t, "too large", err, diag.ConstantTooLarge, "80000 bytes", "65536")
	weights := symbol(t, dev, Weigh, "Weights")
	refused(t, "too many", weights.CopyFrom(ramp(7)), diag.CopySize, "7 elements", "the 6 of variable Weights")
	refused(t, "other type", weights.CopyFrom([]int32{1}), diag.ElementType, "[]int32", "use values of type float32")
	refused(t, "int", symbol(t, dev, Weigh, "Shift").CopyFrom(3), diag.ElementType, "use values of type int32")
	refused(t, "no pointer", weights.CopyTo(float32(1)), diag.ElementType, "pass a slice or a pointer")
	refused(t, "nil", weights.CopyFrom(nil), diag.ElementType, "nil")
	refused(t, "freed", weights.Free(), diag.FreedMemory, "variable Weights [2][3]float32 is freed")
}

// TestConstantRequests: a warp that reads n distinct constants makes n
// requests, as an H200 does beyond those that a launch without constants makes.
func TestConstantRequests(t *testing.T) {
	const hardware = "idc__requests.sum"
	measured := map[string]float64{}
	for _, p := range h200.Profiles() {
		measured[p.Case] = p.Metrics[hardware]
	}
	compared := 0
	for _, c := range kernels.Cases() {
		if !strings.HasPrefix(c.Name, "const_distinct") && c.Name != "const_by_warp" {
			continue
		}
		compared++
		got, _ := launchCase(t, "H200", c, gpusim.Config{}).Metric("constant_load_requests")
		if want := measured[c.Name] - measured["uniform_load"]; got != want {
			t.Errorf("%s: got %v requests, want %v more than without constants", c.Name, got, want)
		}
	}
	if want := 7; compared != want {
		t.Errorf("compared %d cases, want %d", compared, want)
	}
}

// TestVariableLayout: bytes of a variable are those that its type has on the
// device.
func TestVariableLayout(t *testing.T) {
	dev := open(t)
	set(t, dev, Weigh, "Points", [4]point{3: {X: 1}})
	a := symbol(t, dev, Weigh, "Points")
	if got := binary.LittleEndian.Uint32(a.Bytes()[3*8:]); got != 0x3f800000 {
		t.Errorf("Points[3].X: got bits %#x, want those of 1", got)
	}
}
