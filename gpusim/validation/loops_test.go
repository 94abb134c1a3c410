package validation

// This file compares how often the compiler unrolls loops with effects with nvcc.

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// effects are the instructions that h100/effects.sh counts, by the kernel's name, and how many
// of them stand outside and in one iteration of the loop.
var effects = map[string]struct {
	op       ir.Op
	space    ir.Space
	volatile bool
	outside  int
	each     int
}{
	"red": {ir.Atom, ir.Global, false, 0, 1}, "redin": {ir.Atom, ir.Global, false, 0, 1}, "atom": {ir.Atom, ir.Global, false, 0, 1}, "cas": {ir.Atom, ir.Global, false, 0, 1},
	"sred": {ir.Atom, ir.Shared, false, 0, 1}, "satom": {ir.Atom, ir.Shared, false, 0, 1}, "fence": {ir.Membar, ir.NoSpace, false, 0, 1}, "fenceb": {ir.Membar, ir.NoSpace, false, 0, 1},
	"bar": {ir.Bar, ir.NoSpace, false, 1, 2}, "vload": {ir.Ld, ir.Global, true, 0, 1}, "vstore": {ir.St, ir.Global, true, 0, 1}, "warp": {ir.Ld, ir.Shared, false, 1, 1},
	"ballot": {ir.Vote, ir.NoSpace, false, 0, 1}, "shfl": {ir.Shfl, ir.NoSpace, false, 0, 1}, "plain": {ir.Ld, ir.Global, false, 0, 1},
}

// TestLoopsWithEffects: loops with atomics, fences, barriers, volatile accesses and exchanges
// between lanes have as many copies of their bodies as nvcc makes.
func TestLoopsWithEffects(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles 195 kernels: five seconds")
	}
	compareLoops(t, "h100/effects", func(f []string) string { return fmt.Sprintf("%s<%s,%s,%s>", f[0], f[1], f[2], f[3]) }, func(f []string, k *ir.Kernel) int {
		e := effects[f[0]]
		return (count(k, func(in *ir.Instr) bool {
			return in.Op == e.op && in.Space == e.space && in.Volatile == e.volatile
		}) - e.outside) / e.each
	}, func(got, want int) bool { return got == want })
}

// TestLoopsAroundLoops: NVVM unrolls a loop by four, which makes five copies of its body, if the
// loop that it holds has few iterations. What ptxas does with the others is not modelled.
func TestLoopsAroundLoops(t *testing.T) {
	const byFour = 5
	compareLoops(t, "h100/inner", func(f []string) string { return fmt.Sprintf("inner<%s,%s>", f[0], f[1]) }, func(_ []string, k *ir.Kernel) int {
		return count(k, func(in *ir.Instr) bool { return in.Op == ir.St && in.Space == ir.Shared }) / 2
	}, func(got, want int) bool { return (got == byFour) == (want == byFour) })
}

// notUnrolled are the kernels of walks.cu and steps.cu whose loops nvcc unrolls and the simulator's compiler
// does not.
var notUnrolled = map[string]string{
	"differ": toUnequal, "nequal": toUnequal, "most": "<= of pointers is compiled as > and leaves the loop",
}

const toUnequal = "runs until a pointer or a counter equals its bound"

// TestWalks: loops over pointers and counters of 64 bits have as many copies as nvcc makes.
func TestWalks(t *testing.T) {
	compareLoops(t, "h100/walks", func(f []string) string { return fmt.Sprintf("%s<%s>", f[0], f[1]) }, func(f []string, k *ir.Kernel) int {
		if f[0] == "store" {
			return count(k, func(in *ir.Instr) bool { return in.Op == ir.St && in.Space == ir.Global }) - 1
		}
		return loadsOf(k)
	}, func(got, want int) bool { return got == want })
}

// TestLoopsWithSteps: loops that grow by a variable have as many copies as nvcc makes.
func TestLoopsWithSteps(t *testing.T) {
	compareLoops(t, "h200/compiler/steps", func(f []string) string { return f[0] }, func(_ []string, k *ir.Kernel) int { return loadsOf(k) }, func(got, want int) bool { return got == want })
}

// TestSteps: loops whose counter grows by a value of run time have as many copies as nvcc makes.
func TestSteps(t *testing.T) {
	compareLoops(t, "h100/steps", func(f []string) string { return fmt.Sprintf("%s<%s>", f[0], f[1]) }, func(_ []string, k *ir.Kernel) int { return loadsOf(k) }, func(got, want int) bool { return got == want })
}

