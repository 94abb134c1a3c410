package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/grader/rubric"
)

// TestStarted says which edits of a stub count as a start.
func TestStarted(t *testing.T) {
	const stub = "package p\nfunc K(n int) { help(n) }\nfunc L() {}\nfunc help(n int) { step(n, size); use(table) }\nfunc step(a, b int) {}\nconst size = 2\nvar table [4]int\n"
	tests := []struct {
		name, old, new string
		started        bool
	}{
		{"nothing", "", "", false},
		{"a comment", "func K", "// K is mine.\nfunc K", false},
		{"layout", "{ help(n) }", "{\n\thelp(n)\n}", false},
		{"another kernel", "func L() {}", "func L() { help(1) }", false},
		{"the body", "help(n) }\nfunc L", "help(n + 1) }\nfunc L", true},
		{"variables of other cells in one declaration", "var table [4]int", "var (\n\tother, more int\n\ttable      [4]int\n)", false},
		{"a variable in one declaration with others", "var table [4]int", "var (\n\tother int\n\ttable [5]int\n)", true},
		{"a helper", "step(n, size)", "step(n, 1)", true},
		{"a helper's helper", "b int) {}", "b int) { a++ }", true},
		{"a constant", "size = 2", "size = 3", true},
		{"a directive", "func K", "//gpu:launchbounds 256 8\nfunc K", true},
		{"another declaration that has a parameter's name", "func L() {}", "func L() {}\nconst n = 3", false},
		{"another kernel's directive", "func L", "//gpu:launchbounds 256 8\nfunc L", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, err := Parse("stub.go", []byte(stub))
			if err != nil {
				t.Fatal(err)
			}
			after, err := Parse("kernel.go", []byte(strings.Replace(stub, tt.old, tt.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if got := !after.Same(before, "K"); got != tt.started {
				t.Errorf("got started %v, want %v", got, tt.started)
			}
		})
	}
}

// TestCodeAndLines: comments, layout and other declarations do not change the code of a
// kernel; what it uses and imports does. Lines change with all that moves or rewrites them.
func TestCodeAndLines(t *testing.T) {
	const text = "package p\n\nimport \"gpucourse/gpusim/gpu\"\n\nfunc Other() {}\n\nfunc K(x []float32) { x[0] = help(gpu.ThreadIdx.X) }\n\nfunc help(i int) float32 { return 1 }\n"
	parse := func(text string) *Submission {
		s, err := Parse("kernel.go", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := parse(text)
	for _, tt := range []struct {
		old, new    string
		code, lines bool // stay
	}{
		{"func Other() {}", "func Other() { return }", true, true},
		{"func Other() {}", "func Other() {\n}", true, false},
		{"return 1 }", "return 1 } // one", true, false},
		{"return 1 }", "return 2 }", false, false},
		{"gpusim/gpu", "gpusim/other", false, true},
	} {
		s := parse(strings.Replace(text, tt.old, tt.new, 1))
		if code, lines := s.Code("K") == first.Code("K"), s.Lines("K") == first.Lines("K"); code != tt.code || lines != tt.lines {
			t.Errorf("%q: got same code %v, same lines %v", tt.new, code, lines)
		}
	}
	if code := first.Code("Missing"); code != "" {
		t.Errorf("got code %q of nothing", code)
	}
}

// TestVariablesOfANotebook: GoNB writes the variables of all cells as one group, which neither starts
// a kernel nor changes its code.
func TestVariablesOfANotebook(t *testing.T) {
	const kernel = "func K(x []float32) { x[0] = A.V + B.V }\n"
	parse := func(variables string) *Submission {
		s, err := Parse("kernel.go", []byte("package p\n"+variables+kernel))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	file := parse("// A is read.\nvar A gpu.Constant[float32]\nvar B, C gpu.Global[float32]\n")
	cell := parse("var (\n\tA gpu.Constant[float32]\n\tB, C gpu.Global[float32]\n\tOther = 3\n)\n")
	if !cell.Same(file, "K") || cell.Code("K") != file.Code("K") {
		t.Error("a group with the same variables counts as other code")
	}
	if other := parse("var (\n\tA gpu.Global[float32]\n\tB, C gpu.Global[float32]\n)\n"); other.Same(file, "K") || other.Code("K") == file.Code("K") {
		t.Error("another variable counts as the same code")
	}
}

// TestFilesBeside: a change of a helper in another file of the package is another code; one of
// a file of another package is not.
func TestFilesBeside(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code := func() string {
		t.Helper()
		sub, f := Read(folder, "coalescing")
		if f != nil {
			t.Fatal(f)
		}
		return sub.Code("Saxpy") + sub.Lines("Saxpy") + sub.Text("Saxpy")
	}
	write(KernelFile, "package coalescing\n\nfunc Saxpy() { help() }\n")
	seen := map[string]bool{code(): true}
	for _, helper := range []string{"package coalescing\n\nfunc help() {}\n", "package coalescing\n\nfunc help() { other() }\n", "package coalescing\n\n\nfunc help() { other() }\n"} {
		write("help.go", helper)
		if got := code(); seen[got] {
			t.Errorf("%q: got the code of an earlier helper", helper)
		} else {
			seen[got] = true
		}
	}
	write("other.go", "package other\n\nfunc other() {}\n")
	if !seen[code()] {
		t.Error("a file of another package counts")
	}
}

// TestSignatures: parameters may be written in any way that means the same types.
func TestSignatures(t *testing.T) {
	const want = "func(y, x []float32, a float32, n int)"
	for text, right := range map[string]bool{
		"import \"gpucourse/gpusim/gpu\"\nfunc K(y []float32, x gpu.ReadOnly[float32], a float32, n int) {}": true,
		"import g \"gpucourse/gpusim/gpu\"\nfunc K(y []float32, x g.ReadOnly[float32], a float32, n int) {}": true,
		"import . \"gpucourse/gpusim/gpu\"\nfunc K(y []float32, x ReadOnly[float32], a float32, n int) {}":   true,
		"import \"other/gpu\"\nfunc K(y []float32, x gpu.ReadOnly[float32], a float32, n int) {}":            false,
		"type vec = []real\ntype real = float32\nfunc K(y vec, x ([]real), a (float32), n int) {}":           true,
		"type real float32\nfunc K(y, x []real, a real, n int) {}":                                           false,
		"type a = b\ntype b = a\nfunc K(y, x []a, a float32, n int) {}":                                      false,
		"func K(y []float32, x []float32, _ float32, _ int) {}":                                              true,
		"func K(y, x []float32, a float32, n int32) {}":                                                      false,
		"func K(y, x []float32, a float32, n ...int) {}":                                                     false,
		"func K[T any](y, x []float32, a float32, n int) {}":                                                 false,
		"func K(y, x []float32, a float32, n int) (r int) { return }":                                        false,
	} {
		sub, err := Parse(KernelFile, []byte("package p\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		if got := sub.Check(&rubric.Kernel{Name: "K", Signature: want}) == nil; got != right {
			t.Errorf("%s: got %v, want %v", text, got, right)
		}
	}
}
