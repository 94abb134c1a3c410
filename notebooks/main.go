// Command notebooks sets up and opens the course: `go run ./notebooks`.
//
// The machine is a short list of steps that make one folder, .venv in the
// repository root: a Python environment with a pinned JupyterLab, the GoNB
// kernel built from go.mod, and a warm build cache. The folder has two layers,
// Python and kernel; a stamp, written last, says what each was made from and
// in which place, and a layer with a matching stamp is left alone. A set-up
// that fails or is interrupted removes what it began.
//
// Invariants: nothing outside the repository is written, except Go's own
// caches and temporary files that are removed again. A .venv that was not
// made here is never touched.
//
// Not handled: Windows, on which the GoNB kernel does not compile; there the
// message names WSL2. Two set-ups at the same time are not kept apart.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const usage = `usage: go run ./notebooks [flags]

Sets up JupyterLab with a Go kernel in .venv and opens the course.

    go run ./notebooks                       open the course
    go run ./notebooks -check                run every notebook, report errors
    go run ./notebooks -check FILE.ipynb …   run these notebooks only

flags:
`

// options are the command line.
type options struct {
	check     bool
	out       string
	port      int
	noBrowser bool
	files     []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	opt, err := parseFlags(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(ctx, opt, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "\n"+err.Error())
		os.Exit(1)
	}
}

func parseFlags(args []string, w io.Writer) (options, error) {
	var opt options
	fs := flag.NewFlagSet("notebooks", flag.ContinueOnError)
	fs.SetOutput(w)
	fs.BoolVar(&opt.check, "check", false, "run the notebooks without a browser; exit 1 on any error")
	fs.StringVar(&opt.out, "out", "", "with -check: keep the executed notebooks in `DIR`")
	fs.IntVar(&opt.port, "port", 8888, "port of JupyterLab; the next free one is taken")
	fs.BoolVar(&opt.noBrowser, "no-browser", false, "print the address of JupyterLab, open no browser")
	fs.Usage = func() { fmt.Fprint(w, usage); fs.PrintDefaults() }
	err := fs.Parse(args)
	opt.files = fs.Args()
	if err == nil && len(opt.files) > 0 && !opt.check {
		err = fmt.Errorf("%s: notebooks are named only with -check", opt.files[0])
	}
	return opt, err
}

// run prepares .venv and does what opt asks for.
func run(ctx context.Context, opt options, w io.Writer) error {
	root, err := repoRoot(ctx)
	if err != nil {
		return err
	}
	e := newEnv(root)
	if err := e.prepare(ctx, newProgress(w)); err != nil {
		return err
	}
	if opt.check {
		return e.checkAll(ctx, w, opt.files, opt.out)
	}
	return e.openLab(ctx, w, opt.port, !opt.noBrowser)
}
