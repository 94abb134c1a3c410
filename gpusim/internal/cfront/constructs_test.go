package cfront_test

// This file tries each construct of C++ that the front end knows. What it accepts must give
// what a C++ compiler for the CPU gives, and nvcc must accept it too; what it refuses must say
// the construct's name at its place.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	_ "gpucourse/internal/collect"
)

// construct is a part of C++ with a kernel K(int *out, int n), which one thread runs with
// n = 7. A ‸ stands where a refused one is refused.
type construct struct {
	group, name, text string
	refused           string // a part of the message; "" for what is supported
}

func (c construct) title() string { return c.group + "/" + c.name }

// results is how many elements K may write.
const results = 8

// onCPU stands before a kernel that runs on the CPU.
const onCPU = `#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __restrict__ __restrict
#define __syncthreads()
struct uint3 { unsigned x, y, z; };
struct float2 { float x, y; };
struct __align__(16) float4 { float x, y, z, w; };
struct __align__(8) int2 { int x, y; };
static const uint3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {1, 1, 1};
static int max(int a, int b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
`

const cpuMain = `
static void show(void (*k)(int *, int)) { int out[%d] = {}; k(out, 7); for (int v : out) printf("%%d ", v); puts(""); }
int main() {
%s}
`

// resultsOnCPU compiles constructs as C++ and returns what each writes.
func resultsOnCPU(t *testing.T, compiler string, list []construct) map[string][]int32 {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "k.cpp"), filepath.Join(dir, "k")
	built := func(text string) error {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := exec.Command(compiler, "-std=c++17", "-w", "-O0", "-fwrapv", "-o", program, file).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", compiler, err, said)
		}
		return nil
	}
	wrote := map[string][]int32{}
	run := func(list []construct) {
		printed, err := exec.Command(program).Output()
		lines := slices.Collect(strings.Lines(string(printed)))
		if err != nil || len(lines) != len(list) {
			t.Fatalf("got %d lines of %d, %v", len(lines), len(list), err)
		}
		for i, c := range list {
			wrote[c.title()] = numbers(t, lines[i])
		}
	}
	calls := func(list []construct) (text string) {
		for i := range list {
			text += fmt.Sprintf("\tshow(k%d::K);\n", i)
		}
		return fmt.Sprintf(cpuMain, results, text)
	}
	shared, alone := joined(t, list, onCPU, calls, built)
	run(shared)
	for _, c := range alone {
		if err := built(onCPU + c.text + fmt.Sprintf(cpuMain, results, "\tshow(K);\n")); err != nil {
			t.Fatal(err)
		}
		run([]construct{c})
	}
	t.Logf("%d constructs in one program, %d alone", len(shared), len(alone))
	return wrote
}

// numbers reads the numbers of a line.
func numbers(t *testing.T, line string) (list []int32) {
	t.Helper()
	for _, field := range strings.Fields(line) {
		n, err := strconv.ParseInt(field, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, int32(n))
	}
	return list
}

// cpuCompiler returns the path of a C++ compiler.
func cpuCompiler(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"g++", "clang++"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("neither g++ nor clang++ is installed")
	return ""
}

// place returns the text without the mark, and the line and column of the mark.
func (c construct) place() (text string, line, col int) {
	before, after, found := strings.Cut(c.text, "‸")
	if !found {
		return c.text, 0, 0
	}
	lines := strings.Split(before, "\n")
	return before + after, len(lines), len(lines[len(lines)-1]) + 1
}

// TestConstructs runs what is supported, and checks the refusals of the rest.
func TestConstructs(t *testing.T) {
	dev := gpusim.Must(gpusim.Open("H200"))
	want := resultsOnCPU(t, cpuCompiler(t), supported())
	for _, c := range constructs {
		t.Run(c.title(), func(t *testing.T) {
			if c.refused != "" {
				c.isRefused(t)
				return
			}
			got := run(t, dev, c.text, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, results)
			if want := want[c.title()]; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v, from\n%s", got, want, c.text)
			}
		})
	}
}

func (c construct) isRefused(t *testing.T) {
	t.Helper()
	text, line, col := c.place()
	m, err := gpusim.LoadText("k.cu", text)
	if err == nil {
		_, err = m.Kernel("K")
	}
	at := fmt.Sprintf("k.cu:%d:%d: ", line, col)
	if err == nil || !strings.HasPrefix(err.Error(), at) || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), "undefined") {
		t.Errorf("got %v, want %s…%s…, from\n%s", err, at, c.refused, text)
	}
}

// TestConstructsInNvcc compiles what is supported with nvcc, which needs no GPU for it.
func TestConstructsInNvcc(t *testing.T) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skip("nvcc is not installed")
	}
	if testing.Short() {
		t.Skip("nvcc takes seconds")
	}
	none := func([]construct) string { return "" }
	shared, alone := joined(t, supported(), stdint, none, func(text string) error { return inNvcc(t, nvcc, text) })
	t.Logf("%d constructs in one program, %d alone", len(shared), len(alone))
	for _, c := range alone {
		t.Run(c.title(), func(t *testing.T) {
			if err := inNvcc(t, nvcc, stdint+c.text); err != nil {
				t.Errorf("%v\nfrom\n%s", err, c.text)
			}
		})
	}
}

