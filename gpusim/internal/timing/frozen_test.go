package timing

// The patterns of waits.txt and beside.txt: what a scheduler counts while registers are read
// for long, against what it took.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
	"gpucourse/gpusim/validation/h200"
)

// counted is the register that an instruction writes for which the next must wait.
const counted = ir.Reg(20)

// keeping is so many turns of a pattern in which a kind+cycles keeps its warp waiting. That
// is the latency of its class, which the device's description gets.
func keeping(t *testing.T, s *arch.Spec, name string, turns int) []*ir.Instr {
	kinds := strings.Split(name, ".")
	waits := make([]string, len(kinds))
	for i, kind := range kinds {
		kinds[i], waits[i], _ = strings.Cut(kind, "+")
	}
	instrs := list(t, strings.Join(kinds, "."), turns)
	for i, in := range instrs {
		if i > 0 && waits[(i-1)%len(kinds)] != "" {
			in.Src = append(in.Src, ir.R(counted))
			in.Places = append(in.Places, make([]ir.Place, len(in.Src)-len(in.Places))...)
		}
		if wait := waits[i%len(kinds)]; wait != "" {
			in.Dst = []ir.Reg{counted}
			latency, err := strconv.Atoi(wait)
			if err != nil {
				t.Fatal(err)
			}
			s.Clock.Ops[classOf(in)].Latency = latency
		}
	}
	return instrs
}

// loopTakes is how many cycles of a warp the measured loop takes beyond what it repeats,
// loopHolds how many instructions that are.
const loopTakes, loopHolds = 19, 110

// waitsApart are patterns that take another time here, and why.
var waitsApart = map[string]string{
	"lop.lop.nop+6.nop+6": "the order in which four warps come to the unit is another",
	"ldg.ldg":             "an access of shared memory, which stands for the load here, does not wait beside its warp",
}

func apart(name string) bool {
	for pattern := range waitsApart {
		if strings.HasPrefix(name, pattern) {
			return true
		}
	}
	return false
}

// TestWaitsAreNotCountedWhileFrozen compares cycles of a turn, of a scheduler with one to
// eight warps.
func TestWaitsAreNotCountedWhileFrozen(t *testing.T) {
	for name, want := range h200.Waits() {
		if strings.Count(name, ".") > 3 || apart(name) {
			continue // of long patterns the loop has few turns
		}
		for _, warps := range []int{1, 2, 3, 4, 8} {
			turns := float64(loopHolds / (strings.Count(name, ".") + 1))
			measured := want[fmt.Sprintf("warps%d", warps)] - loopTakes/turns/float64(warps)
			if took := roundOf(t, name, warps); math.Abs(took-measured) > max(0.35, measured/10) {
				t.Errorf("%s, %d warps: %.2f cycles, want %.2f", name, warps, took, measured)
			}
		}
	}
}

// roundOf is the cycles that a turn of a pattern takes of a scheduler with so many warps.
func roundOf(t *testing.T, name string, warps int) float64 {
	t.Helper()
	s := alone(t, "H200")
	access := func(int, int, int) *trace.Access { return row(s, ir.Shared, trace.Load, 0, 4) }
	return slope(t, 40, func(turns int) (*program, Launch) {
		p := straight(1, warps*s.Clock.Schedulers, keeping(t, s, name, turns), access)
		return p, p.launch(s, 1)
	}) / float64(warps)
}

// busy are the patterns that leave the chains hardly a cycle: who gets that is another here.
var busy = map[string]bool{"nop+2": true, "wide": true, "dfma": true}

// TestLoadsAreLateWhileFrozen compares cycles from one load of shared memory to the next, of
// a chain, beside warps that execute a pattern.
func TestLoadsAreLateWhileFrozen(t *testing.T) {
	for name, rows := range h200.Beside() {
		for _, want := range rows {
			chains, others, within := int(want["chains"]), int(want["others"]), 2.0
			if busy[name] {
				within *= 2
			}
			if took := hop(t, name, chains, others); math.Abs(took-want["shared"]) > within {
				t.Errorf("%s, %d and %d warps: %.2f cycles, want %.2f", name, chains, others, took, want["shared"])
			}
		}
	}
}

// hop is the cycles from one load to the next, of so many warps of a scheduler beside others.
func hop(t *testing.T, name string, chains, others int) float64 {
	t.Helper()
	const loads, turns, warm = 400, 5000, 10
	s := alone(t, "H200")
	n, access := s.Clock.Schedulers, row(s, ir.Shared, trace.Load, 0, 4)
	p := straight(1, (chains+others)*n, keeping(t, s, name, turns), func(int, int, int) *trace.Access { return access })
	first := len(p.instrs)
	var chain []step
	for i := range loads {
		in := loadOf(ir.Shared, 1, 1)
		in.Places = []ir.Place{single(2)}
		p.instrs, chain = append(p.instrs, in), append(chain, step{int32(first + i), access})
	}
	p.instrs, chain = append(p.instrs, &ir.Instr{Op: ir.Exit}), append(chain, step{int32(first + loads), nil})
	for w := range chains * n {
		p.blocks[0][w] = chain
	}
	cycles := uint64(0)
	for _, pc := range p.play(t, p.launch(s, 1)).ByPC[first+warm : first+loads] {
		cycles += pc.Stalled() + pc.Issued
	}
	return float64(cycles) / float64((loads-warm)*chains*n)
}
