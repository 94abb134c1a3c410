package plan

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// Scale is what Multiply multiplies by, Data what it multiplies.
var (
	Scale gpu.Constant[[2]float32]
	Data  gpu.Global[*[4]float32]
)

// Multiply adds x to what it multiplies.
func Multiply(x []float32) {
	i := gpu.ThreadIdx.X
	Data.V[i] = Data.V[i]*Scale.V[1] + x[i]
}

// Count is for one thread.
func Count(x []float32) {
	x[0] = 1
	x[0] += 1
}

func TestModules(t *testing.T) {
	module, err := gpusim.LoadFile("modules_test.go")
	if err != nil {
		t.Fatal(err)
	}
	main := Thread("main")
	o, err := PlayModule([]string{"H200"}, module,
		main.ModuleLoad("m"), // no context yet
		main.CtxCreate("c1", 0),
		main.ModuleGetGlobal("scale", "m", "Scale"), // not loaded
		main.ModuleLoad("m"),
		main.ModuleGetGlobal("scale", "m", "Scale"), main.MemcpyHtoD("scale", 4, 3),
		main.MemAlloc("x", 16), main.MemcpyHtoD("x", 0, 1, 2, 3, 4),
		main.MemAlloc("d", 16), main.MemcpyHtoD("d", 8, 0.5, -1),
		main.ModuleGetGlobal("data", "m", "Data"), main.MemcpyPointer("data", "d"), main.MemcpyPointer("data", "e"), main.MemcpyPointer("e", "d"),
		main.LaunchKernel("m", "Multiply", 1, 4, "x"),
		main.LaunchKernel("m", "Divide", 1, 4, "x"), main.LaunchKernel("m", "Multiply", 1, 4, "y"),
		main.MemAlloc("keep", 1), main.ModuleUnload("m"), main.ModuleUnload("m"), main.ModuleUnload("n"),
	)
	if err != nil {
		t.Fatal(err)
	}
	var failed []int
	for i, a := range o.Answers {
		if a.Err != nil {
			failed = append(failed, i)
		}
	}
	if want := []int{0, 2, 12, 13, 15, 16, 19, 20}; !slices.Equal(failed, want) {
		t.Errorf("got failed calls %v, want %v", failed, want)
		for _, i := range failed {
			t.Log(i, o.Answers[i].Call, o.Answers[i].Err)
		}
	}
	bytes, err := o.Bytes("c1", "d", 16)
	if err != nil {
		t.Fatal(err)
	}
	var got []float32
	for i := range 4 {
		got = append(got, math.Float32frombits(binary.LittleEndian.Uint32(bytes[4*i:])))
	}
	if want := []float32{1, 2, 4.5, 1}; !slices.Equal(got, want) {
		t.Errorf("got d = %v, want %v", got, want)
	}
}

func TestNoModule(t *testing.T) {
	main := Thread("main")
	o, _ := Play([]string{"H200"}, main.CtxCreate("c1", 0), main.ModuleLoad("m"))
	if got := o.Answers[1].Result(); got != "CUDA_ERROR_INVALID_VALUE" {
		t.Errorf("got %s for a module that is not there", got)
	}
}

// TestLaunchesAreChecked: a launch with a race succeeds, and its answer has the finding.
func TestLaunchesAreChecked(t *testing.T) {
	module, err := gpusim.LoadFile("modules_test.go")
	if err != nil {
		t.Fatal(err)
	}
	main := Thread("main")
	o, err := PlayModule([]string{"H200"}, module,
		main.CtxCreate("c1", 0), main.ModuleLoad("m"), main.MemAlloc("x", 16),
		main.LaunchKernel("m", "Count", 1, 1, "x"), main.LaunchKernel("m", "Count", 1, 64, "x"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 0, 0, 0, 1} {
		a := o.Answers[i]
		if a.Err != nil || a.Check != nil && (len(a.Check.Findings) != want || !a.Check.Whole) {
			t.Errorf("%v: got %v and %+v, want no error and %d findings", a.Call, a.Err, a.Check, want)
		}
	}
	if o.Answers[4].Check == nil {
		t.Error("a launch was not checked")
	}
}

// Beyond writes a row of a matrix behind its end, where the next row lies.
func Beyond(x []float32) {
	var m [2][4]float32
	m[0][gpu.ThreadIdx.X+4] = 1
	x[0] = m[1][0]
}

// TestInnerBoundsOfPlans: a launch of a plan is compiled for checkers, and its fault is its
// call's error.
func TestInnerBoundsOfPlans(t *testing.T) {
	module, err := gpusim.LoadFile("modules_test.go")
	if err != nil {
		t.Fatal(err)
	}
	main := Thread("main")
	o, err := PlayModule([]string{"H200"}, module,
		main.CtxCreate("c1", 0), main.ModuleLoad("m"), main.MemAlloc("x", 16), main.LaunchKernel("m", "Beyond", 1, 1, "x"))
	if err != nil {
		t.Fatal(err)
	}
	a := o.Answers[3]
	if d, ok := a.Err.(diag.Diagnostic); !ok || d.Code != diag.InnerIndex || len(a.Check.Findings) != 1 {
		t.Errorf("got %v, want %s and that finding", a.Err, diag.InnerIndex)
	}
}
