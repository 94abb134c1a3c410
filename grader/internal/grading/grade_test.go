package grading

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
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
func gradeDouble(t *testing.T, folder string) *verdict.Verdict {
	t.Helper()
	e := rubric.Exercise{Name: "07_coalescing", Package: "double", Kernels: []rubric.Kernel{double}}
	g := Grader{Simulator: &fake{run: func(l *simulator.Launch) error { doubled(l); return nil }}}
	return g.Grade(&e, folder)[0]
}

func TestInvalidSubmissions(t *testing.T) {
	tests := []struct {
		name, file, src string
		want            []string
	}{
		{"missing file", "kernels.go", "package double\n", []string{"there is no kernel.go", "looked  in ", "found   kernels.go"}},
		{"nothing", source.KernelFile, "\n", []string{"the file is empty", "kernel.go"}},
		{"no Go", source.KernelFile, "package double\n\nfunc Double( {\n", []string{"the file is not Go: ", "kernel.go:3", "func Double( {"}},
		{"wrong package", source.KernelFile, "package main\n", []string{"says package main", "is package double", "change the package clause to: package double"}},
		{"no function", source.KernelFile, "package double\n", []string{"func Double is missing", "want    func Double(out, in []float32, n int)", "no function at all"}},
		{"renamed", source.KernelFile, "package double\nfunc Twice(out, in []float32, n int) {}\n", []string{"func Double is missing", "found   Twice"}},
		{"method", source.KernelFile, "package double\ntype T int\nfunc (T) Double(out, in []float32, n int) {}\n", []string{"func Double is missing"}},
		{"parameter type", source.KernelFile, "package double\nfunc Double(out, in []float32, n int32) {}\n",
			[]string{"another signature", "kernel.go:2", "got     func(out, in []float32, n int32)", "want    func(out, in []float32, n int)"}},
		{"parameter count", source.KernelFile, "package double\nfunc Double(out []float32, n int) {}\n", []string{"got     func(out []float32, n int)"}},
		{"result", source.KernelFile, "package double\nfunc Double(out, in []float32, n int) int { return 0 }\n", []string{"another signature"}},
		{"type parameter", source.KernelFile, "package double\nfunc Double[T any](out, in []float32, n int) {}\n", []string{"another signature"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := gradeDouble(t, handIn(t, tt.file, tt.src))
			if v.State != verdict.Invalid || v.Marks() != 0 {
				t.Errorf("got %v with %d marks, want %v with 0", v.State, v.Marks(), verdict.Invalid)
			}
			for _, want := range tt.want {
				if !strings.Contains(v.String(), want) {
					t.Errorf("got\n%v\nwant it to say %q", v, want)
				}
			}
		})
	}
}

// TestRefusedBeforeOthersRun: a kernel that is refused has its verdict before any other runs,
// so that it does not depend on what they do to the process.
func TestRefusedBeforeOthersRun(t *testing.T) {
	missing := double
	missing.Name = "Missing"
	e := rubric.Exercise{Name: "07_coalescing", Package: "double", Kernels: []rubric.Kernel{double, missing}}
	var events []string
	g := Grader{Simulator: &fake{run: func(l *simulator.Launch) error {
		events = append(events, "run")
		doubled(l)
		return nil
	}}}
	folder := handIn(t, source.KernelFile, "package double\nfunc Double(out, in []float32, n int) {}\n")
	g.GradeEach(&e, folder, func(i int, v *verdict.Verdict) { events = append(events, v.Kernel) })
	if len(events) < 3 || events[0] != "Missing" || events[len(events)-1] != "Double" {
		t.Errorf("got %q, want the verdict of Missing, launches, and the verdict of Double", events)
	}
}

func TestTwoVersionsInTheFolder(t *testing.T) {
	const src = "package double\nfunc Double(out, in []float32, n int) {}\n"
	folder := handIn(t, source.KernelFile, src)
	if err := os.WriteFile(filepath.Join(folder, "backup.go"), []byte("\n"+src), 0o644); err != nil {
		t.Fatal(err)
	}
	got := gradeDouble(t, folder).String()
	for _, want := range []string{"func Double is declared twice", "kernel.go:2", "backup.go:3"} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to say %q", got, want)
		}
	}
}

