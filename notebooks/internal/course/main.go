// Package course is the program behind `go run ./notebooks`. It prepares the
// environment (package setup), and then opens JupyterLab on the course, or
// executes the notebooks without a browser and reports the cells that fail.
package course

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"gpucourse/notebooks/internal/setup"
)

const usage = `usage: go run ./notebooks [flags]

Sets up JupyterLab with a Go kernel in .venv and opens the course.

    go run ./notebooks                       open the course
    go run ./notebooks -check                run every notebook, report errors
    go run ./notebooks -check FILE.ipynb …   run these notebooks only

flags:
`

// options holds the parsed command line.
type options struct {
	check     bool
	out       string
	port      int
	noBrowser bool
	files     []string
}

// Main prepares the environment and does what the arguments ask for. Usage
// and flag errors go to stderr, everything else to stdout.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	opt, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	root, err := setup.FindRoot(ctx)
	if err != nil {
		return err
	}
	env := setup.New(root)
	if err := env.Prepare(ctx, stdout); err != nil {
		return err
	}
	if opt.check {
		return checkNotebooks(ctx, env, stdout, opt.files, opt.out)
	}
	return openLab(ctx, env, stdout, opt.port, !opt.noBrowser)
}

func parseFlags(args []string, w io.Writer) (options, error) {
	var opt options
	fs := flag.NewFlagSet("notebooks", flag.ContinueOnError)
	fs.SetOutput(w)
	fs.BoolVar(&opt.check, "check", false, "run the notebooks without a browser; exit 1 on any error")
	fs.StringVar(&opt.out, "out", "", "with -check: keep the executed notebooks in `DIR`")
	fs.IntVar(&opt.port, "port", 8888, "port of JupyterLab; if it is taken, the next free port")
	fs.BoolVar(&opt.noBrowser, "no-browser", false, "print the address of JupyterLab, open no browser")
	fs.Usage = func() { fmt.Fprint(w, usage); fs.PrintDefaults() }
	err := fs.Parse(args)
	opt.files = fs.Args()
	if err == nil && len(opt.files) > 0 && !opt.check {
		err = fmt.Errorf("%s: to run single notebooks, add -check before their names", opt.files[0])
	}
	return opt, err
}
