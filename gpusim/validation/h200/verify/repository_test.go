package main

// This file writes every kernel of the repository as CUDA C: the notebooks' cells,
// exercises, solutions, and the kernels of tests.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpucourse/gpusim/internal/cudac"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/source"
)

// root is the repository, seen from this folder.
const root = "../../../.."

// repository lists the kernels of the repository.
func repository(t *testing.T) []kernelIn { return listed(t, inRepository) }

// ofTests lists the kernels in test files.
func ofTests(t *testing.T) []kernelIn { return listed(t, inTests) }

func listed(t *testing.T, list func() ([]kernelIn, error)) []kernelIn {
	t.Helper()
	all, err := list()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var inRepository = sync.OnceValues(func() ([]kernelIn, error) {
	var list []kernelIn
	for _, pattern := range []string{"solutions/[0-9]*", "exercises/[0-9]*", "gpusim/validation/kernels", "gpusim/validation/unseenkernels", "gpusim/validation/micro"} {
		folders, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(folders) == 0 {
			return nil, fmt.Errorf("%s: %d folders, %w", pattern, len(folders), err)
		}
		for _, dir := range folders {
			u, err := units.load(dir)
			if err != nil {
				return nil, err
			}
			list = append(list, kernelsOf(dir, u)...)
		}
	}
	tests, err := inTests()
	if err != nil {
		return nil, err
	}
	books, err := inBooks()
	return slices.Concat(list, tests, books), err
})

// inBooks lists the kernels of the notebooks.
func inBooks() (list []kernelIn, err error) {
	books, err := filepath.Glob(filepath.Join(root, "notebooks/*.ipynb"))
	if err != nil {
		return nil, err
	}
	for _, book := range books {
		text, err := cellsOf(book)
		if err != nil {
			return nil, err
		}
		u, err := source.LoadText(book+".go", []byte(text))
		if err != nil {
			return nil, err
		}
		list = append(list, kernelsOf(book, u)...)
	}
	return list, nil
}

var inTests = sync.OnceValues(func() (list []kernelIn, err error) {
	for _, pattern := range []string{"gpusim/*_test.go", "gpusim/*/*_test.go", "gpusim/internal/compile/*_test.go", "gpusim/internal/source/*_test.go"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if !strings.Contains(string(text), `"gpucourse/gpusim/gpu"`) {
				continue
			}
			u, err := units.load(file)
			if err != nil {
				return nil, err
			}
			list = append(list, kernelsOf(file, u)...)
		}
	}
	return list, nil
})

// refused are kernels that CUDA C cannot say, with a part of the reason.
var refused = map[string]string{
	"keptVariables": "the address of the loop's variable k is kept",
	"keptAddresses": "is kept beyond its block",
}

// TestRepository writes every kernel but those that are refused, and compiles the text as C++.
func TestRepository(t *testing.T) {
	list := repository(t)
	if len(list) < 300 {
		t.Errorf("%d kernels found, want at least 300", len(list))
	}
	compiles(t, written(t, list))
}

// written writes kernels as one program, each in a namespace.
func written(t *testing.T, list []kernelIn) string {
	t.Helper()
	text := "#include \"host.cuh\"\n"
	for i, k := range list {
		p, err := cudac.Write(k.unit, k.name)
		if why := refused[k.name]; why != "" {
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %s: got %v, want …%s…", k.place, k.name, err, why)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", k.place, k.name, err)
			continue
		}
		if ofDevice(p) {
			continue // see TestNVCC
		}
		text += fmt.Sprintf("// %s: %s\nnamespace k%d {\n%s%s}\n", k.place, k.name, i, p.Using(), p.Text)
	}
	return text
}

// ofDevice reports whether a program needs CUDA's own headers or its assembler.
func ofDevice(p *cudac.Program) bool {
	return strings.Contains(p.Text, "asm volatile") || ownHeader.MatchString(p.Standalone())
}

