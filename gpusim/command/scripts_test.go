package command

// This file runs the commands as a shell would, from the scripts in
// testdata/script. Their outputs are rewritten by
// go test ./gpusim/command -update.

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/internal/golden"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gpusim": func() {
		os.Exit(Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}})
}

func TestScripts(t *testing.T) {
	nvcc, err := filepath.Abs("../validation/h200/verify/testdata/nvcc") // a compiler for the CPU
	if err != nil {
		t.Fatal(err)
	}
	setup := func(e *testscript.Env) error {
		e.Setenv("NVCC", nvcc)
		return nil
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: golden.Update(), RequireExplicitExec: true, Setup: setup})
}
