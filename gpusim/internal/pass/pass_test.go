package pass

// This file runs the passes on the texts of testdata: each folder is named
// after a pass, each file holds one kernel before and after it.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	_ "gpucourse/internal/collect"
)

func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) { checkPass(t, file, filepath.Base(filepath.Dir(file))) })
	}
}

// TestEveryPassHasGoldens: each pass is seen at work.
func TestEveryPassHasGoldens(t *testing.T) {
	for _, p := range slices.Concat(Default, OfPTX) {
		if files, _ := filepath.Glob("testdata/" + p.Name + "/*.txtar"); len(files) == 0 {
			t.Errorf("testdata has no kernel before and after %s", p.Name)
		}
	}
}

// checkPass compares what the pass makes of the file's first part with its second.
func checkPass(t *testing.T, file, name string) {
	a, err := txtar.ParseFile(file)
	if err != nil || len(a.Files) == 0 {
		t.Fatalf("want a txtar file with a part called before: %v", err)
	}
	k := parse(t, string(a.Files[0].Data))
	p := find(t, name)
	Run(k, []Pass{p}, deviceFor(t, p), nil)
	check(t, k)
	a.Files = []txtar.File{a.Files[0], {Name: "after", Data: []byte(k.String())}}
	golden.Check(t, file, string(txtar.Format(a)))
}

// deviceFor returns the device for which the golden of a pass is made: one with few registers for the pass
// that allocates registers.
func deviceFor(t testing.TB, p Pass) Device {
	if p.allocate == nil {
		return Device{}
	}
	s, err := arch.Find("K40")
	if err != nil {
		t.Fatal(err)
	}
	const few = 32
	return Device{Spec: s, MaxRegisters: few}
}

// find returns the pass with that name.
func find(t testing.TB, name string) Pass {
	for _, p := range slices.Concat(Default, OfPTX) {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no pass is called %s", name)
	return Pass{}
}

// parse reads a kernel and verifies it.
func parse(t testing.TB, text string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	check(t, k)
	return k
}

// measured returns the rows of a table of gpusim/validation/h200.
func measured(t testing.TB, table string) []string {
	t.Helper()
	text, err := os.ReadFile("../../validation/h200/compiler/" + table)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func check(t testing.TB, k *ir.Kernel) {
	t.Helper()
	if err := ir.Verify(k); err != nil {
		t.Fatalf("%v\n%v", err, k)
	}
}

func TestOrder(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range Default {
		if p.Doc == "" || (p.Run == nil) == (p.allocate == nil) {
			t.Errorf("pass %s has no Doc, or not one function", p.Name)
		}
		for _, before := range p.After {
			if !seen[before] {
				t.Errorf("pass %s runs before %s", p.Name, before)
			}
		}
		seen[p.Name] = true
	}
}

func TestWithoutLeavesOut(t *testing.T) {
	for _, p := range Without("fuse", "unroll") {
		if p.Name == "fuse" || p.Name == "unroll" {
			t.Errorf("pass %s is still there", p.Name)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("leaving out a pass that does not exist: want a panic")
		}
	}()
	Without("frobnicate")
}

func TestRunTellsOfEachPass(t *testing.T) {
	k := parse(t, ".entry K() .ssa {\nL0: exit;\n}")
	var got []string
	Run(k, Default, deviceFor(t, passRegisters), func(name string, after *ir.Kernel) {
		if after != k {
			t.Errorf("after %s: told of another kernel", name)
		}
		got = append(got, name)
	})
	for i, p := range Default {
		if i >= len(got) || got[i] != p.Name {
			t.Fatalf("got %v, want the passes of Default in order", got)
		}
	}
	if k.SSA {
		t.Error("the kernel is still in SSA form")
	}
}

// TestOddGraphs runs all passes on control flow that no Go source is likely
// to give.
func TestOddGraphs(t *testing.T) {
	tests := []struct{ name, blocks string }{
		{"endless", "L0: bra L1;\nL1: bra L1;"},
		{"endless with a store", "L0: bra L1;\nL1: st.shared.s32 tile[0], 1; bra L2;\nL2: bra L1;"},
		{"unreachable", "L0: exit;\nL1: bra L2;\nL2: bra L1;"},
		{"unreachable into a phi", "L0: bra L2;\nL1: bra L2;\nL2: phi.s32 %r1, [1, L0], [2, L1]; st.shared.s32 tile[0], %r1; exit;"},
		{"two entries", `L0: ld.shared.s32 %r1, tile[0]; setp.lt.s32 %p2, %r1, 4; @%p2 bra L1, else L2;
			L1: ld.volatile.shared.s32 %r3, tile[4]; setp.lt.s32 %p4, %r3, 4; @%p4 bra L2, else L3;
			L2: ld.volatile.shared.s32 %r5, tile[8]; setp.lt.s32 %p6, %r5, 4; @%p6 bra L1, else L3;
			L3: exit;`},
		{"one block loop without a test", "L0: bra L1;\nL1: phi.s32 %r1, [0, L0], [%r2, L1]; add.s32 %r2, %r1, 1; st.shared.s32 tile[0], %r2; bra L1;"},
		{"trap", "L0: ld.shared.s32 %r1, tile[0]; setp.lt.s32 %p2, %r1, 4; @%p2 bra L1, else L2;\nL1: trap \"no\";\nL2: exit;"},
		{"loop that never runs", `L0: bra L1;
			L1: phi.s32 %r1, [9, L0], [%r2, L2]; setp.lt.s32 %p3, %r1, 4; @%p3 bra L2, else L3;
			L2: add.s32 %r2, %r1, 1; st.shared.s32 tile[0], %r2; bra L1;
			L3: st.shared.s32 tile[4], %r1; exit;`},
	}
	for _, tt := range tests {
		k := parse(t, ".entry K() .ssa\n{\n.shared .b8 tile[64];\n"+tt.blocks+"\n}")
		Run(k, Default, Device{}, func(name string, k *ir.Kernel) {
			if err := ir.Verify(k); err != nil {
				t.Fatalf("%s after %s: %v\n%v", tt.name, name, err, k)
			}
		})
	}
}
