package h200

// This file reads launches.txt: 21 runs of empty launches.

import (
	_ "embed"
	"slices"
)

//go:embed launch/launches.txt
var launchesText string

// Launches returns the microseconds of empty launches, each the median of 21 runs, in
// the form of Throughput: one row for each number of blocks.
func Launches() []map[string]float64 { return medians(rowsOf(launchesText, "launch"), "blocks") }

// EmptyLaunch is the microseconds of a launch of one thread, the median of 21 runs.
func EmptyLaunch() float64 { return medians(rowsOf(launchesText, "launch_empty_us"), "")[0][""] }

// medians replaces the rows that have the same value of a field by one row with the medians
// of all fields, in the order in which the values first appear.
func medians(rows []map[string]float64, by string) []map[string]float64 {
	var joined []map[string]float64
	for len(rows) > 0 {
		value := rows[0][by]
		other := func(r map[string]float64) bool { return by != "" && r[by] != value }
		alike := slices.DeleteFunc(slices.Clone(rows), other)
		middle := map[string]float64{}
		for key := range alike[0] {
			middle[key] = median(alike, key)
		}
		joined = append(joined, middle)
		rows = slices.DeleteFunc(rows, func(r map[string]float64) bool { return !other(r) })
	}
	return joined
}

func median(rows []map[string]float64, key string) float64 {
	values := make([]float64, len(rows))
	for i, r := range rows {
		values[i] = r[key]
	}
	slices.Sort(values)
	return values[(len(values)-1)/2] // the lower of two in the middle
}
