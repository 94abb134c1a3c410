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
	Run(k, []Pass{find(t, "schedule")}, Device{}, nil)
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
