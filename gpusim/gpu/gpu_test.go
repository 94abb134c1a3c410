package gpu_test

// What package gpu promises without a kernel running.

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/gpu"
)

// TestDocsNameCUDA reads the embedded source, as the compiler does: each
// exported function says what it is called in CUDA C.
func TestDocsNameCUDA(t *testing.T) {
	entries, err := gpu.Source.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if want := sources(t); len(entries) != len(want) {
		t.Errorf("Source holds %d files, want %v", len(entries), want)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		text, err := gpu.Source.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, e.Name(), text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "gpucourse/gpusim/gpu")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Funcs) < 50 {
		t.Errorf("got %d documented functions, want all of the package's", len(p.Funcs))
	}
	for _, f := range p.Funcs {
		if !strings.Contains(f.Doc, "CUDA:") {
			t.Errorf("the comment of %s does not say what CUDA calls it:\n%s", f.Name, f.Doc)
		}
	}
}

// sources lists the package's files, tests aside.
func sources(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
}

func TestBits(t *testing.T) {
	for _, tt := range []struct {
		x                   uint32
		popc, clz, ffs      int
		brev                uint32
		popcll, clzll, ffsl int // of x<<32 | x
	}{
		{0, 0, 32, 0, 0, 0, 64, 0},
		{1, 1, 31, 1, 1 << 31, 2, 31, 1},
		{0x80000000, 1, 0, 32, 1, 2, 0, 32},
		{0x00f0, 4, 24, 5, 0x0f000000, 8, 24, 5},
	} {
		wide := uint64(tt.x)<<32 | uint64(tt.x)
		got := []int{gpu.Popc(tt.x), gpu.Clz(tt.x), gpu.Ffs(tt.x), int(gpu.Brev(tt.x)), gpu.Popcll(wide), gpu.Clzll(wide), gpu.Ffsll(wide)}
		want := []int{tt.popc, tt.clz, tt.ffs, int(tt.brev), tt.popcll, tt.clzll, tt.ffsl}
		for i, name := range []string{"Popc", "Clz", "Ffs", "Brev", "Popcll", "Clzll", "Ffsll"} {
			if got[i] != want[i] {
				t.Errorf("%s of %#x: got %d, want %d", name, tt.x, got[i], want[i])
			}
		}
		if got, want := gpu.Brevll(wide), uint64(tt.brev)<<32|uint64(tt.brev); got != want {
			t.Errorf("Brevll of %#x: got %#x, want %#x", wide, got, want)
		}
	}
}

func TestPitchedRow(t *testing.T) {
	p := gpu.Pitched[int32]{Data: []int32{0, 1, 2, -1, 10, 11, 12, -1}, Width: 3, Height: 2, Stride: 4}
	if r := p.Row(1); len(r) != 3 || r[0] != 10 || r[2] != 12 {
		t.Errorf("row 1: got %v, want [10 11 12]", r)
	}
}

// TestNeedsAThread calls what makes no sense outside of a kernel.
func TestNeedsAThread(t *testing.T) {
	var x int32
	for name, call := range map[string]func(){
		"gpu.LaneID": func() { gpu.LaneID() }, "gpu.Shared": func() { gpu.Shared[int32]() },
		"gpu.AtomicAdd": func() { gpu.AtomicAdd(&x, 1) }, "gpu.ShflXorSync": func() { gpu.ShflXorSync(gpu.FullMask, x, 1) },
		"gpu.BallotSync": func() { gpu.BallotSync(gpu.FullMask, true) }, "gpu.Threadfence": gpu.Threadfence,
		"gpu.MatchAnySync": func() { gpu.MatchAnySync(gpu.FullMask, x) }, "gpu.MatchAllSync": func() { gpu.MatchAllSync(gpu.FullMask, x) },
		"gpu.ReduceAddSync": func() { gpu.ReduceAddSync(gpu.FullMask, x) },
		"gpu.CopyAsync":     func() { gpu.CopyAsync(&x, &x, 1) }, "gpu.CommitCopies": gpu.CommitCopies, "gpu.WaitCopies": func() { gpu.WaitCopies(0) },
		"gpu.SyncThreads": gpu.SyncThreads, "gpu.Printf": func() { gpu.Printf("") },
	} {
		func() {
			defer func() {
				if p, _ := recover().(string); !strings.HasPrefix(p, name+" ") || !strings.Contains(p, "dev.Launch") {
					t.Errorf("%s outside of a kernel: got panic %q", name, p)
				}
			}()
			call()
		}()
	}
}
