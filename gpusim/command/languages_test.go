package command

// This file runs the commands of gpusim/LANGUAGES.md.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// onPage is a command with the line that the page shows of its output.
var onPage = regexp.MustCompile(`(?m)^    go run gpucourse/gpusim/cmd/gpusim (.*)\n    (.*)$`)

// kernelsShown is how many kernels the page profiles: three of each language.
const kernelsShown = 12

// TestLanguages profiles kernels of Triton, Numba, CuPy and clang from their PTX, and compares an array
// of each with what the page says.
func TestLanguages(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "LANGUAGES.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("testdata", "languages"))
	commands := onPage.FindAllStringSubmatch(string(text), -1)
	if len(commands) != kernelsShown {
		t.Errorf("the page shows %d kernels, want %d", len(commands), kernelsShown)
	}
	for _, c := range commands {
		got := output(t, c[1])
		if !strings.Contains(got, "on H200") || !strings.HasSuffix(strings.TrimSpace(got), "\n    "+c[2]) {
			t.Errorf("gpusim %s does not print %q:\n%s", c[1], c[2], got)
		}
	}
}
