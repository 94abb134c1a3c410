// Package ipynb has what readers and writers of notebook files share: the text of cells and
// outputs, the MIME types of outputs, and JSON as Jupyter writes it.
package ipynb

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The MIME types of outputs that the course keeps.
const (
	HTML  = "text/html"
	SVG   = "image/svg+xml"
	Plain = "text/plain"
)

// Text is a text that Jupyter's files hold as a list of lines, or as one string.
type Text string

// MarshalJSON writes a list of lines.
func (t Text) MarshalJSON() ([]byte, error) {
	list := strings.SplitAfter(string(t), "\n")
	if list[len(list)-1] == "" { // behind the last line break, or of an empty text
		list = list[:len(list)-1]
	}
	return Encode(list, "")
}

// UnmarshalJSON reads both forms.
func (t *Text) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, (*string)(t))
	}
	var list []string
	err := json.Unmarshal(text, &list)
	*t = Text(strings.Join(list, ""))
	return err
}

// Encode writes JSON as Jupyter does: HTML is not escaped.
func Encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}
