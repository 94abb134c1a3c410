package grader

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// handIn writes a submission and returns its folder.
func handIn(t *testing.T, name, src string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// gradeDouble grades a submission to an exercise of the one kernel double,
// through every station, on a machine that always computes the right values.
func gradeDouble(t *testing.T, folder string) *Verdict {
	t.Helper()
	e := Exercise{Name: coalescing.Name, Package: "double", Kernels: []Kernel{double}}
	g := Grader{sim: &fake{run: func(l *Launch) error { doubled(l); return nil }}}
	return g.Grade(&e, folder)[0]
}

func TestInvalidSubmissions(t *testing.T) {
	tests := []struct {
		name, file, src string
		want            []string
	}{
		{"missing file", "kernels.go", "package double\n", []string{"there is no kernel.go", "looked  in ", "found   kernels.go"}},
		{"no Go", kernelFile, "package double\n\nfunc Double( {\n", []string{"the file is not Go: ", "kernel.go:3", "func Double( {"}},
		{"wrong package", kernelFile, "package main\n", []string{"says package main", "is package double", "change the package clause to: package double"}},
		{"no function", kernelFile, "package double\n", []string{"func Double is missing", "want    func Double(out, in []float32, n int)", "no function at all"}},
		{"renamed", kernelFile, "package double\nfunc Twice(out, in []float32, n int) {}\n", []string{"func Double is missing", "found   Twice"}},
		{"method", kernelFile, "package double\ntype T int\nfunc (T) Double(out, in []float32, n int) {}\n", []string{"func Double is missing"}},
		{"parameter type", kernelFile, "package double\nfunc Double(out, in []float32, n int32) {}\n",
			[]string{"another signature", "kernel.go:2", "got     func(out, in []float32, n int32)", "want    func(out, in []float32, n int)"}},
		{"parameter count", kernelFile, "package double\nfunc Double(out []float32, n int) {}\n", []string{"got     func(out []float32, n int)"}},
		{"result", kernelFile, "package double\nfunc Double(out, in []float32, n int) int { return 0 }\n", []string{"another signature"}},
		{"type parameter", kernelFile, "package double\nfunc Double[T any](out, in []float32, n int) {}\n", []string{"another signature"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := gradeDouble(t, handIn(t, tt.file, tt.src))
			if v.State != Invalid || v.Marks() != 0 {
				t.Errorf("got %v with %d marks, want %v with 0", v.State, v.Marks(), Invalid)
			}
			for _, want := range tt.want {
				if !strings.Contains(v.String(), want) {
					t.Errorf("got\n%v\nwant it to say %q", v, want)
				}
			}
		})
	}
}

func TestTwoVersionsInTheFolder(t *testing.T) {
	const src = "package double\nfunc Double(out, in []float32, n int) {}\n"
	folder := handIn(t, kernelFile, src)
	if err := os.WriteFile(filepath.Join(folder, "backup.go"), []byte("\n"+src), 0o644); err != nil {
		t.Fatal(err)
	}
	got := gradeDouble(t, folder).String()
	for _, want := range []string{"func Double is there twice", "kernel.go:2", "backup.go:3"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to say %q", got, want)
		}
	}
}

func TestParameterNamesAreFree(t *testing.T) {
	folder := handIn(t, kernelFile, "package double\nfunc Double(b []float32, a []float32, count int) {}\n")
	if v := gradeDouble(t, folder); v.State != Done || v.Marks() != v.MaxMarks() {
		t.Errorf("got\n%v\nwant full marks", v)
	}
}

func TestRefusedByTheCompiler(t *testing.T) {
	folder := handIn(t, kernelFile, "package double\nfunc Double(out, in []float32, n int) {}\n")
	e := Exercise{Name: coalescing.Name, Package: "double", Kernels: []Kernel{double}}
	problems := Problems{{Place: Place{File: "kernel.go", Line: 2}, Code: "Map", Message: "a kernel has no maps", Hint: "use an array"}}
	v := (&Grader{sim: &fake{loadErr: problems}}).Grade(&e, folder)[0]
	if got := v.String(); v.State != Invalid || !strings.Contains(got, "a kernel has no maps") || !strings.Contains(got, "use an array") {
		t.Errorf("got\n%s", got)
	}
}

