package commands

// This file runs the commands as a shell would, from the scripts in testdata/script, in a
// repository with the exercises as they are handed out. The outputs in the scripts are
// rewritten by go test ./grader/internal/commands -update.

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/internal/golden"

	"github.com/rogpeppe/go-internal/testscript"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	_ "gpucourse/internal/collect"
	"gpucourse/solutions"
)

func TestMain(m *testing.M) {
	isolated.Serve()
	if os.Getenv(asGrader) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"grader": main})
}

// asGrader is an environment variable that makes the test's program the grader.
const asGrader = "TEST_AS_GRADER"

func main() { os.Exit(Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: golden.Update(), RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv(progress.Variable, "")
			return handOut(env.WorkDir)
		},
	})
}

// handOut makes a folder a repository with the exercises as they are handed out, and the
// solutions beside them.
func handOut(root string) error {
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module gpucourse\n"), 0o600); err != nil {
		return err
	}
	for _, e := range rubric.Exercises {
		stub, err := stubs.Source(e.Name)
		if err != nil {
			return err
		}
		solution, err := solutions.Source(e.Name)
		if err != nil {
			return err
		}
		if err := put(filepath.Join(root, "exercises", e.Name, "kernel.go"), stub); err != nil {
			return err
		}
		if err := put(filepath.Join(root, "solved", e.Name, "kernel.go"), solution); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file, and the folders that it lies in.
func put(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}