// compareLoops compiles the kernel of each row of a table and wants nine of ten rows to have the
// number of copies of the loop's body that the last field says.
func compareLoops(t *testing.T, path string, name func(row []string) string, copies func(row []string, k *ir.Kernel) int, same func(got, want int) bool) {
	t.Helper()
	unit, rows := measuredKernels(t, path)
	agree, left := 0, 0
	for _, f := range rows {
		if notUnrolled[f[0]] != "" {
			left++
			continue
		}
		k, err := compile.Kernel(unit, name(f), compile.Options{Spec: testSpec})
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.Atoi(f[len(f)-1])
		if err != nil {
			t.Fatal(err)
		}
		if got := copies(f, k); same(got, want) {
			agree++
		} else {
			t.Logf("%s: %d copies of the body, nvcc makes %d", name(f), got, want)
		}
	}
	t.Logf("%s: %d of %d loops have nvcc's copies", path, agree, len(rows)-left)
	if agree*10 < (len(rows)-left)*9 {
		t.Errorf("%s: %d of %d loops have nvcc's copies, want nine of ten", path, agree, len(rows)-left)
	}
}

// measuredKernels returns the kernels of a CUDA C file and the rows, as fields, of the table of
// the same name that was measured with them.
func measuredKernels(t *testing.T, path string) (unit source.Unit, rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(path + ".cu")
	if err != nil {
		t.Fatal(err)
	}
	unit, err = source.LoadText(path+".cu", text)
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(path + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(table)) {
		rows = append(rows, strings.Fields(row))
	}
	return unit, rows
}

// loadsOf returns how many loads of global memory a kernel has.
func loadsOf(k *ir.Kernel) int { return count(k, isGlobalLoad) }

func isGlobalLoad(in *ir.Instr) bool { return in.Op == ir.Ld && in.Space == ir.Global }

// count returns how many instructions of a kernel satisfy is.
func count(k *ir.Kernel, is func(*ir.Instr) bool) (n int) {
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if is(in) {
				n++
			}
		}
	}
	return n
}

// notLikeStarts are the kernels of starts.cu whose loops are not as nvcc makes them.
var notLikeStarts = map[string]string{
	"fnot":      toUnequal,
	"iparam":    "nvcc counts a conversion as more than one instruction, and unrolls bodies of eight operations less",
	"istart":    "as iparam",
	"fended 16": boundary, "zuns 16": boundary, "store 44": boundary,
}

const boundary = "the next smaller body is like nvcc's, the bounds of sizes are measured to some instructions"

// TestStarts: the iterations that an unrolled loop leaves over come first or last, and in as
// many copies, as in nvcc's code.
func TestStarts(t *testing.T) {
	unit, table := measuredKernels(t, "h100/starts")
	rows := 0
	for _, f := range table {
		if notLikeStarts[f[0]]+notLikeStarts[f[0]+" "+f[1]] != "" {
			continue
		}
		rows++
		name := fmt.Sprintf("%s<%s>", f[0], f[1])
		k, err := compile.Kernel(unit, name, compile.Options{Spec: testSpec})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := loadsByBlock(k), strings.Join(f[2:], " "); loopsAndRest(got) != loopsAndRest(want) {
			t.Errorf("%s: the loop has %s iterations by block, nvcc's has %s", name, got, want)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

// loadsByBlock returns the global loads of each block that has any, with an L if the block is
// a loop.
func loadsByBlock(k *ir.Kernel) string {
	var list []string
	for _, id := range k.ReversePostOrder() {
		b, n := k.Blocks[id], 0
		for _, in := range b.Instrs {
			if isGlobalLoad(in) {
				n++
			}
		}
		switch {
		case n > 0 && slices.Contains(b.Term().Targets, id):
			list = append(list, fmt.Sprintf("%dL", n))
		case n > 0:
			list = append(list, fmt.Sprint(n))
		}
	}
	return strings.Join(list, " ")
}

// loopsAndRest returns the iterations of each loop, and between them the sum of those that are
// executed at most once: predicates may make one block of two.
func loopsAndRest(list string) string {
	var out []string
	once := 0
	for _, f := range append(strings.Fields(list), "") {
		if n, err := strconv.Atoi(f); err == nil {
			once += n
			continue
		}
		if once > 0 {
			out = append(out, strconv.Itoa(once))
		}
		out, once = append(out, f), 0
	}
	return strings.Join(out, " ")
}
