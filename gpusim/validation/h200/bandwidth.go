package h200

// This file reads the measured bandwidths of bandwidth.csv.

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

//go:embed dram/bandwidth.csv
var bandwidthCSV string

// Bandwidth is one measured launch of a large copy.
type Bandwidth struct {
	Elements  int     // offset or stride
	Requested float64 // GB/s of the bytes that threads requested, read and written
}

// Bandwidths returns the launches of a kernel of bandwidth.cu (copy_offset, load_stride or
// store_stride) for words of 1, 2, 4, 8 or 16 bytes, by ascending offset or stride.
func Bandwidths(kernel string, wordBytes int) []Bandwidth {
	rows, err := csv.NewReader(strings.NewReader(bandwidthCSV)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("BUG: bandwidth.csv: %v", err))
	}
	var out []Bandwidth
	for _, row := range rows[1:] {
		if row[0] == kernel && row[1] == strconv.Itoa(wordBytes) {
			out = append(out, Bandwidth{Elements: int(number(row[3])), Requested: number(row[5])})
		}
	}
	return out
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("BUG: a table of measurements: %v", err))
	}
	return v
}
