package regalloc

// Goldens of small kernels, and properties of every allocation.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	_ "gpucourse/internal/collect"
)

// registers is a register file with a stack pointer and nothing hidden.
var registers = arch.RegisterFile{PerThreadMax: 255, StackPointer: 1}

// TestGoldens compares the code, the usage and the register of each value.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens in testdata: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil || len(a.Files) < 2 {
			t.Fatalf("%s: want the parts limit and before: %v", file, err)
		}
		limit, err := strconv.Atoi(strings.TrimSpace(string(a.Files[0].Data)))
		if err != nil {
			t.Fatal(err)
		}
		k := parse(t, string(a.Files[1].Data))
		Run(k, Target{Regs: registers, Limit: limit})
		verify(t, k)
		a.Files = append(a.Files[:2], txtar.File{Name: "after", Data: []byte(k.String() + summary(k) + places(k))})
		golden.Check(t, file, string(txtar.Format(a)))
	}
}

// failer is a *testing.T or a *rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func parse(t failer, text string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	verify(t, k)
	return k
}

func verify(t failer, k *ir.Kernel) {
	t.Helper()
	if err := ir.Verify(k); err != nil {
		t.Fatalf("%v\n%v", err, k)
	}
}

func summary(k *ir.Kernel) string {
	u := k.Usage
	text := fmt.Sprintf("%d registers of %d, %d predicates, %d bytes stack frame, %d bytes spill stores, %d bytes spill loads\n",
		u.Registers, u.Limit, u.Predicates, k.LocalBytes, u.SpillStores, u.SpillLoads)
	for _, s := range u.Spills {
		text += fmt.Sprintf("spilled %s %v: again %v, %d stores, %d loads, %d registers needed\n", s.Name, s.Type, s.Rematerialized, s.Stores, s.Loads, s.Live)
	}
	return text
}

// places lists the first register of every value.
func places(k *ir.Kernel) string {
	a, _ := allocate(k, Target{Regs: registers, Limit: k.Usage.Limit})
	text := ""
	for r := 1; r < len(k.Regs); r++ {
		if a.first[r] >= 0 {
			text += fmt.Sprintf("%%%d %v: R%d\n", r, k.Regs[r].Type, a.first[r])
		}
	}
	return text
}

// TestColouring checks random code: values live at the same time never share a register,
// no value takes the stack pointer, and wide values are aligned.
func TestColouring(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := parse(t, randomText(t))
		target := Target{Regs: registers, Limit: rapid.IntRange(10, 60).Draw(t, "limit"), Banks: 2}
		if rapid.Bool().Draw(t, "PTX") {
			k.Origin = &ir.Origin{}
			target.Regs.Uniform = 63
		}
		k.Registers = rapid.IntRange(0, target.Limit-1).Draw(t, "registers that cost no occupancy")
		Run(k, target)
		verify(t, k)
		a, used := allocate(k, target)
		if used != k.Usage.Registers {
			t.Fatalf("colouring again gives %d registers, Run reported %d", used, k.Usage.Registers)
		}
		if k.Usage.Registers > target.Limit {
			t.Fatalf("%d registers of %d\n%v", k.Usage.Registers, target.Limit, k)
		}
		a.checkAll(t)
	})
}

func (a *analysis) checkAll(t *rapid.T) {
	for r := 1; r < len(a.class); r++ {
		if a.class[r] == general {
			a.check(t, ir.Reg(r))
		}
	}
}

// addVectors is vector_add of gpusim/validation/h200/visible.cu without its guard.
const addVectors = `.visible .entry K(
	.param .u64 a,
	.param .u64 b,
	.param .u64 out
)
{
	.slice .align 4 .b8 a[] .elem "float32" 4 4 .readonly;
	.slice .align 4 .b8 b[] @8 .elem "float32" 4 4 .readonly;
	.slice .align 4 .b8 out[] @16 .elem "float32" 4 4;
L0:
	ld.param.u64 %rd1, [a];
	ld.param.u64 %rd2, [b];
	ld.param.u64 %rd3, [out];
	mov.s32 %r4, %tid.x;
	mad.wide.s32 %rd5, %r4, 4, %rd1;
	ld.global.f32 %f6, a[%rd5];
	mad.wide.s32 %rd7, %r4, 4, %rd2;
	ld.global.f32 %f8, b[%rd7];
	add.f32 %f9, %f6, %f8;
	mad.wide.s32 %rd10, %r4, 4, %rd3;
	st.global.f32 out[%rd10], %f9;
	exit;
}
`

// TestAmpleRegisters: where registers cost no occupancy, pointers are fetched early and the
// operands of an instruction lie in different banks. Where they are scarce, neither is so.
func TestAmpleRegisters(t *testing.T) {
	for _, test := range []struct{ free, want int }{{30, 10}, {0, 6}} {
		k := parse(t, addVectors)
		k.Registers = test.free
		Run(k, Target{Regs: registers, Limit: 64, Banks: 2})
		if k.Usage.Registers != test.want {
			t.Errorf("%d registers that cost no occupancy: got %d registers, want %d", test.free, k.Usage.Registers, test.want)
		}
		if test.free == 0 {
			continue
		}
		a, _ := allocate(k, Target{Regs: registers, Limit: 64, Banks: 2})
		for _, in := range k.Blocks[0].Instrs {
			if in.Op == ir.MadWide && a.first[in.Src[0].Reg]%2 == 0 || in.Op == ir.St && a.first[in.Src[1].Reg]%2 == 0 {
				t.Errorf("%v reads a single register of the bank in which its pointer begins", in.Op)
			}
		}
	}
}

