package pass

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// TestLongBlock orders a block of several pieces. Its loads and stores meet, so that an
// instruction in the wrong piece would change the result.
func TestLongBlock(t *testing.T) {
	var text strings.Builder
	text.WriteString(".visible .entry K(\n\t.param .u64 out\n)\n.ssa\n{\n\t.slice .align 4 .b8 out[] .elem \"int32\" 4 4;\nL0: // entry\n\tld.param.u64 %rd1, [out];\n\tmov.s32 %r2, 1;\n")
	last := 2
	for i := range maxPiece {
		fmt.Fprintf(&text, "\tld.global.s32 %%r%d, out[%%rd1+%d];\n", last+1, 4*(i%8))
		fmt.Fprintf(&text, "\tadd.s32 %%r%d, %%r%d, %%r%d;\n", last+2, last+1, last)
		fmt.Fprintf(&text, "\tst.global.s32 out[%%rd1+%d], %%r%d;\n", 4*(i*5%16), last+2)
		last += 2
	}
	fmt.Fprintf(&text, "\tst.global.s32 out[%%rd1+80], %%r%d;\n\texit;\n}\n", last)
	k := parse(t, text.String())
	want, err := result(k, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	before := len(k.Blocks[0].Instrs)
	k.Registers = 16
	Run(k, []Pass{find(t, "schedule")}, nil)
	if err := ir.Verify(k); err != nil {
		t.Fatal(err)
	}
	if got, err := result(k, 0, 0); err != nil || got != want {
		t.Errorf("the result changed: got %.99s, %v, want %.99s", got, err, want)
	}
	if got := len(k.Blocks[0].Instrs); got != before {
		t.Errorf("got %d instructions, want %d", got, before)
	}
}

// TestLoadsThatStay: values that live to the end take their registers in any order, so
// nearly all their loads come before the first use.
func TestLoadsThatStay(t *testing.T) {
	const values = 24
	var text strings.Builder
	text.WriteString(".visible .entry K(\n\t.param .u64 out,\n\t.param .u64 in\n)\n.ssa\n{\n\t.slice .align 4 .b8 out[] .elem \"int32\" 4 4;\n\t.slice .align 4 .b8 in[] @8 .elem \"int32\" 4 4;\nL0: // entry\n\tld.param.u64 %rd1, [out];\n\tld.param.u64 %rd2, [in];\n\tmov.s32 %r3, 0;\n")
	load := func(i int) int { return 4 + 2*i }
	for i := range values {
		fmt.Fprintf(&text, "\tld.global.s32 %%r%d, in[%%rd2+%d];\n\tadd.s32 %%r%d, %%r%d, %%r%d;\n", load(i), 4*i, load(i)+1, load(i), load(i)-1)
	}
	last := load(values) - 1
	for i := range values {
		fmt.Fprintf(&text, "\tmul.s32 %%r%d, %%r%d, %%r%d;\n\tst.global.s32 out[%%rd1+%d], %%r%d;\n", last+1+i, load(i), last, 4*i, last+1+i)
	}
	text.WriteString("\texit;\n}\n")
	k := parse(t, text.String())
	k.Registers = values / 2
	Run(k, []Pass{find(t, "schedule")}, nil)
	check(t, k)
	loads := 0
	for _, in := range k.Blocks[0].Instrs {
		if in.Op == ir.Ld && in.Space == ir.Global {
			loads++
		}
		if in.Op == ir.Add {
			break
		}
	}
	if loads < values-pair-2 {
		t.Errorf("%d of %d loads precede the first addition:\n%v", loads, values, k)
	}
}
