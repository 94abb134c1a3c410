package display

// This file shows positions. A line of a cell is named as GoNB names it; a line of a
// file is also a link, which JupyterLab opens in its editor.

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"gpucourse/gpusim/diag"
)

// place is a position in a cell of a Table.
type place struct{ diag.Pos }

func (p place) String() string { return p.Where() }

func (p place) html() string { return where(p.Pos) }

// where is a position: "Cell[3]: Line 7", or "exercises/07_coalescing/kernel.go:19" as a
// link to the file.
func where(p diag.Pos) string { return linked(p, p.Where()) }

// placed is a text about a position as code, with its line in data-line, from which pages make
// a button that leads to the line.
func placed(p diag.Pos, text string) string {
	return fmt.Sprintf(`<code data-line="%d">%s</code>`, p.Line, linked(p, text))
}

// linked is a text about a position, a link where p is in a file.
func linked(p diag.Pos, text string) string {
	text = escape(text)
	if to := linkTo(p); to != "" {
		return `<a href="` + escape(to) + `">` + text + "</a>"
	}
	return text
}

// The folders of the notebook and of JupyterLab, in the environment of a cell. A cell
// runs in GONB_DIR, which is at first the folder of the notebook.
const (
	notebookDir = "GONB_DIR"
	serverRoot  = "GONB_JUPYTER_ROOT"
)

// linkTo returns a path from the notebook to the file of p; "" where JupyterLab cannot
// open it. JupyterLab keeps such links in a notebook that is not trusted.
func linkTo(p diag.Pos) string {
	here, root := os.Getenv(notebookDir), os.Getenv(serverRoot)
	if here == "" || root == "" || p.InNotebook() {
		return ""
	}
	file, err := filepath.Abs(p.File)
	if err != nil {
		return ""
	}
	if _, err := os.Stat(file); err != nil {
		return "" // the name of a text
	}
	if inside, err := filepath.Rel(root, file); err != nil || !filepath.IsLocal(inside) {
		return ""
	}
	to, err := filepath.Rel(here, file)
	if err != nil {
		return ""
	}
	return (&url.URL{Path: filepath.ToSlash(to)}).EscapedPath()
}
