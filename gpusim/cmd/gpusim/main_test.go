package main

// This file runs the commands as a shell would, from the scripts in
// testdata/script. Their outputs are rewritten by
// go test ./gpusim/cmd/gpusim -update.

import (
	"flag"
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
