package evidence

// This file lists what a report offers as evidence.

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/plan"
)

// Menu lists all evidence that the report of a kernel has, as Go, sorted by its text: choosing and ordering are the
// learner's.
func Menu(r *Report) string {
	seen := map[string]bool{}
	add := func(p plan.Call) {
		if v, known := r.value(p); known {
			p.Args[1] = Rounded(v)
			seen[goText(p)] = true
		}
	}
	report := plan.Report(r.Kernel)
	for _, metric := range units {
		add(report.Counter(metric, 0))
	}
	for _, list := range amounts {
		for _, metric := range list {
			add(report.Counter(metric, 0))
		}
	}
	for _, reason := range StallReasons {
		if v, _ := r.stall(reason); v >= 1 {
			add(report.Stall(reason, 0))
		}
	}
	for i := range r.Lines {
		if v, _ := r.line(r.Lines[i].At.Text); v >= 1 {
			add(report.Line(r.Lines[i].At.Text, 0))
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), "")
}

// goText writes a piece as Go, for a list.
func goText(p plan.Call) string {
	quoted := strconv.Quote(p.Args[0].(string))
	return fmt.Sprintf("\treport.%s(%s, %s),\n", p.Name, quoted, strconv.FormatFloat(p.Args[1].(float64), 'f', -1, 64))
}

// Rounded rounds a value to three digits, and one above a thousand to a whole number.
func Rounded(v float64) float64 {
	if v == 0 || math.Abs(v) >= 1000 {
		return math.Round(v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(math.Round(v/unit)*unit, 'g', 3, 64), 64)
	return rounded
}
