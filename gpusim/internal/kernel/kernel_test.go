package kernel

import (
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
)

const text = `package p

import "gpucourse/gpusim/gpu"

var Weights gpu.Constant[[2][3]float32]

type Pair struct {
	X []float32
	N int
}

func K(out []int32, p Pair, s float64) {
	for i := range 4 {
		out[i] = int32(p.X[p.N] * Weights.V[0][i%3])
	}
}
`

func load(t *testing.T) *Module {
	t.Helper()
	u, err := source.LoadText(t.Name()+".go", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return ModuleOf(u)
}

// TestCompiledOncePerTarget: a module has one kernel of a name, and a kernel one code per target. A
// target differs by its device, its registers, its passes and its checkers.
func TestCompiledOncePerTarget(t *testing.T) {
	m := load(t)
	if ModuleOf(m.Unit) != m {
		t.Error("a unit has two modules")
	}
	k, err := m.Kernel("K")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := m.Kernel("K"); again != k {
		t.Error("a module lowers a kernel twice")
	}
	if _, err := m.Kernel("Other"); err == nil {
		t.Error("a kernel that is not there has no error")
	}
	before, seen := k.Lowered.String(), map[*Code]Target{}
	unroll, err := pass.LeftOut("-unroll")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range []Target{{}, {Spec: &arch.Devices[0]}, {Spec: &arch.Devices[1]}, {Spec: &arch.Devices[1], MaxRegisters: 20}, {Without: unroll}, {Checked: true}} {
		code, err := k.For(to)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := k.For(to); again != code {
			t.Errorf("%+v is compiled twice", to)
		}
		if other, ok := seen[code]; ok {
			t.Errorf("%+v has the code of %+v", to, other)
		}
		seen[code] = to
	}
	if k.Lowered.String() != before {
		t.Error("a pass changed the lowered kernel")
	}
}

// TestTakes: what a kernel takes and uses, in the learner's words.
func TestTakes(t *testing.T) {
	k, err := load(t).Kernel("K")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := k.Usage(), "K takes (out []int32, p Pair, s float64)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var params []string
	for _, p := range k.Parameters() {
		params = append(params, p.Name+" "+p.Type)
	}
	if got, want := strings.Join(params, ", "), "out []int32, p.X []float32, p.N int32 or int, s float64"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(k.Symbols) != 1 || k.Symbols[0].Name != "Weights" || k.Symbols[0].Len != 6 || ConstantEnd(k.Lowered) != 24 {
		t.Errorf("got %+v and %d bytes, want Weights of 6 elements in 24 bytes", k.Symbols, ConstantEnd(k.Lowered))
	}
	for i := range k.Plain().IR.Vars {
		if v := &k.Plain().IR.Vars[i]; HasSymbol(v) && k.Symbol(v) != &k.Symbols[0] {
			t.Errorf("%s is not Weights", v.Name)
		}
	}
	if d := k.Diagnose("x", "do", "%d is wrong", 7); d.Pos.Line != 12 || d.Source != "func K(out []int32, p Pair, s float64) {" || d.Message != "7 is wrong" {
		t.Errorf("got %+v", d)
	}
}
