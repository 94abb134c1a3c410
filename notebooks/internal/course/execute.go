package course

// This file executes notebooks without a browser and reports what failed.

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gpucourse/grader/progress"
	"gpucourse/notebooks/internal/setup"
)

//go:embed execute.py
var executeScript string

// cellLimit is the longest time a cell may take, and a kernel to start, in seconds. With an
// empty build cache, the first cell compiles everything it imports, on a busy machine too.
const cellLimit = 900

// jobs is how many notebooks run at the same time. Most of a notebook's time goes
// into compiling cells, which uses more than one core, so more jobs gain little.
var jobs = min(runtime.NumCPU(), 4)

// outcome is what execute.py reports about one notebook, as one JSON line.
type outcome struct {
	Notebook string  `json:"notebook"`
	Seconds  float64 `json:"seconds"`
	Cells    int     `json:"cells"`
	Cell     int     `json:"cell"` // number of the failed cell, from 1; 0 if every cell ran
	Slowest  float64 `json:"slowest"`
	// CodeCells is the seconds that each cell with code took, in their order.
	CodeCells []float64 `json:"code_cells"`
	Source    string    `json:"source"`
	Error     string    `json:"error"`
}

// check is a run of notebooks without a browser.
type check struct {
	env    *setup.Env
	w      io.Writer
	out    string // folder of the executed copies
	update bool   // write the outputs into the notebooks of the course

	run, failed, differing int // notebooks
}

// checkNotebooks executes the notebooks with the Go kernel and prints one line per notebook.
// The outputs of the course's notebooks must be the stored ones, or become so with update.
// The executed copies go to the folder out, or are deleted if out is empty.
func checkNotebooks(ctx context.Context, env *setup.Env, w io.Writer, opt options) error {
	files, err := findNotebooks(env.Root(), opt.files)
	if err != nil {
		return err
	}
	c := &check{env: env, w: w, out: opt.out, update: opt.update}
	if c.out == "" {
		if c.out, err = os.MkdirTemp("", "gpucourse-check-"); err != nil {
			return err
		}
		defer os.RemoveAll(c.out)
	}
	if c.out, err = filepath.Abs(c.out); err != nil {
		return err
	}
	fmt.Fprintf(w, "Running %d notebooks, %d at a time …\n", len(files), min(jobs, len(files)))
	if err := execute(ctx, env, files, c.out, c.see); err != nil {
		return err
	}
	return c.verdict(len(files))
}

// see looks at one notebook that was run.
func (c *check) see(o outcome) {
	c.run++
	o.print(c.w)
	if o.Error != "" {
		c.failed++
		return
	}
	if filepath.Dir(o.Notebook) != filepath.Join(c.env.Root(), "notebooks") {
		return // a learner's copy stores nothing
	}
	differences, err := compareStored(c.env.Root(), o.Notebook, c.out, c.update)
	if err != nil {
		differences = []string{err.Error()}
	}
	for _, d := range differences {
		fmt.Fprintf(c.w, "      %s\n", d)
	}
	if len(differences) > 0 {
		c.differing++
	}
}

// compareStored says where the outputs of an executed copy, in the folder out, differ from
// the stored ones, or stores them.
func compareStored(root, notebook, out string, update bool) ([]string, error) {
	r, err := readRerun(root, notebook, filepath.Join(out, filepath.Base(notebook)))
	if err != nil {
		return nil, err
	}
	if update {
		return nil, r.update(notebook)
	}
	return r.differences(), nil
}

func (c *check) verdict(wanted int) error {
	switch {
	case c.failed > 0:
		return fmt.Errorf("%d of %d notebooks failed", c.failed, wanted)
	case c.run < wanted:
		return fmt.Errorf("only %d of %d notebooks were run", c.run, wanted)
	case c.differing > 0:
		return fmt.Errorf("%d of %d notebooks have other outputs than are stored (to store the new ones: go run ./notebooks -update)", c.differing, wanted)
	}
	return nil
}

// findNotebooks returns the absolute paths of the named notebooks. Without
// names it returns every notebook of the course.
func findNotebooks(root string, names []string) ([]string, error) {
	folder := filepath.Join(root, "notebooks")
	if len(names) == 0 {
		return notebooksIn(folder)
	}
	var all []string
	for _, name := range names {
		files, err := findNotebook(folder, name)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if file, err = filepath.Abs(file); err != nil {
				return nil, err
			}
			if !slices.Contains(all, file) {
				all = append(all, file)
			}
		}
	}
	return all, nil
}

// notebooksIn lists the notebooks of a folder.
func notebooksIn(folder string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.ipynb"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("the folder %s holds no notebooks", folder)
	}
	return files, err
}

// findNotebook looks for a notebook or a folder of notebooks in the working directory,
// then in folder. The name may lack its ending, or be the number of a chapter.
func findNotebook(folder, name string) ([]string, error) {
	for _, place := range []string{"", folder} {
		for _, ending := range []string{"", ".ipynb"} {
			file := filepath.Join(place, name+ending)
			info, err := os.Stat(file)
			switch {
			case err != nil:
			case info.IsDir():
				return notebooksIn(file)
			case filepath.Ext(file) != ".ipynb":
				return nil, fmt.Errorf("%s is no notebook: its name does not end in .ipynb", file)
			default:
				return []string{file}, nil
			}
		}
	}
	if files, _ := filepath.Glob(filepath.Join(folder, name+"_*.ipynb")); len(files) == 1 {
		return files, nil
	}
	return nil, fmt.Errorf("there is no notebook %s, neither here nor in notebooks/", name)
}

// execute runs execute.py over files and calls each with every outcome as
// soon as it is known.
func execute(ctx context.Context, env *setup.Env, files []string, out string, each func(outcome)) error {
	args := append([]string{"-c", executeScript, strconv.Itoa(jobs), strconv.Itoa(cellLimit), out}, files...)
	cmd := env.Command(ctx, env.Python(), args...)
	cmd.Env = append(cmd.Env, progress.Variable+"=off")                   // outputs must not depend on what the learner has done
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // the script ends its kernels
	var stderr strings.Builder
	cmd.Stderr = &stderr
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
		return fmt.Errorf("the notebooks could not be run: %w\n%s", err, setup.LastLines(stderr.String(), 20))
	}
	return lines.Err()
}

// print writes the outcome's line and, after a failure, the source of the
// failed cell and the error.
func (o outcome) print(w io.Writer) {
	name := filepath.Base(o.Notebook)
	if o.Error == "" {
		fmt.Fprintf(w, "ok    %-28s %3d cells %6.1f s, slowest cell %.1f s\n", name, o.Cells, o.Seconds, o.Slowest)
		return
	}
	fmt.Fprintf(w, "FAIL  %-28s cell %d of %d, after %.1f s\n", name, o.Cell, o.Cells, o.Seconds)
	fmt.Fprintf(w, "%s\n\n%s\n\n", indent("    | ", o.Source), indent("    ", o.Error))
	if remedy := setup.Remedy(o.Error); remedy != "" {
		fmt.Fprintf(w, "%s\n\n", remedy)
	}
}

func indent(with, s string) string {
	return with + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+with)
}
