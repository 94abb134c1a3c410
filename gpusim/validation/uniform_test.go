package validation

// This file compares the addresses that the compiler proves uniform with the addresses that
// random kernels use.

import (
	"sync/atomic"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/fuzz"
)

// uniformChecker checks every access that the compiler marks as uniform.
type uniformChecker struct {
	t       *testing.T
	program *simt.Program
	uniform map[*ir.Instr]bool
	seen    *atomic.Int64
}

func (c uniformChecker) access(a *trace.Access) {
	in := c.program.Instrs[a.PC]
	if !c.uniform[in] {
		return
	}
	c.seen.Add(1)
	first := a.Lane(a.Active.First())
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		if at := a.Lane(rest.First()); at != first {
			c.t.Errorf("%s: the %s access on line %d is said to be uniform: lane %d uses %#x, lane %d uses %#x",
				c.program.Kernel.Name, a.Space, c.program.Kernel.Frame(in.Pos).Pos.Line, a.Active.First(), first, rest.First(), at)
			return
		}
	}
}

// passesOf leaves the branches of every second kernel as written.
func passesOf(seed uint64) []pass.Pass {
	if seed%2 == 0 {
		return pass.Default
	}
	return pass.Without("ifconvert", "rotate", "unroll")
}

// TestUniformAddresses: addresses that the pass uniform marks are uniform in all lanes,
// also under random branches and loops.
func TestUniformAddresses(t *testing.T) {
	const kernels = 60
	var seen atomic.Int64
	for seed := range uint64(kernels) {
		b, err := fuzz.BatchOf([]*fuzz.Kernel{fuzz.Generate(seed)})
		if err != nil {
			t.Fatal(err)
		}
		u, err := source.LoadText("kernels.go", []byte(b.Source))
		if err != nil {
			t.Fatal(err)
		}
		c := uniformChecker{t: t, seen: &seen}
		l := b.Launches[0]
		k, err := compile.Kernel(u, l.Name, compile.Options{Passes: passesOf(seed), After: func(name string, k *ir.Kernel) {
			if name == "uniform" {
				c.uniform = pass.UniformAddresses(k)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		args, _ := fuzz.Args(l.GridThreads())
		observe := func(p *simt.Program) trace.Observer { c.program = p; return trace.Observer{Access: c.access} }
		err = Launch{Shape: onTestDevice(l), Args: args, Budget: budget, Observe: observe}.Run(k)
		if err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s\n%v", seed, b.Source, k)
		}
	}
	t.Logf("%d uniform accesses of %d kernels", seen.Load(), kernels)
	if seen.Load() < 100 {
		t.Errorf("got %d uniform accesses, want more than 100: the kernels test nothing", seen.Load())
	}
}
