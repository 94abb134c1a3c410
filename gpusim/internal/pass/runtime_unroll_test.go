package pass

// An unrolled loop computes the same as the loop for every trip count.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// countingLoop runs from a start to n; everything it computes is used after it.
const countingLoop = `
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
	ld.param.f32 %%f3, [x];
	bra L1;
L1:
	phi.s32 %%r4, [%d, L0], [%%r5, L1];
	phi.f32 %%f6, [%%f3, L0], [%%f7, L1];
	phi.s32 %%r8, [0, L0], [%%r9, L1];
	add.f32 %%f7, %%f6, 0f3F800000;
	mad.s32 %%r9, %%r8, 3, %%r4;
	add.s32 %%r5, %%r4, %d;
	setp.%s.%s %%p10, %%r5, %%r2;
	@%%p10 bra L1, else L2;
L2:
	st.global.f32 out[%%rd1], %%f7;
	st.global.s32 out[%%rd1+4], %%r9;
	st.global.s32 out[%%rd1+8], %%r5;
	st.global.s32 out[%%rd1+12], %%r4;
	exit;
}
`

func TestRuntimeUnrollCounts(t *testing.T) {
	for _, test := range []struct {
		mod, typ  string
		start, by int32
	}{
		{"lt", "s32", 0, 1}, {"le", "s32", 0, 1}, {"lt", "s32", -7, 1}, {"le", "s32", math.MinInt32, 1}, {"lt", "s32", math.MinInt32, 1},
		{"lt", "s32", math.MaxInt32 - 40, 1}, {"le", "s32", math.MaxInt32 - 90, 1}, {"lt", "u32", 0, 1}, {"lt", "u32", math.MaxInt32 - 5, 1},
		{"lt", "s32", 0, 2}, {"le", "s32", -7, 3}, {"lt", "s32", math.MinInt32, 3}, {"le", "s32", math.MinInt32, 2}, {"lt", "s32", math.MaxInt32 - 40, 3},
		{"gt", "s32", 70, -1}, {"ge", "s32", 7, -1}, {"gt", "s32", math.MinInt32 + 90, -3}, {"ge", "s32", math.MaxInt32, -2},
	} {
		text := fmt.Sprintf(countingLoop, uint32(test.start), test.by, test.mod, test.typ)
		plain, unrolled := parse(t, text), parse(t, text)
		runtimeUnroll(unrolled)
		check(t, unrolled)
		if len(unrolled.Blocks) == len(plain.Blocks) {
			t.Errorf("%+v: not unrolled", test)
		}
		Run(plain, required(), Device{}, nil)
		Run(unrolled, required(), Device{}, nil)
		for d := int32(-3); d < 75; d++ {
			n := test.start + d
			if test.by < 0 {
				compareRuns(t, plain, unrolled, test.start-max(d, 0))
			} else if ends(test.start, d+test.by-1, test.typ) && ends(test.start, d, test.typ) {
				compareRuns(t, plain, unrolled, n)
			}
		}
	}
}

// guardedLoop is countingLoop behind a test of its first iteration.
var guardedLoop = strings.NewReplacer("bra L1;\nL1:", "setp.%[3]s.%[4]s %%p11, %[1]d, %%r2;\n\t@%%p11 bra L1, else L3;\nL1:",
	"[%d, L0]", "[%[1]d, L0]", "%%r4, %d;", "%%r4, %[2]d;", "setp.%s.%s", "setp.%[3]s.%[4]s", "\texit;\n}", "\texit;\nL3:\n\texit;\n}").Replace(countingLoop)

// TestWholeUnrollCounts: the stages of a loop with an unsigned counter that grows by more than one
// execute all its iterations.
func TestWholeUnrollCounts(t *testing.T) {
	for _, test := range []struct {
		mod   string
		start uint32
		by    int32
	}{{"lt", 0, 3}, {"le", 0, 2}, {"lt", math.MaxInt32 - 5, 7}, {"le", math.MaxInt32 - 5, 2}} {
		text := fmt.Sprintf(guardedLoop, test.start, test.by, test.mod, "u32")
		plain, unrolled := parse(t, text), parse(t, text)
		runtimeUnroll(unrolled)
		check(t, unrolled)
		if len(unrolled.Blocks) == len(plain.Blocks) || len(unrolled.Loops(unrolled.Dominators())) != 1 {
			t.Errorf("%+v: not unrolled, or into more than one loop", test)
		}
		Run(plain, required(), Device{}, nil)
		Run(unrolled, required(), Device{}, nil)
		for d := range int32(90) {
			compareRuns(t, plain, unrolled, int32(test.start)+d)
		}
	}
}

// TestRunTimeStep: a loop that the source asks to unroll may grow by a value of run time. An
// integer that starts at a constant, as in countingLoop, and one that does not decide where the
// iterations left over are executed.
func TestRunTimeStep(t *testing.T) {
	const unknown = "ld.param.s32 %[1]s, [n];\n\tand.s32 %%r20, %%r2, 3;\n\tadd.s32 %%r21, %%r20, 1;"
	for _, start := range []string{"[0, L0]", "[%r2, L0]"} {
		for _, unroll := range []string{"2", "3", "4", "8", "full"} {
			text := strings.NewReplacer("ld.param.s32 %r2, [n];", fmt.Sprintf(unknown, "%r2"), "[%r9, L1]", "[%r9, L1]",
				"phi.s32 %r8, [0, L0]", "phi.s32 %r8, "+start, "[-7, L0]", "[%r20, L0]", "%r4, 1;", "%r4, %r21;",
				"L1:\n", "L1:\n\t.unroll "+unroll+";\n").Replace(fmt.Sprintf(countingLoop, -7, 1, "lt", "s32"))
			plain, unrolled := parse(t, text), parse(t, text)
			runtimeUnroll(unrolled)
			check(t, unrolled)
			if len(unrolled.Blocks) == len(plain.Blocks) {
				t.Errorf("%s %s: not unrolled", start, unroll)
			}
			Run(plain, required(), Device{}, nil)
			Run(unrolled, required(), Device{}, nil)
			for n := range int32(130) {
				compareRuns(t, plain, unrolled, n-5)
			}
		}
	}
}

// ends reports whether the bound does not wrap around: such a loop would hardly end.
func ends(start, d int32, typ string) bool {
	if typ == "u32" {
		return int64(uint32(start))+int64(d) >= 0
	}
	n := int64(start) + int64(d)
	return n >= math.MinInt32 && n < math.MaxInt32
}

func required() []Pass { return all().Rest() }

func compareRuns(t *testing.T, plain, unrolled *ir.Kernel, n int32) {
	t.Helper()
	want, err := result(plain, n, 1.5)
	if err != nil {
		t.Fatal(err)
	}
	got, err := result(unrolled, n, 1.5)
	if err != nil || got != want {
		t.Fatalf("n = %d: got %s (%v), want %s\n%v", n, got, err, want, unrolled)
	}
}
