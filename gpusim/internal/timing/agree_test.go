package timing

// The event-driven SM does what the plain one does, cycle by cycle.

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// text is a program as it is read.
func (p *program) text() (s string) {
	for pc, in := range p.instrs {
		s += fmt.Sprintf("%3d %v %v %v %v -> %v %v\n", pc, in.Op.Facts().Name, in.Type, in.Space, in.Src, in.Dst, in.Targets)
	}
	for b := range p.blocks {
		for w, steps := range p.blocks[b] {
			s += fmt.Sprintf("block %d warp %d:", b, w)
			for _, x := range steps {
				s += fmt.Sprint(" ", x.pc)
			}
			s += "\n"
		}
	}
	return s
}

// account is what both machines must agree on.
type account struct {
	Cycles, WarpCycles uint64
	ByPC               []trace.InstrCycles
}

func accountOf(r *trace.Timing) account { return account{r.Cycles, r.WarpCycles, r.ByPC} }

// TestSlowAndFastAgree: two ways to play an SM give the same cycles, issues and
// stalls, instruction by instruction.
func TestSlowAndFastAgree(t *testing.T) { agree(t, arch.Devices) }

// TestSlowAndFastAgreeOnProducts: the same on a device whose products of matrices have times.
func TestSlowAndFastAgreeOnProducts(t *testing.T) {
	agree(t, []arch.Spec{*device(t, "H200")})
}

func agree(t *testing.T, devices []arch.Spec) {
	rapid.Check(t, func(t *rapid.T) {
		s := devices[rapid.IntRange(0, len(devices)-1).Draw(t, "device")]
		s.SMs = 1
		p := drawProgram(t, &s, 5, 9, ir.Shared)
		l := p.launch(&s, rapid.IntRange(1, 3).Draw(t, "resident"))
		l.Warm = rapid.Bool().Draw(t, "warm")
		got, want := accountOf(p.play(t, l)), accountOf(playSlowly(p, l))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s: the plain machine (-) and the fast one (+) differ:\n%s\n%s", s.Name, diff, p.text())
		}
	})
}
