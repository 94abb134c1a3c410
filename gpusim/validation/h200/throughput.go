package h200

// This file reads the sustained rates of throughput.txt.

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed throughput.txt
var throughputText string

// Throughput returns the lines of throughput.txt that begin with a name, such
// as "shared_load", in order: each as its fields "key=number". Fields that are
// no plain numbers are left out; units stand in throughput.txt.
func Throughput(name string) []map[string]float64 {
	var rows []map[string]float64
	for line := range strings.Lines(throughputText) {
		fields := strings.Fields(line)
		if fields[0] != name {
			continue
		}
		row := map[string]float64{}
		for _, field := range fields[1:] {
			key, text, _ := strings.Cut(field, "=")
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				row[key] = v
			}
		}
		rows = append(rows, row)
	}
	return rows
}
