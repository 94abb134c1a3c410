package book

// This file tests how README.md leads to the book and to other files.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

// target is where README.md links to.
var target = regexp.MustCompile(`(?:\]\(|src=")([^)"\s]+)[)"]`)

// TestReadmeLinks checks that files that README.md links to exist. Before it is published there
// is no address of the book.
func TestReadmeLinks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := target.FindAllStringSubmatch(string(text), -1)
	if len(found) == 0 {
		t.Error("README.md has no links")
	}
	for _, m := range found {
		link, _, _ := strings.Cut(m[1], "#")
		if strings.Contains(link, "://") {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(link))); err != nil {
			t.Errorf("README.md links to %s: %v", link, err)
		}
	}
	if strings.Contains(string(text), "github.io") {
		t.Error("README.md links to a published book")
	}
}

// TestRename checks that .ci/rename links the published book at the top of README.md, also when
// it runs again.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"README.md", "go.mod", ".ci/rename"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := (&source{dir: dir}).write(name, text); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{"github.com/you/gpucourse": "https://you.github.io/gpucourse/", "github.com/me/course": "https://me.github.io/course/"} {
		if out, err := exec.Command("bash", filepath.Join(dir, ".ci", "rename"), path).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		top, _, _ := strings.Cut(string(text), "\n## ")
		if !strings.Contains(top, "("+want+")") || strings.Count(string(text), "github.io") != 1 {
			t.Errorf("after rename %s the README begins with\n%s", path, top)
		}
	}
}
