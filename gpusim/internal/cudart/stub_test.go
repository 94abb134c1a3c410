package cudart

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/toolchain"
)

// TestStub: the C++ text agrees with the toolkit's headers, with all warnings, and has every
// function of the table once.
func TestStub(t *testing.T) {
	nvcc := toolchain.Find("nvcc")
	if _, err := exec.LookPath("c++"); err != nil || !nvcc.Found() {
		t.Skip("nvcc or a C++ compiler is not installed")
	}
	path, err := filepath.EvalSymlinks(nvcc.Path)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-isystem", filepath.Join(filepath.Dir(filepath.Dir(path)), "include"), "-fsyntax-only", "-x", "c++", "-")
	cmd.Stdin = strings.NewReader(Stub())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestFailuresInOrder: errors stand once and in the order of their numbers.
func TestFailuresInOrder(t *testing.T) {
	for i := 1; i < len(failures); i++ {
		if failures[i-1].code >= failures[i].code {
			t.Errorf("%s stands before %s", failures[i-1].name, failures[i].name)
		}
	}
}
