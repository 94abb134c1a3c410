package display

// This file shows positions. A line of a cell is named as GoNB names it; a line of a
// file is also a link, which JupyterLab opens in its editor.

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

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
	if to := LinkTo(p); to != "" {
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

// LinkTo returns the address of p from the notebook: JupyterLab opens the file at the line. It
// is "" where JupyterLab cannot open it, and for a cell, which stands above its output.
// JupyterLab keeps such links in a notebook that is not trusted.
func LinkTo(p diag.Pos) string {
	here, root := os.Getenv(notebookDir), os.Getenv(serverRoot)
	if here == "" || root == "" || p.InNotebook() {
		return ""
	}
	file := below(root, p.File)
	if file == "" {
		return ""
	}
	to, err := filepath.Rel(here, file)
	if err != nil {
		return ""
	}
	address := url.URL{Path: filepath.ToSlash(to)}
	if p.Line > 0 {
		address.Fragment = fmt.Sprintf("line=%d", p.Line-1) // JupyterLab counts from 0
	}
	return address.String()
}

// below returns the path of a file in a folder that holds it or a link to it, as work/exercises
// is one to exercises; "" where there is none.
func below(root, file string) string {
	file, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	is, err := os.Stat(file)
	if err != nil {
		return "" // the name of a text
	}
	for parts := strings.Split(file, string(filepath.Separator)); len(parts) > 0; parts = parts[1:] {
		path := filepath.Join(root, filepath.Join(parts...))
		if found, err := os.Stat(path); err == nil && os.SameFile(is, found) {
			return path
		}
	}
	return ""
}
