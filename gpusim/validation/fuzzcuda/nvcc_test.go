package fuzzcuda

// This file asks nvcc, which needs no GPU, what it accepts.

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var mutants = flag.Int("mutants", 0, "how many changed programs are compared with nvcc")

func needNvcc(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("nvcc takes a second per program")
	}
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skip("nvcc is not installed")
	}
	return nvcc
}

// refusal returns what nvcc says of a text that it refuses; "" where it accepts it.
func refusal(t *testing.T, nvcc, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(nvcc, "-std=c++17", "-arch=sm_90", "-w", "-ptx", "-o", file+".ptx", file).CombinedOutput()
	if err == nil {
		return ""
	}
	if strings.Contains(string(out), "Segmentation fault") { // of nvcc itself
		t.Logf("nvcc ends by itself: %s", out)
		return ""
	}
	return fmt.Sprintf("%v: %s", err, out)
}

// accepted is how many programs nvcc gets at once.
const accepted = 5

// TestNvccAccepts: nvcc accepts every program that gpusim accepts.
func TestNvccAccepts(t *testing.T) {
	nvcc := needNvcc(t)
	n := 50
	if *every {
		n = 1000
	}
	for from := 0; from < n; from += accepted {
		text := Common
		for i := from; i < from+accepted; i++ {
			text += fmt.Sprintf("namespace program%d {\n%s}\n", i, Generate(*first+uint64(i)).Text)
		}
		if err := refusal(t, nvcc, text); err != "" {
			t.Errorf("seeds %d to %d: %.2000s", *first+uint64(from), *first+uint64(from+accepted-1), err)
		}
	}
}

// TestNvccRefuses: what nvcc refuses of programs with one change is refused. gpusim may refuse
// more, so nvcc gets those that gpusim refuses only until a quarter of all are refused by both.
func TestNvccRefuses(t *testing.T) {
	nvcc := needNvcc(t)
	n := 40
	if *every {
		n = 600
	}
	if *mutants > 0 {
		n = *mutants
	}
	both, enough := 0, n/4
	for i := range uint64(n) {
		seed := *first + i
		p, name := reachedMutation(t, seed)
		err := load(t, p)
		if err != nil && (strings.Contains(err.Error(), "BUG") || strings.Contains(err.Error(), "panic")) {
			t.Errorf("seed %d, %s: %v", seed, name, err)
		}
		if err != nil && both == enough {
			continue
		}
		refused := refusal(t, nvcc, "#include <stdint.h>\n"+Common+p.Text)
		if err != nil && refused != "" {
			both++
		}
		if err == nil && refused != "" {
			t.Errorf("seed %d, %s: gpusim accepts what nvcc refuses:\n%.600s", seed, name, refused)
			save(t, p)
		}
	}
	if both < enough {
		t.Errorf("gpusim and nvcc refuse %d of %d programs, want %d at least", both, n, enough)
	}
}

// reachedMutation changes a program where its kernel uses it: gpusim does not read the rest.
func reachedMutation(t *testing.T, seed uint64) (Program, string) {
	whole := Generate(seed)
	for try := seed; ; try += 1 << 32 {
		p, name := Mutate(whole, try)
		at := 0
		for p.Text[at] == whole.Text[at] {
			at++
		}
		if load(t, Program{seed, whole.Text[:at] + " @ " + whole.Text[at:]}) != nil && load(t, Program{seed, undeclared(whole.Text, at)}) != nil {
			return p, name
		}
	}
}

// undeclared replaces the first name from a place on by one that is not declared: a method that
// nobody calls is read, but not checked.
func undeclared(text string, at int) string {
	for at > 0 && isWord(text[at-1:at]) {
		at--
	}
	name := nameForm.FindStringIndex(text[at:])
	if name == nil {
		return text
	}
	return text[:at+name[0]] + "undeclared" + text[at+name[1]:]
}

var nameForm = regexp.MustCompile(`[A-Za-z_]\w*`)

// load compiles a program, and returns why it is refused.
func load(t *testing.T, p Program) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte(Common+p.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := kernel(file)
	return err
}
