package setup

import (
	_ "embed"
	"path/filepath"
)

// bookPackages pins Sphinx and what the book needs beside it. These are the versions with
// which Jupyter Book 1.0.4 builds, the same for all versions of Python. The command of
// requirements wrote it from these lines:
//
//	sphinx==7.4.7
//	myst-nb==1.3.0
//	sphinx-book-theme==1.1.4
//	sphinx-copybutton==0.5.2
//
//go:embed book.txt
var bookPackages string

// bookVenvName is a folder of its own, so that learners download nothing for the book.
const bookVenvName = ".venv-book"

// NewBook returns the environment in which Sphinx makes the book. It creates nothing.
func NewBook(root string) *Env {
	e := &Env{root: root, venv: filepath.Join(root, bookVenvName), imports: []string{"sphinx", "myst_nb", "sphinx_book_theme"}}
	e.layers = func() ([]layer, error) {
		return []layer{{
			name:    "book",
			inputs:  []string{"layout 1", e.root, bookPackages},
			outputs: []string{e.Python()},
			steps: []step{
				{"make the Python environment " + bookVenvName, e.makeVenv},
				{"install Sphinx (about 80 packages)", e.installer(bookPackages)},
			},
		}}, nil
	}
	return e
}
