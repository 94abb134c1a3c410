package pass

// The unrolled remainder of a nested loop has nvcc's stages and computes what the loop does.

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// nestedLoop runs three times over a loop from a start to a bound made of n.
const nestedLoop = `
.visible .entry K(
	.param .u64 out,
	.param .u64 in,
	.param .s32 n,
	.param .f32 x
)
.ssa
{
	.slice .align 4 .b8 out[] .elem "float32" 4 4;
L0:
	ld.param.u64 %%rd1, [out];
	ld.param.s32 %%r2, [n];
	and.s32 %%r20, %%r2, 16;
	mul.s32 %%r3, %%r2, %d;
	add.s32 %%r4, %%r3, %d;
	bra L1;
L1:
	phi.s32 %%r5, [0, L0], [%%r6, L4];
	phi.s32 %%r7, [0, L0], [%%r8, L4];
	setp.%s.s32 %%p9, %d, %%r4;
	@%%p9 bra L2, else L4;
L2:
	bra L3;
L3:
	phi.s32 %%r10, [%[4]d, L2], [%%r11, L3];
	phi.s32 %%r12, [%%r7, L2], [%%r13, L3];
	mad.s32 %%r13, %%r12, 3, %%r10;
	add.s32 %%r11, %%r10, 1;
	setp.%[3]s.s32 %%p14, %%r11, %%r4;
	@%%p14 bra L3, else L4;
L4:
	phi.s32 %%r8, [%%r7, L1], [%%r13, L3];
	add.s32 %%r6, %%r5, 1;
	setp.lt.s32 %%p15, %%r6, 3;
	@%%p15 bra L1, else L5;
L5:
	st.global.s32 out[%%rd1], %%r8;
	exit;
}
`

// TestRemainderAsMeasured compares the stages of a remainder with those that nvcc made of
// 24 loops, and checks that the unrolled code computes the same as the loop.
func TestRemainderAsMeasured(t *testing.T) {
	rows, agree := 0, 0
	for _, row := range measured(t, "rest.txt") {
		f := strings.Fields(row)
		if f[0] != "inside" {
			continue
		}
		rows++
		mod := []string{"lt", "le"}[number(t, f[4])]
		text := fmt.Sprintf(nestedLoop, number(t, f[1]), number(t, f[2]), mod, number(t, f[3]))
		unrolled := unrolledNest(t, text)
		if want, got := strings.Join(f[5:], " "), iterationsOf(unrolled); strings.HasSuffix(got, want) {
			agree++
		} else {
			t.Logf("%s: got %s", row, got)
		}
	}
	if rows < 24 || agree*10 < rows*9 {
		t.Errorf("%d of %d loops agree with nvcc, want nine of ten", agree, rows)
	}
}

// TestRemainderOfAnyFactor: whatever factor the source gives, and whatever is known of the trip
// count, the unrolled loop computes what the loop does, also if it tests at its bottom only.
func TestRemainderOfAnyFactor(t *testing.T) {
	const guard, start = "setp.lt.s32 %p9, 0, %r4;", "[0, L2], [%r11, L3]"
	for unroll := 1; unroll < 10; unroll++ {
		for _, by := range []int{1, 2, 16} {
			for _, more := range []int{0, 1, 3, 10} {
				text := strings.Replace(fmt.Sprintf(nestedLoop, by, more, "lt", 0), "L3:\n", fmt.Sprintf("L3:\n\t.unroll %d;\n", unroll), 1)
				if unroll == 1 {
					text = strings.Replace(text, "\t.unroll 1;\n", "", 1)
				}
				unguarded := strings.Replace(text, guard, "setp.ne.s32 %p9, %r2, 1000;", 1)
				for _, text := range []string{text, unguarded} {
					unrolledNest(t, text)
					unrolledNest(t, strings.Replace(text, start, "[%r20, L2], [%r11, L3]", 1))
				}
			}
		}
	}
}

// unrolledNest unrolls the loops of a kernel and compares its results with the original's.
func unrolledNest(t *testing.T, text string) *ir.Kernel {
	plain, unrolled := parse(t, text), parse(t, text)
	runtimeUnroll(unrolled)
	check(t, unrolled)
	after := parse(t, unrolled.String())
	Run(plain, required(), Device{}, nil)
	Run(after, required(), Device{}, nil)
	for n := int32(-12); n < 40; n++ {
		compareRuns(t, plain, after, n)
	}
	return unrolled
}

// iterationsOf lists the number of iterations in each block, in order.
func iterationsOf(k *ir.Kernel) string {
	var list []string
	for _, b := range k.Blocks {
		n := 0
		for _, in := range b.Instrs {
			if in.Op == ir.Mad {
				n++
			}
		}
		if n > 0 {
			list = append(list, strconv.Itoa(n))
		}
	}
	return strings.Join(list, " ")
}
