package ir

// This file tests every rule of Verify, on texts, and on kernels broken in memory
// where no text can break the rule.

import (
	"strings"
	"testing"
)

// body wraps instructions into a kernel with one declaration of each kind.
func body(attributes, instrs string) string {
	return ".entry K(.param .u64 in, .param .s32 n) .maxntid 1 " + attributes + `
{
	.slice .b8 in[];
	.shared .align 4 .b8 tile[64];
	.const .b8 coef[64];
` + instrs + "\n}"
}

func TestVerifyAccepts(t *testing.T) {
	tests := []struct{ name, text string }{
		{"loop", body(".ssa", `L0: bra L1;
			L1: phi.s32 %r1, [0, L0], [%r2, L1]; add.s32 %r2, %r1, 1; setp.lt.s32 %p3, %r2, 9; @%p3 bra L1, else L2;
			L2: exit;`)},
		{"loop after phis", body("", `L0: mov.s32 %r1, 0; bra L1;
			L1: add.s32 %r1, %r1, 1; setp.lt.s32 %p3, %r1, 9; @%p3 bra L1, else L2, meet L2;
			L2: exit;`)},
		{"bits of a float", body(".ssa", "L0: mov.f32 %f1, 0f3F800000; mov.u32 %r2, %f1; exit;")},
		{"endless", body("", "L0: bra L1;\nL1: bra L1;")},
		{"guarded store", body(".ssa", "L0: setp.eq.s32 %p1, 0, 1; @!%p1 st.shared.s32 tile[4], 1; exit;")},
		{"guarded sum", body(".ssa", "L0: setp.eq.s32 %p1, 0, 1; @!%p1 add.s32 %r2, 1, 2; exit;")},
		{"kept", body("", "L0: setp.eq.s32 %p1, 0, 1; mov.s32 %r2, 0; @!%p1 keep add.s32 %r2, 1, 2; exit;")},
	}
	for _, tt := range tests {
		if err := Verify(mustParse(t, tt.text)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestVerifyRefusesText(t *testing.T) {
	tests := []struct{ name, attributes, instrs, want string }{
		{"type", ".ssa", "L0: and.f32 %f1, 0f00000000, 0f00000000; exit;", `type "f32" is not one of the operation's`},
		{"no type", ".ssa", "L0: add %r1, %r1, %r1; exit;", "type \"\" is not one"},
		{"cvt without source", ".ssa", "L0: cvt.s32 %r1, %r1; exit;", "source type"},
		{"no comparison", ".ssa", "L0: setp.s32 %p1, 1, 2; exit;", "modifier 0 is not"},
		{"rounded integers", ".ssa", "L0: mul.rn.s32 %r1, 1, 2; exit;", "modifier 1 is not"},
		{"guard", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bar.sync; exit;", "a guard on an operation that takes none"},
		{"kept in SSA form", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 keep add.s32 %r2, 1, 2; exit;", "a result that is kept in no lanes"},
		{"a store that keeps", "", "L0: setp.eq.s32 %p1, 1, 2; @%p1 keep st.shared.s32 tile[0], 1; exit;", "a result that is kept in no lanes"},
		{"guarded branch", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @!%p1 bra L1;\nL1: exit;", "a guard on an operation that takes none"},
		{"space", ".ssa", "L0: st.const.s32 coef[0], 1; exit;", `space "const" is not one`},
		{"no space", ".ssa", "L0: ld.s32 %r1, [0]; exit;", `space "" is not one`},
		{"root", ".ssa", "L0: ld.global.s32 %r1, tile[0]; exit;", "variable tile is in space shared"},
		{"address of a slice", ".ssa", "L0: addr.u32 %r1, in; exit;", "want a shared, local or constant variable"},
		{"no texture", ".ssa", "L0: tex.1d.f32.s32 %f1, tile, 0; exit;", "want a texture"},
		{"wide", ".ssa", "L0: ld.shared.v4.f64 {%fd1, %fd2, %fd3, %fd4}, tile[0]; exit;", "4 elements of f64"},
		{"vector alignment", ".ssa", "L0: ld.shared.v2.s32 {%r1, %r2}, tile[0]; exit;", "alignment 0 is not proven enough"},
		{"alignment", ".ssa", "L0: ld.shared.s32 %r1, tile[0] align 12; exit;", "alignment 12 is not proven enough"},
		{"read-only", ".ssa", "L0: ld.shared.nc.s32 %r1, tile[0]; exit;", "read-only on an operation other than ld.global"},
		{"results", ".ssa", "L0: ld.shared.s32 {%r1, %r2}, tile[0]; exit;", "2 results, want 1"},
		{"operands", ".ssa", "L0: add.s32 %r1, 1; exit;", "1 operands, want 2"},
		{"class", ".ssa", "L0: mov.f32 %f1, 0f00000000; add.s32 %r2, %f1, 1; exit;", "register 1 of type f32 is used as s32"},
		{"result class", ".ssa", "L0: setp.eq.s32 %r1, 1, 2; exit;", "register 1 of type s32 is used as pred"},
		{"mov width", ".ssa", "L0: mov.s32 %r1, 0; mov.s64 %rd2, %r1; exit;", "register 1 of type s32 is used as s64"},
		{"targets", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L1;\nL1: exit;", "both ways lead to L1"},
		{"entry", ".ssa", "L0: bra L0;", "a branch to the entry"},
		{"no block", ".ssa", "L0: bra L7;", "no block L7"},
		{"no reconvergence block", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2, meet L7;\nL1: exit;\nL2: exit;", "no block L7"},
		{"no terminator", ".ssa", "L0: bar.sync;", "a terminator must be the last"},
		{"two terminators", ".ssa", "L0: exit; exit;", "a terminator must be the last"},
		{"empty", ".ssa", "L0:", "an empty block"},
		{"no blocks", ".ssa", "", "no blocks"},
		{"twice", ".ssa", "L0: mov.s32 %r1, 1; mov.s32 %r1, 2; exit;", "register 1 has a second definition"},
		{"before", ".ssa", "L0: add.s32 %r1, %r2, 1; mov.s32 %r2, 1; exit;", "register 2 is not defined on every way here"},
		{"one way", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2;\nL1: mov.s32 %r2, 1; bra L2;\nL2: add.s32 %r3, %r2, 1; exit;", "register 2 is not defined on every way here"},
		{"phi operand", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2;\nL1: mov.s32 %r2, 1; bra L2;\nL2: phi.s32 %r3, [%r2, L0], [1, L1]; exit;", "register 2 is not defined at the end of L0"},
		{"phi predecessors", ".ssa", "L0: bra L1;\nL1: phi.s32 %r3, [1, L0], [2, L1]; exit;", "predecessors [0 1], want [0]"},
		{"phi position", ".ssa", "L0: bra L1;\nL1: bar.sync; phi.s32 %r3, [1, L0]; exit;", "a phi after another operation"},
		{"phi after phis", "", "L0: bra L1;\nL1: phi.s32 %r3, [1, L0]; exit;", "a phi outside SSA form"},
		{"read first", "", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2, meet L2;\nL1: mov.s32 %r2, 1; bra L2;\nL2: add.s32 %r3, %r2, 1; exit;", "register 2 may be read before it is written"},
		{"no reconvergence point", "", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2;\nL1: bra L2;\nL2: exit;", "the lanes reconverge at L0, not at L2, the immediate post-dominator"},
		{"wrong reconvergence point", ".ssa", "L0: setp.eq.s32 %p1, 1, 2; @%p1 bra L1, else L2, meet L1;\nL1: bra L2;\nL2: exit;", "the lanes reconverge at L1"},
		{"shared bytes", ".ssa .shared_bytes 8", "L0: exit;", "variable tile ends at 64, beyond the 8 bytes of shared memory"},
		{"param bytes", ".ssa .param_bytes 8", "L0: exit;", "parameters end at 12, beyond the block of 8 bytes"},
	}
	for _, tt := range tests {
		err := Verify(mustParse(t, body(tt.attributes, tt.instrs)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

func TestVerifyRefusesBroken(t *testing.T) {
	tests := []struct {
		name, want string
		breakIt    func(*Kernel, *Instr)
	}{
		{"operation", "an invalid operation", func(_ *Kernel, in *Instr) { in.Op = numOps }},
		{"position", "position 9 of 1", func(_ *Kernel, in *Instr) { in.Pos = 9 }},
		{"block ID", "block 0 has the ID 3", func(k *Kernel, _ *Instr) { k.Blocks[0].ID = 3 }},
		{"predecessors", "predecessors on an operation other than phi", func(_ *Kernel, in *Instr) { in.Preds = []BlockID{0} }},
		{"text", "a text on an operation that takes none", func(_ *Kernel, in *Instr) { in.Text = "x" }},
		{"reconvergence point", "a reconvergence point on an operation", func(_ *Kernel, in *Instr) { in.Reconv = 1 }},
		{"address", "an address on an operation that is no access", func(_ *Kernel, in *Instr) { in.Off = 4 }},
		{"volatile", "volatile on an operation other than", func(_ *Kernel, in *Instr) { in.Volatile = true }},
		{"variable", "no variable 9", func(_ *Kernel, in *Instr) { in.Root = 9 }},
		{"register", "no register 77", func(_ *Kernel, in *Instr) { in.Src[0] = R(77) }},
		{"register type", `register 1 is of type "u8"`, func(k *Kernel, _ *Instr) { k.Regs[1].Type = U8 }},
		{"wide constant", "is too wide for s32", func(_ *Kernel, in *Instr) { in.Src[0] = I(1 << 32) }},
		{"printf constant", "operand 0 must be a register", func(_ *Kernel, in *Instr) {
			*in = Instr{Op: Printf, Src: []Operand{I(1)}}
		}},
		{"missing target", "0 targets, want 1", func(k *Kernel, _ *Instr) { k.Blocks[0].Term().Targets = nil }},
		{"negative reconvergence point", "no block L-1", func(_ *Kernel, in *Instr) { in.Reconv = -1 }},
		{"parameter size", "parameter n has no size", func(k *Kernel, _ *Instr) { k.Params[1].Type = Pred }},
		{"parameter overlap", "parameter n overlaps", func(k *Kernel, _ *Instr) { k.Params[1].Offset = 4 }},
		{"pointer", "parameter n cannot point to variable 1", func(k *Kernel, _ *Instr) { k.Params[1].Var = 1 }},
		{"slice", "in has no pointer parameter at offset 0", func(k *Kernel, _ *Instr) { k.Params[0].Var = 0 }},
		{"name", "variable 2 has no name of its own", func(k *Kernel, _ *Instr) { k.Vars[1].Name = "in" }},
		{"kind", "variable tile of kind 2 is not in space local", func(k *Kernel, _ *Instr) { k.Vars[1].Space = Local }},
		{"offset", "variable tile is misaligned", func(k *Kernel, _ *Instr) { k.Vars[1].Align = 3 }},
	}
	for _, tt := range tests {
		k := mustParse(t, body(".ssa", "L0: add.s32 %r1, 1, 2; bra L1;\nL1: exit;"))
		tt.breakIt(k, k.Blocks[0].Instrs[0])
		if err := Verify(k); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

func TestVerifyNamesTheInstruction(t *testing.T) {
	err := Verify(mustParse(t, body(".ssa", "L0: add.s32 %r1, %r2, 1; exit;")))
	if want := "kernel K L0 add.s32 %r1, %r2, 1;: register 2 is not defined on every way here"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
