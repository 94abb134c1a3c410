// Package book makes the book of the course: a folder of static pages, from the notebooks as
// they are stored, the texts of the exercises and the pages beside the notebooks.
//
// The machine: source.go writes what Sphinx reads into a temporary folder, with the same
// paths as in the repository, so that links between texts stay as they are. Only outputs
// are rewritten: pictures become files, and links lead to pages. Sphinx (MyST-NB,
// sphinx-book-theme) runs in an environment of its own, once per language, with
// sphinx/conf.py. A translation is a catalogue in the folder locale; catalogue.go says how
// it is made. The workbench is written beside the pages.
//
// Limits: nothing is executed, so the outputs are those that are stored. Live charts are
// shown as the pictures that the notebooks keep.
package book

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"gpucourse/notebooks/internal/setup"
)

// made is the folder of Sphinx's configuration, and of the pages and styles that only the
// book has.
//
//go:embed sphinx
var made embed.FS

// language is an edition of the book.
type language struct {
	code   string // as Sphinx names it
	folder string // of the book; the English edition is at its top
}

var languages = []language{{"en", ""}, {"zh_CN", "zh"}, {"ru", "ru"}}

// marker is a file that every book has, by which a folder is known as a book.
const marker = ".buildinfo"

// Maker writes a part of the book into a folder.
type Maker func(ctx context.Context, dir string) error

// Build writes the book in all languages to dir, in place of an older book. The workbench
// goes to a folder of its own.
func Build(ctx context.Context, env *setup.Env, dir string, workbench Maker) error {
	return build(ctx, env, dir, languages, workbench)
}

func build(ctx context.Context, env *setup.Env, dir string, editions []language, workbench Maker) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := makeRoom(dir); err != nil {
		return err
	}
	if err := pages(ctx, env, dir, editions); err != nil {
		return err
	}
	return workbench(ctx, filepath.Join(dir, "workbench"))
}

// makeRoom removes an older book, and refuses a folder with anything else.
func makeRoom(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, marker)); err != nil {
		return fmt.Errorf("%s is not empty and holds no book: name a new folder", dir)
	}
	return os.RemoveAll(dir)
}

// pages writes the book's pages, as many languages at the same time as there are processors.
func pages(ctx context.Context, env *setup.Env, dir string, editions []language) error {
	temp, err := os.MkdirTemp("", "book")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	source := filepath.Join(temp, "source")
	if err := writeSource(env.Root(), source, true); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for _, l := range editions {
		group.Go(func() error {
			// MyST-NB leaves a folder of its own beside the pages, so they are made in temp.
			html := filepath.Join(temp, l.code, "html")
			err := sphinx(ctx, env, "-b", "html", "-W", "--keep-going", "-D", "language="+l.code,
				"-d", filepath.Join(temp, l.code, "doctrees"), source, html)
			if err != nil {
				return err
			}
			return os.CopyFS(filepath.Join(dir, l.folder), os.DirFS(html))
		})
	}
	return group.Wait()
}

// runSphinx runs Sphinx as its command does. Sphinx makes many objects and drops few: with the usual
// thresholds a quarter of its time goes into Python's collector of garbage (11 s instead of 15 s).
const runSphinx = `import gc, sys
gc.set_threshold(200_000, 20, 100)
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))`

// sphinx runs Sphinx quietly. What it says is a warning or an error.
func sphinx(ctx context.Context, env *setup.Env, args ...string) error {
	return python(ctx, env, append([]string{"-c", runSphinx, "-q"}, args...)...)
}

func python(ctx context.Context, env *setup.Env, args ...string) error {
	out, err := env.Command(ctx, env.Python(), args...).CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("making the book: %w\n%s", err, out)
	}
	return nil
}
