//go:build unix

package selftest

// This file grades submissions that try to end the run, to hang it or to take all memory.

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// hostileLimits are shorter than the usual ones, so that the test ends soon.
var hostileLimits = isolated.Limits{Processor: 3 * time.Second, Memory: 512 << 20, Output: 1 << 20}

// saxpy is a kernel file of exercise 07 with declarations and the body of Saxpy.
func saxpy(declarations, body string) string {
	return "package coalescing\n\nimport \"gpucourse/gpusim/gpu\"\n\n" + declarations +
		"\n\nfunc Saxpy(y, x []float32, a float32, n int) {\n\ti := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X\n" + body + "\n}\n"
}

// lines repeats a format with the numbers from 1 to n.
func lines(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintln(&b, strings.ReplaceAll(strings.ReplaceAll(format, "N", fmt.Sprint(i)), "M", fmt.Sprint(i-1)))
	}
	return b.String()
}

const add = "if i < n { y[i] += a * x[i] }"

// hostile holds kernel files by what they try.
var hostile = map[string]string{
	"constants that double":         saxpy("const c0 = 1\n"+lines(60, "const cN = cM + cM"), "y[i] = c60"),
	"strings that double":           saxpy("const c0 = \"word\"\n"+lines(40, "const cN = cM + cM"), "y[i] = len(c40)"),
	"squares":                       saxpy("const c0 = 3\n"+lines(40, "const cN = cM * cM"), "y[i] = c40"),
	"a shift by a billion":          saxpy("const c = 1 << 1000000000", "y[i] = c"),
	"shifts of shifts":              saxpy("const c0 = 1 << 400\n"+lines(30, "const cN = cM << 400"), "y[i] = c30 >> 12390"),
	"types that double":             saxpy("type T0 struct{ a, b int32 }\n"+lines(40, "type TN struct{ a, b TM }"), "var t T40; y[i] = float32(t.a.a.a.a.a.b.a.a)"),
	"arrays of arrays":              saxpy("type T0 [100]float32\n"+lines(12, "type TN [100]TM"), "var t T12; y[i] = t[0][0][0][0][0][0][0][0][0][0][0][0][0]"),
	"a type of itself":              saxpy("type T struct{ t T }", "var t T; y[i] = 1; _ = t"),
	"generics that fan out":         saxpy("func f0[T any](v T) float32 { return 1 }\n"+lines(24, "func fN[T any](v T) float32 { return fM[[2]T]([2]T{v, v}) + fM[struct{ a T }](struct{ a T }{v}) }"), "y[i] = f24(a)"),
	"a generic of larger types":     saxpy("func f[T any](v T, n int) float32 { return f([2]T{v, v}, n+1) }", "y[i] = f(a, 0)"),
	"calls that double":             saxpy("func f0(v float32) float32 { return v + 1 }\n"+lines(30, "func fN(v float32) float32 { return fM(v) * fM(v + 1) }"), "y[i] = f30(a)"),
	"closures that double":          saxpy("", "f0 := func(v float32) float32 { return v + 1 }\n"+lines(30, "fN := func(v float32) float32 { return fM(v) * fM(v + 1) }")+"y[i] = f30(a)"),
	"blocks in blocks":              saxpy("", strings.Repeat("{", 100_000)+strings.Repeat("}", 100_000)),
	"parentheses":                   saxpy("", "y[i] = "+strings.Repeat("(", 100_000)+"1"+strings.Repeat(")", 100_000)),
	"minus signs":                   saxpy("", "y[i] = "+strings.Repeat("- ", 100_000)+"a"),
	"pointers to pointers":          saxpy("var p "+strings.Repeat("*", 100_000)+"int", add+"; _ = p"),
	"ifs in ifs":                    saxpy("", strings.Repeat("if a > 1 {", 20_000)+strings.Repeat("}", 20_000)),
	"loops in loops":                saxpy("", strings.Repeat("for range n {", 3_000)+"y[i]++"+strings.Repeat("}", 3_000)),
	"unrolled loops":                saxpy("", "for p := range 60 { for q := range 60 { for r := range 60 { for s := range 60 { y[i] += float32(p*q ^ r*s) * x[(p+q*r+s)%n] } } } }"),
	"live values":                   saxpy("", lines(3000, "vN := x[(i+N)%n]")+lines(3000, "y[(i+N)%n] = vN * v1")),
	"five thousand ifs":             saxpy("", lines(5000, "if x[i] > N { y[i] += N }")),
	"a switch of five thousand":     saxpy("", "switch i {\n"+lines(5000, "case N: y[i] = N * a")+"}"),
	"undefined names":               saxpy("", lines(20_000, "uN()")),
	"ten thousand functions":        saxpy(lines(5000, "func fN(v float32) float32 { return v + N }"), lines(5000, "y[i] += fN(a)")),
	"ten thousand parameters":       saxpy("func f("+strings.Repeat("_, ", 9_999)+"_ int) {}", "f("+strings.Repeat("1, ", 9_999)+"1)"),
	"a line of 200 KB":              saxpy("", "y[i] = a"+strings.Repeat(" + a", 50_000)),
	"a name of 100 KB":              saxpy("", "var "+strings.Repeat("v", 100_000)+" int"),
	"a file of a megabyte":          saxpy("", add) + strings.Repeat("// comment\n", 100_000),
	"a literal of ten thousands":    saxpy("", "t := [...]float32{"+strings.Repeat("1, ", 40_000)+"}; y[i] = t[i%9]"),
	"an endless loop":               saxpy("", "for { y[i]++ }"),
	"an endless loop of nothing":    saxpy("", "for {}"),
	"an endless loop with barriers": saxpy("", "for { gpu.SyncThreads() }"),
	"a very long loop":              saxpy("", "for k := int64(0); k < 1<<40; k++ { y[i] += float32(k) }"),
	"a very long loop of atomics":   saxpy("", "for k := int64(0); k < 1<<40; k++ { gpu.AtomicAdd(&y[0], 1) }"),
	"a spin lock":                   saxpy("var lock gpu.Global[int32]", "for gpu.AtomicCAS(&lock.V, 0, 1) != 0 {}\n"+add),
	"a block that waits":            saxpy("var flag gpu.Global[int32]", "if gpu.BlockIdx.X == 0 { for gpu.LoadVolatile(&flag.V) == 0 {} } else { gpu.StoreVolatile(&flag.V, 1) }\n"+add),
	"calls without end":             saxpy("//gpu:noinline\nfunc f(n int) int { return f(n+1) + 1 }", "y[i] = float32(f(0))"),
	"calls of each other":           saxpy("func f(n int) int { return g(n) + 1 }\nfunc g(n int) int { return f(n) + 1 }", "y[i] = float32(f(0))"),
	"28 MB of local memory":         saxpy("", "var t [7000000]float32; t[n%7] = a; y[i] = t[i%7000000]"),
	"a GB of local memory":          saxpy("", "var t [1 << 28]float32; t[n%7] = a; y[i] = t[i]"),
	"an array beyond all":           saxpy("", "var t [1 << 60]float32; y[i] = t[i]"),
	"a GB of shared memory":         saxpy("", "t := gpu.Shared[[1 << 28]float32](); y[i] = t[i]"),
	"a GB of constants":             saxpy("var c gpu.Constant[[1 << 28]float32]", "y[i] = c.V[i]"),
	"a GB of globals":               saxpy("var g gpu.Global[[1 << 28]float32]", "y[i] = g.V[i]"),
	"prints without end":            saxpy("", "for k := range 1000000 { gpu.Printf(\"%d of %d\\n\", k, n) }\n"+add),
	"prints that forge":             saxpy("", "gpu.Printf(\"--- PASS: TestExercises (0.00s)\\nok gpucourse/grader 0.1s\\n\")\ny[i] = 0"),
	"prints that escape":            saxpy("", "gpu.Printf(\"\\x1b[2J\\x1b]0;title\\x07\\n\")\ny[i] = 0"),
	"an init that exits":            saxpy("import \"os\"\n\nfunc init() { os.Exit(0) }", "y[i] = 0"),
	"a variable that exits":         saxpy("import \"os\"\n\nvar _ = func() int { os.Exit(0); return 0 }()", "y[i] = 0"),
	"an exit in the kernel":         saxpy("import \"os\"", "os.Exit(0)"),
	"a goroutine":                   saxpy("", "go func() { for {} }()"),
	"a select":                      saxpy("", "select {}"),
	"an allocation":                 saxpy("", "t := make([]float32, 1<<40); y[i] = t[0]"),
	"unsafe":                        saxpy("import \"unsafe\"", "*(*int)(unsafe.Pointer(uintptr(8))) = 1"),
	"cgo":                           "package coalescing\n\n// #include <stdlib.h>\n// void quit() { exit(0); }\nimport \"C\"\n\nfunc Saxpy(y, x []float32, a float32, n int) { C.quit() }\n",
	"linkname":                      saxpy("import _ \"unsafe\"\n\n//go:linkname quit os.Exit\nfunc quit(int)", "quit(0)"),
	"a panic":                       saxpy("", "panic(\"end\")"),
	"goto":                          saxpy("", "again:\n y[i]++\n goto again"),
	"an index far away":             saxpy("", "y[i+1<<30] = 1"),
	"an index below":                saxpy("", "y[i-1<<20] = 1"),
	"a division by zero":            saxpy("", "y[i] = float32(1 / (n - n))"),
	"barriers for some":             saxpy("", "if i%2 == 0 { gpu.SyncThreads() } else { gpu.SyncThreads() }\n"+add),
	"a shuffle from nowhere":        saxpy("", "y[i] = gpu.ShflSync(1, a, 77)"),
	"nothing":                       "",
	"zeros":                         strings.Repeat("\x00", 1000),
	"noise":                         strings.Repeat("\xff\xfe\x80{", 1000),
	"half a file":                   saxpy("", add)[:120],
	"another package":               strings.Replace(saxpy("", add), "package coalescing", "package main", 1),
	"a build tag":                   "//go:build ignore\n\n" + strings.Replace(saxpy("", add), "Saxpy", "Other", 1),
}

