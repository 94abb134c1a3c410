package course

// This file runs git as learners do: they work, and pull a new version of the course.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// git runs git in a folder and returns what it prints.
func git(t *testing.T, folder string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-c", "core.hooksPath="}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestPullMeetsNoChanges: after a learner has run and saved notebooks, edited one and made
// progress, git sees no change, and a pull of a new version succeeds. The repository's own
// .gitignore decides.
func TestPullMeetsNoChanges(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	ignore, err := os.ReadFile("../../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	upstream := newLearner(t)
	os.RemoveAll(filepath.Join(upstream.root, workFolder))
	upstream.write(".gitignore", string(ignore))
	upstream.write("solutions/kernel.go", "package kernels")
	upstream.write("gpusim/gpusim.go", "package gpusim")
	git(t, upstream.root, "init", "-q", "-b", "main")
	git(t, upstream.root, "add", "-A")
	git(t, upstream.root, "commit", "-q", "-m", "the course")

	clone := filepath.Join(t.TempDir(), "clone")
	git(t, upstream.root, "clone", "-q", upstream.root, clone)
	l := &learner{t, clone}
	l.start()
	l.write("work/notebooks/00_start.ipynb", chapter("x := 1", `{"output_type":"stream","name":"stdout","text":["1"]}`))
	l.write("work/notebooks/07_coalescing.ipynb", chapter("y := mine", ""))
	for _, folder := range []string{"work/notebooks/.ipynb_checkpoints", ".venv"} {
		if err := os.MkdirAll(filepath.Join(clone, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	l.write("work/notebooks/.ipynb_checkpoints/00_start-checkpoint.ipynb", chapter("x := 1", ""))
	l.write("work/progress.json", "{}")
	l.write(".venv/gpucourse.begun", "")
	if got := git(t, clone, "status", "--porcelain", "--untracked-files=all"); got != "" {
		t.Errorf("git status prints\n%s\nwant nothing", got)
	}

	upstream.write("notebooks/00_start.ipynb", chapter("x := 2", ""))
	upstream.write("notebooks/07_coalescing.ipynb", chapter("y := 2", ""))
	git(t, upstream.root, "commit", "-q", "-a", "-m", "a new version")
	git(t, clone, "pull", "-q", "--ff-only")
	l.start()
	l.has("work/notebooks/00_start.ipynb", chapter("x := 2", ""))
	l.has("work/notebooks/07_coalescing.ipynb", chapter("y := 2", ""))
	l.has("work/notebooks/07_coalescing.yours1.ipynb", chapter("y := mine", ""))
	if got := git(t, clone, "status", "--porcelain", "--untracked-files=all"); got != "" {
		t.Errorf("after the pull git status prints\n%s\nwant nothing", got)
	}
}
