package main

// This file runs notebooks without a browser and reports what failed.

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed execute.py
var executeScript string

// cellLimit is the longest a cell may take, in seconds: on an empty build
// cache the first cell compiles everything it imports.
const cellLimit = 300

// outcome is what execute.py says of one notebook, one JSON line each.
type outcome struct {
	Notebook string  `json:"notebook"`
	Seconds  float64 `json:"seconds"`
	Cells    int     `json:"cells"`
	Cell     int     `json:"cell"` // that failed, from 1; 0 when all ran
	Slowest  float64 `json:"slowest"`
	Source   string  `json:"source"`
	Error    string  `json:"error"`
}

// checkAll runs the notebooks one after the other through the real kernel
// and prints one line each. The committed files are not touched: the executed
// copies go to out, or nowhere.
func (e *env) checkAll(ctx context.Context, w io.Writer, files []string, out string) error {
	files, err := e.notebooks(files)
	if err != nil {
		return err
	}
	if out == "" {
		if out, err = os.MkdirTemp("", "gpucourse-check-"); err != nil {
			return err
		}
		defer os.RemoveAll(out)
	}
	failed, done := 0, 0
	err = e.execute(ctx, files, out, func(o outcome) {
		done++
		o.print(w)
		if o.Error != "" {
			failed++
		}
	})
	switch {
	case err != nil:
		return err
	case failed > 0:
		return fmt.Errorf("%d of %d notebooks failed", failed, len(files))
	case done < len(files):
		return fmt.Errorf("only %d of %d notebooks were run", done, len(files))
	}
	return nil
}

// notebooks returns the absolute paths of the named notebooks, of all when
// none is named.
func (e *env) notebooks(names []string) ([]string, error) {
	if len(names) == 0 {
		return filepath.Glob(filepath.Join(e.root, "notebooks", "*.ipynb"))
	}
	var files []string
	for _, name := range names {
		found := slices.IndexFunc([]string{name, filepath.Join(e.root, "notebooks", name)}, func(f string) bool {
			_, err := os.Stat(f)
			return err == nil
		})
		if found < 0 {
			return nil, fmt.Errorf("there is no notebook %s, neither here nor in notebooks/", name)
		}
		file, err := filepath.Abs([]string{name, filepath.Join(e.root, "notebooks", name)}[found])
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// execute runs execute.py over files and hands on each outcome as it comes.
func (e *env) execute(ctx context.Context, files []string, out string, each func(outcome)) error {
	args := append([]string{"-c", executeScript, fmt.Sprint(cellLimit), out}, files...)
	cmd := e.command(ctx, e.python(), args...)
	var trouble strings.Builder
	cmd.Stderr = &trouble
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var o outcome
		if json.Unmarshal(lines.Bytes(), &o) == nil {
			each(o)
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("the notebooks could not be run: %w\n%s", err, lastLines(trouble.String(), 20))
	}
	return lines.Err()
}

// print writes the outcome's line and, after a failure, the cell, its source
// and the error.
func (o outcome) print(w io.Writer) {
	name := filepath.Base(o.Notebook)
	if o.Error == "" {
		fmt.Fprintf(w, "ok    %-28s %3d cells %6.1f s, slowest cell %.1f s\n", name, o.Cells, o.Seconds, o.Slowest)
		return
	}
	fmt.Fprintf(w, "FAIL  %-28s cell %d of %d, after %.1f s\n", name, o.Cell, o.Cells, o.Seconds)
	fmt.Fprintf(w, "%s\n\n%s\n\n", indent("    | ", o.Source), indent("    ", o.Error))
}

func indent(with, s string) string {
	return with + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+with)
}
