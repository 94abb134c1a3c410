package pass

// This file compares the unroll factors with nvcc's.

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/ir"
)

// TestUnrollFactorsAsMeasured compares nvcc.Profile.Stages with what nvcc made of 98 loops. The
// machine code of nvcc's loops has slightly different instruction counts.
func TestUnrollFactorsAsMeasured(t *testing.T) {
	rows, agree := measured(t, "loops.txt"), 0
	for _, row := range rows {
		f := strings.Fields(row)
		loads, work := number(t, f[1]), number(t, f[2])
		want, got := iterations(t, work, f[3:]), 1
		if stages := profile.Stages(bodyFacts(measuredLoop(t, f[0], loads, work))); stages != nil {
			got = stages[0].Factor
		}
		if got == want {
			agree++
		} else {
			t.Logf("%s: unrolled by %d, nvcc unrolls by %d", row, got, want)
		}
	}
	if len(rows) < 90 || agree*10 < len(rows)*9 {
		t.Errorf("%d of %d loops agree with nvcc, want nine of ten", agree, len(rows))
	}
}

// TestStridesAsMeasured: a loop whose induction variable grows by any constant is unrolled
// like one that counts by one; a loop that grows by a launch parameter is not unrolled.
func TestStridesAsMeasured(t *testing.T) {
	rows := 0
	for _, row := range measured(t, "strides.txt") {
		f := strings.Fields(row)
		if f[0] != "fixed" && f[0] != "block" && f[0] != "grid" {
			continue
		}
		work, got := number(t, f[2]), 1
		if stages := profile.Stages(bodyFacts(measuredLoop(t, "global", 1, work))); stages != nil && f[0] == "fixed" {
			got = stages[0].Factor
		}
		if want := fitting(number(t, f[len(f)-1]), work+1); got != want {
			t.Errorf("%s: unrolled by %d, nvcc unrolls by %d", row, got, want)
		}
		rows++
	}
	if rows != 55 {
		t.Errorf("%d loops, want 55", rows)
	}
}

// fitting returns the unroll factor of a loop, given its length and the length of one
// iteration in instructions. The counter, test, branch and address take five instructions.
func fitting(length, each int) int {
	for _, n := range []int{16, 4, 2} {
		if n*each <= length-5 {
			return n
		}
	}
	return 1
}

// iterations returns the largest unroll factor, given the lengths of a loop's copies.
func iterations(t *testing.T, work int, lengths []string) int {
	switch len(lengths) {
	case 3:
		return 16
	case 2:
		return 4
	}
	if number(t, lengths[0]) >= 2*work {
		return 2
	}
	return 1
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// measuredLoop is a loop of loops.cu in the form in which runtimeUnroll receives it.
func measuredLoop(t *testing.T, kind string, loads, work int) *ir.Block {
	var b strings.Builder
	b.WriteString(`.entry K(.param .u64 a, .param .s32 n, .param .s32 p, .param .s32 q) .ssa
{
.slice .align 4 .b8 a[] .elem "int32" 4 4;
.shared .align 4 .b8 s[4096];
L0: ld.param.u64 %rd1, [a]; ld.param.s32 %r2, [n]; ld.param.s32 %r3, [p]; ld.param.s32 %r4, [q]; mov.s32 %r5, %tid.x; bra L1;
L1: phi.s32 %r6, [0, L0], [%r7, L1]; phi.s32 %r8, [%r5, L0], [%r9, L1];
`)
	reg, v := 9, 8
	next := func(format string, args ...any) int {
		reg++
		fmt.Fprintf(&b, strings.ReplaceAll(format, "%d", strconv.Itoa(reg)), args...)
		return reg
	}
	address := 0
	if kind == "global" || kind == "store" {
		i := next("mul.s32 %%r%d, %%r6, %%r2; ")
		i = next("add.s32 %%r%d, %%r%[1]v, %%r5; ", i)
		i = next("cvt.s64.s32 %%rd%d, %%r%[1]v; ", i)
		i = next("mul.s64 %%rd%d, %%rd%[1]v, 4; ", i)
		address = next("add.u64 %%rd%d, %%rd1, %%rd%[1]v;\n", i)
	}
	if kind == "store" {
		fmt.Fprintf(&b, "st.global.s32 a[%%rd%d], %%r%d;\n", address, v)
	}
	for l := range loads {
		var x int
		if kind == "global" {
			x = next("ld.global.s32 %%r%d, a[%%rd%[1]v+%[2]v]; ", address, 16384*l)
		} else {
			x = next("and.s32 %%r%d, %%r%[1]v, %[2]v; ", v, 63+64*l)
			x = next("mul.s32 %%r%d, %%r%[1]v, 4; ", x)
			x = next("ld.shared.s32 %%r%d, s[%%r%[1]v]; ", x)
		}
		v = next("add.s32 %%r%d, %%r%[1]v, %%r%[2]v;\n", v, x)
	}
	for j := range work {
		v = next([]string{"xor.s32", "mul.s32"}[j%2]+" %%r%d, %%r%[1]v, %%r%[2]v;\n", v, 3+j%2)
	}
	fmt.Fprintf(&b, "mov.s32 %%r9, %%r%d; add.s32 %%r7, %%r6, 1; setp.lt.s32 %%p%d, %%r7, %%r2; @%%p%d bra L1, else L2;\nL2: st.global.s32 a[%%rd1], %%r9; exit;\n}", v, reg+1, reg+1)
	k := parse(t, b.String())
	Run(k, []Pass{passFold, passStrengthReduction}, Device{}, nil)
	for _, l := range k.Loops(k.Dominators()) {
		return k.Blocks[l.Header]
	}
	t.Fatalf("no loop in\n%v", k)
	return nil
}
