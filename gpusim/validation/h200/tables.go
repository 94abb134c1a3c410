package h200

// This file reads single lines of the tables whose lines are words followed by fields.

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed device/*.txt host/transfers.txt sync/*.txt
var textTables embed.FS

// Line returns the first line of a table, such as "device/micro.txt", that begins with words,
// in the form of Throughput.
func Line(table, words string) (map[string]float64, error) { return LineOf(textTables, table, words) }

// LineOf is Line for the tables of a folder.
func LineOf(folder fs.FS, table, words string) (map[string]float64, error) {
	text, err := fs.ReadFile(folder, table)
	if err != nil {
		return nil, err
	}
	rows := rowsOf(string(text), words)
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s has no line %q", table, words)
	}
	return rows[0], nil
}
