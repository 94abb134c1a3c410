package front

// This file draws kernels, so that rules about loops do not only fit the kernels of the tree.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/source"
	"gpucourse/internal/golden"
)

// drawer writes kernels whose loops access neighbouring elements: stencils, scans and recurrences.
type drawer struct{ *rand.Rand }

func (d drawer) of(list ...string) string { return list[d.IntN(len(list))] }

// kernel returns a kernel of CUDA C with one loop.
func (d drawer) kernel(name string) string {
	restrict := d.of("", "__restrict__ ")
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void %s(float* %sout, const float* %sin, int n, int m) {\n  __shared__ float t[1024], u[16][64];\n", name, restrict, restrict)
	b.WriteString("  t[threadIdx.x] = in[threadIdx.x]; u[threadIdx.y][threadIdx.x] = in[m];\n  __syncthreads();\n  float s = 0;\n")
	b.WriteString(d.of("", "#pragma unroll 1\n"))
	fmt.Fprintf(&b, "  for (%s i = %s; i < n; i += %s) {\n", d.of("int", "int", "unsigned", "size_t"), d.of("0", "1", "2", "m", "threadIdx.x"), d.of("1", "1", "1", "2"))
	for range 1 + d.IntN(2) {
		b.WriteString("    " + d.statement() + "\n")
	}
	b.WriteString("  }\n  out[n + threadIdx.x] = s + t[m] + u[m][m];\n}\n")
	return b.String()
}

func (d drawer) statement() string {
	if d.IntN(3) == 0 {
		return fmt.Sprintf("%s = %s;", d.of("out[i]", "out[i + 1]", "t[i]"), d.values())
	}
	return fmt.Sprintf("s = s * 3 + %s;", d.values())
}

// values returns a product of neighbouring elements of an array.
func (d drawer) values() string {
	form := d.of("in[i + %d]", "in[i + %d]", "in[i + %d]", "t[i + %d]", "u[threadIdx.y][i + %d]", "u[i + %d][threadIdx.x]", "in[m + i + %d]", "in[(i + %d) * m]", "in[i * 2 + %d]", "out[i + %d]")
	var list []string
	for range 1 + d.IntN(4) {
		list = append(list, fmt.Sprintf(form, d.IntN(4)-1))
	}
	return strings.ReplaceAll(strings.Join(list, " * "), "+ -", "- ")
}

// drawnKernels is how many kernels are drawn, and drawnAsCicc how many of them must have the loops that
// nvcc's front end makes.
const (
	drawnKernels = 200
	drawnAsCicc  = 0.95
)

// TestDrawn compares drawn kernels as TestFront compares those of the tree. Line n of drawn.txt has the
// loops of kernel n in nvcc's PTX. To renew it with nvcc:
//
//	go test ./gpusim/validation/front -run Drawn -update
func TestDrawn(t *testing.T) {
	d, file := drawer{rand.New(rand.NewPCG(3, 4))}, filepath.Join(t.TempDir(), "drawn.cu")
	var kernels []string
	for i := range drawnKernels {
		kernels = append(kernels, d.kernel(fmt.Sprintf("k%d", i)))
	}
	if err := os.WriteFile(file, []byte(strings.Join(kernels, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if golden.Update() {
		renewDrawn(t, file)
	}
	text, err := os.ReadFile("drawn.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(rows) != len(kernels) {
		t.Fatalf("drawn.txt has %d lines, want one for each of %d kernels", len(rows), len(kernels))
	}
	u, same := load(t, file), 0
	for i, name := range u.Kernels() {
		got, err := own(t, u, name)
		if err != nil {
			t.Fatal(err)
		}
		if got == rows[i] {
			same++
		} else {
			t.Logf("%s\tcicc %s\n\town  %s", kernels[i], rows[i], got)
		}
	}
	t.Logf("%d of %d drawn kernels have the loops of nvcc's front end", same, len(kernels))
	if float64(same) < drawnAsCicc*drawnKernels {
		t.Errorf("want %g of them the same", drawnAsCicc)
	}
}

// renewDrawn writes what nvcc makes of the drawn kernels.
func renewDrawn(t *testing.T, source string) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Fatal("the table needs nvcc, which gpusim toolchain install nvcc installs")
	}
	file := filepath.Join(t.TempDir(), "drawn.ptx")
	if out, err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-w", "-o", file, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	u := load(t, file)
	var rows strings.Builder
	for _, name := range u.Kernels() {
		row, err := facts(u, name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&rows, row)
	}
	golden.Check(t, "drawn.txt", rows.String())
}

func load(t *testing.T, file string) source.Unit {
	u, err := source.LoadFile(file, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