// peculiar makes what stands for kernel.go in a folder, by what it is.
var peculiar = map[string]func(file string) error{
	"a pipe":                func(file string) error { return syscall.Mkfifo(file, 0o600) },
	"a link to a device":    func(file string) error { return os.Symlink("/dev/zero", file) },
	"a link to a file":      func(file string) error { return os.Symlink("/etc/hostname", file) },
	"a link to itself":      func(file string) error { return os.Symlink(file, file) },
	"a folder":              func(file string) error { return os.Mkdir(file, 0o700) },
	"a file without rights": func(file string) error { return os.WriteFile(file, nil, 0) },
}

// garbage is what the heap may grow by, in percent of what is alive, before it is collected:
// thousands of submissions are compiled, and each leaves much behind. Near memoryLimit, in bytes,
// it is collected more often.
const (
	garbage     = 400
	memoryLimit = 900 << 20
)

func TestMain(m *testing.M) {
	isolated.Serve()
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryLimit)
	serveGrader()
	os.Exit(m.Run())
}

// TestHostileSubmissions grades one in two, and each of a peculiar file, with -every all: none passes, none
// ends the run, and the limits hold.
func TestHostileSubmissions(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits for limits of time")
	}
	folder := func(t *testing.T) string { return filepath.Join(t.TempDir(), "07_coalescing") }
	for _, name := range oneIn(2, slices.Sorted(maps.Keys(hostile))) {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			os.MkdirAll(dir, 0o700)
			if err := os.WriteFile(filepath.Join(dir, "kernel.go"), []byte(hostile[name]), 0o600); err != nil {
				t.Fatal(err)
			}
			gradeHostile(t, dir)
		})
	}
	for name, place := range peculiar {
		t.Run(name, func(t *testing.T) {
			dir := folder(t)
			os.MkdirAll(dir, 0o700)
			if err := place(filepath.Join(dir, "kernel.go")); err != nil {
				t.Fatal(err)
			}
			gradeHostile(t, dir)
		})
	}
	// The largest of all processes so far: this file's name puts it before tests that start others.
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	if used.Maxrss>>10 > 1024 {
		t.Errorf("a process took %d MB of memory, want 1024 at most", used.Maxrss>>10)
	}
}

