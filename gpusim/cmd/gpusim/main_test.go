package main

// This file runs the commands as a shell would, from the scripts in
// testdata/script. Their outputs are rewritten by
// go test ./gpusim/cmd/gpusim -update.

import (
	"flag"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the outputs in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gpusim": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true})
}

func TestDashes(t *testing.T) {
	args := []string{"profile", "-grid", "1,2", "-format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x"}
	want := []string{"profile", "--grid", "1,2", "--format=json", "--block", "3", "-h", "n=-1", "-1", "a=-x"}
	if got := twoDashes(args); !slices.Equal(got, want) {
		t.Errorf("twoDashes: got %q, want %q", got, want)
	}
	if got, want := oneDash("  --grid X, -h, --help  a--b ---"), "  -grid X, -h, -help  a--b ---"; got != want {
		t.Errorf("oneDash: got %q, want %q", got, want)
	}
}
