// Package course is the program behind `go run ./notebooks`. It prepares the
// environment (package setup), and then opens JupyterLab on the learner's copies
// of the notebooks, which it makes and updates, or executes the notebooks without
// a browser and reports the cells that fail.
package course

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/notebooks/internal/setup"
)

const usage = `usage: go run ./notebooks [flags]

Sets up JupyterLab with a Go kernel in .venv and opens the course. You work on
copies of the notebooks, in the folder work.

    go run ./notebooks                       open the course
    go run ./notebooks -check                run every notebook, report errors
    go run ./notebooks -check NAME …         run these only: a file, a folder or a number such as 07
    go run ./notebooks -update               run every notebook and store its outputs in it
    go run ./notebooks -setup                prepare everything, open nothing
    go run ./notebooks -book DIR             write the course as a book of static pages
    go run ./notebooks -slides DIR           write slides for lectures, an HTML file per chapter
    go run ./notebooks -slides DIR NAME …    of these chapters only: 07
    go run ./notebooks -gettext              update the catalogues of the book's translations
    go run ./notebooks -gettext NAME …       make catalogues for these pages too: 07, glossary
    go run ./notebooks -- OPTION …           pass options on to JupyterLab

flags:
`

// options holds the parsed command line.
type options struct {
	check     bool
	update    bool
	out       string
	setup     bool
	book      string
	gettext   bool
	slides    string
	port      int
	ip        string
	baseURL   string
	noBrowser bool
	files     []string
	jupyter   []string // for JupyterLab, as they are
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
	if opt.book != "" || opt.gettext {
		return makeBook(ctx, root, stdout, opt)
	}
	if opt.slides != "" {
		return makeSlides(root, stdout, opt)
	}
	env := setup.New(root)
	if err := env.Prepare(ctx, stdout); err != nil {
		return err
	}
	if opt.check || opt.update {
		return checkNotebooks(ctx, env, stdout, opt)
	}
	if opt.setup {
		return prepareFolder(env, stdout)
	}
	return open(ctx, env, stdout, opt)
}

// prepareFolder makes the folder in which the learner works.
func prepareFolder(env *setup.Env, w io.Writer) error {
	if err := prepareWork(env.Root(), env.KernelGo(), w); err != nil {
		return setup.Diagnose("prepare the folder "+workFolder, err)
	}
	return nil
}

// open opens the course in JupyterLab.
func open(ctx context.Context, env *setup.Env, w io.Writer, opt options) error {
	if err := prepareFolder(env, w); err != nil {
		return err
	}
	env.WarnOfFullDisk(w)
	l := &lab{
		env: env, folder: filepath.Join(env.Root(), workFolder),
		notebook: path.Join("notebooks", whereLearnerStopped(env.Root())),
		port:     opt.port, browser: !opt.noBrowser, ip: opt.ip, baseURL: opt.baseURL, arguments: opt.jupyter,
	}
	return l.run(ctx, w)
}

func parseFlags(args []string, w io.Writer) (options, error) {
	var opt options
	fs := flag.NewFlagSet("notebooks", flag.ContinueOnError)
	fs.SetOutput(w)
	fs.BoolVar(&opt.check, "check", false, "run the notebooks without a browser; exit 1 on any error or output that is not the stored one")
	fs.BoolVar(&opt.update, "update", false, "run the notebooks and store their outputs in them")
	fs.StringVar(&opt.out, "out", "", "with -check: keep the executed notebooks in `DIR`")
	fs.BoolVar(&opt.setup, "setup", false, "prepare everything and start no server, for a container or a class")
	fs.StringVar(&opt.book, "book", "", "write the book to `DIR`")
	fs.StringVar(&opt.slides, "slides", "", "write slides for lectures to `DIR`")
	fs.BoolVar(&opt.gettext, "gettext", false, "update the catalogues of the book's translations")
	fs.StringVar(&opt.ip, "ip", "localhost", "`address` that JupyterLab listens on; 0.0.0.0 for all of the machine's")
	fs.StringVar(&opt.baseURL, "base-url", "/", "`path` in front of JupyterLab's addresses, behind a proxy")
	fs.IntVar(&opt.port, "port", 8888, "port of JupyterLab; if it is taken, the next free port")
	fs.BoolVar(&opt.noBrowser, "no-browser", false, "print the address of JupyterLab, open no browser")
	fs.Usage = func() { fmt.Fprint(w, usage); fs.PrintDefaults() }
	var err error
	if i := slices.Index(args, "--"); i >= 0 {
		args, opt.jupyter = args[:i], args[i+1:]
	}
	if opt.files, err = parseMixed(fs, args); err != nil {
		return opt, err
	}
	return opt, opt.validate()
}

// parseMixed parses flags that may come before, between and after other arguments,
// and returns the other arguments.
func parseMixed(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil || fs.NArg() == 0 {
			return rest, err
		}
		rest, args = append(rest, fs.Arg(0)), fs.Args()[1:]
	}
}

// mostPort is the greatest number of a TCP port.
const mostPort = 1<<16 - 1

// makes returns how many kinds of pages are asked for.
func (opt *options) makes() (n int) {
	for _, asked := range []bool{opt.book != "", opt.gettext, opt.slides != ""} {
		if asked {
			n++
		}
	}
	return n
}

func (opt *options) validate() error {
	switch {
	case opt.port < 1 || opt.port > mostPort:
		return fmt.Errorf("-port %d: a port is a number from 1 to %d", opt.port, mostPort)
	case len(opt.files) > 0 && !opt.check && !opt.update && !opt.gettext && opt.slides == "":
		return fmt.Errorf("%s: to run single notebooks, add -check before their names", opt.files[0])
	case opt.setup && (opt.check || opt.update), len(opt.jupyter) > 0 && (opt.setup || opt.check || opt.update):
		return errors.New("-setup, -check and options of JupyterLab exclude each other")
	case opt.makes() > 1, opt.makes() == 1 && (opt.setup || opt.check || opt.update || len(opt.jupyter) > 0):
		return errors.New("-book, -slides and -gettext stand alone")
	case !strings.HasPrefix(opt.baseURL, "/"):
		return fmt.Errorf("-base-url %s: a path begins with /", opt.baseURL)
	case opt.out != "" && !opt.check && !opt.update:
		return fmt.Errorf("-out %s: it keeps notebooks that were run, so add -check", opt.out)
	}
	return nil
}
