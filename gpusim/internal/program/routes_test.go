//go:build linux

package program

// This file runs the programs as clang builds them, and as nvcc builds them with a shared runtime. All
// programs, and objects of other systems:
//
//	go test ./gpusim/internal/program -every -run 'TestClang|TestBuilt|TestOtherSystems'

import (
	"debug/macho"
	"debug/pe"
	"flag"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
)

var every = flag.Bool("every", false, "run all programs on all routes, and link for other systems")

// sample are the programs that the routes run: all with -every, else one in six.
func sample(t *testing.T) map[string]string {
	t.Helper()
	all := ownPrograms(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if !*every && i%6 != 1 {
			delete(all, name)
		}
	}
	return all
}

// ofClang returns clang for a system; the test is skipped without it.
func ofClang(t *testing.T, system string) *Clang {
	t.Helper()
	c, err := NewClang(t.Context(), toolchain.Find("clang"), system)
	if !toolchain.Find("clang").Found() || err != nil {
		t.Skip("clang is not installed: gpusim toolchain install clang")
	}
	return c
}

// notByClang are programs that clang refuses, with what it says.
var notByClang = map[string]string{
	"variables": "no __managed__ variables", // clang has managed variables for HIP alone
	"texts":     "Circular dependency",      // of a variable that points to itself
}

// TestClang: programs that clang compiles and links print what they printed on an H200.
func TestClang(t *testing.T) {
	for name, file := range sample(t) {
		t.Run(name, func(t *testing.T) {
			s := &Source{Files: []string{file}, Input: toolchain.Input{Major: 9}, Compiler: ofClang(t, "")}
			if why := notByClang[name]; why != "" {
				if _, err := Build(t.Context(), s); err == nil || !strings.Contains(err.Error(), why) {
					t.Errorf("got %v, want a refusal with %q", err, why)
				}
				return
			}
			asOnH200(t, file, runs(t, s, twoH200))
		})
	}
}

// built compiles a program with nvcc as its user would.
func built(t *testing.T, file string, flags ...string) string {
	t.Helper()
	c := source(t, file).Compiler.(*NVCC)
	to := filepath.Join(t.TempDir(), "program")
	// The package of the toolkit has the library under its full name alone.
	library := filepath.Join(filepath.Dir(c.headers()), "lib", "libcudart.so.13")
	if out, err := exec.Command(c.path, append(flags, "-arch=sm_90", "-cudart", "none", "-o", to, file, "-Xlinker", library, "-lpthread")...).CombinedOutput(); err != nil {
		t.Skipf("nvcc cannot link: %v\n%s", err, out)
	}
	return to
}

// TestBuilt: programs that nvcc linked with a shared runtime print what they printed on an H200.
func TestBuilt(t *testing.T) {
	for name, file := range sample(t) {
		t.Run(name, func(t *testing.T) {
			p, err := Built(t.Context(), built(t, file))
			if err != nil {
				t.Fatal(err)
			}
			asOnH200(t, file, runsBuilt(t, p, twoH200))
		})
	}
}

// TestNotBuilt: programs with another runtime are refused with what to do.
func TestNotBuilt(t *testing.T) {
	c := source(t).Compiler.(*NVCC)
	static := filepath.Join(t.TempDir(), "static")
	if out, err := exec.Command(c.path, "-o", static, write(t, "__global__ void k() {} int main() { k<<<1, 1>>>(); }")).CombinedOutput(); err != nil {
		t.Skipf("nvcc cannot link: %v\n%s", err, out)
	}
	for path, want := range map[string]string{static: "nvcc -cudart shared", "/bin/true": "asks for no libcudart"} {
		if !IsBuilt(path) {
			t.Errorf("%s is taken for a source", path)
		}
		if _, err := Built(t.Context(), path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if IsBuilt("program_test.go") {
		t.Error("a source is taken for a program")
	}
}

// TestOtherSystems compiles and links a program for macOS and Windows, where it cannot run here.
func TestOtherSystems(t *testing.T) {
	if !*every {
		t.Skip("builds the C++ libraries of two systems, for minutes; -every does it")
	}
	for system, format := range map[string]func(string) (io.Closer, error){
		"aarch64-macos":      func(path string) (io.Closer, error) { return macho.Open(path) },
		"x86_64-windows-gnu": func(path string) (io.Closer, error) { return pe.Open(path) },
	} {
		t.Run(system, func(t *testing.T) {
			p, err := Build(t.Context(), &Source{Files: []string{"testdata/managed.cu"}, Input: toolchain.Input{Major: 9}, Compiler: ofClang(t, system)})
			if err != nil {
				t.Fatal(err)
			}
			f, err := format(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			f.Close()
		})
	}
}