// TestStarted says which edits of a stub count as a start.
func TestStarted(t *testing.T) {
	const stub = "package p\nfunc K(n int) { help(n) }\nfunc L() {}\nfunc help(n int) { step(n, size) }\nfunc step(a, b int) {}\nconst size = 2\n"
	tests := []struct {
		name, old, new string
		started        bool
	}{
		{"nothing", "", "", false},
		{"a comment", "func K", "// K is mine.\nfunc K", false},
		{"layout", "{ help(n) }", "{\n\thelp(n)\n}", false},
		{"another kernel", "func L() {}", "func L() { help(1) }", false},
		{"the body", "help(n) }\nfunc L", "help(n + 1) }\nfunc L", true},
		{"a helper", "step(n, size)", "step(n, 1)", true},
		{"a helper's helper", "b int) {}", "b int) { a++ }", true},
		{"a constant", "size = 2", "size = 3", true},
		{"a directive", "func K", "//gpu:launchbounds 256 8\nfunc K", true},
		{"another kernel's directive", "func L", "//gpu:launchbounds 256 8\nfunc L", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, err := parse("", "stub.go", []byte(stub))
			if err != nil {
				t.Fatal(err)
			}
			after, err := parse("", "kernel.go", []byte(strings.Replace(stub, tt.old, tt.new, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if got := !after.same(before, "K"); got != tt.started {
				t.Errorf("got started %v, want %v", got, tt.started)
			}
		})
	}
}

// TestEveryExerciseIsComplete says that exercises, solutions, stubs and rubric
// name the same exercises, and that each has its README.
func TestEveryExerciseIsComplete(t *testing.T) {
	var want []string
	for _, e := range Rubric {
		want = append(want, e.Name)
	}
	slices.Sort(want)
	for _, dir := range []string{"../exercises", "../solutions", "stubs"} {
		got, err := folders(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got exercises %v, the rubric has %v", dir, got, want)
		}
	}
	for i := range Rubric {
		checkReadme(t, &Rubric[i])
	}
}

// checkReadme says that a README names the kernels, the goals with their
// metrics, and how to grade.
func checkReadme(t *testing.T, e *Exercise) {
	readme, err := os.ReadFile(filepath.Join("..", "exercises", e.Name, "README.md"))
	if err != nil {
		t.Error(err)
		return
	}
	number, _, _ := strings.Cut(e.Name, "_")
	want := []string{"go test ./grader -run Exercises/" + number, "grader/stubs/" + e.Name}
	for _, k := range e.Kernels {
		want = append(want, "`"+k.Name+"`")
		for _, g := range k.Goals {
			want = append(want, g.Name)
			for _, m := range g.Metrics {
				want = append(want, "`"+m+"`", nvprof[m])
			}
		}
	}
	for _, p := range e.Plans {
		want = append(want, "`"+p.Name+"`")
		for _, g := range p.Goals {
			want = append(want, g.Name)
		}
	}
	for _, w := range want {
		if !strings.Contains(string(readme), w) {
			t.Errorf("exercises/%s/README.md does not say %q", e.Name, w)
		}
	}
}

// TestStubsFitTheRubric says that the files given out have what the rubric asks
// for.
func TestStubsFitTheRubric(t *testing.T) {
	for i := range Rubric {
		e := &Rubric[i]
		s := stub(e)
		if got := s.syntax.Name.Name; got != e.Package {
			t.Errorf("%s: got package %s, want %s", e.Name, got, e.Package)
		}
		for j := range e.Kernels {
			if f := s.check(&e.Kernels[j]); f != nil {
				t.Errorf("%s: %v", e.Name, f)
			}
		}
		for j := range e.Plans {
			if _, f := s.plan(e.Plans[j].Name); f != nil {
				t.Errorf("%s: %v", e.Name, f)
			}
		}
	}
}
