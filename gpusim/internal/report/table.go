package report

// This file lays out plain text tables.

import (
	"strings"
	"unicode/utf8"
)

// Table is rows of cells under a header, in columns as wide as their widest cell.
type Table struct {
	header []string
	right  []bool
	rows   [][]string
}

// NewTable makes a table. A title that begins with "<" is of a column of
// numbers, which are aligned right.
func NewTable(titles ...string) *Table {
	t := &Table{}
	for _, title := range titles {
		name, right := strings.CutPrefix(title, "<")
		t.header = append(t.header, name)
		t.right = append(t.right, right)
	}
	return t
}

// Add appends a row of as many cells as there are columns.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// String returns the header, a rule and the rows, without a last newline.
// Columns without a filled cell are left out.
func (t *Table) String() string {
	widths := t.widths()
	rule := make([]string, len(widths))
	for i, w := range widths {
		rule[i] = strings.Repeat("─", w)
	}
	lines := []string{t.line(t.header, widths), t.line(rule, widths)}
	for _, row := range t.rows {
		lines = append(lines, t.line(row, widths))
	}
	return strings.Join(lines, "\n")
}

// widths is the width of each column; 0 leaves it out.
func (t *Table) widths() []int {
	widths := make([]int, len(t.header))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for i, title := range t.header {
		if widths[i] > 0 {
			widths[i] = max(widths[i], utf8.RuneCountInString(title))
		}
	}
	return widths
}

func (t *Table) line(cells []string, widths []int) string {
	var b strings.Builder
	for i, cell := range cells {
		if widths[i] == 0 {
			continue
		}
		pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if t.right[i] {
			b.WriteString(pad + cell + "  ")
		} else {
			b.WriteString(cell + pad + "  ")
		}
	}
	return strings.TrimRight(b.String(), " ")
}
