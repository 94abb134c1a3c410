package timing

// What two warps of a made-up device do in time, so that a change of the rules
// is seen.

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// TestSpans: a load, what needs it, shared memory with a conflict, a barrier, and
// a store.
func TestSpans(t *testing.T) {
	s := alone(t, "Toy4")
	special := instr(ir.Special, ir.U32, 1)
	special.Mod = ir.TidX
	params := instr(ir.Ld, ir.U64, 2)
	params.Space, params.Src = ir.Param, []ir.Operand{ir.I(0)}
	root := instr(ir.Math, ir.F32, 6, 5)
	root.Mod = ir.Rsqrt
	list := []*ir.Instr{
		special, params, instr(ir.MadWide, ir.U64, 3, 1, 2), loadOf(ir.Global, 4, 3), instr(ir.Add, ir.U32, 7, 1, 1),
		instr(ir.Fma, ir.F32, 5, 4, 4, 4), root, storeOf(ir.Shared, 1, 6), {Op: ir.Bar}, loadOf(ir.Shared, 8, 7),
		instr(ir.Add, ir.F32, 8, 8, 6), storeOf(ir.Global, 3, 8),
	}
	places := map[int]*trace.Access{
		3: row(s, ir.Global, trace.Load, 1024, 4), 7: row(s, ir.Shared, trace.Store, 0, 4),
		9: row(s, ir.Shared, trace.Load, 0, 16), 11: row(s, ir.Global, trace.Store, 1024, 4),
	}
	p := straight(1, 2, list, func(_, _, pc int) *trace.Access { return places[pc] })
	l := p.launch(s, 1)
	l.Follow, l.Warm = 1, false
	golden.Check(t, "testdata/spans.golden", spansText(p, p.play(t, l).Spans))
}

func spansText(p *program, spans []trace.Span) string {
	var b strings.Builder
	for warp := range p.blocks[0] {
		fmt.Fprintf(&b, "warp %d\n", warp)
		for _, x := range spans {
			if x.Warp != warp {
				continue
			}
			what := "issued"
			if !x.Issued {
				what = x.Reason.String()
			}
			in := p.instrs[x.PC]
			fmt.Fprintf(&b, "%5d %5d  %-2d %-12s %s\n", x.From, x.To, x.PC, strings.TrimSpace(in.Op.Facts().Name+" "+in.Space.String()), what)
		}
	}
	return b.String()
}
