package site

// This file makes the report that the workbench shows before its simulator is loaded: that of
// the first example, by the same commands as in the tab.

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// first is the proposal and the report of the first example.
type first struct {
	Proposal json.RawMessage `json:"proposal"`
	Report   json.RawMessage `json:"report"`
}

// FirstCommands returns the file of the first example and the command lines of gpusim that
// make its proposal and its report.
func FirstCommands() (file, source string, propose, profile []string, err error) {
	list, err := examples()
	if err != nil {
		return "", "", nil, nil, err
	}
	e := list[0]
	file = "kernel.go"
	propose = []string{"propose", "-format", "json", file}
	profile = []string{"profile", "-device", e.Launch.Device, "-grid", e.Launch.Grid, "-block", e.Launch.Block, "-whatif", "-format", "page", file, e.Launch.Kernel}
	return file, e.Source, propose, append(profile, strings.Fields(e.Launch.Values)...), nil
}

func writeFirst(ctx context.Context, root, to string) error {
	file, source, propose, profile, err := FirstCommands()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "first")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, file), []byte(source), 0o644); err != nil {
		return err
	}
	gpusim := filepath.Join(dir, "gpusim")
	if _, err := output(ctx, root, "go", "build", "-o", gpusim, path.Join("gpucourse", "gpusim", "cmd", "gpusim")); err != nil {
		return err
	}
	var f first
	if f.Proposal, err = output(ctx, dir, gpusim, propose...); err != nil {
		return err
	}
	if f.Report, err = output(ctx, dir, gpusim, profile...); err != nil {
		return err
	}
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("gpusim prints no JSON: %w", err)
	}
	return os.WriteFile(to, text, 0o644)
}

// output runs a program in a folder.
func output(ctx context.Context, dir, program string, words ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, words...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), strings.Join(words, " "), err, stderr.String())
	}
	return out, nil
}