// TestFetchedThroughLoops: a pointer that a loop adds an index to stays in registers
// throughout the loop.
func TestFetchedThroughLoops(t *testing.T) {
	k := parse(t, `.visible .entry K(
	.param .u64 p
)
{
	.slice .align 4 .b8 p[] .elem "float32" 4 4;
L0:
	ld.param.u64 %rd1, [p];
	mov.s32 %r2, %tid.x;
	bra L1;
L1:
	add.s32 %r2, %r2, 1;
	mad.wide.s32 %rd3, %r2, 4, %rd1;
	st.global.s32 p[%rd3], %r2;
	setp.lt.s32 %p4, %r2, 100;
	@%p4 bra L1, else L2, meet L2;
L2:
	exit;
}
`)
	k.Registers = 30
	a, _ := allocate(k, Target{Regs: registers, Limit: 64, Banks: 2})
	for p, held := range a.held[1] {
		if len(held) != 1 || a.operands[0] != ir.R(1) {
			t.Errorf("position %d of the loop: %d operands are in registers, want the pointer", p, len(held))
		}
	}
	if len(a.held[0][0])+len(a.held[2][0]) > 0 {
		t.Error("the pointer is in registers outside of the loop")
	}
}

// TestOperandsLieApart: two loaded operands of an addition lie in different banks, and a
// parameter beside an immediate is read from a register.
func TestOperandsLieApart(t *testing.T) {
	k := parse(t, `.visible .entry K(
	.param .u64 p
)
{
	.slice .align 4 .b8 p[] .elem "float32" 4 4;
L0:
	ld.param.u64 %rd1, [p];
	mov.s32 %r3, %tid.x;
	mad.wide.s32 %rd4, %r3, 4, %rd1;
	ld.global.f32 %f5, p[%rd4];
	ld.global.f32 %f6, p[%rd4+4];
	ld.global.f32 %f7, p[%rd4+8];
	add.f32 %f8, %f5, %f7;
	add.f32 %f9, %f8, %f6;
	st.global.f32 p[%rd4], %f9;
	exit;
}
`)
	k.Registers = 30
	a, _ := allocate(k, Target{Regs: registers, Limit: 32, Banks: 2})
	for _, in := range k.Blocks[0].Instrs {
		if in.Op == ir.Add {
			if x, y := a.first[in.Src[0].Reg], a.first[in.Src[1].Reg]; x%2 == y%2 {
				t.Errorf("%v reads R%d and R%d", in.Op, x, y)
			}
		}
		if in.Op == ir.MadWide && !a.reads(in, 2) {
			t.Errorf("%v does not read its parameter from a register", in.Op)
		}
	}
}

func (a *analysis) check(t *rapid.T, r ir.Reg) {
	if a.first[r] < 0 {
		return
	}
	g := a.groups[a.of[r].group]
	if from := a.first[r] - a.of[r].at; from%align(g.words) != 0 {
		t.Fatalf("a group of %d registers begins at R%d", g.words, from)
	}
	mine := a.words(r)
	if slices.Contains(mine, registers.StackPointer) {
		t.Fatalf("%%%d has the stack pointer's register", r)
	}
	for _, c := range a.interferes[r] {
		for _, w := range a.words(c) {
			if c != r && slices.Contains(mine, w) {
				t.Fatalf("%%%d and %%%d are live at the same time and both in R%d\n%v", r, c, w, a.k)
			}
		}
	}
}

// words lists the registers of a value.
func (a *analysis) words(r ir.Reg) []int {
	var list []int
	for i := range a.size[r] {
		list = append(list, a.first[r]+i)
	}
	return list
}

// randomText draws straight code of loads, vector loads, sums and stores.
func randomText(t *rapid.T) string {
	var b strings.Builder
	b.WriteString(".visible .entry K(\n\t.param .u64 p\n)\n{\n\t.slice .align 16 .b8 p[] .elem \"float32\" 4 4;\nL0:\n\tld.param.u64 %rd1, [p];\n")
	next := 2
	var singles, doubles []int
	fresh := func(list *[]int) int { *list = append(*list, next); next++; return next - 1 }
	fmt.Fprintf(&b, "\tld.global.f32 %%f%d, p[%%rd1];\n", fresh(&singles))
	fmt.Fprintf(&b, "\tld.global.f64 %%fd%d, p[%%rd1+8];\n", fresh(&doubles))
	for range rapid.IntRange(5, 80).Draw(t, "instructions") {
		x := rapid.SampledFrom(singles).Draw(t, "x")
		d := rapid.SampledFrom(doubles).Draw(t, "d")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			fmt.Fprintf(&b, "\tld.global.v4.f32 {%%f%d, %%f%d, %%f%d, %%f%d}, p[%%rd1+16] align 16;\n", fresh(&singles), fresh(&singles), fresh(&singles), fresh(&singles))
		case 1:
			fmt.Fprintf(&b, "\tadd.f64 %%fd%d, %%fd%d, %%fd%d;\n", fresh(&doubles), d, doubles[0])
		case 2:
			fmt.Fprintf(&b, "\tst.global.v2.f32 p[%%rd1+32], {%%f%d, %%f%d} align 8;\n", x, singles[0])
		case 3:
			fmt.Fprintf(&b, "\tcvt.f64.f32 %%fd%d, %%f%d;\n", fresh(&doubles), x)
		default:
			fmt.Fprintf(&b, "\tadd.f32 %%f%d, %%f%d, %%f%d;\n", fresh(&singles), x, singles[0])
		}
	}
	for _, x := range singles {
		fmt.Fprintf(&b, "\tst.global.f32 p[%%rd1+48], %%f%d;\n", x)
	}
	for _, d := range doubles {
		fmt.Fprintf(&b, "\tst.global.f64 p[%%rd1+56], %%fd%d;\n", d)
	}
	b.WriteString("\texit;\n}\n")
	return b.String()
}
