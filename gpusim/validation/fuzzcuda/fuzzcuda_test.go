package fuzzcuda

// This file compares random programs on the simulated device with the same text on the
// CPU.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	_ "gpucourse/internal/collect"
)

var (
	every  = flag.Bool("every", false, "run a thousand programs, not a hundred")
	first  = flag.Uint64("seed", 0, "the first seed of the programs")
	count  = flag.Int("programs", 0, "how many programs run")
	shrink = flag.Bool("shrink", false, "make programs that differ smaller")
	keep   = flag.String("keep", "", "write the programs that differ to this `folder`")
)

const batchSize = 50

func needCompiler(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	compiler := Compiler()
	if compiler == "" {
		t.Skip("clang++ is not installed")
	}
	return compiler
}

// TestSabotage lets the CPU promote each value. The comparison must see it.
func TestSabotage(t *testing.T) {
	compiler := needCompiler(t)
	var right, wrong []Program
	for seed := range uint64(10) {
		p := Generate(seed)
		right = append(right, p)
		wrong = append(wrong, Program{seed, strings.ReplaceAll(p.Text, "mix(h, v", "mix(h, 0 + v")})
	}
	a, err := CPU(compiler, t.TempDir(), right)
	if err != nil {
		t.Fatal(err)
	}
	b, err := CPU(compiler, t.TempDir(), wrong)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i := range a {
		if !slices.Equal(a[i], b[i]) {
			differ++
		}
	}
	if differ < 3 {
		t.Errorf("%d of %d programs compute other values with promoted ones, want 3 at least", differ, len(a))
	}
}

func TestPrograms(t *testing.T) {
	compiler := needCompiler(t)
	n := 100
	if *every {
		n = 1000
	}
	if *count > 0 {
		n = *count
	}
	for from := 0; from < n; from += batchSize {
		var list []Program
		for i := from; i < min(n, from+batchSize); i++ {
			list = append(list, Generate(*first+uint64(i)))
		}
		want, err := CPU(compiler, t.TempDir(), list)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range list {
			got, err := simulate(t, p)
			if err == nil && !slices.Equal(got, want[i]) {
				err = fmt.Errorf("got %x, want %x", got[:4], want[i][:4])
			}
			if err != nil {
				t.Errorf("seed %d: %v", p.Seed, err)
				if *shrink {
					p = smaller(t, compiler, p, err)
					t.Logf("smaller:\n%s", p.Text)
				}
				save(t, p)
			}
		}
	}
}

// checked makes a program with undefined behaviour fail.
var checked = []string{"-fsanitize=shift-exponent,integer-divide-by-zero,bounds,return,float-cast-overflow", "-fsanitize-undefined-trap-on-error"}

// smaller shrinks a program that differs, or that is refused.
func smaller(t *testing.T, compiler string, p Program, old error) Program {
	refused := !strings.HasPrefix(old.Error(), "got ")
	return Shrink(p, func(p Program) bool {
		want, err := CPU(compiler, t.TempDir(), []Program{p}, checked...)
		if err != nil {
			return false
		}
		got, err := simulate(t, p)
		if refused {
			return err != nil && sameMessage(err, old)
		}
		return err == nil && !slices.Equal(got, want[0])
	})
}

// sameMessage compares two errors without their places.
func sameMessage(a, b error) bool {
	message := func(err error) string {
		_, text, _ := strings.Cut(strings.SplitN(err.Error(), "\n", 2)[0], ": ")
		return strings.TrimRight(text, "0123456789 []")
	}
	return message(a) == message(b)
}

func save(t *testing.T, p Program) {
	if *keep == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(*keep, fmt.Sprintf("seed%d.cu", p.Seed)), []byte(Common+p.Text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// kernel loads the kernel of a program.
func kernel(file string) (*gpusim.Kernel, error) {
	m, err := gpusim.LoadFile(file)
	if err != nil {
		return nil, err
	}
	return m.Kernel("K")
}

// simulate runs a program on a simulated device.
func simulate(t *testing.T, p Program) ([]uint64, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte(Common+p.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	return launch(file)
}

// launch runs the kernel of a file on a simulated device.
func launch(file string) ([]uint64, error) {
	k, err := kernel(file)
	if err != nil {
		return nil, err
	}
	dev := gpusim.Must(gpusim.Open("H200"))
	out, in := gpusim.Must(gpusim.Upload(dev, make([]uint64, Threads))), gpusim.Must(gpusim.Upload(dev, Input()))
	config := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(Threads), Without: gpusim.PassFuse}
	if _, err := dev.Launch(k, config, out, in); err != nil {
		return nil, err
	}
	return gpusim.Must(out.Host()), nil
}

// TestBreaks puts what is no part of the subset into programs that are accepted.
func TestBreaks(t *testing.T) {
	for i, b := range Breaks {
		p := Generate(uint64(i))
		if _, err := simulate(t, p); err != nil {
			t.Fatal(err)
		}
		_, err := simulate(t, p.With(b))
		if err == nil || !strings.Contains(err.Error(), b.Named) || strings.Contains(err.Error(), "undefined: type") {
			t.Errorf("%s %s: got error %v, want one that names %q", b.Declaration, b.Statement, err, b.Named)
		}
	}
}

func TestGenerateIsDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		if a, b := Generate(seed).Text, Generate(seed).Text; a != b {
			t.Fatalf("seed %d gives two programs:\n%s\n%s", seed, a, b)
		}
	}
	if !strings.Contains(Generate(1).Text, "__global__ void K(") {
		t.Error("the program declares no kernel K")
	}
}
