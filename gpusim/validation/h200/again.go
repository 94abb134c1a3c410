package h200

// This file reads the cycles of launches that were profiled a second time.

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
)

//go:embed cases/again.csv
var againCSV string

// Again returns the elapsed cycles of cases of visible.json and unseen_launches.json in a
// second measurement.
func Again() map[string]float64 {
	rows, err := csv.NewReader(strings.NewReader(againCSV)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("BUG: again.csv: %v", err))
	}
	cycles := map[string]float64{}
	for _, row := range rows[1:] {
		cycles[row[0]] = number(row[1])
	}
	return cycles
}
