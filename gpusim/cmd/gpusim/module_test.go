//go:build unix

package main

// This file installs the command from a module proxy made of this tree, under the name that
// a published copy would have, and uses it from another module.

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

var fromProxy = flag.Bool("proxy", false, "install the command from a module proxy, which compiles everything anew")

// repository is the path that a published copy would have, and published the simulator's
// module as others would fetch it.
const repository = "example.com/user/gpucourse"

var published = module.Version{Path: repository + "/gpusim", Version: "v0.1.0"}

// notSimulator names modules of notebooks and of linters.
var notSimulator = regexp.MustCompile(`gonb|jupyter|zmq|gopls|honnef\.co|gpucourse(@|\s)`)

// TestModuleNamesNoNotebook: who requires the simulator gets nothing of the course.
func TestModuleNamesNoNotebook(t *testing.T) {
	graph := runIn(t, "../..", []string{"GOWORK=off"}, "go", "mod", "graph")
	if !strings.Contains(graph, "golang.org/x/tools@") {
		t.Fatalf("the graph lacks what the compiler is made of:\n%s", graph)
	}
	if found := notSimulator.FindString(graph); found != "" {
		t.Errorf("the simulator's module graph names %s", found)
	}
}

func TestInstallFromAProxy(t *testing.T) {
	if !*fromProxy {
		t.Skip("-proxy installs the command from a module proxy")
	}
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	copyTree(t, filepath.Join("..", "..", ".."), tree)
	runIn(t, tree, nil, "bash", ".ci/rename", repository)
	proxy := filepath.Join(dir, "proxy")
	publish(t, filepath.Join(tree, "gpusim"), proxy)
	cache := strings.TrimSpace(runIn(t, ".", nil, "go", "env", "GOMODCACHE"))
	env := []string{
		"GOPROXY=file://" + proxy + ",file://" + filepath.Join(cache, "cache", "download"), "GOSUMDB=off", "GOFLAGS=-modcacherw", "GOWORK=off",
		"GOMODCACHE=" + filepath.Join(dir, "mod"), "GOBIN=" + filepath.Join(dir, "bin"), "PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"),
	}
	runIn(t, dir, env, "go", "install", published.Path+"/cmd/gpusim@"+published.Version)
	gpusim := filepath.Join(dir, "bin", "gpusim")
	if got := runIn(t, dir, env, gpusim, "version"); !strings.Contains(got, published.Version) {
		t.Errorf("got version %q, want %s", got, published.Version)
	}
	runIn(t, dir, env, gpusim, "init", "-module", "example.org/mine", "mine")
	mine := filepath.Join(dir, "mine")
	goMod, err := os.ReadFile(filepath.Join(mine, "go.mod"))
	if want := fmt.Sprintf("require %s %s", published.Path, published.Version); err != nil || !strings.Contains(string(goMod), want) {
		t.Errorf("got %s, %v, want %s", goMod, err, want)
	}
	if got := runIn(t, mine, env, gpusim, "profile", "-grid", "4", "-block", "256", "kernel.go", "Scale", "x=1000:ramp", "a=2", "n=1000"); !strings.Contains(got, "H200") {
		t.Errorf("got %s, want a profile", got)
	}
	runIn(t, mine, env, "go", "mod", "tidy")
	runIn(t, mine, env, "go", "vet", "./...")
	if found := notSimulator.FindString(runIn(t, mine, env, "go", "mod", "graph")); found != "" {
		t.Errorf("the module graph of a program with a kernel names %s", found)
	}
}

// runIn runs a command and returns its output.
func runIn(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// copyTree copies what the simulator's commands are made of: no tests, and no measurements.
func copyTree(t *testing.T, root, to string) {
	t.Helper()
	for _, part := range []string{"go.mod", "LICENSE", ".ci/rename", "gpusim"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "validation"):
				return filepath.SkipDir
			case d.IsDir() || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			file := filepath.Join(to, rel)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return err
			}
			return os.WriteFile(file, text, 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// publish writes the files of a module proxy.
func publish(t *testing.T, tree, proxy string) {
	t.Helper()
	folder := filepath.Join(proxy, published.Path, "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for end, text := range map[string]string{
		"list":                      published.Version + "\n",
		published.Version + ".mod":  string(goMod),
		published.Version + ".info": fmt.Sprintf(`{"Version":%q,"Time":"2000-01-01T00:00:00Z"}`, published.Version),
	} {
		if err := os.WriteFile(filepath.Join(folder, end), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	archive, err := os.Create(filepath.Join(folder, published.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if err := modzip.CreateFromDir(archive, published, tree); err != nil {
		t.Fatal(err)
	}
}
