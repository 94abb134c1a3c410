package pass

// This file holds the arms that need no branch to those of nvcc.

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// sharedArms matches rows of arms that use shared memory: which, how many operations,
// and how many instructions have a predicate.
var sharedArms = regexp.MustCompile(`^shared_(arm|turn|stores|loads|from_global)<(\d+)> .* predicated=(\d+) `)

// TestSharedArmsAsMeasured: nvcc has no branch around an arm of at most eight
// instructions that reads and writes shared memory, nor around one of eighteen that stores there what it loads from
// global memory.
func TestSharedArmsAsMeasured(t *testing.T) {
	rows := 0
	for _, row := range measured(t, "predicate.txt") {
		m := sharedArms.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		rows++
		k := sharedArm(t, m[1], number(t, m[2]))
		Run(k, []Pass{find(t, "ifconvert"), find(t, "hoist-loads")}, Device{}, nil)
		check(t, k)
		if branch := k.Blocks[0].Term().Op == ir.CBra; branch != (m[3] == "0") {
			t.Errorf("a branch: %t, of nvcc: %s", branch, row)
		}
	}
	if rows != 55 {
		t.Errorf("%d arms, want 55", rows)
	}
}

// sharedArm is the kernel of predicate.cu with an arm of n operations, stores or loads.
// Whether a loop is around it makes no difference.
func sharedArm(t *testing.T, kind string, n int) *ir.Kernel {
	arm, value := []string{"add.s32 %r10, %r2, %r1", "mul.s32 %r11, %r10, 4"}, 5
	next := func(op, operands string, args ...any) { // makes the next value
		value = 20 + len(arm)
		arm = append(arm, fmt.Sprintf("%s %%f%d, ", op, value)+fmt.Sprintf(operands, args...))
	}
	switch kind {
	case "loads":
		for i := range n {
			sum := value
			next("ld.shared.f32", "s[%%r11+%d]", 512*i)
			next("add.f32", "%%f%d, %%f%d", sum, value)
		}
	case "stores":
		for i := range n {
			arm = append(arm, fmt.Sprintf("st.shared.f32 s[%%r11+%d], %%f5", 512*i))
		}
	case "from_global":
		arm = []string{"add.s32 %r10, %r2, %r1", "mad.wide.s32 %rd11, %r10, 4, %rd4"}
		for i := range n {
			next("ld.global.f32", "x[%%rd11+%d]", 512*i)
			arm = append(arm, fmt.Sprintf("st.shared.f32 s[%%r3+%d], %%f%d", 512*i, value))
		}
	default:
		next("ld.shared.f32", "s[%%r3]")
		own := value
		next("ld.shared.f32", "s[%%r11]")
		next("add.f32", "%%f%d, %%f%d", own, value)
		for range n {
			next("fma.f32", "%%f%d, %%f%d, %%f5", value, value)
		}
		arm = append(arm, fmt.Sprintf("st.shared.f32 s[%%r3], %%f%d", value))
	}
	return parse(t, fmt.Sprintf(`.visible .entry K(.param .u64 x, .param .f32 f, .param .s32 c)
.ssa
{
	.slice .align 4 .b8 x[];
	.shared .align 16 .b8 s[16384];
L0:
	ld.param.s32 %%r1, [c];
	mov.s32 %%r2, %%tid.x;
	mul.s32 %%r3, %%r2, 4;
	ld.param.u64 %%rd4, [x];
	ld.param.f32 %%f5, [f];
	setp.lt.s32 %%p6, %%r2, %%r1;
	@%%p6 bra L1, else L2;
L1:
	%s;
	bra L2;
L2:
	phi.f32 %%f7, [%%f5, L0], [%%f%d, L1];
	bar.sync;
	ld.shared.f32 %%f8, s[%%r3];
	add.f32 %%f9, %%f7, %%f8;
	st.global.f32 x[%%rd4], %%f9;
	exit;
}`, strings.Join(arm, ";\n\t"), value))
}