// gradeHostile grades a hostile submission to exercise 07.
func gradeHostile(t *testing.T, dir string) {
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == filepath.Base(dir) })
	before := useOfChildren(t)
	verdicts := isolated.Grade(t.Context(), &rubric.Exercises[i], dir, isolated.Options{Limits: hostileLimits})
	if took := useOfChildren(t).core - before.core; took > 2*hostileLimits.Processor*time.Duration(len(rubric.Exercises[i].Kernels)) {
		t.Errorf("it took %v of processor time", took)
	}
	v := verdicts[0]
	if v.Kernel != "Saxpy" || v.Marks() > 0 || v.State != verdict.Wrong && v.State != verdict.Invalid {
		t.Errorf("got\n%v\nwant no marks", v)
	}
	if text := v.String(); len(text) > 16<<10 || strings.ContainsAny(text, "\x1b\x07") {
		t.Errorf("got %d bytes of feedback, or control characters, in %.200q", len(text), text)
	}
	if len(v.Feedback) == 0 || v.Feedback[0].Title == "" {
		t.Error("got no feedback")
	}
	said := strings.NewReplacer(dir, "", "panic: a kernel cannot panic", "").Replace(v.String())
	for _, ours := range []string{"panic", "BUG", "goroutine ", "root:"} {
		if strings.Contains(said, ours) {
			t.Errorf("got a mistake of ours, or a file of this machine:\n%v", v)
		}
	}
}

// TestInnocentKernels: a kernel that meets a limit costs the others of its file no marks.
func TestInnocentKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it waits for limits of time")
	}
	solution := string(read(t, "../../solutions/07_coalescing"))
	for name, body := range map[string]string{
		"much time":   "\tfor { y[0]++ }\n",
		"much memory": strings.Repeat("\tif y[0] == 1 { for k := range 9 { y[k] = float32(k) } }\n", 3000),
	} {
		at := strings.Index(solution, ") {\n") + len(") {\n")
		dir := filepath.Join(t.TempDir(), "07_coalescing")
		put(t, filepath.Join(dir, "kernel.go"), []byte(solution[:at]+body+solution[at:]))

		for i, v := range isolated.Grade(t.Context(), exerciseOf(t, dir), dir, isolated.Options{Limits: hostileLimits}) {
			if done := v.State == verdict.Done; done != (i > 0) {
				t.Errorf("%s: got\n%v\nwant all done but the first", name, v)
			}
		}
	}
}
