package main

// This file runs the CUDA C of kernels on the CPU: testdata/nvcc compiles it as C++ with
// a small implementation of what CUDA provides. It must write the simulator's bits.

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/internal/verify"
	"gpucourse/gpusim/validation/fuzz"
)

var keep = flag.String("keep", "", "write the programs to this `folder` and keep it")

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// onCPU runs the script of a folder with a compiler for the CPU. It returns the results.
func onCPU(t *testing.T, dir string) *verify.Results {
	t.Helper()
	t.Setenv("NVCC", compiler(t))
	t.Setenv("ARCH", "sm_90")
	t.Setenv("GROUP", "100") // launches that are compiled at a time: the headers take g++ longest
	run(t, dir, "./run.sh")
	r, err := verify.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compiler returns the path of the compiler for the CPU.
func compiler(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ is not installed")
	}
	path, err := filepath.Abs("testdata/nvcc")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, firstLines(errs.String()))
	}
	return string(out)
}

func firstLines(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[:min(len(lines), 20)], "\n")
}

// folder returns the folder of the test's programs.
func folder(t *testing.T) string {
	t.Helper()
	if *keep == "" {
		return t.TempDir()
	}
	dir := filepath.Join(*keep, t.Name())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// equal checks that all launches wrote what the simulator did.
func equal(t *testing.T, list []entry, dir string) {
	t.Helper()
	r := onCPU(t, dir)
	for _, l := range r.Launches {
		if l.State != verify.Equal && l.State != verify.OrderFree {
			t.Errorf("%s: %s %s %s", l.Name, l.State, strings.Join(l.Arrays, " "), l.Error)
		}
	}
	if len(r.Launches) != len(list) {
		t.Errorf("%d launches ran, want %d", len(r.Launches), len(list))
	}
}

// exact simulates without the passes that change bits, and without caches.
var exact = gpusim.Config{Options: gpusim.Options{NoTime: true, NoCaches: true}, Without: gpusim.PassFuse, Stack: 1 << 14}

// clipped returns the launches with grids of a few blocks, one per kernel, of what a CPU can run.
func clipped(all []entry) []entry {
	const blocks = 4
	var list []entry
	seen := map[string]bool{}
	for _, l := range all {
		u, name, err := l.unit()
		if err != nil || seen[name] && !strings.HasPrefix(l.name, "solution") {
			continue
		}
		if p, err := cudac.Write(u, name); err != nil || ofDevice(p) {
			continue
		}
		seen[name] = true
		l.Grid.X = min(l.Grid.X, blocks)
		l.Grid.Y = min(l.Grid.Y, max(1, blocks/l.Grid.X))
		l.Grid.Z = min(l.Grid.Z, max(1, blocks/l.Grid.X/l.Grid.Y))
		list = append(list, l)
	}
	return list
}

var every = flag.Bool("every", false, "run every measured kernel, not a choice of them")

// oneOnCPU is how many measured kernels share a program without -every: g++ takes most of the
// time.
const oneOnCPU = 5

// onCPUs returns one measured kernel in five, with -every all, and all solutions.
func onCPUs() []entry {
	var list []entry
	for i, l := range clipped(measured()) {
		if *every || i%oneOnCPU == 0 {
			list = append(list, l)
		}
	}
	return append(list, clipped(solutions())...)
}

// TestKernelsOnCPU runs solutions and measured kernels. All of them:
//
//	go test gpucourse/gpusim/validation/h200/verify -every
func TestKernelsOnCPU(t *testing.T) {
	t.Chdir("../../../..")
	list := onCPUs()
	if testing.Short() {
		list = list[:20]
	}
	dir := folder(t)
	if err := writeAll(dir, list, exact); err != nil {
		t.Fatal(err)
	}
	t.Chdir("gpusim/validation/h200/verify")
	equal(t, list, dir)
}

// randomKernels is how many random kernels run.
const randomKernels = 40

func TestRandomKernelsOnCPU(t *testing.T) {
	n := randomKernels
	if testing.Short() {
		n = 8
	}
	dir := folder(t)
	var list []entry
	for seed := uint64(*firstSeed); len(list) < n; seed++ {
		if l, ok := random(t, dir, seed); ok {
			list = append(list, l)
		}
	}
	if err := writeAll(dir, list, exact); err != nil {
		t.Fatal(err)
	}
	equal(t, list, dir)
}

var firstSeed = flag.Int("seed", 1, "the first seed of the random kernels")

// transcendental matches functions of float64 whose last bit differs between Go and C.
var transcendental = regexp.MustCompile(`math\.(Sin|Cos|Tan|Exp|Log|Pow|Asin|Acos|Atan|Cbrt|Hypot|Erf)[a-z0-9]*\(`)

// random returns the launch of a random kernel, whose source it writes. It reports
// whether C computes the same bits.
func random(t *testing.T, dir string, seed uint64) (l entry, same bool) {
	t.Helper()
	k := fuzz.Generate(seed)
	b, err := fuzz.BatchOf([]*fuzz.Kernel{k})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, k.Name, "kernel.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, file, b.Source)
	threads := b.Launches[0].GridThreads()
	args, outputs := fuzz.Args(threads)
	l = entry{
		name: k.Name, Shape: launch.Shape{Grid: gpusim.Dim3(k.Grid), Block: gpusim.Dim3(k.Block), Dynamic: k.Shared},
		unit: func() (source.Unit, string, error) {
			u, err := source.LoadFile(file, source.Module)
			return u, k.Name, err
		},
		kernel: func() (*gpusim.Kernel, error) {
			m, err := gpusim.LoadFile(file)
			if err != nil {
				return nil, err
			}
			return m.Kernel(k.Name)
		},
		args: func() []any { return args }, symbols: map[string][]byte{},
	}
	for name, p := range fuzz.Symbols(&outputs) {
		l.symbols[name] = symbolBytes(p)
	}
	return l, !transcendental.MatchString(k.Text())
}