// TestReadOnlyParameter: gpu.ReadOnly[T] may replace the []T of an input.
func TestReadOnlyParameter(t *testing.T) {
	const src = `package readonly

import "gpucourse/gpusim/gpu"

func Smooth(out []float32, in gpu.ReadOnly[float32], n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := float32(0)
	for k := range 16 {
		sum += in[i+k]
	}
	out[i] = sum / 16
}
`
	if v := New().Grade(exercise("18_read_only"), handIn(t, source.KernelFile, src))[0]; v.State != verdict.Done {
		t.Errorf("got\n%v\nwant full marks", v)
	}
}

// TestFoldersAsTheyAre grades a right submission in a folder with brackets in its name,
// between the files that editors, file systems and learners leave there.
func TestFoldersAsTheyAre(t *testing.T) {
	solution, err := os.ReadFile(filepath.Join("..", "..", "..", "solutions", "00_start", source.KernelFile))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "my course [1]", "00_start")
	files := map[string]string{
		source.KernelFile:                        string(solution),
		"._kernel.go":                            "\x00\x05\x16\x07",
		"_kernel.go":                             "package start\n\nfunc Add(",
		"old.go":                                 "package start\n\nfunc Add(out, a, b []float32, n int) {\n\tfor i :=",
		"main.go":                                "package main\n\nfunc Add() {}\n",
		filepath.Join("copy", source.KernelFile): string(solution),
	}
	for name, text := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("user@host.1234", filepath.Join(folder, ".#kernel.go")); err != nil {
		t.Log("no symbolic links:", err)
	}
	for _, v := range New().Grade(exercise("00_start"), folder) {
		if v.State != verdict.Done {
			t.Errorf("got\n%v\nwant full marks", v)
		}
	}
}

// TestIgnoredFilesAreNamed: when a kernel is refused, the files that were not read are
// named, because a helper may be in one of them.
func TestIgnoredFilesAreNamed(t *testing.T) {
	folder := handIn(t, source.KernelFile, "package start\n\nfunc Add(out, a, b []float32, n int) { help(out) }\n")
	if err := os.WriteFile(filepath.Join(folder, "help.go"), []byte("package start\n\nfunc help(out []float32) {\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := New().Grade(exercise("00_start"), folder)[0].String()
	for _, want := range []string{"help", "ignored help.go: the file is not Go: "} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant it to say %q", got, want)
		}
	}
}

// TestMissingFileInBrackets: the message lists the Go files of a folder with brackets in
// its name.
func TestMissingFileInBrackets(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "[x]")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "kernels.go"), []byte("package double\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := gradeDouble(t, folder).String(); !strings.Contains(got, "found   kernels.go") {
		t.Errorf("got\n%s\nwant it to name kernels.go", got)
	}
}

func TestParameterNamesAreFree(t *testing.T) {
	folder := handIn(t, source.KernelFile, "package double\nfunc Double(b []float32, a []float32, count int) {}\n")
	if v := gradeDouble(t, folder); v.State != verdict.Done || v.Marks() != v.MaxMarks() {
		t.Errorf("got\n%v\nwant full marks", v)
	}
}

func TestRefusedByTheCompiler(t *testing.T) {
	folder := handIn(t, source.KernelFile, "package double\nfunc Double(out, in []float32, n int) {}\n")
	e := rubric.Exercise{Name: "07_coalescing", Package: "double", Kernels: []rubric.Kernel{double}}
	problems := simulator.Problems{{At: verdict.Position{File: "kernel.go", Line: 2}, Code: "Map", Message: "a kernel has no maps", Hint: "use an array"}}
	v := (&Grader{Simulator: &fake{loadErr: problems}}).Grade(&e, folder)[0]
	if got := v.String(); v.State != verdict.Invalid || !strings.Contains(got, "a kernel has no maps") || !strings.Contains(got, "use an array") {
		t.Errorf("got\n%s", got)
	}
}

// exercise returns a row of the rubric.
func exercise(name string) *rubric.Exercise {
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == name })
	return &rubric.Exercises[i]
}