// stdint stands before what nvcc reads.
const stdint = "#include <stdint.h>\n"

// inNvcc returns what nvcc says of a text that it refuses.
func inNvcc(t *testing.T, nvcc, text string) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(nvcc, "-std=c++17", "-arch=sm_90", "-cubin", "-o", os.DevNull, file).CombinedOutput(); err != nil {
		return fmt.Errorf("nvcc: %v\n%s", err, said)
	}
	return nil
}

// supported returns the constructs that are not refused.
func supported() []construct {
	return slices.DeleteFunc(slices.Clone(constructs), func(c construct) bool { return c.refused != "" })
}

var (
	directive = regexp.MustCompile(`(?m)^\s*#.*\n`)
	include   = regexp.MustCompile(`^\s*#\s*include\b`)
	errorLine = regexp.MustCompile(`k\.(?:cu\(|cpp:)(\d+)(?:\)|:\d+): error`)
)

// joined compiles constructs in one program: after comes behind them and may name them. Those alone
// define macros, or do not compile among the others.
func joined(t *testing.T, list []construct, before string, after func([]construct) string, compile func(text string) error) (shared, alone []construct) {
	t.Helper()
	for _, c := range list {
		if c.definesMacros() {
			alone = append(alone, c)
		} else {
			shared = append(shared, c)
		}
	}
	for {
		text, ends := together(before, shared)
		err := compile(text + after(shared))
		if err == nil {
			return shared, alone
		}
		refused := namedBy(err, ends)
		if len(refused) == 0 {
			t.Fatalf("all together: %v", err)
		}
		for _, i := range slices.Backward(refused) { // its names mean something else in a namespace, or it is refused
			alone, shared = append(alone, shared[i]), slices.Delete(shared, i, i+1)
		}
	}
}

// definesMacros reports whether a construct has directives other than includes.
func (c construct) definesMacros() bool {
	own := func(line string) bool { return !include.MatchString(line) }
	return slices.ContainsFunc(directive.FindAllString(c.text, -1), own)
}

// together writes constructs as one program, each in a namespace, and returns the line behind
// each.
func together(before string, list []construct) (text string, ends []int) {
	text = before
	for _, c := range list {
		text += strings.Join(directive.FindAllString(c.text, -1), "")
	}
	for i, c := range list {
		text += fmt.Sprintf("namespace k%d {\n%s\n}\n", i, directive.ReplaceAllString(c.text, ""))
		ends = append(ends, 1+strings.Count(text, "\n"))
	}
	return text, ends
}

// namedBy returns the constructs whose lines a compiler names, in their order.
func namedBy(err error, ends []int) (list []int) {
	for _, m := range errorLine.FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(m[1])
		if i, _ := slices.BinarySearch(ends, line+1); i < len(ends) && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return list
}

// TestConstructsPage checks that gpusim/CUDA-C.md lists the constructs.
func TestConstructsPage(t *testing.T) {
	golden.Check(t, "../../CUDA-C.md", page(t))
}

const pageHead = `# The C++ of kernels

What the CUDA C front end reads of C++. It accepts only what a test compares with a C++ compiler, and
refuses the rest by its name, with its place and a way round. Each row is such a test, a minimal program:

    go test gpucourse/gpusim/internal/cfront -run Constructs -v

Rows of what is supported run on a simulated device and, compiled by g++ or clang++, on the CPU; nvcc
must accept them too where it is installed. This page is made from the table of that test.
`

// page writes the documentation: a table per group, first what is supported.
func page(t *testing.T) string {
	var b strings.Builder
	b.WriteString(pageHead)
	for i, c := range constructs {
		if i == 0 || c.group != constructs[i-1].group {
			fmt.Fprintf(&b, "\n## %s\n\n| construct | | way round |\n|---|---|---|\n", c.group)
		}
		if c.refused == "" {
			fmt.Fprintf(&b, "| %s | supported | |\n", c.name)
			continue
		}
		fmt.Fprintf(&b, "| %s | refused | %s |\n", c.name, strings.ReplaceAll(c.wayRound(t), "|", `\|`))
	}
	b.WriteString(pageTail)
	return b.String()
}

// wayRound returns the way round that the refusal of a construct names.
func (c construct) wayRound(t *testing.T) string {
	t.Helper()
	text, _, _ := c.place()
	m, err := gpusim.LoadText("k.cu", text)
	if err == nil {
		_, err = m.Kernel("K")
	}
	list := diag.ListOf(err)
	if len(list) == 0 || list[0].Hint == "" {
		t.Errorf("%s: no way round in %v", c.name, err)
		return ""
	}
	return list[0].Hint
}
