package command

// This file runs what README.md shows.

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// example is a file in README.md: its first line is a comment with its name.
	example = regexp.MustCompile("(?s)```[a-z]+\n// (\\S+)\n(.*?)```")
	typed   = regexp.MustCompile(`(?m)^    go run gpucourse/gpusim/cmd/gpusim (.*)$`)
)

// TestReadme writes the files that README.md shows, and runs its commands on them.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	files, commands := example.FindAllStringSubmatch(string(text), -1), typed.FindAllStringSubmatch(string(text), -1)
	if len(files) == 0 || len(commands) < len(files) {
		t.Fatalf("README.md shows %d files and %d commands", len(files), len(commands))
	}
	for _, f := range files {
		if err := os.WriteFile(f[1], []byte(f[2]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range commands {
		want := "on H200"
		if strings.HasPrefix(c[1], "sweep ") {
			want = "share of the roof"
		}
		if got := output(t, c[1]); !strings.Contains(got, want) {
			t.Errorf("gpusim %s prints no report:\n%s", c[1], got)
		}
	}
}