var (
	headerLine = regexp.MustCompile(`(?m)^#include <.*>$`)
	ownHeader  = regexp.MustCompile(`(?m)^#include <(cuda_pipeline\.h|cuda_fp16\.h|cooperative_groups.*|cuda/.*)>$`)
)

// TestNVCC compiles the kernels that need CUDA's own headers or its assembler with nvcc.
func TestNVCC(t *testing.T) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skip("nvcc is not installed; .ci/run installs it")
	}
	var includes []string
	text, n := "", 0
	for i, k := range repository(t) {
		p, err := cudac.Write(k.unit, k.name)
		if err != nil || !ofDevice(p) {
			continue
		}
		includes = append(includes, headerLine.FindAllString(p.Standalone(), -1)...)
		text += fmt.Sprintf("// %s: %s\nnamespace k%d {\n%s%s}\n", k.place, k.name, i, p.Using(), p.Text)
		n++
	}
	if n < 5 {
		t.Errorf("%d kernels found, want at least 5", n)
	}
	slices.Sort(includes)
	file := filepath.Join(t.TempDir(), "all.cu")
	write(t, file, strings.Join(slices.Compact(includes), "\n")+"\n"+text)
	run(t, filepath.Dir(file), nvcc, "-std=c++17", "-arch=sm_90a", "-diag-suppress", "20054,2809,1444", "-cubin", "-o", "all.cubin", "all.cu")
}

// compiles compiles programs as C++, with warnings that would hide a mistake as errors.
func compiles(t *testing.T, text string) {
	t.Helper()
	dir := folder(t)
	nvcc := compiler(t)
	write(t, filepath.Join(dir, "host.cuh"), cudac.SuiteFiles()["host.cuh"])
	write(t, filepath.Join(dir, "all.cu"), text)
	t.Setenv("CPUFLAGS", "-fsyntax-only -Wall -Wextra -Werror -Wno-unused -Wno-sign-compare -Wno-missing-field-initializers -Wno-unknown-pragmas")
	run(t, dir, nvcc, "-c", "all.cu", "-o", "all.o")
}

// clang returns the path of clang's C++ compiler. It needs no CUDA.
func clang(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"clang++", "clang++-14", "clang++-16", "clang++-19"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("clang is not installed: apt-get install --no-install-recommends clang-14 (8 MB, 54 MB on disk)")
	return ""
}

// declarations returns what the table of functions knows, as C.
func declarations() string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, f := range intrinsic.Functions {
		for _, v := range f.Variants {
			for _, d := range v.Declarations() {
				if d != "" && !seen[d] {
					fmt.Fprintf(&b, "__device__ %s;\n", d)
				}
				seen[d] = true
			}
		}
	}
	return b.String()
}

// TestClang passes the kernels of the repository, and launches with their host's side,
// through clang's CUDA front end, and the kernels to PTX.
func TestClang(t *testing.T) {
	compiler := clang(t)
	dir := folder(t)
	stubs, err := filepath.Abs("testdata/clang")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	launches := append(clipped(measured())[:3], clipped(solutions())[:3]...)
	if err := writeAll(dir, launches, exact); err != nil {
		t.Fatal(err)
	}
	t.Chdir("gpusim/validation/h200/verify")
	write(t, filepath.Join(dir, "functions.h"), declarations())
	flags := []string{"-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_80", "-Wno-unknown-cuda-version", "-Werror", "-I", stubs, "-I", "."}
	for _, l := range launches {
		run(t, dir, compiler, append(flags, "-fsyntax-only", l.name+".cu")...)
	}
	run(t, dir, compiler, append(flags, "-fsyntax-only", "main.cu")...)
	write(t, filepath.Join(dir, "all.cu"), written(t, repository(t)))
	run(t, dir, compiler, append(flags, "--cuda-host-only", "-fsyntax-only", "all.cu")...)
	run(t, dir, compiler, append(flags, "--cuda-device-only", "-S", "-o", "all.ptx", "all.cu")...)
}
