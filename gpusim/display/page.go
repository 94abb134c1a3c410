package display

// Page is a value that is shown in two forms of its own: HTML of what JupyterLab leaves in
// a notebook that is not trusted, and text for terminals.
type Page struct{ html, text string }

// NewPage returns a page.
func NewPage(html, text string) Page { return Page{html, text} }
