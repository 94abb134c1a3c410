package pass

// This file compares loops that unroll-branches unrolls with the loops themselves.

import (
	"fmt"
	"math"
	"testing"
)

// branchingLoop adds its counter in one of four iterations, and counts iterations.
const branchingLoop = `.entry K(.param .u64 out, .param .u64 in, .param .s32 n, .param .f32 x) .ssa
{
.slice .align 4 .b8 out[] .elem "int32" 4 4;
L0: ld.param.u64 %%rd1, [out]; ld.param.s32 %%r2, [n]; sub.s32 %%r20, %%r2, %%r2; add.%[4]s %%r21, %%r20, %[1]d; bra L1;
L1: phi.%[4]s %%r3, [%[5]s, L0], [%%r4, L4]; phi.s32 %%r5, [%[6]s, L0], [%%r6, L4]; phi.s32 %%r13, [%[6]s, L0], [%%r14, L4];
	setp.%[3]s.%[4]s %%p7, %%r3, %%r2; @%%p7 bra L2, else L5;
L2: and.s32 %%r8, %%r5, 3; setp.eq.s32 %%p9, %%r8, 1; @%%p9 bra L3, else L4;
L3: add.s32 %%r10, %%r13, %%r3; bra L4;
L4: phi.s32 %%r14, [%%r13, L2], [%%r10, L3]; add.s32 %%r6, %%r5, 1; add.%[4]s %%r4, %%r3, %[2]d; bra L1;
L5: st.global.s32 out[%%rd1+4], %%r5; st.global.s32 out[%%rd1+8], %%r3; st.global.s32 out[%%rd1+12], %%r13; exit;
}
`

// TestUnrollBranchesCounts: the unrolled loop and what is left of it execute all iterations, at the
// ends of the numbers too.
func TestUnrollBranchesCounts(t *testing.T) {
	for _, first := range []bool{false, true} {
		unrollsBranches(t, first)
	}
}

// unrollsBranches tests loops whose remainder comes first, or last.
func unrollsBranches(t *testing.T, first bool) {
	t.Helper()
	for _, test := range []struct {
		mod, typ  string
		start, by int32
	}{
		{"lt", "s32", 0, 1}, {"le", "s32", 0, 1}, {"lt", "s32", -7, 1}, {"le", "s32", math.MinInt32, 1}, {"lt", "s32", math.MaxInt32 - 40, 1},
		{"lt", "u32", 0, 1}, {"lt", "u32", math.MaxInt32 - 5, 1}, {"lt", "s32", 0, 2}, {"le", "s32", -7, 3}, {"lt", "s32", math.MinInt32, 3},
		{"gt", "s32", 70, -1}, {"ge", "s32", 7, -1}, {"gt", "s32", math.MinInt32 + 90, -3}, {"ge", "s32", math.MaxInt32, -2},
		{"ne", "s32", 0, 1}, {"ne", "s32", math.MaxInt32 - 20, 1}, {"ne", "u32", -9, 1}, {"ne", "s32", 20, -1},
	} {
		start, zero := fmt.Sprint(uint32(test.start)), "0"
		if first {
			start, zero = "%r21", "%r20"
		}
		text := fmt.Sprintf(branchingLoop, uint32(test.start), uint32(test.by), test.mod, test.typ, start, zero)
		plain, unrolled := parse(t, text), parse(t, text)
		unrollBranches(unrolled)
		check(t, unrolled)
		if len(unrolled.Blocks) < len(plain.Blocks)+8 {
			t.Errorf("%+v: not unrolled\n%s", test, unrolled)
		}
		Run(plain, required(), Device{}, nil)
		Run(unrolled, required(), Device{}, nil)
		for d := int32(-3); d < 30; d++ { // below 0 there is no iteration
			switch n := test.start + d; {
			case d < 0 && (test.mod == "ne" || !ends(test.start, d*test.by, test.typ)):
			case test.mod == "ne" && test.by < 0, test.by < 0:
				compareRuns(t, plain, unrolled, test.start-d)
			case test.mod == "ne" || ends(test.start, d+test.by-1, test.typ) && ends(test.start, d, test.typ):
				compareRuns(t, plain, unrolled, n)
			}
		}
	}
}
