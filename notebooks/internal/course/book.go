package course

// This file makes the book, its catalogues of translations, and slides.

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"gpucourse/gpusim/diag"
	"gpucourse/notebooks/internal/book"
	"gpucourse/notebooks/internal/setup"
	"gpucourse/notebooks/internal/slides"
	"gpucourse/workbench/site"
)

// makeBook does what -book and -gettext ask for.
func makeBook(ctx context.Context, root string, w io.Writer, opt options) error {
	env := setup.NewBook(root)
	if err := env.Prepare(ctx, w); err != nil {
		return err
	}
	if opt.gettext {
		return book.Extract(ctx, env, opt.files)
	}
	if err := book.Build(ctx, env, opt.book, site.Publish); err != nil {
		return err
	}
	fmt.Fprintf(w, "The book is in %s.\n", filepath.Join(opt.book, "index.html"))
	return nil
}

// makeSlides does what -slides asks for.
func makeSlides(root string, w io.Writer, opt options) error {
	n, err := slides.Write(root, opt.slides, opt.files)
	if err == nil {
		fmt.Fprintf(w, "%s in %s\n", diag.Count(n, "files"), opt.slides)
	}
	return err
}
