package report

// This file lays out plain text tables.

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is rows of cells under a header. Columns without a filled cell are
// left out of its text.
type Table struct {
	writer table.Writer
	titles []string // without "<"
	right  []bool   // by column: it holds numbers
	rows   [][]string
}

// NewTable makes a table. A title that begins with "<" is of a column of
// numbers, which are aligned right.
func NewTable(titles ...string) *Table {
	t := &Table{writer: table.NewWriter()}
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.writer.SetStyle(style)
	t.writer.SuppressEmptyColumns()
	t.writer.SuppressTrailingSpaces()
	var header table.Row
	var columns []table.ColumnConfig
	for i, title := range titles {
		name, right := strings.CutPrefix(title, "<")
		header, t.titles, t.right = append(header, name), append(t.titles, name), append(t.right, right)
		if right {
			columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	t.writer.AppendHeader(header)
	t.writer.SetColumnConfigs(columns)
	return t
}

// Add appends a row of as many cells as there are columns.
func (t *Table) Add(cells ...string) {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = cell
	}
	t.writer.AppendRow(row)
	t.rows = append(t.rows, cells)
}

// Column is a column of a table.
type Column struct {
	Title   string
	Numbers bool
	Cells   []string
}

// Columns returns the columns that have a filled cell.
func (t *Table) Columns() (list []Column) {
	for i, title := range t.titles {
		c := Column{Title: title, Numbers: t.right[i]}
		filled := false
		for _, row := range t.rows {
			c.Cells, filled = append(c.Cells, row[i]), filled || row[i] != ""
		}
		if filled {
			list = append(list, c)
		}
	}
	return list
}

// CSV returns the header and the rows, a line each. All fields are quoted.
func (t *Table) CSV() []byte {
	var b strings.Builder
	for _, row := range append([][]string{t.titles}, t.rows...) {
		writeCSV(&b, row)
	}
	return []byte(b.String())
}

// JSON returns an array with an object per row: cells by title, as texts.
func (t *Table) JSON() []byte {
	list := make([]map[string]string, len(t.rows))
	for i, row := range t.rows {
		list[i] = map[string]string{}
		for j, cell := range row {
			list[i][t.titles[j]] = cell
		}
	}
	return encode(list)
}

// String returns the header, a rule and the rows, without a last newline.
func (t *Table) String() string { return t.writer.Render() }
